package session_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"memcity/analysis/age"
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// classesOf returns the objects of a group by class of age.
func classesOf(t *testing.T, r *ages.Report, name string) (counts [ages.Classes]int64) {
	t.Helper()
	for i := range r.Tree.Nodes {
		if r.Tree.Names.Text(r.Tree.Nodes[i].Name) == name {
			for class, amount := range r.Groups[i].Classes {
				counts[class] = amount.Objects
			}
			return counts
		}
	}
	t.Fatalf("there is no group %s", name)
	return counts
}

// Of ten things, one disappears and one appears at each GC point.
func TestAges(t *testing.T) {
	for _, numbered := range []bool{true, false} {
		o := recording.New(replacing(5, numbered), recording.Options{})
		for _, point := range []int{4, 0, 2, 4, 3, 1} { // in any order
			r, err := o.Ages(context.Background(), ages.Query{By: byType, Point: point}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := [ages.Classes]int64{ages.Before: int64(10 - point)}
			for survived := range point {
				want[age.ClassOf(uint32(survived))]++
			}
			if got := classesOf(t, r, "app.Thing"); got != want || r.Births || r.Points != point+1 {
				t.Errorf("numbered %v, GC point %d: %v of %d points, want %v", numbered, point+1, got, r.Points, want)
			}
		}
	}
}

// counted counts the loads of heap states.
func counted(r *trace.Recording) (loads *atomic.Int64) {
	loads = new(atomic.Int64)
	for i := range r.Points {
		load := r.Points[i].Load
		r.Points[i].Load = func(ctx context.Context, p trace.Progress) (*trace.Heap, []trace.Warning, error) {
			loads.Add(1) // several points may be read at once
			return load(ctx, p)
		}
	}
	return loads
}

// A step forward follows objects over one step, even with little cached memory. If everything is cached, no step is repeated.
func TestAgesAreKept(t *testing.T) {
	tests := []struct {
		name   string
		budget int64
		loads  []int // after each query
	}{
		{"all", 0, []int{6, 7, 8, 9, 9}},
		{"nothing", 1, []int{6, 8, 13, 17, 17}},
	}
	for _, test := range tests {
		r := replacing(10, true)
		loads := counted(r)
		o := recording.New(r, recording.Options{Budget: test.budget})
		for i, point := range []int{5, 6, 4, 7, 7} {
			report, err := o.Ages(context.Background(), ages.Query{By: byType, Point: point}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := classesOf(t, report, "app.Thing")[ages.Before]; got != int64(10-point) {
				t.Errorf("%s is kept: at GC point %d %d objects are from before", test.name, point+1, got)
			}
			if int(loads.Load()) != test.loads[i] {
				t.Errorf("%s is kept: %d heap states were loaded for query %d, want %d", test.name, int(loads.Load()), i+1, test.loads[i])
			}
		}
	}
}

// A GC point that cannot be read is omitted, as in the city.
func TestAgesOverAFault(t *testing.T) {
	r := replacing(5, true)
	r.Points[2].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
		return nil, nil, errors.New("it is damaged")
	}
	o := recording.New(r, recording.Options{})
	report, err := o.Ages(context.Background(), ages.Query{By: byType, Point: 4}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := [ages.Classes]int64{0: 1, 1: 2, 2: 1, ages.Before: 6} // two came over the gap
	if got := classesOf(t, report, "app.Thing"); got != want || report.Points != 4 {
		t.Errorf("%v of %d points, want %v", got, report.Points, want)
	}
	if _, err := o.Ages(context.Background(), ages.Query{By: byType, Point: 2}, nil); err == nil {
		t.Error("the damaged GC point has ages")
	}
}

func TestAgesByBirths(t *testing.T) {
	r := replacing(2, true)
	r.Knows |= trace.KnowsAges
	r.Points[0].GC, r.Points[1].GC = 3, 9
	r.Points[0].Source, r.Points[1].Source = "a.mct", "a.mct"
	r.Points[1].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
		b := tracetest.NewHeap()
		thing := b.Type("app.Thing", 16)
		b.GCs(9)
		b.Born(b.Object(thing), 9)
		b.Born(b.Object(thing), 4)
		b.Born(b.Object(thing), 3) // its allocation was not seen: between the two GC points
		b.Object(thing)
		h := b.Heap()
		h.ThreadOf = make([]int32, h.Len())
		h.ThreadOf[h.Len()-2] = trace.NoThread
		return h, nil, nil
	}
	by, point := recording.New(r, recording.Options{}), ages.Query{By: byType, Point: 1}
	report, err := by.Ages(t.Context(), point, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := classesOf(t, report, "app.Thing"); got != [ages.Classes]int64{0: 2, 3: 1, ages.Before: 1} || !report.Births {
		t.Errorf("by births %v: %v", report.Births, got)
	}
	if doubt := report.Groups[0].Doubtful.Objects; doubt != 1 {
		t.Errorf("not sure of %d, want of the one whose allocation was not seen", doubt)
	}
	grouping := byType
	grouping.By = seq.Of("age")
	g, err := by.Groups(t.Context(), grouping, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	young := false
	for _, n := range g.Tree.Nodes {
		young = young || g.Tree.Names.Text(n.Name) == "0 GCs survived" && n.Objects == 2
	}
	if !young {
		t.Errorf("grouped by age: %+v", g.Tree.Nodes)
	}
}

func TestWithoutAges(t *testing.T) {
	tree := &trace.Recording{Name: "tree", Names: trace.NewNames(), Points: make([]trace.Point, 2)}
	counts := replacing(2, true)
	counts.Knows = 0
	for i := range counts.Points {
		counts.Points[i] = trace.Point{Counts: []trace.TypeCount{{Name: "app.Thing", Objects: 1, Bytes: 16}}}
	}
	mixed := replacing(3, true)
	load := mixed.Points[1].Load
	mixed.Points[1].Load = func(ctx context.Context, p trace.Progress) (*trace.Heap, []trace.Warning, error) {
		h, w, err := load(ctx, p)
		other := *h
		other.Identity = nil
		return &other, w, err
	}
	for name, test := range map[string]struct {
		recording *trace.Recording
		want      string
	}{
		"tree": {tree, "memory trees"}, "histogram": {counts, "class histograms"}, "one": {replacing(1, true), "a second GC point"},
		"numbers in some": {mixed, "does not track objects"},
	} {
		o := recording.New(test.recording, recording.Options{})
		_, err := o.Ages(context.Background(), ages.Query{By: byType, Point: len(test.recording.Points) - 1}, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
		if c := o.Catalog(); c != nil && name != "numbers in some" && !strings.Contains(c.NoAges, test.want) {
			t.Errorf("%s: the catalog says %q", name, c.NoAges)
		}
	}
}

func TestQueryAges(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(replacing(5, true)), request("type"))
	await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	for _, q := range []ages.Query{{By: byType, Point: 4}, {By: byType, Point: 3}, {By: byType, Point: 3, Probable: true}} {
		s.Request(query.NewRequest(ages.Kind.Of(q)))
		r := resultOf(ages.Kind, await(t, s, changed, "ages", func(r exchange.Result) bool { return ages.Kind.Result(&r.Results) != nil }))
		if got := classesOf(t, r, "app.Thing"); r.Query != q || got[ages.Before] != int64(10-q.Point) || r.Followed != diffs.ByNumbers {
			t.Errorf("%+v: %+v, %v", q, r.Query, got)
		}
	}
	s.Request(query.Request{})
	if r := await(t, s, changed, "nothing", func(r exchange.Result) bool { return !r.Busy }); ages.Kind.Result(&r.Results) != nil {
		t.Error("what is not requested any more is kept")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o := recording.New(replacing(5, true), recording.Options{})
	if _, err := o.Ages(ctx, ages.Query{By: byType, Point: 4}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := o.Ages(context.Background(), ages.Query{By: byType, Point: 4}, nil); err != nil {
		t.Errorf("after that: %v", err)
	}
}

// In random programs, the ages of every group equal the ages computed from object numbers by definition, and add up to the group.
func TestAgesOfRandomPrograms(t *testing.T) {
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 77))
		r := &trace.Recording{Name: "random", Format: "test", Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsIdentity}
		first := map[uint64]int{}
		var states [][]uint64
		var alive []uint64
		for point := range 12 {
			alive = slices.DeleteFunc(slices.Clone(alive), func(uint64) bool { return rng.IntN(4) == 0 })
			for range rng.IntN(30) {
				n := uint64(len(first) + 1)
				first[n] = point
				alive = append(alive, n)
			}
			rng.Shuffle(len(alive), func(i, j int) { alive[i], alive[j] = alive[j], alive[i] })
			states = append(states, slices.Clone(alive))
			numbers := states[point]
			r.Points = append(r.Points, trace.Point{Time: trace.Millis(point), Source: fmt.Sprint(point),
				Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
					b := tracetest.NewHeap()
					types := []trace.TypeID{b.Type("app.A", 16), b.Type("app.B", 24), b.Type("lib.C", 40)}
					for _, n := range numbers {
						b.Identify(b.Object(types[n%3]), n)
					}
					return b.Heap(), nil, nil
				}})
		}
		o := recording.New(r, recording.Options{})
		for _, point := range rng.Perm(12) {
			report, err := o.Ages(context.Background(), ages.Query{By: byType, Point: point}, nil)
			if err != nil {
				t.Fatal(err)
			}
			names := []string{"app.A", "app.B", "lib.C"}
			want := map[string]*[ages.Classes]int64{}
			for _, n := range states[point] {
				counts := want[names[n%3]]
				if counts == nil {
					counts = new([ages.Classes]int64)
					want[names[n%3]] = counts
				}
				class := age.ClassOf(uint32(point - first[n]))
				if first[n] == 0 {
					class = ages.Before
				}
				counts[class]++
			}
			for name, counts := range want {
				if got := classesOf(t, report, name); got != *counts {
					t.Fatalf("seed %d, GC point %d, %s: %v, want %v", seed, point+1, name, got, *counts)
				}
			}
			for i := range report.Tree.Nodes {
				sum := int64(0)
				for _, amount := range report.Groups[i].Classes {
					sum += amount.Objects
				}
				if sum != report.Tree.Nodes[i].Objects {
					t.Fatalf("the storeys of node %d sum up to %d objects, want %d", i, sum, report.Tree.Nodes[i].Objects)
				}
			}
		}
	}
}

// If objects can be followed, they can be grouped and filtered by age, at all GC points together.
func TestGroupedByAge(t *testing.T) {
	r := replacing(6, true)
	o := recording.New(r, recording.Options{})
	for _, entry := range o.Catalog().Classifiers {
		if (entry.Name == "age" || entry.Name == "older-than") && entry.Missing != "" {
			t.Errorf("%s: %s", entry.Name, entry.Missing)
		}
	}
	s, err := o.Series(context.Background(), trees.By("age"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for point := range 6 {
		want := map[string]int64{"(there at the first GC point)": int64(10 - point)}
		for survived := range point {
			name := fmt.Sprintf("%d GC points survived", survived)
			if survived == 1 {
				name = "1 GC point survived"
			} else if survived > 3 {
				name = "4 to 7 GC points survived"
			}
			want[name]++
		}
		for name, count := range want {
			node, ok := s.Find("Heap#" + name)
			if !ok || s.Objects(point, node) != count {
				t.Errorf("GC point %d: %s: found %v, want %d", point+1, name, ok, count)
			}
		}
	}
	s, err = o.Series(context.Background(), trees.Grouping{By: seq.Of("type"), Filters: seq.Of("older-than(1)")}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Objects(5, 0); got != 3 { // survived 2, 3 and 4; earlier objects have no age
		t.Errorf("%d objects survived more than one GC point, want 3", got)
	}
	one := recording.New(replacing(1, true), recording.Options{})
	if _, err := one.Series(context.Background(), trees.By("age"), nil, nil); err == nil ||
		!strings.Contains(err.Error(), "ages of objects") {
		t.Errorf("one GC point grouped by age: %v", err)
	}
}

// A growing recording can be grouped by age once it has a second GC point, using the heap state read before.
func TestAgesOfARecordingThatGrows(t *testing.T) {
	whole := replacing(2, true)
	grown := *whole
	first := *whole
	first.Points = whole.Points[:1]
	more := []*trace.Recording{&grown}
	first.More = func(context.Context) (*trace.Recording, error) {
		if len(more) == 0 {
			return nil, io.EOF
		}
		next := more[0]
		more = nil
		return next, nil
	}
	grown.More = first.More
	l := startLiveOn(t, opens(&first), recording.Options{}, "type")
	if c := l.Result().Catalog; !strings.Contains(c.NoAges, "a second GC point") {
		t.Errorf("with one GC point: %q", c.NoAges)
	}
	if r := l.tick("grow", shows(2)); r.Catalog.NoAges != "" {
		t.Errorf("with two GC points: %q", r.Catalog.NoAges)
	}
	l.Want(request("age"))
	r := l.await("ages", func(r exchange.Result) bool { return r.Err != nil || r.Grouping.By.At(0) == "age" && idle(r) })
	if node, ok := r.Plan.Series.Find("Heap#0 GC points survived"); r.Err != nil || !ok || r.Plan.Series.Objects(1, node) != 1 {
		t.Errorf("grouped by age: %v, found %v", r.Err, ok)
	}
}
