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

// choices are what the user made of the view and can take back: settings, window, marks, notes, what is compared and removed,
// and what each view says of its state. Maps are shared with the state, which never writes to them.
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
	joint    int // the step of the guide that it belongs to; 0 for none
}

func (s State) choices() choices {
	return choices{s.Settings, s.Window, s.Span, s.Chosen, s.Marks, s.Notes, s.Division, s.Baseline, s.Removals, s.Rules, s.Views, 0}
}

func (c choices) same(o choices) bool {
	return c.window == o.window && c.span == o.span && c.chosen == o.chosen && c.division == o.division && c.baseline == o.baseline &&
		slices.EqualFunc(c.removals, o.removals, whatif.Removal.Same) && c.rules == o.rules && c.views.Undone(o.views) == c.views &&
		maps.Equal(c.marks, o.marks) && maps.Equal(c.notes, o.notes) && c.settings == o.settings
}

// with returns s with other choices. The shown point moves into a window that is another than before.
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

// maxUndo bounds the changes that can be taken back.
const maxUndo = 100

// chose notes what the choices were before a change, so that it can be taken back; changes with the same non-empty drag in
// a row are one.
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

// CanUndo reports whether a change of settings, window, marks or notes can be taken back.
func (s State) CanUndo() bool { return len(s.undo) > 0 }

// CanRedo reports whether a change that was taken back can be made again.
func (s State) CanRedo() bool { return len(s.redo) > 0 }

// EndDrag says that a drag is over: later changes are taken back by themselves.
type EndDrag struct{}

func (EndDrag) step(s State) State {
	s.drag = ""
	return s
}

// Undo takes back the last change of settings, window, marks or notes.
type Undo struct{}

func (Undo) step(s State) State {
	place, choice := s.lastJoints()
	return s.reversed(choice != 0 && place == choice, true, 0)
}

// Redo makes an undone change again.
type Redo struct{}

func (Redo) step(s State) State {
	return Undo{}.step(s.turned()).turned()
}

// Recall shows a recording as it was left: with its window, nil for the one there is, its marks and its notes. There is
// nothing to take back afterwards. The maps must not be written to any more.
type Recall struct {
	Window *trees.Window
	Begun  bool // with the leak window, and by type
	Marks  map[string]scene.RGB
	Notes  map[string]string
	// Removals are what is removed from the heap.
	Removals []whatif.Removal
}

func (a Recall) step(s State) State {
	if a.Window != nil {
		s = s.windowed(*a.Window)
	}
	s.Begun.Window, s.Begun.Types = a.Begun || a.Window != nil, a.Begun
	s.Marks, s.Notes = a.Marks, a.Notes
	if len(a.Removals) > 0 {
		s = TakeOut{a.Removals}.step(s)
	}
	s.undo, s.redo, s.drag = nil, nil, ""
	return s
}
