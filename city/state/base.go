package state

import (
	"memcity/city/scene"
	"memcity/city/trees"
)

// CompareWith splits the buildings by another recording, or by another GC point of it. It can be taken back with Undo.
type CompareWith struct{ To trees.Beside }

func (a CompareWith) step(s State) State {
	before := s.choices()
	a.To.At = max(a.To.At, 0)
	s.Beside = a.To
	s.Division, s.Cutouts = scene.ByBase, nil
	if a.To.Paths.Empty() {
		s.Division = scene.Undivided
	}
	return s.chose(before, "")
}

// KeepBeside gives a comparison back that is shown, as there is none of what was chosen. A change that is taken back by
// this leaves nothing to undo or redo.
type KeepBeside struct {
	To       trees.Beside
	Division scene.Division
}

func (a KeepBeside) step(s State) State {
	s.Beside, s.Division, s.drag = a.To, a.Division, ""
	s.undo = withoutLast(s.undo, s.choices())
	s.redo = withoutLast(s.redo, s.choices())
	return s
}

// Split returns what the plan is to be split by; the zero Beside for nothing.
func (s State) Split() trees.Beside {
	if s.Division != scene.ByBase {
		return trees.Beside{}
	}
	return s.Beside
}
