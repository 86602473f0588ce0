package trace

import (
	"cmp"
	"slices"
	"time"
)

// A Stop is a period in which the virtual machine stopped all threads of the program. A concurrent GC consists of several.
type Stop struct {
	Start, End time.Duration // since the start of the recording
	GC         uint32        // number of the GC that it is a part of; 0 if unknown
	Kind       string        // of the pause, as named by the VM; empty if unknown
	Cause      string        // of the GC, or the operation at the safepoint, as named by the VM; empty if unknown
	Safepoint  bool          // it is no part of a GC
}

// Took returns the duration of the stop.
func (s *Stop) Took() time.Duration { return s.End - s.Start }

// AllStops returns the stops of the program in the order of their ends. The input lists some or all; each other GC that is not concurrent is
// one stop. unlisted contains the indexes of concurrent GCs with only a sum of pauses in the input. The cost is n log n in GCs and stops.
func (r *Recording) AllStops() (stops []Stop, unlisted []int) {
	isListed := r.listedGCs()
	var added []Stop
	for i := range r.GCs {
		g := &r.GCs[i]
		took := g.PausedFor()
		switch {
		case took <= 0 || isListed(g):
		case g.Concurrent:
			unlisted = append(unlisted, i)
		default:
			added = append(added, Stop{Start: g.End - took, End: g.End, GC: g.Number, Kind: g.Kind, Cause: g.Cause})
		}
	}
	if len(added) == 0 {
		return r.Stops, unlisted
	}
	middles := middlesOf(added)
	for _, s := range r.Stops {
		if !s.Safepoint || !anyWithin(middles, s.Start, s.End) { // otherwise, the operation is the GC
			added = append(added, s)
		}
	}
	slices.SortStableFunc(added, func(a, b Stop) int { return cmp.Compare(a.End, b.End) })
	return added, unlisted
}

// clockError is how far the clocks of two inputs may be apart.
const clockError = 5 * time.Millisecond

// listedGCs returns a function that reports whether the input lists the stops of a GC. A stop of an unknown GC belongs to a GC that is not
// concurrent if it took place during its pause. Several GCs may run in one stop, which has the number of only one of them.
func (r *Recording) listedGCs() func(g *GC) bool {
	numbers := map[uint32]bool{}
	var unknown, known []Stop
	for _, s := range r.Stops {
		switch {
		case s.Safepoint:
		case s.GC == 0:
			unknown = append(unknown, s)
		default:
			numbers[s.GC] = true
			known = append(known, s)
		}
	}
	middles := middlesOf(unknown)
	slices.SortStableFunc(known, func(a, b Stop) int { return cmp.Compare(a.End, b.End) })
	return func(g *GC) bool {
		return numbers[g.Number] || !g.Concurrent && (anyWithin(middles, g.End-g.PausedFor()-clockError, g.End+clockError) || isIn(known, g))
	}
}

// isIn reports whether the pause of a GC is within one of the stops, which are ordered by their ends and do not overlap.
func isIn(stops []Stop, g *GC) bool {
	i, _ := slices.BinarySearchFunc(stops, g.End, func(s Stop, end time.Duration) int { return cmp.Compare(s.End, end) })
	return i < len(stops) && stops[i].Start <= g.End-g.PausedFor()
}

// middlesOf returns the times in the middle of stops, in ascending order.
func middlesOf(stops []Stop) []time.Duration {
	middles := make([]time.Duration, len(stops))
	for i := range stops {
		middles[i] = stops[i].Start + stops[i].Took()/2
	}
	slices.Sort(middles)
	return middles
}

// anyWithin reports whether one of the ascending times is from from to to, both inclusive.
func anyWithin(times []time.Duration, from, to time.Duration) bool {
	i, _ := slices.BinarySearch(times, from)
	return i < len(times) && times[i] <= to
}

// PausedFor returns how long the GC stopped the program: the sum of its pauses. The program runs during a concurrent GC without known pauses.
func (g *GC) PausedFor() time.Duration {
	if g.Pause > 0 || g.Concurrent {
		return max(0, g.Pause)
	}
	return max(0, g.End-g.Start)
}
