package view

import (
	"slices"

	"memcity/analysis/window"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Needs says what an input must have for a view to have something to show.
type Needs uint8

// What views need, each with what comes before it.
const (
	NeedsEvents  Needs = iota // GC events, which every input has
	NeedsStates               // heap states
	NeedsObjects              // single objects in them
)

// Beginning says what a view shows when it is opened for the first time in a recording, unless the user has chosen that himself.
type Beginning uint8

// How views begin.
const (
	Whole        Beginning = iota // over the whole recording
	InLeak                        // in the leak window, if one is known
	InLeakByType                  // likewise, with heap states grouped by type
)

// Begins returns how the view begins.
func (v ID) Begins() Beginning {
	if v.view == nil {
		return Whole
	}
	return v.view.begins
}

// Seen is what the user sees in addition to the state of a view, as far as queries depend on it. All of it is read-only.
type Seen struct {
	Series   *trees.Series
	Point    int             // shown, of the series; -1 if there are no heap states
	Heap     trees.HeapState // the same of the recording
	From, To int             // GC points of the window, of the recording
	Last     int             // the last one, of the series
	Span     window.Span     // the stretch of time that the window was chosen for; none if GC points were chosen

	Keys      *seq.Keeper[string] // for queries about the selection
	Unit      trees.Metric
	Limits    window.Limits
	Described int // how often descriptions of data structures were added
	Chosen    Chosen
	Results   *query.Results // what is known already
}

// Chosen is what the user chose that takes work to find out.
type Chosen interface {
	// Selected returns the keys of the groups selected, the last one at the end, in a slice of the caller's own.
	Selected() []string
	// GCsOf returns the numbers of the first and the last GC in the window. Source says which GC point of the recording a GC point of
	// the series is.
	GCsOf(e *window.Evolution, source func(point int) int) (from, to uint32)
}

// Present reports whether any of some groups has objects at the GC point shown.
func (s *Seen) Present(keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		node, ok := s.Series.Find(key)
		return ok && s.Series.Objects(s.Point, node) != 0
	})
}

// Needs returns what the view needs of the input.
func (v ID) Needs() Needs {
	if v.view == nil {
		return NeedsStates
	}
	return v.view.needs
}

// Queries returns what the view needs to know while it fills the window.
func (v ID) Queries(seen *Seen, states States) []query.Query {
	if v.view == nil || v.view.queries == nil {
		return nil
	}
	return v.view.queries(seen, states.of(v.view))
}

// Kept appends what the other views know and want to stay known while this one fills the window.
func (v ID) Kept(queries []query.Query, seen *Seen, states States) []query.Query {
	for _, o := range declared {
		if o != v.view && o.kept != nil {
			queries = append(queries, o.kept(seen, states.of(o))...)
		}
	}
	return queries
}
