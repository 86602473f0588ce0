package trace_test

import (
	"slices"
	"testing"

	"memcity/trace"
)

// TestCompared: counts per type are compared with each other only.
func TestCompared(t *testing.T) {
	walked, counted := trace.Point{}, trace.Point{Counts: []trace.TypeCount{}}
	for _, c := range []struct {
		points   []trace.Point
		from, to int
		want     []int
	}{
		{nil, 0, -1, nil},
		{[]trace.Point{walked, counted, walked, counted}, 0, 3, []int{0, 2}},
		{[]trace.Point{counted, walked, counted}, 0, 2, []int{0, 1, 2}},
		{[]trace.Point{counted, counted}, 0, 1, []int{0, 1}},
		{[]trace.Point{walked, counted, counted, walked, walked}, 1, 3, []int{1, 2, 3}},
		{[]trace.Point{walked, counted, counted, walked, walked}, 1, 4, []int{3, 4}},
	} {
		r := &trace.Recording{Points: c.points}
		if got := r.Compared(c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("of %d points from %d to %d those at %v are compared, want %v", len(c.points), c.from, c.to, got, c.want)
		}
	}
}
