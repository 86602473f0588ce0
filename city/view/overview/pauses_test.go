package overview_test

import (
	"slices"
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/view/overview"
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
		if got := overview.LongestPauses(e, c.start, c.end, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v, %d: %v, want %v", c.start, c.end, c.n, got, c.want)
		}
	}
}
