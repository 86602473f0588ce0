package guide

import (
	"time"

	"memcity/analysis/guide/findings"
)

// run returns the first and the last moment that the recording knows, of GC points and GCs.
func (g *guided) run() (start, end time.Duration) {
	r, known := g.recording, false
	extend := func(from, to time.Duration) {
		if !known {
			start, end, known = from, to, true
		}
		start, end = min(start, from), max(end, to)
	}
	for i := g.from; i < len(r.Points); i++ {
		extend(g.timeOf(i), g.timeOf(i))
	}
	for i := range r.GCs {
		extend(r.GCs[i].Start, r.GCs[i].End)
	}
	return start, end
}

// basis says that growth was judged by a number of GC points of the recording, the first and last of which were at the given times.
func (g *guided) basis(points int, from, to time.Duration) *findings.Basis {
	start, end := g.run()
	return &findings.Basis{Points: points, Of: max(points, g.recording.Judged()-g.from), From: millis(from), To: millis(to), Start: millis(start), End: millis(end)}
}

// basisOfHeaps is the basis of what heap states show. Not all states between the first and the last that were looked at are read, but
// each of them would say the same, so all count.
func (g *guided) basisOfHeaps() *findings.Basis {
	if len(g.looked) == 0 {
		return nil
	}
	first, last, points := g.looked[0], g.looked[len(g.looked)-1], 0
	for _, p := range g.states() {
		if first <= p && p <= last {
			points++
		}
	}
	return g.basis(points, g.timeOf(first), g.timeOf(last))
}
