package state

import (
	"memcity/city/scene"
	"memcity/city/trees"
)

// CompareWith splits the buildings by another recording, or by another GC point of it. It can be taken back with Undo.
type CompareWith struct{ To trees.Baseline }

func (a CompareWith) step(s State) State {
	before := s.choices()
	a.To.At = max(a.To.At, 0)
	s.Baseline = a.To
	s.Division, s.Removals = scene.ByBase, nil
	if a.To.Paths.Empty() {
		s.Division = scene.Undivided
	}
	return s.chose(before, "")
}

// KeepBaseline gives a comparison back that is shown, as there is none of what was chosen. A change that is taken back by
// this leaves nothing to undo or redo.
type KeepBaseline struct {
	To       trees.Baseline
	Division scene.Division
}

func (a KeepBaseline) step(s State) State {
	s.Baseline, s.Division, s.drag = a.To, a.Division, ""
	s.undo = withoutLast(s.undo, s.choices())
	s.redo = withoutLast(s.redo, s.choices())
	return s
}

// Split returns what the plan is to be split by; the zero Baseline for nothing.
func (s State) Split() trees.Baseline {
	if s.Division != scene.ByBase {
		return trees.Baseline{}
	}
	return s.Baseline
}
