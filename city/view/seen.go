package view

import (
	"slices"

	"memcity/analysis/window"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Needs selects the data that a view requires of an input.
type Needs uint8

// Required data; each includes those before it.
const (
	NeedsEvents  Needs = iota // GC events, which every input has
	NeedsStates               // heap states
	NeedsObjects              // heap states with single objects
)

// Beginning selects the defaults of a view when it is first opened in a recording. The user's own choices take precedence.
type Beginning uint8

// Defaults of views.
const (
	Whole        Beginning = iota // the whole recording
	InLeak                        // the leak window, if there is one
	InLeakByType                  // the leak window, if there is one, and heap states grouped by type
)

// Defaults returns the defaults of the view.
func (v ID) Defaults() Beginning {
	if v.view == nil {
		return Whole
	}
	return v.view.begins
}

// Seen contains the shared view state that queries depend on. It is read-only.
type Seen struct {
	Series   *trees.Series
	Point    int             // current point of the series; -1 if there are no heap states
	Heap     trees.HeapState // current heap state of the recording
	From, To int             // GC points of the window, in the recording
	Last     int             // last point of the window, in the series
	Span     window.Span     // time range that the window was chosen for; none if GC points were chosen

	Keys      *seq.Keeper[string] // for queries about the selection
	Unit      trees.Unit
	Limits    window.Limits
	Described int // number of times that structure descriptions were added
	Chosen    Choices
	Results   *query.Results // available results
}

// Choices provides choices of the user that are expensive to compute.
type Choices interface {
	// Selected returns the keys of the selected groups, the latest at the end. The caller owns the slice.
	Selected() []string
	// GCsOf returns the numbers of the first and the last GC in the window. Source converts a GC point of the series to one of the
	// recording.
	GCsOf(e *window.Evolution, source func(point int) int) (from, to uint32)
}

// Present reports whether any of the given groups has objects at the current GC point.
func (s *Seen) Present(keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		node, ok := s.Series.Find(key)
		return ok && s.Series.Objects(s.Point, node) != 0
	})
}

// Needs returns the data that the view requires of the input.
func (v ID) Needs() Needs {
	if v.view == nil {
		return NeedsStates
	}
	return v.view.needs
}

// Queries returns the view's queries while it fills the window.
func (v ID) Queries(seen *Seen, states States) []query.Query {
	if v.view == nil || v.view.queries == nil {
		return nil
	}
	return v.view.queries(seen, states.of(v.view))
}

// Kept appends the queries of the other views whose results should stay available while this view fills the window.
func (v ID) Kept(queries []query.Query, seen *Seen, states States) []query.Query {
	for _, o := range declared {
		if o != v.view && o.kept != nil {
			queries = append(queries, o.kept(seen, states.of(o))...)
		}
	}
	return queries
}
