package window_test

import (
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/trace"
)

func seconds(values ...int) (times []time.Duration) {
	for _, v := range values {
		times = append(times, time.Duration(v)*time.Second)
	}
	return times
}

// evolution returns GC points at 0, 10, 20 and 30 s, and GCs that end at 5, 10, 15 and 25 s.
func evolution() *window.Evolution {
	e := &window.Evolution{Times: seconds(0, 10, 20, 30)}
	for i, end := range seconds(5, 10, 15, 25) {
		e.GCs = append(e.GCs, trace.GC{Number: uint32(i + 1), End: end})
	}
	return e
}

// TestPointsIn checks that the range starts at the last point not after start, ends at the first point not before end, and has at least two
// points.
func TestPointsIn(t *testing.T) {
	for _, test := range []struct{ start, end, from, to int }{
		{0, 30, 0, 3}, {10, 20, 1, 2}, {11, 19, 1, 2}, {9, 21, 0, 3}, {10, 21, 1, 3}, {12, 13, 1, 2}, {0, 0, 0, 1}, {10, 10, 1, 2},
		{30, 30, 2, 3}, {40, 50, 2, 3}, {-5, 5, 0, 1},
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

// TestGCsIn checks GCs that ended after start and not after end.
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

// TestWindowsOfEvolution checks that a leak is reported by its points, if these are GC points, and churn and overhead by their GCs.
func TestWindowsOfEvolution(t *testing.T) {
	e := evolution()
	w := window.Window{Kind: window.Leak, From: 1, To: 2, Start: 15 * time.Second, End: 25 * time.Second}
	if from, to := e.PointsOf(w); from != 1 || to != 3 {
		t.Errorf("without sources: %d to %d", from, to)
	}
	e.Sources = []int{0, 2, 3}
	for kind, want := range map[window.Kind][2]int{window.Leak: {2, 3}, window.Regression: {2, 3}, window.Overhead: {1, 3},
		window.Churn: {1, 3}} {
		w.Kind = kind
		if from, to := e.PointsOf(w); from != want[0] || to != want[1] {
			t.Errorf("%s: points %d to %d", kind, from, to)
		}
	}
	for kind, want := range map[window.Kind][2]uint32{window.Leak: {4, 4}, window.Regression: {4, 4}, window.Overhead: {2, 3},
		window.Churn: {2, 3}} {
		w.Kind = kind
		s := e.SpanOf(w)
		if s.FromGC != want[0] || s.ToGC != want[1] || s.FromKind != kind.String() || s.Start != w.Start || s.End != w.End {
			t.Errorf("%s: %+v", kind, s)
		}
	}
}

// TestGrowing checks the GC points of the leak window, of which there must be at least three.
func TestGrowing(t *testing.T) {
	e := evolution()
	e.Sources = []int{0, 1, 3}
	e.Points = []window.Point{{Bytes: 1000}, {Bytes: 900}, {Bytes: 1030}}
	leak := func(from, to int) window.Window { return window.Window{Kind: window.Leak, From: from, To: to} }
	other := window.Window{Kind: window.Regression, To: 2}
	for _, test := range []struct {
		found    []window.Window
		from, to int
		ok       bool
	}{
		{nil, 0, 0, false},
		{[]window.Window{other}, 0, 0, false},
		{[]window.Window{other, leak(0, 2)}, 0, 3, true},
		{[]window.Window{leak(1, 2), other}, 1, 3, true},
		{[]window.Window{leak(0, 1)}, 0, 1, false},
	} {
		w, from, to, ok := e.Growing(test.found)
		if ok != test.ok || from != test.from || to != test.to || ok && w.Kind != window.Leak {
			t.Errorf("%v: %v, GC points %d to %d, %v", test.found, w, from, to, ok)
		}
	}
}
