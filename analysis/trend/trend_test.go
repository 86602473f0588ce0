package trend

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"memcity/trace"
)

// model is a series of trees as plain lists. Node 0 is the root.
type model struct {
	names          []string
	parents        []int32
	objects, bytes [][]int64 // by point and node
}

func (m *model) Len() int                         { return len(m.objects) }
func (m *model) Objects(point int, n int32) int64 { return m.objects[point][n] }
func (m *model) Bytes(point int, n int32) int64   { return m.bytes[point][n] }
func (m *model) Name(n int32) string              { return m.names[n] }
func (m *model) Children(n int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i, p := range m.parents {
			if p == n && !yield(int32(i)) {
				return
			}
		}
	}
}

// randomModel returns groups that share no objects unless overlap is set. Groups may hold objects themselves.
func randomModel(r *rand.Rand, overlap bool) *model {
	m := &model{names: []string{"Heap"}, parents: []int32{-1}}
	for i := range r.IntN(30) {
		m.names = append(m.names, fmt.Sprint("g", i%7))
		m.parents = append(m.parents, r.Int32N(int32(len(m.parents))))
	}
	for range 1 + r.IntN(8) {
		o, b := make([]int64, len(m.names)), make([]int64, len(m.names))
		for n := len(o) - 1; n >= 0; n-- {
			o[n] += r.Int64N(5)
			b[n] = 16 * o[n]
			if p := m.parents[n]; p >= 0 && !overlap {
				o[p] += o[n]
			}
		}
		m.objects, m.bytes = append(m.objects, o), append(m.bytes, b)
	}
	return m
}

// orders are the orders as defined in the paper (section 3.3).
var orders = map[Order]func(v []int64) float64{
	ByStart:  func(v []int64) float64 { return float64(v[0]) },
	ByEnd:    func(v []int64) float64 { return float64(v[len(v)-1]) },
	ByGrowth: func(v []int64) float64 { return float64(v[len(v)-1] - v[0]) },
	ByRelative: func(v []int64) float64 {
		if v[len(v)-1] == v[0] {
			return 0
		}
		return float64(v[len(v)-1]-v[0]) / float64(v[0])
	},
	ByAverage: func(v []int64) float64 {
		sum := 0.0
		for _, n := range v {
			sum += float64(n)
		}
		return sum / float64(len(v))
	},
}

func TestAgainstModel(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 9))
		overlap := seed%3 == 0
		m := randomModel(r, overlap)
		o := Options{Node: r.Int32N(int32(len(m.names))), Bytes: seed%2 == 0, Order: Order(seed % 5), Top: r.IntN(6), Overlap: seed%9 == 1}
		got := New(m, o)
		values := map[int32][]int64{}
		for n, p := range m.parents {
			if p != o.Node {
				continue
			}
			for point := range m.objects {
				v := m.objects[point][n]
				if o.Bytes {
					v = m.bytes[point][n]
				}
				values[int32(n)] = append(values[int32(n)], v)
			}
		}
		additive := !o.Overlap
		for point, total := range got.Total.Values {
			sum, shown := int64(0), int64(0)
			for _, v := range values {
				sum += v[point]
			}
			for _, s := range got.Series {
				shown += s.Values[point]
			}
			want := sum - shown
			if got.Additive {
				want = total - shown
			}
			if got.Others.Values[point] != want {
				t.Fatalf("seed %d: others at %d are %d, want %d", seed, point, got.Others.Values[point], want)
			}
			additive = additive && sum <= total
		}
		if got.Additive != additive || len(got.Series)+got.Rest != len(values) || o.Top > 0 && len(got.Series) > o.Top {
			t.Fatalf("seed %d: additive %v, want %v; %d series and %d others of %d", seed, got.Additive, additive, len(got.Series), got.Rest,
				len(values))
		}
		if got.Rest > 0 {
			checkWith(t, m, got, o.Bytes, values)
		}
		rank := orders[o.Order]
		for i, s := range got.Series {
			if !slices.Equal(s.Values, values[s.Node]) || s.Name != m.names[s.Node] || s.Leaf == slices.Contains(m.parents, s.Node) {
				t.Fatalf("seed %d: series %+v, want %v", seed, s, values[s.Node])
			}
			if i > 0 && rank(got.Series[i-1].Values) < rank(s.Values) {
				t.Fatalf("seed %d: by %v, %v before %v", seed, o.Order, got.Series[i-1].Values, s.Values)
			}
			delete(values, s.Node)
		}
		for _, v := range values {
			if n := len(got.Series); n > 0 && rank(v) > rank(got.Series[n-1].Values) {
				t.Fatalf("seed %d: by %v, %v is left out, %v is not", seed, o.Order, v, got.Series[n-1].Values)
			}
		}
	}
}

// checkWith requests all groups that have no series.
func checkWith(t *testing.T, m *model, of *Trend, bytes bool, values map[int32][]int64) {
	t.Helper()
	others := slices.Clone(of.Others.Values)
	var all []int32
	for node := range values {
		all = append(all, node)
	}
	whole := of.With(m, bytes, all...)
	if whole.Rest != 0 || len(whole.Series) != len(values) || !slices.Equal(of.Others.Values, others) {
		t.Fatalf("with all there are %d series of %d and %d others; others were %v and are %v", len(whole.Series), len(values), whole.Rest,
			others, of.Others.Values)
	}
	for point, left := range whole.Others.Values {
		for _, s := range whole.Series[len(of.Series):] {
			left += s.Values[point]
		}
		if left != others[point] {
			t.Fatalf("others at %d were %d, with the new series they are %d", point, others[point], left)
		}
	}
}

// TestPaper checks figure 1 of the paper. Of 120,000 objects, 5,000 are Object[], and 1,000 of these are from Stack:init().
func TestPaper(t *testing.T) {
	m := &model{names: []string{"Overall", "Object[]", "String", "Stack:init()", "Stack:grow()"}, parents: []int32{-1, 0, 0, 1, 1},
		objects: [][]int64{{100_000, 500, 99_500, 500, 0}, {120_000, 5_000, 115_000, 1_000, 4_000}},
		bytes:   [][]int64{make([]int64, 5), make([]int64, 5)}}
	top := New(m, Options{Top: 1, Order: ByRelative})
	if s := top.Series[0]; s.Name != "Object[]" || s.Growth != 4500 || s.Relative != 9 || s.Average != 2750 || s.Leaf ||
		top.Others.Growth != 15_500 || !top.Additive {
		t.Errorf("%+v, others %+v", s, top.Others)
	}
	sites := New(m, Options{Node: top.Series[0].Node, Top: DefaultTop, Order: ByRelative})
	if a, b := sites.Series[0], sites.Series[1]; a.Name != "Stack:grow()" || !math.IsInf(a.Relative, 1) || b.End != 1000 || !b.Leaf ||
		sites.Rest != 0 || sites.Others.Average != 0 {
		t.Errorf("%+v", sites)
	}
}

// TestNothing checks trees without groups, and no trees at all.
func TestNothing(t *testing.T) {
	m := &model{names: []string{"Heap"}, parents: []int32{-1}, objects: [][]int64{{3}}, bytes: [][]int64{{4}}}
	if got := New(m, Options{}); len(got.Series) != 0 || got.Others.Values[0] != 3 || !got.Total.Leaf {
		t.Errorf("%+v", got)
	}
	m.objects, m.bytes = nil, nil
	if got := New(m, Options{}); len(got.Total.Values) != 0 || got.Total.Stats != (Stats{}) {
		t.Errorf("%+v", got)
	}
}

func TestParseOrder(t *testing.T) {
	for o := range orders {
		if got, err := ParseOrder(o.String()); err != nil || got != o {
			t.Errorf("%v: %v, %v", o, got, err)
		}
	}
	if _, err := ParseOrder("size"); err == nil {
		t.Error("size is no order")
	}
}

// TestChoice checks chosen points against their definition. These are the first, the last, and every n-th point that is late enough after
// the previous choice.
func TestChoice(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		var times []trace.Millis
		now := trace.Millis(0)
		for range r.IntN(40) {
			times = append(times, now)
			now += trace.Millis(r.IntN(3000))
		}
		c := Choice{Every: r.IntN(5), Apart: time.Duration(r.IntN(3)) * 1500 * time.Millisecond}
		got := c.Of(times)
		if len(times) == 0 {
			if len(got) != 0 {
				t.Fatalf("%v of nothing", got)
			}
			continue
		}
		if got[0] != 0 || got[len(got)-1] != len(times)-1 ||
			!slices.IsSortedFunc(got, func(a, b int) int { return cmp.Or(cmp.Compare(a, b), 1) }) {
			t.Fatalf("seed %d: %v of %d", seed, got, len(times))
		}
		for i := 1; i < len(got); i++ {
			allowed := func(p int) bool {
				return p%max(1, c.Every) == 0 && (times[p]-times[got[i-1]]) >= trace.Millis(c.Apart.Milliseconds())
			}
			if got[i] != len(times)-1 && !allowed(got[i]) {
				t.Fatalf("seed %d: %d follows %d", seed, got[i], got[i-1])
			}
			for p := got[i-1] + 1; p < got[i]; p++ {
				if allowed(p) {
					t.Fatalf("seed %d: %d is left out between %d and %d", seed, p, got[i-1], got[i])
				}
			}
		}
	}
}

// BenchmarkNew compares the time for the series with a plain pass over the values of a level.
func BenchmarkNew(b *testing.B) {
	m := &model{names: []string{"Heap"}, parents: []int32{-1}}
	for i := range 5000 {
		m.names, m.parents = append(m.names, fmt.Sprint("g", i)), append(m.parents, 0)
	}
	for range 200 {
		values := make([]int64, len(m.names))
		for i := range values {
			values[i] = int64(i * 7919 % 1013)
		}
		m.objects, m.bytes = append(m.objects, values), append(m.bytes, values)
	}
	sum, start := int64(0), time.Now()
	for n := range m.Children(0) {
		for point := range m.Len() {
			sum += m.Objects(point, n)
		}
	}
	plain := time.Since(start)
	if sum == 0 {
		b.Fatal("nothing there")
	}
	for b.Loop() {
		New(m, Options{Top: DefaultTop})
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(plain), "x-plain")
}
