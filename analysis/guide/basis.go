package guide

import (
	"cmp"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// run returns the times of the first and last event of the window: a GC point, or the start or end of a GC.
func (g *guided) run() (start, end time.Duration) { return runOf(g.recording, g.from) }

// runOf is run for a recording, starting at one of its GC points.
func runOf(r *trace.Recording, from int) (start, end time.Duration) {
	known := false
	extend := func(from, to time.Duration) {
		if !known {
			start, end, known = from, to, true
		}
		start, end = min(start, from), max(end, to)
	}
	for i := from; i < len(r.Points); i++ {
		extend(timeOfPoint(r, i), timeOfPoint(r, i))
	}
	for i := range r.GCs {
		extend(r.GCs[i].Start, r.GCs[i].End)
	}
	return start, end
}

// basis returns the basis of a judgment by the given number of GC points between two times. In a window, it is a part of the whole
// recording.
func (g *guided) basis(points int, from, to time.Duration) *findings.Basis {
	all := cmp.Or(g.all, g.recording)
	start, end := runOf(all, 0)
	return &findings.Basis{Points: points, Of: max(points, all.Judged()), From: millis(from), To: millis(to), Start: millis(start), End: millis(end)}
}

// basisOfHeaps returns the basis of a judgment by heap states. If only some states were read, spread evenly, the basis still counts all.
func (g *guided) basisOfHeaps() *findings.Basis {
	if len(g.looked) == 0 {
		return nil
	}
	first, last := g.looked[0], g.looked[len(g.looked)-1]
	return g.basis(g.statesBetween(first, last), g.timeOf(first), g.timeOf(last))
}

// statesBetween returns the number of GC points with single objects from first to last, inclusive.
func (g *guided) statesBetween(first, last int) (n int) {
	for _, p := range g.states() {
		if first <= p && p <= last {
			n++
		}
	}
	return n
}
