package checks

import (
	"errors"
	"testing"
	"time"

	"memcity/analysis/check"
	"memcity/trace"
)

// TestLongestPause checks that the longest pause is unknown if the sum of the pauses of a concurrent GC leaves it open.
func TestLongestPause(t *testing.T) {
	const ms = time.Millisecond
	stopped := trace.GC{Number: 1, Start: 0, End: 5 * ms}
	concurrent := func(sum time.Duration) trace.GC {
		return trace.GC{Number: 2, Start: 10 * ms, End: 90 * ms, Pause: sum, Concurrent: true}
	}
	for _, c := range []struct {
		name  string
		gcs   []trace.GC
		stops []trace.Stop
		want  float64 // ms; -1 if unknown
	}{
		{"a stop as long as the sum", []trace.GC{stopped, concurrent(5 * ms)}, nil, 5},
		{"a shorter stop", []trace.GC{stopped, concurrent(5*ms + 1)}, nil, -1},
		{"only a sum", []trace.GC{concurrent(1)}, nil, -1},
		{"a concurrent GC without pauses", []trace.GC{concurrent(0)}, nil, 0},
		{"pauses of the concurrent GC", []trace.GC{stopped, concurrent(9 * ms)}, []trace.Stop{{Start: 10 * ms, End: 17 * ms, GC: 2}}, 7},
		{"a longer safepoint", []trace.GC{stopped, concurrent(6 * ms)}, []trace.Stop{{Start: 10 * ms, End: 17 * ms, Safepoint: true}}, -1},
	} {
		in := &ruleInput{recording: &trace.Recording{GCs: c.gcs, Stops: c.stops}}
		n, err := in.longestPause()
		var unknown *check.Unknown
		if got := n.Value; c.want < 0 != errors.As(err, &unknown) || c.want >= 0 && (err != nil || got != c.want) {
			t.Errorf("%s: %g ms, %v, want %g", c.name, got, err, c.want)
		}
	}
}
