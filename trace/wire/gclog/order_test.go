package gclog_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace/wire/gclog"
)

// stopsLog writes a log of n stops at random times: each is up to 900 ms before the latest, which is less than at a restart of the program.
// It returns the text and the stops in the order of the log.
func stopsLog(random *rand.Rand, n int, step time.Duration) (text string, stops []gclog.Stop) {
	var b strings.Builder
	base, paused, cycle, number := 10*time.Second, time.Duration(0), uint32(0), uint32(1)
	fmt.Fprint(&b, "[9.000s][info][gc] Trigger: Test\n[9.000s][info][gc] GC(0) Concurrent reset 0.100ms\n")
	for len(stops) < n {
		base += time.Duration(random.Int64N(int64(step)))
		at := base + time.Duration(random.IntN(10))*50*time.Millisecond // few different ones, so that ends are equal
		took := time.Duration(1+random.IntN(5)) * time.Millisecond
		s := gclog.Stop{Start: at - took, End: at}
		fmt.Fprintf(&b, "[%d.%09ds][info]", at/time.Second, at%time.Second)
		switch kind := random.IntN(5); kind {
		case 0:
			s.Safepoint, s.Cause = true, fmt.Sprint("Operation", random.IntN(3))
			fmt.Fprintf(&b, "[safepoint] Safepoint %q, Total: %d ns\n", s.Cause, took.Nanoseconds())
			ofGC := paused > 0 && took >= paused
			if paused = 0; ofGC {
				continue
			}
			stops = append(stops, s)
			continue
		case 1:
			s.Number, s.Kind, s.Cause = cycle, "Final Mark", "Test"
		case 2:
			s.Number, s.Kind, s.Cause = number, "Remark", ""
		case 3:
			s.Number, s.Kind, s.Cause = number, "Degenerated GC (Mark)", ""
		case 4:
			s.Number, s.Kind, s.Cause = number, "Young (Normal)", fmt.Sprint("Cause ", random.IntN(3))
		}
		name := s.Kind
		if s.Cause != "" && s.Number != cycle {
			name += " (" + s.Cause + ")"
		}
		fmt.Fprintf(&b, "[gc] GC(%d) Pause %s %d.000ms\n", s.Number, name, took.Milliseconds())
		paused += took
		if s.Number == number {
			number++
		}
		stops = append(stops, s)
	}
	return b.String(), stops
}

// TestOrderOfStops compares the stops of random logs with a stable sort, at the sizes where the list grows and at distances of one to five
// digits of the radix sort.
func TestOrderOfStops(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 63, 64, 65, 128, 129, 1511, 1512, 1513, 5000} {
		for _, step := range []time.Duration{1, time.Microsecond, time.Millisecond, time.Second, time.Hour} {
			text, want := stopsLog(random, n, step)
			slices.SortStableFunc(want, func(a, b gclog.Stop) int { return cmp.Compare(a.End, b.End) })
			log, _ := readAll(t, text)
			got := slices.Collect(log.Stops.All())
			if !slices.Equal(got, want) || log.Stops.Len() != n || log.Restarts > 0 || log.Skipped > 0 {
				i := 0
				for i < min(len(got), len(want)) && got[i] == want[i] {
					i++
				}
				t.Fatalf("%d stops, steps of %v: %d read, %d restarts, %d skipped, the first %d are equal\n%+v\nwant\n%+v", n, step, len(got), log.Restarts,
					log.Skipped, i, got[i:min(i+2, len(got))], want[i:min(i+2, len(want))])
			}
		}
	}
}

// TestStopsEndEarly checks that a loop over the stops may end before the last one, in sorted and in unsorted logs.
func TestStopsEndEarly(t *testing.T) {
	line := func(at int) string {
		return fmt.Sprintf("[1.%03ds][info][gc] GC(%d) Pause Full (System.gc()) 6M->2M(48M) 5.000ms\n", at, at)
	}
	for _, text := range []string{line(100) + line(200), line(200) + line(100)} {
		log, _ := readAll(t, text)
		var ends []time.Duration
		for s := range log.Stops.All() {
			ends = append(ends, s.End)
			break
		}
		if !slices.Equal(ends, []time.Duration{1100 * time.Millisecond}) || log.Stops.Len() != 2 {
			t.Errorf("%s: %v of %d stops", text, ends, log.Stops.Len())
		}
	}
}
