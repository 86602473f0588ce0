package overview_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/view/overview"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
)

// evolution returns the given numbers of random points and GCs.
func evolution(seed uint64, points, gcs int) *window.Evolution {
	rng := rand.New(rand.NewPCG(seed, 1))
	e := &window.Evolution{}
	for i := range points {
		e.Points = append(e.Points, window.Point{Time: time.Duration(10*i) * time.Second, Bytes: rng.Int64N(1000), Objects: rng.Int64N(100)})
	}
	at := time.Duration(0)
	for i := range gcs {
		start := at + time.Duration(rng.IntN(7))*time.Second
		at = start + time.Duration(1+rng.IntN(3))*time.Second
		e.GCs = append(e.GCs, trace.GC{Number: uint32(i + 1), Start: start, End: at, Pause: time.Duration(rng.IntN(900)) * time.Millisecond,
			Stalled: time.Duration(rng.IntN(9)) * time.Millisecond,
			Before:  rng.Int64N(4) * 500, After: rng.Int64N(4) * 200, Concurrent: rng.IntN(3) == 0})
	}
	return e
}

// stops returns random stops. Some end at the same time.
func stops(seed uint64) (list []trace.Stop) {
	rng := rand.New(rand.NewPCG(seed, 2))
	at := time.Duration(0)
	for range rng.IntN(20) {
		at += time.Duration(rng.IntN(3)) * 5 * time.Second
		list = append(list, trace.Stop{Start: at - time.Duration(rng.IntN(900))*time.Millisecond, End: at, Safepoint: rng.IntN(3) == 0})
	}
	return list
}

// TestSum compares with sums over all points and GCs at the ends of the range: points at both ends count, and GCs at its end.
func TestSum(t *testing.T) {
	for seed := range uint64(20) {
		e := evolution(seed, int(seed%5), int(seed%7))
		if seed%2 == 1 {
			e.Stops = stops(seed)
		}
		for from := time.Duration(0); from < 45*time.Second; from += 5 * time.Second {
			for to := from; to < 50*time.Second; to += 5 * time.Second {
				want := overview.Stretch{Start: from, End: to}
				for _, p := range e.Points {
					if p.Time < from || p.Time > to {
						continue
					}
					if want.Points == 0 {
						want.FirstBytes, want.FirstObjects, want.FirstTime = p.Bytes, p.Objects, p.Time
					}
					want.Points++
					want.LastBytes, want.LastObjects, want.LastTime = p.Bytes, p.Objects, p.Time
					want.PeakBytes, want.PeakObjects = max(want.PeakBytes, p.Bytes), max(want.PeakObjects, p.Objects)
				}
				var within []trace.GC
				for i, gc := range e.GCs {
					if gc.End <= from || gc.End > to {
						continue
					}
					within = append(within, gc)
					want.GCs++
					if gc.Concurrent {
						want.Concurrent++
					}
					if !gc.Concurrent && e.Stops == nil {
						want.Longest = max(want.Longest, gc.PausedFor())
					}
					want.Stalled += gc.Stalled
					want.Freed += window.FreedBy(gc)
					if i > 0 && gc.Before > 0 && e.GCs[i-1].After > 0 {
						want.Allocated += max(0, gc.Before-e.GCs[i-1].After)
					}
				}
				for _, s := range e.Stops {
					switch {
					case s.End <= from || s.End > to:
					case s.Safepoint:
						want.Safepoints++
						want.Stopped += s.End - s.Start
					default:
						want.Longest = max(want.Longest, s.End-s.Start)
					}
				}
				want.Pause = window.Paused(within)
				if e.Stops == nil {
					want.Longest = min(want.Longest, want.Pause)
				}
				if got := overview.Sum(e, from, to); got != want {
					t.Fatalf("seed %d, %v to %v: %+v\nwant %+v", seed, from, to, got, want)
				}
			}
		}
	}
}

// TestOverlappingPauses: time in which two GCs pause the program counts once, as in the windows.
func TestOverlappingPauses(t *testing.T) {
	stop := func(start, end time.Duration) trace.GC {
		return trace.GC{Start: start * time.Second, End: end * time.Second, Pause: (end - start) * time.Second}
	}
	for _, test := range []struct {
		name string
		gcs  []trace.GC
		want time.Duration
	}{
		{"apart", []trace.GC{stop(0, 2), stop(5, 7)}, 4 * time.Second},
		{"one after the other", []trace.GC{stop(0, 2), stop(2, 4)}, 4 * time.Second},
		{"half overlapping", []trace.GC{stop(0, 4), stop(2, 6)}, 6 * time.Second},
		{"the same time", []trace.GC{stop(0, 4), stop(0, 4)}, 4 * time.Second},
	} {
		s := overview.Whole(&window.Evolution{Series: window.Series{GCs: test.gcs}})
		if share := window.Share(test.gcs); s.Pause.Round(10*time.Millisecond) != test.want || s.Longest > s.Pause || math.Abs(s.Overhead()-share) > 1e-9 {
			t.Errorf("%s: %v of the time, %v, want %v and %v", test.name, s.Overhead(), s.Pause, share, test.want)
		}
	}
}

// TestWhole writes whole recordings with their rates.
func TestWhole(t *testing.T) {
	var w strings.Builder
	for seed := range uint64(8) {
		e := evolution(seed+100, int(seed%4), int(seed%5))
		first, last := overview.Ends(e)
		s := overview.Whole(e)
		fmt.Fprintf(&w, "%v to %v: %s\noverhead %.6f, growth %.6f, 1000 are %.6f a second\n", first, last, golden.Text(s), s.Overhead(),
			s.Growth(), s.PerSecond(1000))
		for i := range e.GCs {
			fmt.Fprintln(&w, i, overview.AllocatedBefore(e, i), overview.GCAfter(e, e.GCs[i].End), overview.GCAfter(e, e.GCs[i].End-1),
				e.GCs[i].PausedFor())
		}
	}
	golden.File(t, "whole.txt", w.String())
}

// TestStretches: shares and rates at their limits.
func TestStretches(t *testing.T) {
	for _, test := range []struct {
		s                         overview.Stretch
		overhead, growth, seconds float64
	}{
		{overview.Stretch{}, 0, 0, 0},
		{overview.Stretch{Start: time.Second, End: 3 * time.Second, Pause: time.Second, LastBytes: 50, FirstBytes: 10,
			LastTime: 2 * time.Second}, 0.5, 20, 50},
		{overview.Stretch{Start: time.Second, End: 3 * time.Second, Pause: 9 * time.Second, LastTime: 1, FirstTime: 1, LastBytes: 9}, 1, 0, 50},
		{overview.Stretch{Start: time.Second, End: 3 * time.Second, LastGC: 5 * time.Second, Pause: time.Second}, 0.25, 0, 25},
		{overview.Stretch{Start: 3 * time.Second, End: 3 * time.Second, Pause: time.Second}, 0, 0, 0},
	} {
		if o, g, p := test.s.Overhead(), test.s.Growth(), test.s.PerSecond(100); o != test.overhead || g != test.growth || p != test.seconds {
			t.Errorf("%+v: overhead %v, growth %v, per second %v", test.s, o, g, p)
		}
	}
}

// TestNormalLimits: values are clamped to their ranges, and minimums stay below maximums.
func TestNormalLimits(t *testing.T) {
	if got := overview.NormalLimits(overview.Limits{}); got != overview.DefaultLimits() || overview.NormalLimits(got) != got {
		t.Errorf("usual limits %+v", got)
	}
	low := overview.NormalLimits(overview.Limits{LeakShare: -1, Drop: -1, SteepLeast: -1, SteepMost: -1, RegressionShare: -1, Overhead: -1,
		LeakPoints: -1, MinGCs: -1, MaxGCs: -1, Churn: -1})
	if low != (overview.Limits{LeakPoints: 2, MinGCs: 1, MaxGCs: 1}) {
		t.Errorf("lowest limits %+v", low)
	}
	high := overview.NormalLimits(overview.Limits{LeakShare: 2, Drop: 2, SteepLeast: 2, SteepMost: 2, RegressionShare: 2, Overhead: 2,
		LeakPoints: 9999, MinGCs: 9999, MaxGCs: 9999, Churn: 999})
	if high != (overview.Limits{LeakShare: 1, Drop: 1, SteepLeast: 1, SteepMost: 1, RegressionShare: 1, Overhead: 1, LeakPoints: 1000,
		MinGCs: 1000, MaxGCs: 1000, Churn: 100}) {
		t.Errorf("highest limits %+v", high)
	}
	mixed := overview.NormalLimits(overview.Limits{SteepLeast: 0.5, SteepMost: 0.25, MinGCs: 7, MaxGCs: 3, LeakPoints: 5})
	if mixed.SteepMost != 0.5 || mixed.MaxGCs != 7 || mixed.LeakPoints != 5 {
		t.Errorf("mixed limits %+v", mixed)
	}
}
