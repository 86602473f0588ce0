package state

import (
	"memcity/analysis/window"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
)

// Begun says what a recording has begun with, so that views do not begin in the leak window or by type any more: because one
// has done so, or because the user has chosen himself.
type Begun struct {
	Window  bool            // the window
	Types   bool            // what heap states are grouped by
	Instead seq.Seq[string] // chain that the user had before heap states were grouped by type for him; empty if he was not asked
}

// ByType is the chain that views for novices begin with.
func ByType() seq.Seq[string] { return seq.Of("type") }

// Begins returns what is still to begin with in what is opened as b says: the leak window, grouping by type, or neither. Types
// are nothing to begin with where the user has chosen another chain than the usual one.
func (s State) Begins(b view.Beginning) (leak, types bool) {
	leak = b >= view.InLeak && !s.Begun.Window && s.Whole() && !s.Span.Any()
	types = b == view.InLeakByType && !s.Begun.Types && s.Settings.By == trees.DefaultChain() && s.Settings.Filters.Empty()
	return leak, types
}

// Begin shows what a view begins with, which [State.Begins] says. It can be taken back with Undo, in one step, and comes once.
type Begin struct {
	At     view.Beginning
	Window trees.Window // the leak window; that of all GC points if none is known
	Span   window.Span
	Types  bool // heap states can be grouped by type
}

func (a Begin) step(s State) State {
	before := s.choices()
	leak, types := s.Begins(a.At)
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

// ChosenChain returns the chain that the user has chosen: not that by type which a view began with.
func (s State) ChosenChain() seq.Seq[string] {
	if !s.Begun.Instead.Empty() && s.Settings.By == ByType() {
		return s.Begun.Instead
	}
	return s.Settings.By
}

// LeakWindow returns the GC points of the plan and the stretch of time of the leak window, among the windows found in a recording;
// all GC points if there is none.
func (s State) LeakWindow(e *window.Evolution, found []window.Window, series *trees.Series) (trees.Window, window.Span) {
	w, from, to, ok := e.Growing(found)
	if !ok {
		return s.whole(), window.Span{}
	}
	return series.WindowOf(from, to), e.SpanOf(w)
}
