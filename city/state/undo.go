package state

import (
	"maps"
	"slices"

	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/whatif"
)

// choices contains the undoable choices: settings, window, marks, notes, comparison, removals, and the undoable state of each view. Maps
// are shared with the state, which never writes to them.
type choices struct {
	settings scene.Settings
	window   trees.Window
	span     window.Span
	chosen   trees.Window
	marks    map[string]scene.RGB
	notes    map[string]string
	division scene.Division
	baseline trees.Baseline
	removals []whatif.Removal
	rules    *budget.RulesFile
	views    view.States
	joint    int // the guide step that it belongs to; 0 for none
}

func (s State) choices() choices {
	return choices{s.Settings, s.Window, s.Span, s.Chosen, s.Marks, s.Notes, s.Division, s.Baseline, s.Removals, s.Rules, s.Views, 0}
}

func (c choices) same(o choices) bool {
	return c.window == o.window && c.span == o.span && c.chosen == o.chosen && c.division == o.division && c.baseline == o.baseline &&
		slices.EqualFunc(c.removals, o.removals, whatif.Removal.Same) && c.rules == o.rules && c.views.Undone(o.views) == c.views &&
		maps.Equal(c.marks, o.marks) && maps.Equal(c.notes, o.notes) && c.settings == o.settings
}

// with returns s with other choices. If the window changes, the current point moves into it.
func (s State) with(c choices) State {
	s.Settings, s.Marks, s.Notes = c.settings, c.marks, c.notes
	if c.window != s.Window {
		s = s.windowed(c.window)
	}
	s.Span, s.Chosen = c.span, c.chosen
	s.Division, s.Baseline, s.Removals = c.division, c.baseline, c.removals
	s.Rules = c.rules
	s.Views = s.Views.Undone(c.views)
	return s
}

// maxUndo is the maximum number of undoable changes.
const maxUndo = 100

// chose makes a change undoable by recording the choices before it. Consecutive changes with the same non-empty drag are one change.
func (s State) chose(before choices, drag string) State {
	if s.choices().same(before) {
		return s
	}
	if drag == "" || drag != s.drag {
		s.undo = append(slices.Clip(s.undo), before)
		if len(s.undo) > maxUndo {
			s.undo = s.undo[1:]
		}
	}
	s.redo, s.drag = nil, drag
	return s
}

// CanUndo reports whether there is a change to undo.
func (s State) CanUndo() bool { return len(s.undo) > 0 }

// CanRedo reports whether there is an undone change to redo.
func (s State) CanRedo() bool { return len(s.redo) > 0 }

// EndDrag ends a drag, so that later changes are undone separately.
type EndDrag struct{}

func (EndDrag) step(s State) State {
	s.drag = ""
	return s
}

// Undo reverts the last change of choices.
type Undo struct{}

func (Undo) step(s State) State {
	place, choice := s.lastJoints()
	return s.reversed(choice != 0 && place == choice, true, 0)
}

// Redo repeats an undone change.
type Redo struct{}

func (Redo) step(s State) State {
	return Undo{}.step(s.turned()).turned()
}

// Recall restores the saved window, marks, notes and removals of a recording. A nil window keeps the current one. Recall clears the undo
// history. The caller must not write to the maps afterwards.
type Recall struct {
	Window *trees.Window
	Begun  bool // true if the defaults were applied: the leak window, and grouping by type
	Marks  map[string]scene.RGB
	Notes  map[string]string
	// Removals are the removals of the what-if.
	Removals []whatif.Removal
}

func (a Recall) step(s State) State {
	if a.Window != nil {
		s = s.windowed(*a.Window)
	}
	s.Begun.Window, s.Begun.Types = a.Begun || a.Window != nil, a.Begun
	s.Marks, s.Notes = a.Marks, a.Notes
	if len(a.Removals) > 0 {
		s = Remove{a.Removals}.step(s)
	}
	s.undo, s.redo, s.drag = nil, nil, ""
	return s
}
