package overview_test

import (
	"slices"
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/view/overview"
	"memcity/trace"
)

// TestLongestPauses: descending pauses of the GCs in a range, both ends included; ties in the order of time.
func TestLongestPauses(t *testing.T) {
	e := &window.Evolution{}
	for i, pause := range []int{4, 90, 0, 7, 7, 2} {
		end := time.Duration(i+1) * time.Second
		e.GCs = append(e.GCs, overview.GC{Number: uint32(i + 1), Start: end - time.Duration(pause)*time.Millisecond, End: end,
			Pause: time.Duration(pause) * time.Millisecond, Concurrent: pause == 0})
	}
	for _, c := range []struct {
		start, end time.Duration
		n          int
		want       []int
	}{{0, 6 * time.Second, 10, []int{1, 3, 4, 0, 5}}, {0, 6 * time.Second, 2, []int{1, 3}}, {4 * time.Second, 5 * time.Second, 10, []int{3, 4}},
		{4*time.Second + 1, 5 * time.Second, 10, []int{4}}, {3 * time.Second, 3 * time.Second, 10, nil}, {0, time.Hour, 0, nil}} {
		var got []int
		for _, p := range overview.LongestPauses(e, c.start, c.end, c.n) {
			got = append(got, p.GC)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v to %v, %d: %v, want %v", c.start, c.end, c.n, got, c.want)
		}
	}
}

// TestLongestListedPauses checks that single pauses are ranked if they are listed, and sums otherwise.
func TestLongestListedPauses(t *testing.T) {
	const ms = time.Millisecond
	e := &window.Evolution{Series: window.Series{GCs: []overview.GC{{Number: 7, Start: 0, End: 90 * ms, Concurrent: true, Pause: 9 * ms, Kind: "Cycle"},
		{Number: 8, Start: 92 * ms, End: 100 * ms, Kind: "Young", Cause: "full"}}}}
	sum, young := overview.Pause{GC: 0, End: 90 * ms, Took: 9 * ms, Kind: "Cycle", Sum: true}, overview.Pause{GC: 1, End: 100 * ms, Took: 8 * ms, Kind: "Young", Cause: "full"}
	if got := overview.LongestPauses(e, 0, time.Second, 9); !slices.Equal(got, []overview.Pause{sum, young}) {
		t.Errorf("without a list: %+v", got)
	}
	e.Stops = []trace.Stop{{Start: 10 * ms, End: 14 * ms, GC: 7, Kind: "Mark"}, {Start: 20 * ms, End: 60 * ms, Safepoint: true},
		{Start: 85 * ms, End: 90 * ms, GC: 7, Kind: "Remark"}, {Start: 92 * ms, End: 100 * ms, GC: 8, Kind: "Young", Cause: "full"}, {Start: 100 * ms, End: 104 * ms}}
	mark, remark := overview.Pause{GC: 0, End: 14 * ms, Took: 4 * ms, Kind: "Mark"}, overview.Pause{GC: 0, End: 90 * ms, Took: 5 * ms, Kind: "Remark"}
	unknown := overview.Pause{GC: -1, End: 104 * ms, Took: 4 * ms}
	for _, c := range []struct {
		start, end time.Duration
		want       []overview.Pause
	}{{0, time.Second, []overview.Pause{young, remark, mark, unknown}}, {14 * ms, 90 * ms, []overview.Pause{remark, mark}},
		{14*ms + 1, 100*ms - 1, []overview.Pause{remark}}} {
		if got := overview.LongestPauses(e, c.start, c.end, 9); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %+v, want %+v", c.start, c.end, got, c.want)
		}
	}
}
