package state

import (
	"slices"

	"memcity/city/trees"
)

// SetDraft has the groups of another grouping be found, which leaves that of the city in force. The zero grouping ends that.
type SetDraft struct{ To trees.Grouping }

func (a SetDraft) step(s State) State {
	s.Draft = a.To
	return s
}

// KeepGrouping gives the settings the grouping of the city that is shown, as no city could be made of the one chosen. A change
// that is taken back by this leaves nothing to undo or redo.
type KeepGrouping struct{ To trees.Grouping }

func (a KeepGrouping) step(s State) State {
	s.Settings, s.drag = s.Settings.With(a.To), ""
	s.undo = withoutLast(s.undo, s.choices())
	s.redo = withoutLast(s.redo, s.choices())
	return s
}

// withoutLast leaves out the last of a history if it is what is in force.
func withoutLast(list []choices, now choices) []choices {
	if n := len(list); n > 0 && list[n-1].same(now) {
		return slices.Clip(list[:n-1])
	}
	return list
}

// Deselect takes groups out of the selection, such as those that another grouping does not have. It can be gone back
// from.
type Deselect struct{ Keys []string }

func (a Deselect) step(s State) State {
	before := s
	for _, key := range a.Keys {
		if s.IsSelected(key) {
			s = s.without(key)
		}
	}
	s.Isolated = s.Isolated && s.Selection != ""
	return s.came(before)
}
