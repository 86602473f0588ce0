package trace

import (
	"slices"
	"strings"
)

// Counting is a kind of heap size. Only sizes of the same kind are compared.
type Counting uint8

// Kinds of sizes, best evidence of growth first.
const (
	CountsObjects Counting = iota // objects of a heap walk or a memory tree; garbage is identified or excluded
	CountsTypes                   // all objects by type, including garbage
	CountsGCs                     // heap in use after a full GC
)

var countingNames = [...]string{"objects", "counts", "full-gc"}

// String returns the name used in tables and JSON.
func (c Counting) String() string { return countingNames[c] }

// Counting returns the kind of size of a GC point.
func (r *Recording) Counting(point int) Counting {
	if r.Points[point].Counts != nil {
		return CountsTypes
	}
	return CountsObjects
}

// CountsGarbage reports whether counts by type include garbage. Counts by the agent include it; histograms of live objects exclude it. It
// is false if the input does not say how it was recorded.
func (r *Recording) CountsGarbage() bool {
	return r.Recorded != nil && slices.Contains([]string{"sampled", "exact", "counts"}, r.Recorded.Mode)
}

// minBeforeFinal is the least number of other GC points for the final one to be left out of growth. Fewer show no growth anyway.
const minBeforeFinal = 3

// Judged returns how many of the first GC points are used to judge growth. It leaves out a final point, at which the program may have
// released objects, if there are at least [minBeforeFinal] others.
func (r *Recording) Judged() int {
	n := len(r.Points)
	if n > minBeforeFinal && r.Points[n-1].Final {
		return n - 1
	}
	return n
}

// Compared returns the GC points from from to to, both inclusive, that count the same thing. Points with objects are chosen if there are at
// least two of them, or at least one and fewer than two with counts by type. Otherwise the result is the points with counts. A recording
// takes counts where walking the heap is too expensive. Counts include garbage, so between walks they look like growth. Of those between two
// GCs, Compared chooses the first. Heap states of sampled objects cannot be compared, see [Recording.OnlySamples], so that only the last of
// them is returned. The result is empty only if the range is.
func (r *Recording) Compared(from, to int) []int {
	var by [CountsGCs][]int
	for i := from; i <= to; i++ {
		if c := r.Counting(i); c == CountsObjects {
			by[c] = append(by[c], i)
		}
	}
	if n := len(by[CountsObjects]); n > 1 && r.OnlySamples() {
		by[CountsObjects] = by[CountsObjects][n-1:]
	}
	by[CountsTypes] = r.Counted(from, to)
	if len(by[CountsObjects]) > 1 || len(by[CountsTypes]) < 2 && len(by[CountsObjects]) > 0 {
		return by[CountsObjects]
	}
	return by[CountsTypes]
}

// Counted returns the GC points from from to to, both inclusive, that have counts by type and can be compared. If counts include garbage,
// it returns only the first point after each GC. Later ones also count what died since, which looks like growth.
func (r *Recording) Counted(from, to int) (points []int) {
	garbage := r.mixesGarbage()
	for i := from; i <= to; i++ {
		if r.Counting(i) != CountsTypes {
			continue
		}
		if n := len(points); garbage && n > 0 && r.Points[points[n-1]].GC == r.Points[i].GC {
			continue
		}
		points = append(points, i)
	}
	return points
}

// mixesGarbage reports whether counts by type include the garbage since the last GC.
func (r *Recording) mixesGarbage() bool { return r.CountsGarbage() && len(r.GCs) > 0 }

// Growth returns the GC points that all outputs use to measure growth: the judged points among [Recording.Compared].
func (r *Recording) Growth() []int { return r.Compared(0, r.Judged()-1) }

// Before returns the GC point that the given one is compared with: the last one before it that counts the same thing; -1 if there is none. Of
// counts that include garbage, only the first point after each GC is compared, see [Recording.Counted].
func (r *Recording) Before(point int) int {
	counting := r.Counting(point)
	oncePerGC := counting == CountsTypes && r.mixesGarbage()
	before := -1
	for i := point - 1; i >= 0; i-- {
		switch gc := r.Points[i].GC; {
		case r.Counting(i) != counting:
		case !oncePerGC:
			return i
		case gc == r.Points[point].GC:
			return -1
		case before >= 0 && gc != r.Points[before].GC:
			return before
		default:
			before = i
		}
	}
	return before
}

// fullKinds are substrings of the names of full GCs in logs, flight recordings and performance counters.
var fullKinds = []string{"Full", "Major", "major", "Degenerated", "Garbage Collection", "SerialOld", "ParallelOld", "MarkSweepCompact", "PSMarkSweep",
	"Z concurrent"}

// fullNames are the names of full GCs of ZGC in flight recordings and of OpenJ9, compared as a whole.
var fullNames = []string{"Z", "global", "global garbage collect"}

// IsFull reports whether a GC collects the whole heap, so that all remaining objects are live. G1 and CMS cycles do not, because they leave
// young objects.
func (g *GC) IsFull() bool {
	return slices.Contains(fullNames, g.Kind) || slices.ContainsFunc(fullKinds, func(kind string) bool { return strings.Contains(g.Kind, kind) })
}

// FullGCs returns the full GCs that report the heap size afterwards. If an input has no GC points, heap growth is measured between these.
func (r *Recording) FullGCs() (full []GC) {
	for _, gc := range r.GCs {
		if gc.After > 0 && gc.IsFull() {
			full = append(full, gc)
		}
	}
	return full
}

// Walked reports whether a GC point has single objects. It is false for a point that does not exist.
func (r *Recording) Walked(point int) bool {
	return point >= 0 && point < len(r.Points) && r.Points[point].Load != nil && r.Points[point].Counts == nil
}

// ClosestWalked returns the closest GC point that has single objects to load, the earlier one on a tie. ok is false if there is none.
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
