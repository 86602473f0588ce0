package state

import (
	"memcity/city/view"
	"memcity/city/view/graphs"
)

// SetView returns the action that changes the state of a view. Undo and Back revert the parts that the view declares.
func SetView[S any](v view.View[S], to S) Action { return setView[S]{v, to} }

type setView[S any] struct {
	view view.View[S]
	to   S
}

func (a setView[S]) step(s State) State {
	before := s
	s.Views = a.view.With(s.Views, a.to)
	return s.chose(before.choices(), "").withHistory(before)
}

// VisitObject shows one object of a GC point in the group view or the graph view. It selects a group unless Key is empty. It is one step of
// the history.
type VisitObject struct {
	View   View
	Point  int // of the plan, 0-based
	Object uint32
	Key    string
}

func (a VisitObject) step(s State) State {
	before := s
	s = s.at(a.Point)
	s.View = a.View
	if a.Key != "" {
		s.Selection, s.More = a.Key, nil
	}
	s = s.withHistory(before)
	if a.View == graphs.View.ID {
		s.Views = graphs.View.With(s.Views, graphs.State{Keys: s.Selected(), Objects: []uint32{a.Object}, Steps: graphs.FirstSteps})
		return s
	}
	return WalkTo{a.Object}.step(s)
}
