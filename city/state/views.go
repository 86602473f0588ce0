package state

import (
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/structures"
)

// SetChurn changes what the churn view shows. What is counted can be taken back.
type SetChurn struct{ To churns.State }

func (a SetChurn) step(s State) State {
	before := s.choices()
	s.Churning = a.To
	return s.chose(before, "")
}

// SetDiff changes what the diff view shows. How objects are followed, and which groups are listed, can be taken back.
type SetDiff struct{ To diffs.State }

func (a SetDiff) step(s State) State {
	before := s.choices()
	s.Diffing = a.To
	return s.chose(before, "")
}

// SetStructures changes what the structures view shows.
type SetStructures struct{ To structures.State }

func (a SetStructures) step(s State) State {
	s.Structuring = a.To
	return s
}

// VisitObject shows one object of a GC point in the group view or the graph view, with a group selected unless Key is empty.
// It is one step of the history.
type VisitObject struct {
	View   View
	Point  int // of the plan, from 0
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
	s = s.came(before)
	if a.View == GraphView {
		s.Exploration = graphs.State{Keys: s.Selected(), Objects: []uint32{a.Object}, Steps: graphs.FirstSteps}
		return s
	}
	return WalkTo{a.Object}.step(s)
}
