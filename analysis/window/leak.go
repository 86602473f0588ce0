package window

import (
	"math"
	"time"
)

// heap is a series of points whose times never decrease.
type heap struct {
	points   []Point
	times    []time.Duration
	shortest time.Duration // least length of a window
	whole    bool          // see [Series.Heap]
}

func newHeap(points []Point, shortest time.Duration) *heap {
	h := &heap{points: points, times: make([]time.Duration, len(points)), shortest: shortest}
	for i, p := range points {
		if h.times[i] = p.Time; i > 0 {
			h.times[i] = max(p.Time, h.times[i-1])
		}
	}
	return h
}

// growth returns the growth from point i to point k, in bytes per second.
func (h *heap) growth(i, k int) float64 {
	return rate(float64(h.points[k].Bytes-h.points[i].Bytes), h.times[k]-h.times[i])
}

// window returns a window with the points from to to, inclusive.
func (h *heap) window(kind Kind, from, to int, score float64) Window {
	first, last := h.points[from], h.points[to]
	w := Window{Kind: kind, From: from, To: to, Start: h.times[from], End: h.times[to], Score: score,
		Average: h.growth(0, len(h.points)-1), FirstBytes: first.Bytes, LastBytes: last.Bytes, PeakBytes: first.Bytes,
		FirstObjects: first.Objects, LastObjects: last.Objects}
	for _, p := range h.points[from : to+1] {
		w.PeakBytes = max(w.PeakBytes, p.Bytes)
	}
	if first.GC > 0 && last.GC >= first.GC {
		w.GCs = int(last.GC-first.GC) + 1
	}
	return w
}

// leak finds the longest growing window that ends at the last point, and allows small drops (section 3.2.2, heuristic-based algorithm).
//
// A point that does not fit ends the window and starts a new one. This misses no longer window: All points of a window are larger than its
// first, and those after its maximum are at least limits.Drop of it. So a point that does not fit would fit no window that starts at one of
// them. For the same reason, a window of at least two points has grown.
func (h *heap) leak(limits Limits) (Window, bool) {
	if len(h.points) < 2 {
		return Window{}, false
	}
	from, most := 0, h.points[0].Bytes
	for i := 1; i < len(h.points); i++ {
		now := h.points[i].Bytes
		if now <= h.points[i-1].Bytes && (now <= h.points[from].Bytes || float64(now) < limits.Drop*float64(most)) {
			from, most = i, now
		}
		most = max(most, now)
	}
	last := len(h.points) - 1
	if last-from+1 < share(limits.LeakShare, len(h.points), max(2, limits.LeakPoints)) || h.times[last]-h.times[from] < h.shortest {
		return Window{}, false
	}
	var line fit
	for i := from; i <= last; i++ {
		line.add(float64(i), float64(h.points[i].Bytes))
	}
	if !h.enough(from, line.slope()*float64(last-from)) {
		return Window{}, false
	}
	return h.window(Leak, from, last, h.growth(from, last)), true
}

// enough reports whether the heap grows enough from a point to the last one. Both the difference between the ends and the rise of the
// regression line must be large enough. So a heap that varies and happens to end higher does not count.
func (h *heap) enough(from int, rise float64) bool {
	if !h.whole {
		return true
	}
	first, last := h.points[from].Bytes, h.points[len(h.points)-1].Bytes
	least := max(LeastBytes, LeastGrowth*float64(last))
	return float64(last-first) >= least && rise >= least*(1-rounding)
}

// rounding is the relative difference allowed between sums of the same numbers.
const rounding = 1e-9

// fit is a regression line through points. It updates means and sums of squares by the method of Welford (Technometrics 1962), which loses
// no digits with large values.
type fit struct {
	n, meanX, meanY, spread, common float64
}

func (f *fit) add(x, y float64) {
	f.n++
	dx, dy := x-f.meanX, y-f.meanY
	f.meanX += dx / f.n
	f.meanY += dy / f.n
	f.spread += float64(dx * (x - f.meanX))
	f.common += float64(dx * (y - f.meanY))
}

// slope returns the slope of the line; 0 if all points have the same x.
func (f *fit) slope() float64 {
	if f.spread <= 0 {
		return 0
	}
	return f.common / f.spread
}

// steepest finds the part of a leak that grows fastest. Of equal parts, it takes the first that the search finds. For linear growth, that
// is the earliest and shortest.
//
// The paper tries all pairs of points. This function uses Dinkelbach's method (On Nonlinear Fractional Programming, 1967): For a slope s,
// the pair with the largest bytes − s·time is at least as steep as s. The search continues with the slope of that pair until no pair is
// steeper, mostly after a few passes. The cost of a pass is linear in points.
func (h *heap) steepest(leak Window, limits Limits) (Window, bool) {
	n := leak.To - leak.From + 1
	least := share(limits.SteepLeast, n, 2)
	most := n
	if allowed := math.Floor(limits.SteepMost*float64(n) + 1e-9); allowed < float64(n) {
		most = int(max(0, allowed))
	}
	from, to, ok := h.firstPair(leak, least, most)
	if !ok {
		return Window{}, false
	}
	slope := h.growth(from, to)
	p := pairs{heap: h, leak: leak, least: least, most: most, over: make([]float64, n), starts: make([]int, 0, n)}
	for {
		i, k := p.above(slope)
		if steeper := h.growth(i, k); steeper > slope {
			from, to, slope = i, k, steeper
			continue
		}
		break
	}
	return h.window(Steepest, from, to, slope), slope > 0
}

// starts reports whether a window may start at point i and end at point k, judged by their times, which must differ.
func (h *heap) starts(i, k int) bool {
	return h.times[k]-h.times[i] >= max(h.shortest, 1)
}

// firstPair returns the first two points that bound a window of least to most points and differ in time by at least the shortest time.
func (h *heap) firstPair(leak Window, least, most int) (from, to int, ok bool) {
	before := leak.From - 1 // last point that is early enough
	for k := leak.From; k <= leak.To; k++ {
		for h.starts(before+1, k) {
			before++
		}
		i := min(before, k-least+1)
		if i >= max(leak.From, k-most+1) {
			return i, k, true
		}
	}
	return 0, 0, false
}

// pairs finds the first and last points of windows of least to most points within a leak.
type pairs struct {
	*heap
	leak        Window
	least, most int
	over        []float64 // reused buffer for the bytes of each point beyond a growth
	starts      []int     // reused buffer
}

// above returns the pair of points with the largest growth beyond slope, in bytes per second. There must be a pair; see firstPair.
func (p *pairs) above(slope float64) (from, to int) {
	first := p.leak.From
	for i := range p.over {
		// The explicit conversion prevents fusing the product with the difference, so that all machines give the same result.
		p.over[i] = float64(p.points[first+i].Bytes) - float64(slope*p.times[first+i].Seconds())
	}
	over := p.over
	best := math.Inf(-1)
	before := -1          // last point that is early enough
	next := 0             // next candidate for lowest
	lowest := p.starts    // possible starts with ascending values, the lowest first
	for k := range over { // relative to the first point of the leak
		for p.heap.starts(first+before+1, first+k) {
			before++
		}
		for ; next <= min(before, k-p.least+1); next++ {
			for len(lowest) > 0 && over[lowest[len(lowest)-1]] > over[next] {
				lowest = lowest[:len(lowest)-1]
			}
			lowest = append(lowest, next)
		}
		for len(lowest) > 0 && lowest[0] < k-p.most+1 {
			lowest = lowest[1:]
		}
		if len(lowest) == 0 {
			continue
		}
		if gain := over[k] - over[lowest[0]]; gain > best {
			best, from, to = gain, first+lowest[0], first+k
		}
	}
	return from, to
}

// regression finds the window up to the last point with the steepest regression line, among those with enough points (section 3.2.2,
// linear-regression-based algorithm). Of equal slopes, it takes the longest window. It serves as a comparison: its lines include much that
// is unrelated to growth.
func (h *heap) regression(limits Limits) (Window, bool) {
	last := len(h.points) - 1
	least := share(limits.RegressionShare, len(h.points), 2)
	from, steepest := -1, 0.0
	var line fit
	for i := last; i >= 0; i-- {
		seconds := (h.times[last] - h.times[i]).Seconds()
		line.add(-seconds, float64(h.points[i].Bytes))
		if last-i+1 < least || line.spread <= 0 || h.times[last]-h.times[i] < h.shortest {
			continue
		}
		slope := line.slope()
		if slope > 0 && slope >= steepest*(1-rounding) && h.enough(i, slope*seconds) {
			from, steepest = i, max(steepest, slope)
		}
	}
	if from < 0 {
		return Window{}, false
	}
	return h.window(Regression, from, last, steepest), true
}
