package state

import (
	"slices"

	"memcity/city/trees"
)

// SetDraft requests the groups of another grouping without applying it to the city. The zero grouping cancels that.
type SetDraft struct{ To trees.Grouping }

func (a SetDraft) step(s State) State {
	s.Draft = a.To
	return s
}

// KeepGrouping restores the grouping of the city on display, because the chosen one failed. A change that this reverts leaves nothing to
// undo or redo.
type KeepGrouping struct{ To trees.Grouping }

func (a KeepGrouping) step(s State) State {
	s.Settings, s.drag = s.Settings.With(a.To), ""
	s.undo = withoutLast(s.undo, s.choices())
	s.redo = withoutLast(s.redo, s.choices())
	return s
}

// withoutLast removes the last entry of a history if it equals the current choices.
func withoutLast(list []choices, now choices) []choices {
	if n := len(list); n > 0 && list[n-1].same(now) {
		return slices.Clip(list[:n-1])
	}
	return list
}

// Deselect removes groups from the selection, such as groups that a new grouping does not have. Back reverts it.
type Deselect struct{ Keys []string }

func (a Deselect) step(s State) State {
	before := s
	for _, key := range a.Keys {
		if s.IsSelected(key) {
			s = s.without(key)
		}
	}
	s.Isolated = s.Isolated && s.Selection != ""
	return s.withHistory(before)
}
