package trace

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAllStops checks which GCs are stops, in addition to the list of the input.
func TestAllStops(t *testing.T) {
	const ms = time.Millisecond
	gcs := []GC{{Number: 1, Start: 0, End: 10 * ms}, {Number: 2, Start: 20 * ms, End: 60 * ms, Pause: 8 * ms, Concurrent: true},
		{Number: 3, Start: 70 * ms, End: 80 * ms, Pause: 4 * ms}, {Number: 4, Start: 85 * ms, End: 90 * ms, Concurrent: true}}
	stop := func(start, end time.Duration, gc uint32) Stop { return Stop{Start: start * ms, End: end * ms, GC: gc} }
	safepoint := func(start, end time.Duration) Stop { return Stop{Start: start * ms, End: end * ms, Safepoint: true} }
	const first, third = "0-10 GC1", "76-80 GC3"
	for _, c := range []struct {
		name     string
		stops    []Stop
		want     []string
		unlisted []int
	}{
		{"no list", nil, []string{first, third}, []int{1}},
		{"a list of all", []Stop{stop(0, 10, 1), stop(20, 24, 2), stop(56, 60, 2), stop(76, 80, 3)}, []string{first, "20-24 GC2", "56-60 GC2", third}, nil},
		{"a list of the last", []Stop{stop(77, 80, 3)}, []string{first, "77-80 GC3"}, []int{1}},
		{"without the concurrent one", []Stop{stop(0, 10, 1), stop(76, 80, 3)}, []string{first, third}, []int{1}},
		{"only safepoints", []Stop{safepoint(64, 65)}, []string{first, "64-65 safepoint", third}, []int{1}},
		{"safepoints that are GCs", []Stop{safepoint(0, 11), safepoint(75, 78)}, []string{first, third}, []int{1}},
		{"a safepoint beside the middle of a GC", []Stop{safepoint(75, 77), safepoint(79, 80)}, []string{first, "75-77 safepoint", third, "79-80 safepoint"}, []int{1}},
		{"a stop of an unknown GC", []Stop{stop(82, 88, 0)}, []string{first, "82-88 GC0"}, []int{1}},
		{"a stop of an unknown GC, too late", []Stop{stop(83, 89, 0)}, []string{first, third, "83-89 GC0"}, []int{1}},
		{"two GCs in one stop", []Stop{stop(0, 80, 1)}, []string{"0-80 GC1"}, []int{1}},
		{"a stop that begins with the second GC", []Stop{stop(76, 80, 1)}, []string{"76-80 GC1"}, []int{1}},
		{"a stop that begins later", []Stop{stop(77, 80, 1)}, []string{third, "77-80 GC1"}, []int{1}},
		{"a stop that ends before the second GC", []Stop{stop(0, 79, 1)}, []string{"0-79 GC1", third}, []int{1}},
		{"a stop of an unknown GC during a concurrent one", []Stop{stop(30, 40, 0)}, []string{first, "30-40 GC0", third}, []int{1}},
	} {
		r := &Recording{GCs: gcs, Stops: c.stops}
		stops, unlisted := r.AllStops()
		var got []string
		for _, s := range stops {
			name := fmt.Sprint("GC", s.GC)
			if s.Safepoint {
				name = "safepoint"
			}
			got = append(got, fmt.Sprintf("%d-%d %s", s.Start.Milliseconds(), s.End.Milliseconds(), name))
		}
		if !slices.Equal(got, c.want) || !slices.Equal(unlisted, c.unlisted) {
			t.Errorf("%s: %s, without a list %v\nwant %s and %v", c.name, strings.Join(got, ", "), unlisted, strings.Join(c.want, ", "), c.unlisted)
		}
	}
}
