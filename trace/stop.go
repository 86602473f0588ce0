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

// AllStops returns the stops of the program in the order of their ends. If the input does not list them, each GC that is not concurrent is one stop.
// whole is false if stops are missing because concurrent GCs have only a sum of pauses.
func (r *Recording) AllStops() (stops []Stop, whole bool) {
	if len(r.Stops) > 0 {
		return r.Stops, true
	}
	return StopsOf(r.GCs)
}

// StopsOf returns the stops of GCs without a list of stops, in the order of their ends, see [Recording.AllStops].
func StopsOf(gcs []GC) (stops []Stop, whole bool) {
	whole = true
	for i := range gcs {
		g := &gcs[i]
		took := g.PausedFor()
		switch {
		case took <= 0:
		case g.Concurrent:
			whole = false
		default:
			stops = append(stops, Stop{Start: g.End - took, End: g.End, GC: g.Number, Kind: g.Kind, Cause: g.Cause})
		}
	}
	slices.SortStableFunc(stops, func(a, b Stop) int { return cmp.Compare(a.End, b.End) })
	return stops, whole
}

// PausedFor returns how long the GC stopped the program: the sum of its pauses. The program runs during a concurrent GC without known pauses.
func (g *GC) PausedFor() time.Duration {
	if g.Pause > 0 || g.Concurrent {
		return max(0, g.Pause)
	}
	return max(0, g.End-g.Start)
}
