package window

import (
	"math"
	"time"

	"memcity/trace"
)

// collections are GCs one after another. Where GCs overlap, the one that ends later counts from the end of the other on. A concurrent
// one counts until the next one begins that stops the program, so that it takes no time from that one. The zeroth entry stands for the
// start of the recording, so that GC i is number i+1.
type collections struct {
	starts, ends []time.Duration
	// Sums over all GCs up to and with this one: time in which the program stood still, and bytes freed.
	pauses []time.Duration
	freed  []int64

	shortest time.Duration // that a window may be
}

func newCollections(gcs []trace.GC, shortest time.Duration) *collections {
	n := len(gcs) + 1
	c := &collections{make([]time.Duration, n), make([]time.Duration, n), make([]time.Duration, n), make([]int64, n), shortest}
	stops := nextStops(gcs)
	for i, gc := range gcs {
		end := max(min(gc.End, stops[i]), c.ends[i])
		begun := min(gc.Start, gc.End-PausedBy(gc))
		start := min(max(begun, c.ends[i]), end)
		c.starts[i+1], c.ends[i+1] = start, end
		most := end - start
		if !gc.Concurrent && gc.End == end {
			most = end - max(begun, c.ends[i]-clockRounding)
		}
		c.pauses[i+1] = c.pauses[i] + min(PausedBy(gc), most)
		c.freed[i+1] = c.freed[i] + FreedBy(gc)
	}
	return c
}

// clockRounding is by how much the pause of a GC may seem to begin before the end of the one before: logs round times to the ms, but not pauses.
const clockRounding = time.Millisecond

// nextStops returns, for each GC, the start of the next GC that stops the program, or its own end if it stops the program itself.
func nextStops(gcs []trace.GC) []time.Duration {
	next, stops := time.Duration(math.MaxInt64), make([]time.Duration, len(gcs))
	for i := len(gcs) - 1; i >= 0; i-- {
		gc := &gcs[i]
		if stops[i] = next; !gc.Concurrent {
			stops[i] = gc.End
			next = min(next, gc.End-PausedBy(*gc))
		}
	}
	return stops
}

// Share returns the share of the time from the start of the first GC to the end of the last one that GCs cost the program; 0 if that is
// no time.
func Share(gcs []trace.GC) float64 {
	if len(gcs) == 0 {
		return 0
	}
	return newCollections(gcs, 0).share(1)
}

// Paused returns the time that GCs cost the program. Time in which several GCs overlap counts once.
func Paused(gcs []trace.GC) time.Duration {
	return newCollections(gcs, 0).pauses[len(gcs)]
}

// share returns the share of the time that GCs cost the program, from the start of one to the end of the last; 0 if that is no time. From
// 0 on it is that of the whole recording.
func (c *collections) share(from int) float64 {
	last := len(c.ends) - 1
	if d := c.ends[last] - c.starts[from]; d > 0 {
		return min(1, float64(c.pauses[last]-c.pauses[max(0, from-1)])/float64(d))
	}
	return 0
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
// same GCs and starts with the first of them, which has to be long enough.
func (c *collections) overhead(limits Limits) (Window, bool) {
	share := func(pause int64, d time.Duration) float64 { return min(1, float64(pause)/float64(d)) }
	from, to, best := highest(c, limits, c.starts[1:], c.pauses, time.Nanosecond, share)
	if from == 0 || best < limits.Overhead {
		return Window{}, false
	}
	return c.window(Overhead, from, to, c.starts[from], best, c.share(0)), true
}

// churn finds the window in which most is freed a second (section 3.4.1). Windows start at the end of a GC or at the start
// of the recording: what a GC frees was allocated before it, so that a window that starts with a GC would have its garbage
// without the time in which it was made.
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

// highest returns the GCs of the window with the highest score above 0, of several the first and shortest; from is 0 if
// there is none. Start says when a window begins, by the number of its first GC less 1; sums are those over all GCs that the
// score of a window is made of, per unit of time. More than limits.MaxGCs are in a window only if fewer would make it too short.
//
// Windows that can be cut into two are not looked at. Their score is at most the mean of those of the parts, weighted by
// time, so that one of the parts is as good: with at least 5 GCs, the highest window has at most 9 unless these are too short.
func highest[T ~int64](c *collections, limits Limits, start []time.Duration, sums []T, unit time.Duration,
	score func(amount int64, d time.Duration) float64) (from, to int, best float64) {
	n, least := len(c.ends)-1, max(1, limits.MinGCs)
	if limits.MaxGCs < least {
		return 0, 0, 0
	}
	enough := 0.0 // amount per nanosecond that a better window has at least, with room for rounding
	first := c.firstEnds(least, start)
	for i := 1; i <= n && first[i] <= n; i++ {
		cut := n + 1 // the first GC whose window can be cut into two
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

// firstEnds returns, by the first GC of a window, which is its last one at the earliest: behind all GCs if there is none.
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
