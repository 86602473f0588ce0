package guide

import (
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
)

// TestGradesAtTheirLimits checks growth just below, at, and just above each limit between the grades of growth.
func TestGradesAtTheirLimits(t *testing.T) {
	objects := []int64{100, 200, 300, 400, 500, 600}
	with := func(change func(d *detail)) *detail {
		d := &detail{suspect: &leak.Suspect{Verdict: leak.Verdict{Lasts: true, Confidence: sure, Last: 600}, Objects: objects, Bytes: objects}}
		change(d)
		return d
	}
	plain := with(func(*detail) {})
	confident := func(confidence float64) *detail { return with(func(d *detail) { d.suspect.Confidence = confidence }) }
	bursts := func(n int) *detail {
		return with(func(d *detail) { d.suspect.Bursts, d.suspect.Confidence = n, 0.6 })
	}
	limited := func(last int64) *detail {
		return with(func(d *detail) {
			d.limit = &limit{"Cache.max", 1000}
			d.suspect.Objects = []int64{0, 100, 200, 200 + last}
		})
	}
	for _, test := range []struct {
		name   string
		d      *detail
		points int
		slow   bool
		want   findings.Grade
	}{
		{"three GC points", plain, findings.LeastSure - 1, false, findings.Grows},
		{"four GC points", plain, findings.LeastSure, false, findings.Leaks},
		{"five GC points", plain, findings.LeastSure + 1, false, findings.Leaks},
		{"less confidence", confident(sure - 0.001), 8, false, findings.ProbablyLeaks},
		{"enough confidence", confident(sure), 8, false, findings.Leaks},
		{"more confidence", confident(sure + 0.001), 8, false, findings.Leaks},
		{"four bursts", bursts(4), 20, false, findings.Grows},
		{"five bursts", bursts(leak.ManyBursts - 1), 20, false, findings.Grows},
		{"six bursts", bursts(leak.ManyBursts), 20, false, findings.ProbablyLeaks},
		{"seven bursts", bursts(leak.ManyBursts + 1), 20, false, findings.ProbablyLeaks},
		{"slow", plain, 8, true, findings.Grows},
		{"below a limit", limited(100), 8, false, findings.ProbablyLeaks},
		{"below a limit, a little more slowly", limited(51), 8, false, findings.ProbablyLeaks},
		{"below a limit, more slowly", limited(50), 8, false, findings.Grows},
		{"below a limit, much more slowly", limited(49), 8, false, findings.Grows},
		{"by something else than a number of objects", with(func(d *detail) { d.suspect.Uneven = true }), 8, false, findings.Grows},
		{"held softly", with(func(d *detail) { d.soft = true }), 8, false, findings.Grows},
		{"with a bound, perhaps", with(func(d *detail) { d.bounded = "app.Cache" }), 8, false, findings.Grows},
		{"with slots", with(func(d *detail) { d.suspect.Slots = 16 }), 8, false, findings.Grows},
	} {
		if got := test.d.grade(test.points, test.slow); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestSlowAtItsLimit checks that growth of 2 % of the heap is not slow, and neither is growth of an empty heap.
func TestSlowAtItsLimit(t *testing.T) {
	for growth, want := range map[int64]bool{99_999: true, 100_000: false, 100_001: false} {
		if got := isSlow(&leak.Suspect{Bytes: []int64{7, 7 + growth}}, 5_000_000); got != want {
			t.Errorf("growth of %d: slow %v", growth, got)
		}
	}
	if isSlow(&leak.Suspect{Bytes: []int64{0, 0}}, 0) {
		t.Error("no growth of an empty heap is slow")
	}
}

// TestLeastJudgedPoints checks the limits in the manual's table of grades. It takes fewer GC points to judge growth than to show a leak.
func TestLeastJudgedPoints(t *testing.T) {
	if leastJudged != 3 || findings.LeastSure != 4 || findings.LeastPoints != 8 || findings.LeastSpan != 0.5 || sure != 0.7 || leak.ManyBursts != 6 {
		t.Error("the table of grades in the manual has other limits")
	}
	if !slices.IsSorted([]int{leastJudged, findings.LeastSure, findings.LeastPoints}) {
		t.Error("a leak takes fewer GC points than an answer")
	}
}
