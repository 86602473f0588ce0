package window

import (
	"time"

	"memcity/trace"
)

// collections are GCs one after another. Where GCs overlap, as concurrent ones do, the one that ends later counts from the
// end of the other on. The zeroth entry stands for the start of the recording, so that GC i is number i+1.
type collections struct {
	starts, ends []time.Duration
	// Sums over all GCs up to and with this one: time in which the program stood still, and bytes freed.
	pauses []time.Duration
	freed  []int64
}

func newCollections(gcs []trace.GC) *collections {
	n := len(gcs) + 1
	c := &collections{make([]time.Duration, n), make([]time.Duration, n), make([]time.Duration, n), make([]int64, n)}
	for i, gc := range gcs {
		end := max(gc.End, c.ends[i])
		start := min(max(min(gc.Start, gc.End-PausedBy(gc)), c.ends[i]), end)
		c.starts[i+1], c.ends[i+1] = start, end
		c.pauses[i+1] = c.pauses[i] + min(PausedBy(gc), end-start)
		c.freed[i+1] = c.freed[i] + FreedBy(gc)
	}
	return c
}

// PausedBy is the time that a GC costs the program: while a concurrent one works, the program runs.
func PausedBy(gc trace.GC) time.Duration {
	if gc.Pause > 0 || gc.Concurrent {
		return max(0, gc.Pause)
	}
	return max(0, gc.End-gc.Start)
}

// FreedBy is how many bytes smaller a GC made the heap: 0 if that is not known, or if the program allocated more meanwhile.
func FreedBy(gc trace.GC) int64 {
	if gc.Before <= 0 || gc.After < 0 {
		return 0
	}
	return max(0, gc.Before-gc.After)
}

// window describes the GCs from to to, as numbers of collections, in a time that starts at start.
func (c *collections) window(kind Kind, from, to int, start time.Duration, score, average float64) Window {
	return Window{Kind: kind, From: from - 1, To: to - 1, Start: start, End: c.ends[to], Score: score, Average: average,
		GCs: to - from + 1, Pause: c.pauses[to] - c.pauses[from-1], Freed: c.freed[to] - c.freed[from-1]}
}

// overhead finds the window in which GCs take the largest share of the time (section 3.3.1). Windows may start at the
// start or at the end of a GC. Those that start at an end are not looked at: none is better than the one that covers the
// same GCs and starts with the first of them.
func (c *collections) overhead(limits Limits) (Window, bool) {
	busy := func(from, to int, start time.Duration) float64 {
		if c.ends[to] <= start {
			return 0
		}
		return float64(c.pauses[to]-c.pauses[from-1]) / float64(c.ends[to]-start)
	}
	from, to, best := c.highest(limits, func(from, to int) float64 { return busy(from, to, c.starts[from]) })
	if from == 0 || best < limits.Overhead {
		return Window{}, false
	}
	return c.window(Overhead, from, to, c.starts[from], best, busy(1, len(c.ends)-1, 0)), true
}

// churn finds the window in which most is freed a second (section 3.4.1). Windows start at the end of a GC or at the start
// of the recording: what a GC frees was allocated before it, so that a window that starts with a GC would have its garbage
// without the time in which it was made.
func (c *collections) churn(limits Limits) (Window, bool) {
	perSecond := func(from, to int) float64 {
		return rate(float64(c.freed[to]-c.freed[from-1]), c.ends[to]-c.ends[from-1])
	}
	from, to, best := c.highest(limits, perSecond)
	average := perSecond(1, len(c.ends)-1)
	if from == 0 || best < limits.Churn*average {
		return Window{}, false
	}
	return c.window(Churn, from, to, c.ends[from-1], best, average), true
}

// highest returns the GCs of the window with the highest score above 0, of several the first and shortest; from is 0 if
// there is none.
//
// Windows that can be cut into two of the least size are not looked at. Their score is at most the mean of those of the
// parts, weighted by time, so that one of the parts is as good: with at least 5 GCs, the highest window has at most 9.
func (c *collections) highest(limits Limits, score func(from, to int) float64) (from, to int, best float64) {
	n, least := len(c.ends)-1, max(1, limits.MinGCs)
	for i := 1; i <= n-least+1; i++ {
		for k := i + least - 1; k <= n && k-i < min(limits.MaxGCs, 2*least-1); k++ {
			if s := score(i, k); s > best {
				from, to, best = i, k, s
			}
		}
	}
	return from, to, best
}
