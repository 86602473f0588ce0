// Package request says what has to be known for what the user looks at: for each view the queries that it needs beside the plan.
// It is a function of the state and of what is known already, and has no state of its own.
package request

import (
	"slices"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
	"memcity/city/view/table"
	"memcity/city/view/trends"
	"memcity/city/view/whatif"
)

// Asking is what requests are made of.
type Asking struct {
	State     *state.State
	Result    *exchange.Result
	Series    *trees.Series       // shown
	Point     int                 // of the series; -1 if there are no heap states
	Described int                 // how often descriptions of data structures were added
	Keys      *seq.Keeper[string] // of the groups that are asked about
}

// Queries are what the view needs to know. Those that are not wanted may be zero.
func (a Asking) Queries() (queries []query.Query) {
	view := views[a.State.View]
	if view.events != nil {
		queries = append(queries, view.events(&a, a.Series)...)
	}
	if a.Point < 0 {
		return queries
	}
	if a.State.View != state.StructuresView {
		queries = append(queries, a.keptStructures(a.Series)...)
	}
	if view.heap != nil && !a.Result.Grouped {
		queries = append(queries, view.heap(&a, trees.HeapState{By: a.Result.Grouping, Point: a.Series.Source(a.Point)})...)
	}
	if view.change != nil {
		queries = append(queries, view.change(&a, a.Series)...)
	}
	return queries
}

// viewQuery is what a view wants to know. Nil functions want nothing.
type viewQuery struct {
	heap   func(a *Asking, heap trees.HeapState) []query.Query // of the GC point shown, where there are single objects
	change func(a *Asking, series *trees.Series) []query.Query // of the window
	events func(a *Asking, series *trees.Series) []query.Query // of GCs, for which no heap states are needed
}

var views = map[state.View]viewQuery{
	state.CityView:       {heap: (*Asking).whatIfQuery, change: (*Asking).cityQueries},
	state.HeapView:       {heap: (*Asking).sizesQuery},
	state.GroupView:      {heap: (*Asking).groupQueries},
	state.GraphView:      {heap: (*Asking).graphQuery},
	state.TrendsView:     {change: (*Asking).trendsQuery},
	state.DiffView:       {change: (*Asking).diffQuery},
	state.StructuresView: {change: (*Asking).structuresQueries},
	state.OverviewView:   {events: (*Asking).overviewQuery},
	state.ChurnView:      {events: (*Asking).churnQueries},
}

// window returns the first and the last GC point of the window, of the recording.
func (a *Asking) window(series *trees.Series) (from, to int) {
	return series.Source(a.State.Window.From), series.Source(a.State.Window.To)
}

func (a *Asking) whatIfQuery(heap trees.HeapState) []query.Query {
	if q, ok := a.State.WhatIfQuery(heap); ok {
		return []query.Query{whatif.Kind.Of(q)}
	}
	return nil
}

func (a *Asking) cityQueries(series *trees.Series) (queries []query.Query) {
	if q, ok := a.State.DiffQuery(a.Result.Grouping, series); ok {
		queries = append(queries, diffs.Kind.Of(q))
	}
	if q, ok := a.State.AgesQuery(a.Result.Grouping, series); ok && a.State.NoAges(a.Result.Catalog) == "" {
		queries = append(queries, ages.Kind.Of(q))
	}
	return queries
}

func (a *Asking) sizesQuery(heap trees.HeapState) []query.Query {
	if !a.State.Table.NeedsSizes() {
		return nil
	}
	return []query.Query{table.SizesKind.Of(table.SizesQuery{Heap: heap})}
}

func (a *Asking) groupQueries(heap trees.HeapState) (queries []query.Query) {
	s := a.State
	if a.present(s.Selected()) {
		queries = append(queries, inspect.Kind.Of(inspect.Query{Heap: heap, Keys: a.Keys.Of(s.Selected()), By: s.Inspection.By}))
	}
	if object, ok := s.Inspection.Object(); ok {
		queries = append(queries, inspect.ObjectKind.Of(inspect.ObjectQuery{Heap: heap, Object: object}))
	}
	return queries
}

func (a *Asking) graphQuery(heap trees.HeapState) []query.Query {
	e := a.State.Explored()
	if len(e.Objects) == 0 && !a.present(e.Keys) {
		return nil
	}
	return []query.Query{graphs.Kind.Of(graphs.Query{Heap: heap, Walk: e.Walk()})}
}

func (a *Asking) trendsQuery(series *trees.Series) []query.Query {
	s := a.State
	from, to := a.window(series)
	return []query.Query{trends.Kind.Of(s.Trends.Query(a.Result.Grouping, s.Settings.Metric == trees.Bytes, from, to))}
}

func (a *Asking) diffQuery(series *trees.Series) []query.Query {
	from, to := a.window(series)
	if q, ok := a.State.Diffing.Query(a.Result.Grouping, from, to); ok {
		return []query.Query{diffs.Kind.Of(q)}
	}
	return nil
}

func (a *Asking) overviewQuery(series *trees.Series) []query.Query {
	return []query.Query{overview.Kind.Of(overview.Query{Points: series.Len(), Limits: a.State.Settings.Limits})}
}

func (a *Asking) churnQueries(series *trees.Series) []query.Query {
	s, queries := a.State, a.overviewQuery(series)
	if known := overview.Kind.Result(&a.Result.Results); known != nil {
		first, last := s.GCsOf(known.Evolution, series.Source)
		queries = append(queries, churns.Kind.Of(churns.Query{From: first, To: last, Bytes: !s.Churning.Objects}))
	}
	return queries
}

func (a *Asking) structuresQueries(series *trees.Series) []query.Query {
	if a.Result.Grouped || !series.HasPointers(a.State.Window.To) {
		return nil
	}
	q := a.structuresQuery(series)
	return append(a.heldQuery(q), structures.Kind.Of(q))
}

func (a *Asking) structuresQuery(series *trees.Series) structures.Query {
	q := a.State.Structuring.Query(a.window(series))
	q.Library = a.Described
	return q
}

// keptStructures are the queries of the structures view that are resolved, so that the results are there when the user comes back.
func (a *Asking) keptStructures(series *trees.Series) (queries []query.Query) {
	results, q := &a.Result.Results, a.structuresQuery(series)
	if known := structures.Kind.For(results, q); known == nil || !structures.Kind.Whole(results) {
		return nil
	}
	return []query.Query{structures.Kind.Of(q), a.Result.Results.Request.Of(structures.HeldKind.Any())}
}

// heldQuery asks who holds the data structure that the view speaks of, once it is known which one that is.
func (a *Asking) heldQuery(of structures.Query) []query.Query {
	known, t := structures.Kind.For(&a.Result.Results, of), &a.State.Structuring
	if known == nil || !known.Whole && !t.Chosen.Any {
		return nil
	}
	object, ok := t.ChosenObject(known)
	if !ok {
		return nil
	}
	return []query.Query{structures.HeldKind.Of(structures.HeldQuery{Point: of.To, Object: object})}
}

// present reports whether any of some groups has objects at the GC point shown.
func (a *Asking) present(keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		node, ok := a.Series.Find(key)
		return ok && a.Series.Objects(a.Point, node) != 0
	})
}
