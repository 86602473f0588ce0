package events

import (
	"fmt"
	"testing"
	"time"

	"memcity/trace"
)

// stopsText lists stops: times in ms, the number of the GC, and "s" for a safepoint.
func stopsText(stops []trace.Stop) (text string) {
	for _, s := range stops {
		text += fmt.Sprintf("%d-%d GC%d", s.Start.Milliseconds(), s.End.Milliseconds(), s.GC)
		if s.Safepoint {
			text += "s"
		}
		text += ", "
	}
	return text
}

func stopAt(start, took time.Duration, gc uint32) trace.Stop {
	return trace.Stop{Start: start, End: start + took, GC: gc, Safepoint: gc == 0}
}

// TestJoinStops checks which stops are used and that they refer to the GCs of the joined recording.
func TestJoinStops(t *testing.T) {
	const ms, unix = time.Millisecond, 1_700_000_000_000
	gcs := func(first uint32, from time.Duration, detailed bool) (list []trace.GC) {
		for i := range 3 {
			g := trace.GC{Number: first + uint32(i), Start: from + time.Duration(i)*time.Second, Pause: 10 * ms}
			if g.End = g.Start + 10*ms; detailed {
				g.After, g.Capacity = 5, 9
			}
			list = append(list, g)
		}
		return list
	}
	stops := func(first uint32, from time.Duration) []trace.Stop {
		return []trace.Stop{stopAt(from, 10*ms, first), stopAt(from+time.Second, 10*ms, first+1), stopAt(from+1500*ms, ms, 0), stopAt(from+2*time.Second, 10*ms, first+2)}
	}
	withStops := func(r *Run, s []trace.Stop) *Run { r.Stops = s; return r }
	log := func(start int64, gcs []trace.GC) *Run { return runOf(start, spanOf(0, 20*time.Second), gcs) }
	for _, c := range []struct {
		name       string
		run, other *Run
		want       string
	}{
		{"dumps and a log", runOf(unix, nil, nil, 2, 4), withStops(log(unix+500, gcs(1, time.Second, false)), stops(1, time.Second)),
			"1500-1510 GC1, 2500-2510 GC2, 3000-3001 GC0s, 3500-3510 GC3, "},
		{"a log that began before the dumps", runOf(unix, nil, nil, 2, 4), withStops(log(unix-500, gcs(1, time.Second, false)), stops(1, time.Second)),
			"1000-1010 GC1, 2000-2010 GC2, 2500-2501 GC0s, 3000-3010 GC3, "},
		{"GCs without stops and a log with other numbers", runOf(unix, nil, gcs(1, time.Second, false), 2, 4),
			withStops(log(unix, gcs(8, 1005*ms, false)), stops(8, 1005*ms)), "1005-1015 GC1, 2005-2015 GC2, 2505-2506 GC0s, 3005-3015 GC3, "},
		{"a log with more details", withStops(log(unix, gcs(1, time.Second, false)), stops(1, time.Second)),
			withStops(log(unix, gcs(1, 1002*ms, true)), stops(1, 1002*ms)[:2]), "1002-1012 GC1, 2002-2012 GC2, 2500-2501 GC0s, 3000-3010 GC3, "},
		{"a log with fewer details", withStops(log(unix, gcs(1, time.Second, true)), stops(1, time.Second)),
			withStops(log(unix, gcs(1, 1002*ms, false)), stops(1, 1002*ms)[:2]), "1000-1010 GC1, 2000-2010 GC2, 2500-2501 GC0s, 3000-3010 GC3, "},
		{"logs of other times", withStops(log(unix, gcs(1, time.Second, true)), stops(1, time.Second)),
			withStops(log(unix, gcs(1, 8*time.Second, true)), stops(1, 8*time.Second)),
			"1000-1010 GC1, 2000-2010 GC2, 2500-2501 GC0s, 3000-3010 GC3, 8000-8010 GC4, 9000-9010 GC5, 9500-9501 GC0s, 10000-10010 GC6, "},
	} {
		c.run.Join(c.other)
		if got := stopsText(c.run.Stops); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
