package pause

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"memcity/trace"
)

func stop(start, took time.Duration, safepoint bool) trace.Stop {
	return trace.Stop{Start: start, End: start + took, Safepoint: safepoint}
}

// TestPercentiles compares with the definition of the nearest rank: the least value that at least p % of the values do not exceed.
func TestPercentiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 9, 10, 11, 99, 100, 101, 999, 1000, 1001} {
		var stops []trace.Stop
		for i := range n {
			stops = append(stops, stop(time.Duration(i), time.Duration(r.IntN(n/2+1)), false))
		}
		g := Summarize(stops).GCs
		for i, p := range []int{500, 900, 950, 990, 999} {
			want := time.Duration(-1)
			for _, s := range stops {
				atMost := 0
				for _, x := range stops {
					if x.Took() <= s.Took() {
						atMost++
					}
				}
				if 1000*atMost >= p*n && (want < 0 || s.Took() < want) {
					want = s.Took()
				}
			}
			if g.Percentiles[i] != want {
				t.Errorf("%g %% of %d values are %d, want %d", Percents[i], n, g.Percentiles[i], want)
			}
		}
	}
}

// TestLongest checks the order and number of the longest stops, and that GCs and safepoints are summed separately.
func TestLongest(t *testing.T) {
	var stops []trace.Stop
	for i := range 12 {
		stops = append(stops, stop(time.Duration(100*i), time.Duration(i/2), i%3 == 0))
	}
	s := Summarize(stops)
	var starts []time.Duration
	for _, x := range s.Longest {
		starts = append(starts, x.Start)
	}
	if want := []time.Duration{1000, 1100, 800, 900, 600, 700, 400, 500, 200, 300}; !slices.Equal(starts, want) {
		t.Errorf("the longest stops begin at %d, want %d", starts, want)
	}
	if s.GCs.Count != 8 || s.GCs.Total != 22 || s.GCs.Longest != 5 || s.Safepoints.Count != 4 || s.Safepoints.Total != 8 || s.Safepoints.Longest != 4 {
		t.Errorf("GCs %+v, safepoints %+v", s.GCs, s.Safepoints)
	}
	if s := Summarize(nil); s.GCs != (Group{}) || len(s.Longest) != 0 {
		t.Errorf("no stops: %+v", s)
	}
}

// TestOf checks sums per cycle and stalls, with and without single stops.
func TestOf(t *testing.T) {
	r := &trace.Recording{GCs: []trace.GC{
		{Number: 1, Start: 0, End: 100, Concurrent: true, Pause: 7, Stalled: 30},
		{Number: 2, Start: 200, End: 205, Pause: 4},
		{Number: 3, Start: 300, End: 306},
		{Number: 4, Start: 400, End: 500, Concurrent: true, Pause: 9},
		{Number: 5, Start: 600, End: 700, Concurrent: true, Stalled: 20},
	}}
	s := Of(r)
	if s.GCs.Count != 2 || s.GCs.Longest != 6 || s.Unlisted != 2 || s.Cycles != 2 || s.LongestCycle != 9 {
		t.Errorf("without stops: %+v", s)
	}
	if s.Stalls != 2 || s.Stalled != 50 || s.LongestStall != 30 {
		t.Errorf("stalls: %+v", s)
	}
	ofGC := func(gc uint32, start, took time.Duration) trace.Stop {
		return trace.Stop{Start: start, End: start + took, GC: gc}
	}
	r.Stops = []trace.Stop{ofGC(1, 10, 5), ofGC(1, 90, 2), ofGC(2, 201, 4), ofGC(3, 300, 6), ofGC(4, 401, 9)}
	if s := Of(r); s.GCs.Count != 5 || s.GCs.Longest != 9 || s.Unlisted != 0 || s.Cycles != 2 || s.Longest[2].Start != 10 {
		t.Errorf("with stops: %+v", s)
	}
	r.Stops = r.Stops[:2]
	if s := Of(r); s.GCs.Count != 4 || s.GCs.Longest != 6 || s.Unlisted != 1 {
		t.Errorf("with the stops of one GC: %+v", s)
	}
}

// TestEmptyAndTimed checks the conditions for a section about pauses, and for a column with times.
func TestEmptyAndTimed(t *testing.T) {
	concurrent := trace.GC{Number: 1, End: 10, Concurrent: true}
	paused, stalled := concurrent, concurrent
	paused.Pause, stalled.Stalled = 1, 1
	for _, c := range []struct {
		r            trace.Recording
		empty, timed bool
	}{
		{trace.Recording{}, true, false},
		{trace.Recording{GCs: []trace.GC{concurrent}, Knows: trace.KnowsTimes}, true, false},
		{trace.Recording{GCs: []trace.GC{paused}, Knows: trace.KnowsTimes}, false, false},
		{trace.Recording{GCs: []trace.GC{stalled}}, false, false},
		{trace.Recording{Stops: []trace.Stop{stop(0, 1, true)}}, false, false},
		{trace.Recording{Stops: []trace.Stop{stop(0, 1, true)}, Knows: trace.KnowsTimes}, false, true},
		{trace.Recording{Stops: []trace.Stop{stop(0, 0, true)}, Knows: trace.KnowsTimes}, false, false},
	} {
		if s := Of(&c.r); s.Empty() != c.empty || s.Timed != c.timed {
			t.Errorf("%+v: empty %v, timed %v", c.r, s.Empty(), s.Timed)
		}
	}
}
