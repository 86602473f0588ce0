package session_test

import (
	"runtime"
	"strings"
	"testing"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/trace"
)

// readyPoint returns a GC point that comes grouped.
func readyPoint(names *trace.Names, objects int64) trace.Point {
	t := &trace.Tree{Names: names, Nodes: []trace.Node{
		{Name: names.ID("Heap"), Place: trace.Place{Parent: -1, End: 2}, Objects: objects, Bytes: 16 * objects},
		{Name: names.ID("app.A"), Role: names.ID("Type"), Place: trace.Place{End: 2}, Objects: objects, Bytes: 16 * objects}}}
	return trace.Point{Tree: t}
}

func TestThinning(t *testing.T) {
	source := newSource()
	source.set(func() { source.knows = 0 })
	source.addPoint(readyPoint(source.names, 1))
	const limit = 16
	l := startLive(t, source, recording.Options{MaxPoints: limit}, "type")
	l.Keep([]int{5, 7})
	for n := 2; n <= 100; n++ {
		source.addPoint(readyPoint(source.names, int64(n)))
		r := l.tick("growth", func(r exchange.Result) bool { return r.Live.Points == n && idle(r) })
		s := r.Plan.Series
		if s.Len() > limit || s.Len() < limit/2 && n > limit {
			t.Fatalf("of %d points %d are kept, at most %d are allowed", n, s.Len(), limit)
		}
		if s.Source(0) != 0 || s.Source(s.Len()-1) != n-1 || s.Len() != n-r.Live.Thinned {
			t.Fatalf("of %d points the first kept is %d, the last %d; %+v", n, s.Source(0), s.Source(s.Len()-1), r.Live)
		}
		for at := range s.Len() {
			if got, want := s.Objects(at, 1), int64(s.Source(at)+1); got != want || s.PointOf(s.Source(at)) != at {
				t.Fatalf("point %d has %d objects, want %d", s.Source(at), got, want)
			}
		}
		if n > 8 && (s.PointOf(5) < 0 || s.PointOf(7) < 0) {
			t.Fatalf("of %d points those to keep are gone", n)
		}
		if noticed := strings.Contains(r.Live.Notice, "are kept"); noticed != (r.Live.Thinned > 0) {
			t.Errorf("reported %q of %d thinned points", r.Live.Notice, r.Live.Thinned)
		}
	}
}

// TestThinningReleasesTrees checks that nothing keeps dropped points in memory.
func TestThinningReleasesTrees(t *testing.T) {
	source := newSource()
	source.set(func() { source.knows = 0 })
	freed := make(chan int, 1000)
	add := func(n int) {
		p := readyPoint(source.names, int64(n))
		runtime.AddCleanup(p.Tree, func(n int) { freed <- n }, n)
		source.addPoint(p)
	}
	const points, first = 200, 30 // more come with the recording than are kept
	for n := range first {
		add(n)
	}
	l := startLive(t, source, recording.Options{MaxPoints: 20}, "type")
	for n := first; n < points; n++ {
		add(n)
		l.tick("growth", func(r exchange.Result) bool { return r.Live.Points == n+1 && idle(r) })
	}
	kept := l.Result().Plan.Series.Len()
	if kept > 20 {
		t.Errorf("%d points are kept", kept)
	}
	l.tick("the look is over", idle)
	runtime.GC()
	runtime.GC()
	for range points - kept {
		<-freed
	}
	runtime.KeepAlive(l)
}
