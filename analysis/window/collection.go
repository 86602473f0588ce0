package window

import (
	"math"
	"slices"
	"time"

	"memcity/trace"
)

// collections contains GCs without overlap. If GCs overlap, the one that ends later starts at the end of the other. A concurrent GC ends
// when the next GC stops the program, so that it takes no time from that one. Entry 0 represents the start of the recording, and entry i+1
// is GC i.
type collections struct {
	starts, ends []time.Duration
	// Sums over all GCs up to this one, inclusive: time that they cost the program; of this, time in which threads waited for memory; and bytes
	// freed.
	costs, stalled []time.Duration
	freed          []int64

	shortest time.Duration // least length of a window
}

func newCollections(gcs []trace.GC, shortest time.Duration) *collections {
	n := len(gcs) + 1
	times := func() []time.Duration { return make([]time.Duration, n) }
	c := &collections{times(), times(), times(), times(), make([]int64, n), shortest}
	stops := nextStops(gcs)
	for i, gc := range gcs {
		cost := costOf(&gc)
		end := max(min(gc.End, stops[i]), c.ends[i])
		begun := min(gc.Start, gc.End-cost)
		start := min(max(begun, c.ends[i]), end)
		c.starts[i+1], c.ends[i+1] = start, end
		most := end - start
		if !gc.Concurrent && gc.End == end {
			most = end - max(begun, c.ends[i]-clockRounding)
		}
		cost = min(cost, most)
		c.costs[i+1] = c.costs[i] + cost
		c.stalled[i+1] = c.stalled[i] + max(0, cost-gc.PausedFor())
		c.freed[i+1] = c.freed[i] + FreedBy(gc)
	}
	return c
}

// clockRounding is the largest apparent overlap of a pause with the previous GC. Logs round times to ms, but not pauses.
const clockRounding = time.Millisecond

// nextStops returns, for each GC, the start of the next GC that stops the program; for a GC that stops the program, its own end.
func nextStops(gcs []trace.GC) []time.Duration {
	next, stops := time.Duration(math.MaxInt64), make([]time.Duration, len(gcs))
	for i := len(gcs) - 1; i >= 0; i-- {
		gc := &gcs[i]
		if stops[i] = next; !gc.Concurrent {
			stops[i] = gc.End
			next = min(next, gc.End-costOf(gc))
		}
	}
	return stops
}

// Share returns the share of the time that GCs cost the program, from the start of the first GC to the end of the last; 0 if that is no
// time.
func Share(gcs []trace.GC) float64 {
	if len(gcs) == 0 {
		return 0
	}
	return newCollections(gcs, 0).share(1)
}

// Paused returns the time for which GCs stopped the program. Overlapping GCs count once.
func Paused(gcs []trace.GC) time.Duration {
	if slices.ContainsFunc(gcs, func(g trace.GC) bool { return g.Stalled > 0 }) {
		gcs = slices.Clone(gcs)
		for i := range gcs {
			gcs[i].Stalled = 0
		}
	}
	return newCollections(gcs, 0).costs[len(gcs)]
}

// share returns the share of the time that GCs cost the program, from the start of entry from to the end of the last GC; 0 if that is no
// time. With 0, it covers the whole recording.
func (c *collections) share(from int) float64 {
	last := len(c.ends) - 1
	if d := c.ends[last] - c.starts[from]; d > 0 {
		return min(1, float64(c.costs[last]-c.costs[max(0, from-1)])/float64(d))
	}
	return 0
}

// costOf returns the time that a GC costs the program: its pauses, and the time for which threads waited for memory.
func costOf(gc *trace.GC) time.Duration { return gc.PausedFor() + gc.Stalled }

// FreedBy returns the number of bytes that the heap shrank during a GC; 0 if unknown, or if the program allocated more in the meantime.
func FreedBy(gc trace.GC) int64 {
	if gc.Before <= 0 || gc.After < 0 {
		return 0
	}
	return max(0, gc.Before-gc.After)
}

// window returns a window that begins at start and covers the GCs numbered from to to, 1-based and inclusive.
func (c *collections) window(kind Kind, from, to int, start time.Duration, score, average float64) Window {
	stalled := c.stalled[to] - c.stalled[from-1]
	return Window{Kind: kind, From: from - 1, To: to - 1, Start: start, End: c.ends[to], Score: score, Average: average,
		GCs: to - from + 1, Pause: c.costs[to] - c.costs[from-1] - stalled, Stalled: stalled, Freed: c.freed[to] - c.freed[from-1]}
}

// overhead finds the window in which GCs take the largest share of the time (section 3.3.1). The paper's windows start at the end of a GC or
// at the start of the recording, so they include the time before their first GC. Unless limits.Paper is set, the windows of this function start
// with their first GC, which gives a larger share.
func (c *collections) overhead(limits Limits) (Window, bool) {
	share := func(pause int64, d time.Duration) float64 { return min(1, float64(pause)/float64(d)) }
	start := c.starts[1:]
	if limits.Paper {
		start = c.ends
	}
	from, to, best := highest(c, limits, start, c.costs, time.Nanosecond, share)
	if from == 0 || best < limits.Overhead {
		return Window{}, false
	}
	return c.window(Overhead, from, to, start[from-1], best, c.share(0)), true
}

// churn finds the window with the most bytes freed per second (section 3.4.1). Windows start at the end of a GC or at the start of the
// recording. A GC frees memory that was allocated before it, so a window that started with the GC would include its garbage without the
// time of its allocation.
func (c *collections) churn(limits Limits) (Window, bool) {
	perSecond := func(freed int64, d time.Duration) float64 { return rate(float64(freed), d) }
	from, to, best := highest(c, limits, c.ends, c.freed, time.Second, perSecond)
	last := len(c.ends) - 1
	average := perSecond(c.freed[last], c.ends[last])
	if from == 0 || best < limits.Churn*average {
		return Window{}, false
	}
	return c.window(Churn, from, to, c.ends[from-1], best, average), true
}

// highest returns the GCs of the window with the highest score above 0; of equal scores, the first and shortest window. from is 0 if there
// is none. start contains the start of a window by its first GC minus 1. sums contains the running sums that the score uses per unit of
// time. A window has more than limits.MaxGCs only if fewer would make it too short.
//
// highest skips windows that can be split into two. Their score is at most the time-weighted mean of the parts' scores, so one part is as
// good. With at least 5 GCs, the highest window has at most 9, unless these are too short.
func highest[T ~int64](c *collections, limits Limits, start []time.Duration, sums []T, unit time.Duration,
	score func(amount int64, d time.Duration) float64) (from, to int, best float64) {
	n, least := len(c.ends)-1, max(1, limits.MinGCs)
	if limits.MaxGCs < least {
		return 0, 0, 0
	}
	enough := 0.0 // least amount per nanosecond of a better window, allowing for rounding
	first := c.firstEnds(least, start)
	for i := 1; i <= n && first[i] <= n; i++ {
		cut := n + 1 // first GC whose window can be split
		if next := first[i] + 1; next <= n {
			cut = first[next]
		}
		if limits.MaxGCs < cut-i {
			cut = max(first[i]+1, i+limits.MaxGCs)
		}
		begin, before := start[i-1], sums[i-1]
		for k := first[i]; k < cut; k++ {
			amount, d := int64(sums[k]-before), c.ends[k]-begin
			if d <= 0 || float64(amount) < enough*float64(d) {
				continue
			}
			if s := score(amount, d); s > best {
				from, to, best = i, k, s
				enough = best / float64(unit) * (1 - 1e-9)
			}
		}
	}
	return from, to, best
}

// firstEnds returns, by the first GC of a window, its earliest possible last GC; one past the last GC for none.
func (c *collections) firstEnds(least int, start []time.Duration) []int {
	n := len(c.ends) - 1
	first := make([]int, n+1)
	k := 1
	for i := 1; i <= n; i++ {
		k = max(k, i+least-1)
		for k <= n && c.ends[k]-start[i-1] < c.shortest {
			k++
		}
		first[i] = min(k, n+1)
	}
	return first
}
