package record

import (
	"testing"
	"time"
)

// TestDelay checks that points in time with the requested interval are not late, and that points delayed by the budget are, from the first
// to the last.
func TestDelay(t *testing.T) {
	const every = 500 * time.Millisecond
	start := time.Unix(1000, 0)
	tests := []struct {
		name  string
		pause time.Duration // of each point
		point func(ms int) bool
		from  int // in ms; points are late after this; 0 for never
	}{
		{"as asked", 10 * time.Millisecond, func(ms int) bool { return ms%500 == 0 }, 0},
		{"slow walks", 400 * time.Millisecond, func(ms int) bool { return ms%900 == 0 }, 0},
		{"every third", 10 * time.Millisecond, func(ms int) bool { return ms%1500 == 0 }, 900},
		{"none", 0, func(int) bool { return false }, 500},
	}
	for _, test := range tests {
		d := delay{every: every}
		points, paused := 0, time.Duration(0)
		for ms := 100; ms < 10_000; ms += 100 { // one GC per step
			if test.point(ms) {
				points++
				paused += test.pause
			}
			now := start.Add(time.Duration(ms) * time.Millisecond)
			d.update(now, points, ms/100, paused)
			if settled := points > 1 || test.from == 500; !settled {
				continue // the first points come after the program has run for a while
			}
			if late := test.from > 0 && ms >= test.from; d.waits(now) != late {
				t.Errorf("%s: at %d ms late is %v", test.name, ms, !late)
				break
			}
		}
	}
	// In a program without GCs, no point is due.
	d := delay{every: every}
	d.update(start, 1, 1, 0)
	if d.waits(start.Add(time.Hour)) {
		t.Error("a point is due though there was no GC")
	}
}
