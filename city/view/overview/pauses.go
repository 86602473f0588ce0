package overview

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"memcity/analysis/window"
	"memcity/trace"
)

// Pause is a pause of a GC, or all pauses of a GC if the input has only their sum.
type Pause struct {
	GC    int // index; -1 if unknown
	End   time.Duration
	Took  time.Duration
	Kind  string // as named by the VM; empty if unknown
	Cause string // of the GC; empty if unknown
	Sum   bool   // of a concurrent GC
}

// LongestPauses returns at most n pauses of GCs that ended in a time range, longest first. Of equal pauses, the earlier one comes first. The cost
// is n log n in the GCs or pauses of the range.
func LongestPauses(e *window.Evolution, start, end time.Duration, n int) []Pause {
	if e.Stops != nil {
		return longestStops(e, start, end, n)
	}
	var list []Pause
	for i := GCAfter(e, start-1); i < len(e.GCs) && e.GCs[i].End <= end; i++ {
		if g := &e.GCs[i]; g.PausedFor() > 0 {
			list = append(list, Pause{i, g.End, g.PausedFor(), g.Kind, g.Cause, g.Concurrent})
		}
	}
	slices.SortStableFunc(list, func(a, b Pause) int { return cmp.Compare(b.Took, a.Took) })
	return list[:min(len(list), n)]
}

// longestStops returns the longest pauses in the list of stops.
func longestStops(e *window.Evolution, start, end time.Duration, n int) (list []Pause) {
	var stops []*trace.Stop
	first := sort.Search(len(e.Stops), func(i int) bool { return e.Stops[i].End >= start })
	for i := first; i < len(e.Stops) && e.Stops[i].End <= end; i++ {
		if s := &e.Stops[i]; !s.Safepoint && s.Took() > 0 {
			stops = append(stops, s)
		}
	}
	slices.SortStableFunc(stops, func(a, b *trace.Stop) int { return cmp.Compare(b.Took(), a.Took()) })
	stops = stops[:min(len(stops), n)]
	for _, s := range stops {
		gc := slices.IndexFunc(e.GCs, func(g GC) bool { return g.Number == s.GC })
		list = append(list, Pause{GC: gc, End: s.End, Took: s.Took(), Kind: s.Kind, Cause: s.Cause})
	}
	return list
}
