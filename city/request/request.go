// Package request lists the queries for the current view: those that the view declares, and those of the city. The list depends only on the
// state and on available results.
package request

import (
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
	"memcity/city/view/drafts"
	"memcity/city/view/held"
	"memcity/city/view/whatif"
)

// Inputs contains the inputs of the queries.
type Inputs struct {
	State     *state.State
	Result    *exchange.Result
	Series    *trees.Series       // on display
	Point     int                 // of the series; -1 if there are no heap states
	Described int                 // number of times that structure descriptions were added
	Keys      *seq.Keeper[string] // of the queried groups
}

// Queries returns the queries of the view. Queries that are not needed may be zero.
func (a Inputs) Queries() (queries []query.Query) {
	s, seen := a.State, a.seen()
	if s.View.Needs() <= a.has() {
		queries = s.View.Queries(&seen, s.Views)
	}
	if a.Point < 0 {
		return queries
	}
	if !s.Draft.By.Empty() && a.has() >= view.NeedsObjects && !a.Result.Grouped {
		queries = append(queries, drafts.Kind.Of(drafts.Query{Heap: trees.HeapState{By: s.Draft, Point: seen.Heap.Point}}))
	}
	if s.View == state.CityView {
		queries = append(queries, a.cityQueries(seen.Heap)...)
	}
	return s.View.Kept(queries, &seen, s.Views)
}

// has returns the available data of the recording at the current GC point.
func (a *Inputs) has() view.Needs {
	switch {
	case a.Point < 0:
		return view.NeedsEvents
	case a.Result.Grouped:
		return view.NeedsStates
	}
	if _, counted := a.Series.Counted(a.Point); counted {
		return view.NeedsStates
	}
	return view.NeedsObjects
}

func (a *Inputs) seen() view.Seen {
	s := a.State
	seen := view.Seen{Series: a.Series, Point: a.Point, Heap: trees.HeapState{By: a.Result.Grouping}, Keys: a.Keys,
		Unit: s.Settings.Unit, Limits: s.Settings.Limits, Span: s.Span, Described: a.Described, Chosen: s, Results: &a.Result.Results}
	if a.Point >= 0 {
		seen.Heap.Point = a.Series.Source(a.Point)
		seen.From, seen.To, seen.Last = a.Series.Source(s.Window.From), a.Series.Source(s.Window.To), s.Window.To
	}
	return seen
}

// cityQueries returns the queries for the buildings of the city: removals, fates of objects, ages, and the collections that hold the
// objects.
func (a *Inputs) cityQueries(heap trees.HeapState) (queries []query.Query) {
	if q, ok := a.State.WhatIfQuery(heap); ok && !a.Result.Grouped {
		queries = append(queries, whatif.Kind.Of(q))
	}
	if q, ok := a.State.DiffQuery(a.Result.Grouping, a.Series); ok {
		queries = append(queries, diffs.Kind.Of(q))
	}
	if q, ok := a.State.AgesQuery(a.Result.Grouping, a.Series); ok && a.State.NoAges(a.Result.Catalog) == "" {
		queries = append(queries, ages.Kind.Of(q))
	}
	if q, ok := a.State.HeldQuery(a.Result.Grouping, a.Series); ok && a.State.NoUses(a.Result.Catalog) == "" {
		queries = append(queries, held.Kind.Of(q))
	}
	return queries
}
