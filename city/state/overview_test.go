package state

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/scene"
	"memcity/city/view/overview"
)

// randomEvolution has GC points and GCs at random times, in order.
func randomEvolution(r *rand.Rand) *window.Evolution {
	e := &window.Evolution{}
	at := time.Duration(0)
	for i := range 1 + r.IntN(60) {
		at += time.Duration(r.IntN(5)) * 10 * time.Millisecond
		gc := overview.GC{Number: uint32(i + 1), Start: at, End: at + time.Duration(r.IntN(3))*5*time.Millisecond,
			Before: int64(r.IntN(4)) * 1000, After: int64(r.IntN(3)) * 700}
		if gc.Concurrent = r.IntN(4) == 0; gc.Concurrent {
			gc.Pause, gc.Stalled = time.Millisecond, time.Duration(r.IntN(2))*time.Millisecond
		}
		at = gc.End
		e.GCs = append(e.GCs, gc)
		if r.IntN(2) == 0 {
			e.Points = append(e.Points, window.Point{Time: at, Bytes: int64(r.IntN(9000)), Objects: int64(r.IntN(90))})
			e.Times, e.Sources = append(e.Times, at), append(e.Sources, len(e.Sources))
		}
	}
	return e
}

// TestSum compares the sums over time ranges with a simple loop over everything.
func TestSum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		e := randomEvolution(r)
		start := time.Duration(r.IntN(150)) * 10 * time.Millisecond
		end := start + time.Duration(r.IntN(100))*10*time.Millisecond
		want := overview.Stretch{Start: start, End: end}
		for _, p := range e.Points {
			if p.Time < start || p.Time > end {
				continue
			}
			if want.Points == 0 {
				want.FirstBytes, want.FirstObjects, want.FirstTime = p.Bytes, p.Objects, p.Time
			}
			want.Points++
			want.LastBytes, want.LastObjects, want.LastTime = p.Bytes, p.Objects, p.Time
			want.PeakBytes, want.PeakObjects = max(want.PeakBytes, p.Bytes), max(want.PeakObjects, p.Objects)
		}
		var ended []overview.GC
		for i, gc := range e.GCs {
			if gc.End <= start || gc.End > end {
				continue
			}
			want.GCs++
			pause := gc.End - gc.Start
			if gc.Concurrent {
				want.Concurrent++
				pause = gc.Pause
			}
			ended = append(ended, gc)
			if want.Stalled += gc.Stalled; !gc.Concurrent {
				want.Longest = max(want.Longest, pause)
			}
			if gc.Before > 0 {
				want.Freed += max(0, gc.Before-gc.After)
			}
			if i > 0 && gc.Before > 0 && e.GCs[i-1].After > 0 {
				want.Allocated += max(0, gc.Before-e.GCs[i-1].After)
			}
		}
		want.Pause = window.Paused(ended) // which counts time in which GCs overlap once
		want.Longest = min(want.Longest, want.Pause)
		if got := overview.Sum(e, start, end); got != want {
			t.Fatalf("%v to %v: %+v, not %+v", start, end, got, want)
		}
	}
}

// The averages of a recording equal those that its windows are compared with, even if GC points come after the last GC.
func TestWhole(t *testing.T) {
	e := &window.Evolution{Series: window.Series{Points: []window.Point{{Time: 2 * time.Second}, {Time: 20 * time.Second}}}}
	for i := range 6 {
		end := time.Duration(i+5) * time.Second
		e.GCs = append(e.GCs, overview.GC{Number: uint32(i + 1), Start: end - time.Second/2, End: end, Before: 900, After: 900 - 100*int64(i%3)})
	}
	limits := overview.DefaultLimits()
	limits.Churn, limits.Overhead = 0, 0
	whole, found := overview.Whole(e), 0
	for _, w := range window.Find(e.Series, limits) {
		switch {
		case w.Kind == overview.OverheadWindow && math.Abs(whole.Overhead()-w.Average) < 1e-9:
			found++
		case w.Kind == overview.ChurnWindow && math.Abs(whole.PerSecond(whole.Freed)-w.Average) < 1e-9:
			found++
		}
	}
	if found != 2 || whole.Start != 0 || whole.End != 20*time.Second || whole.GCs != 6 || whole.Points != 2 {
		t.Errorf("%d averages are alike: %+v", found, whole)
	}
}

func TestEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		e := randomEvolution(r)
		first, last := e.GCs[0].Start, e.GCs[len(e.GCs)-1].End
		if from, to := overview.Ends(e); from != min(first, last) || to != last {
			t.Fatalf("%v to %v, not %v to %v", from, to, first, last)
		}
	}
	if from, to := overview.Ends((&window.Evolution{})); from != 0 || to != 0 {
		t.Errorf("nothing lasts from %v to %v", from, to)
	}
}

// Limits of settings are clamped for any input, and unset limits get their defaults.
func TestLimits(t *testing.T) {
	if got := (scene.Settings{}).Normal().Limits; got != window.DefaultLimits() {
		t.Errorf("never set: %+v", got)
	}
	wild := overview.Limits{LeakShare: math.NaN(), LeakPoints: -4, Drop: 3, SteepLeast: 0.6, SteepMost: 0.2, RegressionShare: -1,
		MinGCs: 0, MaxGCs: -3, Overhead: math.Inf(1), Churn: -7}
	got := scene.Settings{Limits: wild}.Normal().Limits
	want := overview.Limits{LeakShare: 0, LeakPoints: 2, Drop: 1, SteepLeast: 0.6, SteepMost: 0.6, RegressionShare: 0, MinGCs: 1,
		MaxGCs: 1, Overhead: 1, Churn: 0}
	if got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	if again := (scene.Settings{Limits: got}).Normal().Limits; again != got {
		t.Errorf("%+v became %+v", got, again)
	}
}

// In a recording without GC points, the whole window contains all GCs.
func TestGCsWithoutPoints(t *testing.T) {
	e := randomEvolution(rand.New(rand.NewPCG(5, 6)))
	s := NewState(0, scene.Settings{})
	none := func(int) int { return -1 }
	if from, to := s.GCsOf(e, none); from > 1 || to != uint32(len(e.GCs)) {
		t.Errorf("GCs %d to %d of %d", from, to, len(e.GCs))
	}
	s = Step(s, ChooseWindow{Span: e.Span(e.GCs[2].End, e.GCs[5].End)})
	if from, to := s.GCsOf(e, none); from < 3 || to < 6 || from > to {
		t.Errorf("GCs %d to %d", from, to)
	}
}
