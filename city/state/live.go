package state

import (
	"memcity/city/trees"
)

// Follow makes the playhead follow the newest GC point, or stay in place.
type Follow struct{ On bool }

func (a Follow) step(s State) State {
	if a.On {
		s.Playing = false
		s = s.at(s.whole().To)
	}
	s.Follow = a.On
	return s
}

// Freeze delays new GC points, or admits them.
type Freeze struct{ On bool }

func (a Freeze) step(s State) State {
	s.Frozen = a.On
	return s
}

// Extend updates the state after the recording's GC points have changed. Windows that ended at the last point then end at the new last
// point, and windows over all points cover all new ones. If [State.Follow] is true, the current point moves to the newest. All other points
// are unchanged.
type Extend struct {
	Points int
	// Places maps the old GC points to their new indexes, ascending. A dropped point maps to the last remaining one before it. Nil means
	// that all indexes are unchanged.
	Places []int
}

// Extension returns the Extend from one series to another of the same recording. It matches GC points by their number in the recording.
// From may be nil.
func Extension(from, to *trees.Series) Extend {
	e := Extend{Points: to.Len()}
	if from == nil {
		return e
	}
	e.Places = make([]int, from.Len())
	moved, at := false, 0
	for i := range e.Places {
		for at+1 < to.Len() && to.Source(at+1) <= from.Source(i) {
			at++
		}
		e.Places[i] = at
		moved = moved || at != i
	}
	if !moved {
		e.Places = nil
	}
	return e
}

func (a Extend) step(s State) State {
	before, follow := s.whole(), s.Follow
	s.Points = max(a.Points, 0)
	now := s.whole()
	s.Playing = s.Playing && s.Points > 1
	if now != before || a.Places != nil {
		s.Window = a.window(s.Window, before, now)
		s.Chosen, s.Judged = a.chosen(s.Chosen, before, now), a.chosen(s.Judged, before, now)
		s.undo, s.redo = a.windows(s.undo, before, now), a.windows(s.redo, before, now)
		s.back, s.forward = a.places(s.back, now), a.places(s.forward, now)
	}
	if point := a.place(s.Point, now); a.Places != nil {
		s.Point = point // the same point at a new index, so the walk stays
	}
	if follow && !s.Playing {
		return s.at(now.To)
	}
	if added := now.To - a.place(before.To, now); added > 0 {
		s.Arrived += added
		follow = false // playback reaches the last point anyway
	}
	arrived := s.Arrived
	s = s.at(s.Point)
	s.Follow, s.Arrived = follow, arrived
	return s
}

// place returns the new index of a GC point.
func (a Extend) place(point int, now trees.Window) int {
	if point >= 0 && point < len(a.Places) {
		point = a.Places[point]
	}
	return min(max(point, 0), now.To)
}

// window returns the new window for a window over earlier points.
func (a Extend) window(w, before, now trees.Window) trees.Window {
	grows, whole := w.To == before.To, w == before
	w = trees.Window{From: a.place(w.From, now), To: a.place(w.To, now)}
	if grows {
		w.To = now.To
	}
	if whole {
		w = now
	}
	return w
}

// chosen returns a window that the user chose, over the points of now.
func (a Extend) chosen(w, before, now trees.Window) trees.Window {
	if w == (trees.Window{}) {
		return w
	}
	return a.window(w, before, now)
}

func (a Extend) windows(list []choices, before, now trees.Window) []choices {
	out := make([]choices, len(list))
	for i, c := range list {
		c.window, c.chosen = a.window(c.window, before, now), a.chosen(c.chosen, before, now)
		out[i] = c
	}
	return out
}

func (a Extend) places(list []place, now trees.Window) []place {
	out := make([]place, len(list))
	for i, p := range list {
		p.point = a.place(p.point, now)
		out[i] = p
	}
	return out
}

// Kept returns the GC points that the view refers to, by their numbers in the recording, ascending and without duplicates. These are the
// current one, the ends of windows, and points in the history. Thinning must not drop them.
func (s State) Kept(series *trees.Series) []int {
	points := []int{s.Point, s.Window.From, s.Window.To}
	for _, list := range [][]choices{s.undo, s.redo} {
		for _, c := range list {
			points = append(points, c.window.From, c.window.To)
		}
	}
	for _, list := range [][]place{s.back, s.forward} {
		for _, p := range list {
			points = append(points, p.point)
		}
	}
	return series.Sources(points)
}

// Moved converts a window between two series of the same recording, from an earlier to a later one. A window that ended at the last point
// then ends at the new last point, and a window over all points covers all new ones.
func Moved(w trees.Window, from, to *trees.Series) trees.Window {
	e := Extension(from, to)
	return e.window(w, trees.Window{From: 0, To: max(from.Len()-1, 0)}, trees.Window{From: 0, To: max(to.Len()-1, 0)})
}
