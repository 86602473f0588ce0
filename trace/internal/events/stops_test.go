package events

import (
	"fmt"
	"math/rand/v2"
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

// TestJoinOnlyStops checks that a log is used, and shifted, if only its stops are new.
func TestJoinOnlyStops(t *testing.T) {
	const ms, unix = time.Millisecond, 1_700_000_000_000
	gcs := []trace.GC{{Number: 1, Start: time.Second, End: 1010 * ms}}
	for _, c := range []struct {
		name  string
		own   []trace.Stop
		other []trace.Stop // relative to a second earlier
		why   string
		want  string
	}{
		{"none", nil, nil, "skipped: the other files contain everything in it", ""},
		{"the same", []trace.Stop{stopAt(time.Second, 10*ms, 1)}, []trace.Stop{stopAt(2*time.Second, 10*ms, 1)},
			"skipped: the other files contain everything in it", "1000-1010 GC1, "},
		{"the only ones", nil, []trace.Stop{stopAt(2*time.Second, 10*ms, 1)}, "", "2000-2010 GC1, "},
		{"one just near", []trace.Stop{stopAt(time.Second, 10*ms, 1)}, []trace.Stop{stopAt(2040*ms, ms, 0)},
			"skipped: the other files contain everything in it", "1000-1010 GC1, "},
		{"one after", []trace.Stop{stopAt(time.Second, 10*ms, 1)}, []trace.Stop{stopAt(2040*ms+1, ms, 0)}, "", "2000-2010 GC1, 2040-2041 GC0s, "},
	} {
		r := runOf(unix, nil, gcs, 2)
		r.Stops = c.own
		other := runOf(unix-1000, spanOf(0, 20*time.Second), moved(gcs, time.Second))
		other.Stops = c.other
		why := r.Join(other)
		if got := stopsText(r.Stops); why != c.why || got != c.want || (why == "") != (r.StartUnix == unix-1000) {
			t.Errorf("%s: %q, start %d, %s\nwant %q, %s", c.name, why, r.StartUnix, got, c.why, c.want)
		}
	}
}

// TestNumbersOfJoined compares with a search over all GCs: the closest one, at most 30 ms away. GCs that end at the same time keep their order.
func TestNumbersOfJoined(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	random := func(first uint32, granularity int) (gcs []trace.GC) {
		end := time.Duration(0)
		for i := range rng.IntN(12) {
			end += time.Duration(rng.IntN(4)*granularity) * time.Millisecond
			gcs = append(gcs, trace.GC{Number: first + uint32(i), End: end, Concurrent: rng.IntN(3) == 0})
		}
		return gcs
	}
	for seed := range 2000 {
		gcs, to := random(1, 1+seed%20), random(100, 1+seed%20)
		var stops []trace.Stop
		for _, g := range gcs {
			stops = append(stops, trace.Stop{GC: g.Number})
		}
		r := &Run{&trace.Recording{GCs: to}, nil}
		for i, s := range r.renumbered(stops, gcs) {
			closest, got := apart+1, apart+1
			for _, x := range to {
				d := max(x.End-gcs[i].End, gcs[i].End-x.End)
				if x.Concurrent == gcs[i].Concurrent {
					closest = min(closest, d)
				}
				if x.Number == s.GC && x.Concurrent == gcs[i].Concurrent {
					got = d
				}
			}
			if got != closest {
				t.Fatalf("%d: GC %+v is %d of %+v, %v away, the closest %v", seed, gcs[i], s.GC, to, got, closest)
			}
		}
	}
	same := []trace.GC{{Number: 1}, {Number: 2}, {Number: 3}, {Number: 4}}
	r := &Run{&trace.Recording{GCs: []trace.GC{{Number: 11}, {Number: 12}, {Number: 13}}}, nil}
	if got := stopsText(r.renumbered([]trace.Stop{{GC: 1}, {GC: 2}, {GC: 3}, {GC: 4}, {GC: 5}}, same)); got != "0-0 GC11, 0-0 GC12, 0-0 GC13, 0-0 GC13, 0-0 GC0, " {
		t.Errorf("GCs at the same time: %s", got)
	}
}
