package city_test

import (
	"slices"
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
)

func seconds(values ...int) (times []time.Duration) {
	for _, v := range values {
		times = append(times, time.Duration(v)*time.Second)
	}
	return times
}

// evolution has GC points at 0, 10, 20 and 30 s, and GCs that end at 5, 10, 15 and 25 s.
func evolution() *window.Evolution {
	e := &window.Evolution{Times: seconds(0, 10, 20, 30)}
	for i, end := range seconds(5, 10, 15, 25) {
		e.GCs = append(e.GCs, trace.GC{Number: uint32(i + 1), End: end})
	}
	return e
}

// TestPointsIn: the last point that is not after the start, the first that is not before the end, and two at least.
func TestPointsIn(t *testing.T) {
	for _, test := range []struct{ start, end, from, to int }{
		{0, 30, 0, 3}, {10, 20, 1, 2}, {11, 19, 1, 2}, {9, 21, 0, 3}, {10, 21, 1, 3}, {12, 13, 1, 2}, {0, 0, 0, 1}, {10, 10, 1, 2}, {30, 30, 2, 3}, {40, 50, 2, 3}, {-5, 5, 0, 1},
	} {
		from, to := evolution().PointsIn(time.Duration(test.start)*time.Second, time.Duration(test.end)*time.Second)
		if from != test.from || to != test.to {
			t.Errorf("from %d to %d s: points %d to %d, want %d to %d", test.start, test.end, from, to, test.from, test.to)
		}
	}
	one := &window.Evolution{Times: seconds(5)}
	if from, to := one.PointsIn(0, time.Minute); from != 0 || to != 0 {
		t.Errorf("of a single point: %d to %d", from, to)
	}
}

// TestGCsIn: GCs that ended after the start and not after the end.
func TestGCsIn(t *testing.T) {
	for _, test := range []struct {
		start, end int
		from, to   uint32
	}{{0, 30, 1, 4}, {5, 15, 2, 3}, {4, 14, 1, 2}, {10, 10, 3, 2}, {25, 40, 5, 4}, {0, 4, 1, 0}, {0, 5, 1, 1}} {
		s := evolution().Span(time.Duration(test.start)*time.Second, time.Duration(test.end)*time.Second)
		if s.FromGC != test.from || s.ToGC != test.to || s.FromKind != "" || s.Any() != (test.end > test.start) {
			t.Errorf("from %d to %d s: %+v", test.start, test.end, s)
		}
	}
}

// TestWindowsOfEvolution: a leak is told by its points, if these are GC points, and churn and overhead by their GCs.
func TestWindowsOfEvolution(t *testing.T) {
	e := evolution()
	w := window.Window{Kind: window.Leak, From: 1, To: 2, Start: 15 * time.Second, End: 25 * time.Second}
	if from, to := e.PointsOf(w); from != 1 || to != 3 {
		t.Errorf("without sources: %d to %d", from, to)
	}
	e.Sources = []int{0, 2, 3}
	for kind, want := range map[window.Kind][2]int{window.Leak: {2, 3}, window.Regression: {2, 3}, window.Overhead: {1, 3}, window.Churn: {1, 3}} {
		w.Kind = kind
		if from, to := e.PointsOf(w); from != want[0] || to != want[1] {
			t.Errorf("%s: points %d to %d", kind, from, to)
		}
	}
	for kind, want := range map[window.Kind][2]uint32{window.Leak: {4, 4}, window.Regression: {4, 4}, window.Overhead: {2, 3}, window.Churn: {2, 3}} {
		w.Kind = kind
		s := e.SpanOf(w)
		if s.FromGC != want[0] || s.ToGC != want[1] || s.FromKind != kind.String() || s.Start != w.Start || s.End != w.End {
			t.Errorf("%s: %+v", kind, s)
		}
	}
}

// TestParts: the largest first, so many of each level, and how many are left out behind the last.
func TestParts(t *testing.T) {
	n := trace.NewNames()
	tree := &trace.Tree{Names: n, Nodes: []trace.Node{
		{Name: n.ID("Heap"), Parent: -1, End: 7},
		{Name: n.ID("a"), Role: n.ID("Type"), Parent: 0, End: 2, Objects: 1, Bytes: 10},
		{Name: n.ID("b"), Parent: 0, End: 5, Objects: 2, Bytes: 30},
		{Name: n.ID("x"), Parent: 2, End: 4, Objects: 1, Bytes: 15},
		{Name: n.ID("y"), Parent: 2, End: 5, Objects: 2, Bytes: 15},
		{Name: n.ID("c"), Parent: 0, End: 6, Objects: 3, Bytes: 20},
		{Name: n.ID("d"), Parent: 0, End: 7, Objects: 3, Bytes: 20},
	}}
	part := func(name string, level int, objects, bytes int64, smaller int) inspect.PartOf {
		return inspect.PartOf{Name: name, Level: level, Amount: trees.Amount{Objects: objects, Bytes: bytes}, Smaller: smaller}
	}
	a := part("a", 0, 1, 10, 0)
	a.Role = "Type"
	for limit, want := range map[int][]inspect.PartOf{
		0: nil,
		1: {part("b", 0, 2, 30, 3), part("y", 1, 2, 15, 1)},
		2: {part("b", 0, 2, 30, 0), part("y", 1, 2, 15, 0), part("x", 1, 1, 15, 0), part("c", 0, 3, 20, 2)},
		4: {part("b", 0, 2, 30, 0), part("y", 1, 2, 15, 0), part("x", 1, 1, 15, 0), part("c", 0, 3, 20, 0), part("d", 0, 3, 20, 0), a},
		9: {part("b", 0, 2, 30, 0), part("y", 1, 2, 15, 0), part("x", 1, 1, 15, 0), part("c", 0, 3, 20, 0), part("d", 0, 3, 20, 0), a},
	} {
		if got := inspect.Parts(tree, limit); !slices.Equal(got, want) {
			t.Errorf("%d of each: got %+v, want %+v", limit, got, want)
		}
	}
	if got := inspect.Parts(&trace.Tree{}, 5); got != nil {
		t.Errorf("of no tree: %+v", got)
	}
}
