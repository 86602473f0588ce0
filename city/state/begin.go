package state

import (
	"memcity/analysis/window"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
)

// Begun records the defaults that no longer apply to a recording, because a view has applied them or the user has chosen. The defaults are
// the leak window and grouping by type.
type Begun struct {
	Window  bool            // true for the window
	Types   bool            // true for the grouping
	Instead seq.Seq[string] // the user's chain before a view grouped by type; empty if none did
}

// ByType returns the default chain of views for novices.
func ByType() seq.Seq[string] { return seq.Of("type") }

// PendingDefaults returns the defaults that b still requires: the leak window, grouping by type, or neither. If the user has chosen a chain other
// than the default one, grouping by type does not apply.
func (s State) PendingDefaults(b view.Beginning) (leak, types bool) {
	leak = b >= view.InLeak && !s.Begun.Window && s.Whole() && !s.Span.Any()
	types = b == view.InLeakByType && !s.Begun.Types && s.Settings.By == trees.DefaultChain() && s.Settings.Filters.Empty()
	return leak, types
}

// Begin applies a view's defaults, see [State.PendingDefaults]. They apply once. Undo reverts them in one step.
type Begin struct {
	At     view.Beginning
	Window trees.Window // the leak window; all GC points if there is none
	Span   window.Span
	Types  bool // true if heap states can be grouped by type
}

func (a Begin) step(s State) State {
	before := s.choices()
	leak, types := s.PendingDefaults(a.At)
	s.Begun.Window = s.Begun.Window || a.At >= view.InLeak
	if s.Begun.Types = s.Begun.Types || a.At == view.InLeakByType; types && a.Types {
		s.Begun.Instead, s.Settings.By = s.Settings.By, ByType()
	}
	if leak && a.Window != s.whole() {
		s = s.windowed(a.Window)
		s.Span = a.Span
	}
	return s.chose(before, "")
}

// ChosenChain returns the chain that the user has chosen, not the grouping that a view or a step of the guide applied.
func (s State) ChosenChain() seq.Seq[string] {
	by := s.Guide.chosen(s.Settings.By)
	if !s.Begun.Instead.Empty() && by == ByType() {
		return s.Begun.Instead
	}
	return by
}

// LeakWindow returns the leak window among the windows found in a recording, as GC points of the plan and as a time range. Without a leak
// window, it returns all GC points.
func (s State) LeakWindow(e *window.Evolution, found []window.Window, series *trees.Series) (trees.Window, window.Span) {
	w, from, to, ok := e.Growing(found)
	if !ok {
		return s.whole(), window.Span{}
	}
	return series.WindowOf(from, to), e.SpanOf(w)
}
