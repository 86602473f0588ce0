package staleness_test

import (
	"math"
	"testing"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

// logOf returns the log of what do reports.
func logOf(t testing.TB, o usage.Options, end usage.Millis, do func(b *usage.Builder)) *usage.Log {
	t.Helper()
	b := usage.NewBuilder(o)
	do(b)
	l := b.Build(end)
	if err := l.Check(); err != nil {
		t.Fatal(err)
	}
	return l
}

func viewOf(t testing.TB, l *usage.Log, from, to usage.Millis) *staleness.View {
	t.Helper()
	v, err := staleness.New(l, from, to)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func report(t testing.TB, v *staleness.View, o staleness.Options) *staleness.Report {
	t.Helper()
	r, err := v.Collections(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// end ends the stay of an element, by a REMOVE or by the death of its collection.
type end func(b *usage.Builder, c, e uint64, t usage.Millis)

func removed(b *usage.Builder, c, e uint64, t usage.Millis) { b.Remove(c, e, 0, 0, t) }
func dead(b *usage.Builder, c, _ uint64, t usage.Millis)    { b.Dealloc(c, t) }

// TestFigure11 checks the five cases of the thesis in the window from 20 to 60, both with a REMOVE and with the death of the collection.
func TestFigure11(t *testing.T) {
	for _, test := range []struct {
		name    string
		added   usage.Millis
		gets    []usage.Millis
		removed usage.Millis
		want    float64
	}{
		{"1: from the last GET to the REMOVE", 25, []usage.Millis{30, 40}, 50, 10. / 40},
		{"2: from the ADD to the REMOVE", 30, nil, 50, 20. / 40},
		{"3: from the last GET to the end", 25, []usage.Millis{30}, 70, 30. / 40},
		{"4: from the start to the REMOVE", 10, nil, 50, 30. / 40},
		{"5: all of the window", 10, nil, 70, 1},
		{"5 with GETs before and behind it", 10, []usage.Millis{15, 65}, 70, 1},
		{"never removed", 10, []usage.Millis{40}, usage.Never, 20. / 40},
		{"a GET at the start", 10, []usage.Millis{20}, 70, 1},
		{"a GET at the end", 10, []usage.Millis{60}, 70, 0},
		{"a GET just behind the end", 10, []usage.Millis{61}, 70, 1},
		{"added at the end", 60, nil, 70, 0},
		{"removed at the end", 10, []usage.Millis{30}, 60, 30. / 40},
		{"removed just behind the start", 10, nil, 21, 1. / 40},
		{"removed at the start", 10, nil, 20, -1}, // not in the window
		{"added just behind the end", 61, nil, 70, -1},
		{"removed with its GET", 30, []usage.Millis{50}, 50, 0},
	} {
		for name, end := range map[string]end{"REMOVE": removed, "DEALLOC": dead} {
			l := logOf(t, usage.Options{}, 100, func(b *usage.Builder) {
				b.Alloc(1, 0, 0, 0, 5)
				b.Add(1, 2, 1, 0, 0, test.added)
				for _, at := range test.gets {
					b.Get(1, 2, 1, 0, at, 1)
				}
				if test.removed != usage.Never {
					end(b, 1, 2, test.removed)
				}
			})
			v := viewOf(t, l, 20, 60)
			s, ok := v.Element(0)
			if !ok {
				s = -1
			}
			if s != test.want || !v.Exact || !v.CountsExact {
				t.Errorf("%s, %s: staleness %v, want %v", test.name, name, s, test.want)
			}
		}
	}
}

// TestFigure12 checks two elements with staleness 0.2 and 0.8 and a mean of 0.5, and thresholds at and next to these values.
func TestFigure12(t *testing.T) {
	for name, end := range map[string]end{"REMOVE": removed, "another collection that dies": dead} {
		l := logOf(t, usage.Options{}, 70, func(b *usage.Builder) {
			other := uint64(1)
			if name != "REMOVE" {
				other = 2
			}
			b.Alloc(1, 0, 0, 0, 0)
			b.Alloc(2, 0, 0, 0, 0)
			b.Add(1, 20, 1, 0, 0, 5)
			b.Add(other, 10, 2, 0, 0, 15)
			b.Get(1, 20, 2, 0, 20, 1)
			b.Get(other, 10, 2, 0, 30, 1)
			b.Get(other, 10, 2, 0, 40, 1)
			end(b, other, 10, 50)
		})
		v := viewOf(t, l, 10, 60)
		var got []float64
		for e := range l.Elements.Len() {
			s, ok := v.Element(usage.ElementID(e))
			if !ok {
				t.Errorf("element %d is not in the window", e)
			}
			got = append(got, s)
		}
		if len(got) != 2 || min(got[0], got[1]) != 0.2 || max(got[0], got[1]) != 0.8 {
			t.Errorf("%s: staleness %v", name, got)
		}
		for _, test := range []struct {
			threshold float64
			above     int64
		}{{0.1999999, 2}, {0.2, 1}, {0.5, 1}, {0.7999999, 1}, {0.8, 0}, {1, 0}, {-1, 2}, {math.NaN(), 0}} {
			r := report(t, v, staleness.Options{Threshold: test.threshold})
			above := int64(0)
			for _, c := range r.Collections {
				above += c.Above.Elements
			}
			if above != test.above || r.Staleness != 0.5 || r.Elements != 2 || r.Alive != 2 {
				t.Errorf("%s: %d above %v, want %d; %+v", name, above, test.threshold, test.above, r)
			}
		}
		if c := report(t, v, staleness.Options{Threshold: 0.5}).Collections[0]; name == "REMOVE" && (c.Staleness != 0.5 || c.Size != 2 ||
			c.Rank != 1 || c.Below != (staleness.Part{Elements: 1, Staleness: 0.2}) || c.Above != (staleness.Part{Elements: 1, Staleness: 0.8})) {
			t.Errorf("got %+v", c)
		}
	}
}

// listing6 returns the log of the program of listing 6, with 100 ms between its steps.
func listing6(t testing.TB) *usage.Log {
	return logOf(t, usage.Options{}, 471, func(b *usage.Builder) {
		const list, hashMap = 1, 2
		typ, integer := b.String("ArrayList"), b.String("Integer")
		at := func(line string) usage.StringID { return b.String("Main:" + line) }
		b.Alloc(list, 0, at("4"), typ, 0)
		b.Alloc(hashMap, 0, at("5"), b.String("HashMap"), 0)
		for i := range uint64(1000) {
			b.Add(list, i, int(i)+1, at("7"), integer, 10)
			b.Add(hashMap, i, int(i)+1, at("8"), integer, 10)
		}
		for i := range uint64(500) {
			b.Get(list, i, 1000, at("12"), 120, 1)
			b.Get(hashMap, i, 1000, at("13"), 120, 1)
		}
		for i := range uint64(100) {
			b.Add(list, 1000+i, 1001+int(i), at("17"), integer, 230)
		}
		for i := range uint64(100) {
			b.Get(list, i, 1100, at("21"), 340, 1)
		}
		for i := range uint64(100) {
			b.Remove(list, 800+i, 1099-int(i), at("26"), 450)
			b.Remove(hashMap, 800+i, 999-int(i), at("27"), 450)
		}
	})
}

func TestListing6(t *testing.T) {
	l := listing6(t)
	v := viewOf(t, l, 0, 471)
	r := report(t, v, staleness.Options{Threshold: 0.5, Top: 10})
	if r.Largest != 1100 || len(r.Collections) != 2 || l.Label(r.Collections[0].ID) != "ArrayList@Main:4" || r.Collections[0].Size != 1100 ||
		r.Collections[1].Size != 1000 {
		t.Errorf("got %+v", r)
	}
	if r := report(t, v, staleness.Options{MaxSize: 1050, Limited: true}); len(r.Collections) != 1 || l.Label(r.Collections[0].ID) !=
		"HashMap@Main:5" || r.Largest != 1100 {
		t.Errorf("at most 1050 elements: %+v", r)
	}
	for _, test := range []struct {
		c    usage.CollectionID
		want [3]int64
		gets []int64
		adds []string
	}{{0, [3]int64{1100, 600, 100}, []int64{600, 400, 100}, []string{"Main:7", "Main:17"}},
		{1, [3]int64{1000, 500, 100}, []int64{500, 500, 0}, []string{"Main:8"}}} {
		d, err := v.Details(t.Context(), test.c, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got := [3]int64{d.Adds, d.Gets, d.Removes}; got != test.want {
			t.Errorf("collection %d: ADD, GET, REMOVE %v, want %v", test.c, got, test.want)
		}
		if len(d.ByGets) != 3 || d.ByGets[0] != test.gets[0] || d.ByGets[1] != test.gets[1] || d.ByGets[2] != test.gets[2] ||
			d.Others != (staleness.Others{}) {
			t.Errorf("collection %d: elements by GETs %v, others %v", test.c, d.ByGets, d.Others)
		}
		if len(d.AddSites) != len(test.adds) {
			t.Fatalf("collection %d: ADD sites %v", test.c, d.AddSites)
		}
		for i, s := range d.AddSites {
			if l.Strings[s.Site] != test.adds[i] {
				t.Errorf("collection %d: ADD site %d is %s", test.c, i, l.Strings[s.Site])
			}
		}
		if test.c == 0 && d.AddSites[0].Staleness <= d.AddSites[1].Staleness { // as in figure 21
			t.Errorf("staleness by ADD site %v", d.AddSites)
		}
	}
	if d, err := v.Details(t.Context(), 0, 0); err != nil || len(d.ByGets) != 1 || d.Others != (staleness.Others{Elements: 500, Gets: 600}) {
		t.Errorf("elements with a GET: %+v, %v", d, err)
	}
	line, err := v.Timeline(t.Context(), staleness.AllCollections, 0)
	if err != nil || len(line.Times) != 100 || line.Times[0] != 0 || line.Times[99] != 471 {
		t.Fatalf("%v, %v", line, err)
	}
	for i, want := range map[int]int64{0: 0, 10: 2000, 40: 2000, 55: 2100, 90: 2100, 99: 1900} {
		if line.Elements[i] != want {
			t.Errorf("%d elements at point %d, want %d", line.Elements[i], i, want)
		}
	}
}

// TestHTTPClient checks what the thesis reports about HttpClient 3.0.1 (section 8), from a log that behaves like it. The log has eight
// batches of 10,000 elements at equal intervals, which are read soon after and never removed. The window begins before the first
// batch.
func TestHTTPClient(t *testing.T) {
	l := logOf(t, usage.Options{}, 10_500, func(b *usage.Builder) {
		at, add := b.String("MultiThreadedHttpConnectionManager:683"), b.String("MultiThreadedHttpConnectionManager:1200")
		b.Alloc(1, 0, at, b.String("LinkedList"), 0)
		b.Alloc(2, 0, at, b.String("HashMap"), 0)
		for batch := range uint64(8) {
			for i := range uint64(10_000) {
				e, now := batch*10_000+i, usage.Millis(1225+1150*batch+i/100)
				b.Add(1, e, int(e)+1, add, 0, now)
				b.Get(1, e, int(e)+1, add, now, 1)
				b.Add(2, e, int(e)+1, add, 0, now)
				b.Get(2, e, int(e)+1, add, now, 3)
			}
		}
	})
	v := viewOf(t, l, 0, 10_000)
	for threshold, want := range map[float64][2]int64{0.1: {10_000, 70_000}, 0.5: {40_000, 40_000}, 0.8: {70_000, 10_000}} {
		r := report(t, v, staleness.Options{Threshold: threshold, Top: 2})
		for _, c := range r.Collections {
			if got := [2]int64{c.Below.Elements, c.Above.Elements}; got != want || c.Size != 80_000 || math.Abs(c.Staleness-0.47) > 0.005 {
				t.Errorf("threshold %v: %v of %d, want %v; staleness %v", threshold, got, c.Size, want, c.Staleness)
			}
		}
	}
	for c, perAdd := range []int64{1, 3} {
		d, err := v.Details(t.Context(), usage.CollectionID(c), -1)
		if err != nil || d.Adds != 80_000 || d.Gets != perAdd*d.Adds || d.Removes != 0 || len(d.AddSites) != 1 || d.NeverRemoved != 80_000 ||
			d.NeverRead != 0 {
			t.Errorf("collection %d: %+v, %v", c, d, err)
		}
	}
	line, err := v.Timeline(t.Context(), staleness.AllCollections, 0)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for i := 1; i < len(line.Elements); i++ {
		if line.Elements[i] > line.Elements[i-1] && (i == 1 || line.Elements[i-1] == line.Elements[i-2]) {
			steps++
		}
	}
	if steps != 8 || line.Elements[99] != 160_000 {
		t.Errorf("%d steps to %d elements", steps, line.Elements[99])
	}
}
