package trace

import (
	"slices"
	"strings"
)

// Counting selects what the size of a heap counts. Only sizes of one kind are compared.
type Counting uint8

// Kinds of sizes, the best evidence of growth first.
const (
	CountsObjects Counting = iota // objects of a walk over the heap, or of a memory tree: garbage is known or left out
	CountsTypes                   // all objects by type, garbage included
	CountsGCs                     // heap in use after a full GC
)

var countingNames = [...]string{"objects", "counts", "full-gc"}

// String returns the name that tables and JSON have.
func (c Counting) String() string { return countingNames[c] }

// Counting returns what a GC point counts.
func (r *Recording) Counting(point int) Counting {
	if r.Points[point].Counts != nil {
		return CountsTypes
	}
	return CountsObjects
}

// CountsGarbage reports whether counts by type include garbage: counts by the agent do, histograms of live objects do not. It is false if
// the input does not say how it was recorded.
func (r *Recording) CountsGarbage() bool {
	return r.Recorded != nil && slices.Contains([]string{"sampled", "exact", "counts"}, r.Recorded.Mode)
}

// leastBeforeFinal is how many other GC points there are at least where the final one is not judged: fewer show no growth anyway.
const leastBeforeFinal = 3

// Judged returns how many GC points, from the first on, say what grows: all but one from the end of the program, if enough others
// are there.
func (r *Recording) Judged() int {
	n := len(r.Points)
	if n > leastBeforeFinal && r.Points[n-1].Final {
		return n - 1
	}
	return n
}

// Compared returns the GC points in a range, both ends included, that count the same thing: those with objects; or those with
// counts by type, if fewer than two have objects. A recording takes counts where a walk over the heap is too expensive. They
// include garbage, so between walks they look like growth. The result is empty only if the range is.
func (r *Recording) Compared(from, to int) []int {
	var by [CountsGCs][]int
	for i := from; i <= to; i++ {
		c := r.Counting(i)
		by[c] = append(by[c], i)
	}
	if len(by[CountsObjects]) > 1 || len(by[CountsTypes]) < 2 && len(by[CountsObjects]) > 0 {
		return by[CountsObjects]
	}
	return by[CountsTypes]
}

// Growth returns the GC points by which all outputs measure growth: those of [Recording.Compared] that are judged.
func (r *Recording) Growth() []int { return r.Compared(0, r.Judged()-1) }

// Before returns the last GC point before the given one that counts the same thing; -1 if there is none.
func (r *Recording) Before(point int) int {
	for i := point - 1; i >= 0; i-- {
		if r.Counting(i) == r.Counting(point) {
			return i
		}
	}
	return -1
}

// fullKinds are parts of the names of GCs of the whole heap, as logs, flight recordings and performance counters have them.
var fullKinds = []string{"Full", "Major", "major", "Degenerated", "Garbage Collection", "SerialOld", "ParallelOld", "MarkSweepCompact", "PSMarkSweep",
	"Z concurrent"}

// IsFull reports whether a GC collects the whole heap, so that all remaining objects are alive. Cycles of G1 and CMS do not: they leave young
// objects.
func (g *GC) IsFull() bool {
	return g.Kind == "Z" || slices.ContainsFunc(fullKinds, func(kind string) bool { return strings.Contains(g.Kind, kind) })
}

// FullGCs returns the GCs of the whole heap that report its size afterwards. Growth of the heap is measured between these where an
// input has no GC points.
func (r *Recording) FullGCs() (full []GC) {
	for _, gc := range r.GCs {
		if gc.After > 0 && gc.IsFull() {
			full = append(full, gc)
		}
	}
	return full
}

// Walked reports whether a GC point has single objects.
func (r *Recording) Walked(point int) bool {
	return point >= 0 && point < len(r.Points) && r.Points[point].Load != nil && r.Points[point].Counts == nil
}

// ClosestWalked returns the GC point closest to one that has single objects to load, the earlier of two; false if none has.
func (r *Recording) ClosestWalked(point int) (closest int, ok bool) {
	for d := range r.Points {
		for _, i := range []int{point - d, point + d} {
			if r.Walked(i) {
				return i, true
			}
		}
	}
	return 0, false
}
