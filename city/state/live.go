package state

import (
	"memcity/city/trees"
)

// Follow makes the playhead follow the newest GC point, or stay where it is.
type Follow struct{ On bool }

func (a Follow) step(s State) State {
	if a.On {
		s.Playing = false
		s = s.at(s.whole().To)
	}
	s.Follow = a.On
	return s
}

// Freeze keeps GC points that come from now on waiting, or lets them in.
type Freeze struct{ On bool }

func (a Freeze) step(s State) State {
	s.Frozen = a.On
	return s
}

// Extend says that the recording has other GC points by now. Windows that ended at the last one go on doing so, those
// over all points stay so, and the shown point follows the newest if [State.Follow]; everything else stays at its points.
type Extend struct {
	Points int
	// Places are where the GC points before are now, ascending; one that is gone is where the last one before it that
	// is kept is. Nil if all are where they were.
	Places []int
}

// Extension is what takes a view of one series to another of the same recording, matching GC points by their number in
// the recording. From may be nil.
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
		s.Point = point // the same point at another place: what was walked over stays
	}
	if follow && !s.Playing {
		return s.at(now.To)
	}
	if added := now.To - a.place(before.To, now); added > 0 {
		s.Arrived += added
		follow = false // playing comes to the last point again by itself
	}
	arrived := s.Arrived
	s = s.at(s.Point)
	s.Follow, s.Arrived = follow, arrived
	return s
}

// place is where a GC point is now.
func (a Extend) place(point int, now trees.Window) int {
	if point >= 0 && point < len(a.Places) {
		point = a.Places[point]
	}
	return min(max(point, 0), now.To)
}

// window is what a window over points before is now.
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

// Kept lists the GC points that the view points to by their numbers in the recording, ascending and each once: the one
// shown, the ends of windows and those that the history leads back to. Thinning has to leave them.
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

// Moved returns what a window over GC points of one series is over those of another one of the same recording, later on:
// one that ended at the last point goes on doing so, one over all points stays so.
func Moved(w trees.Window, from, to *trees.Series) trees.Window {
	e := Extension(from, to)
	return e.window(w, trees.Window{From: 0, To: max(from.Len()-1, 0)}, trees.Window{From: 0, To: max(to.Len()-1, 0)})
}
