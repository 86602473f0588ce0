package state

import (
	"memcity/city/scene"
	"memcity/city/trees"
)

// CompareWith splits the buildings to compare them with another recording, or with another GC point of the same one. Undo reverts it.
type CompareWith struct{ To trees.Baseline }

func (a CompareWith) step(s State) State {
	before := s.choices()
	a.To.At = max(a.To.At, 0)
	s.Baseline = a.To
	s.Division, s.Removals = scene.ByBaseline, nil
	if a.To.Paths.Empty() {
		s.Division = scene.Undivided
	}
	return s.chose(before, "")
}

// KeepBaseline restores the comparison on display, because the chosen one is not available. A change that this reverts leaves nothing to
// undo or redo.
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

// Split returns the baseline that splits the plan; zero for none.
func (s State) Split() trees.Baseline {
	if s.Division != scene.ByBaseline {
		return trees.Baseline{}
	}
	return s.Baseline
}
