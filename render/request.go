package render

import (
	"memcity/city/query"
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

// request asks the session for what is to be known beside the plan, if it is something else than what was requested last.
func (a *App) request() {
	next := query.NewRequest(a.queries()...)
	if next == a.requested {
		return
	}
	a.requested = next
	a.worker.Request(next)
	a.dismissedErr = false
}

// queries are what is to be known now.
func (a *App) queries() []query.Query {
	if a.events != nil && a.opening == a.result.Opening {
		queries := []query.Query{a.guideQuery(), a.budgetQuery(0)}
		if ask := viewQueries[a.state.View]; ask.events != nil {
			queries = append(queries, ask.events(a, a.events.Series)...)
		}
		return queries
	}
	if a.city == nil || a.opening != a.result.Opening || a.growing {
		return nil
	}
	series := a.city.Plan.Series
	queries := []query.Query{a.guideQuery(), a.budgetQuery(series.Len())}
	if a.state.View != state.StructuresView {
		queries = append(queries, a.keptStructures(series)...)
	}
	ask := viewQueries[a.state.View]
	if ask.heap != nil && !a.result.Grouped {
		queries = append(queries, ask.heap(a, trees.HeapState{By: a.result.Grouping, Point: series.Source(a.city.Point)})...)
	}
	if ask.change != nil {
		queries = append(queries, ask.change(a, series)...)
	}
	if ask.events != nil {
		queries = append(queries, ask.events(a, series)...)
	}
	return queries
}

// viewQuery is what a view wants to know. Nil functions want nothing.
type viewQuery struct {
	heap   func(a *App, heap trees.HeapState) []query.Query // of the GC point shown, where there are single objects
	change func(a *App, series *trees.Series) []query.Query // of the window
	events func(a *App, series *trees.Series) []query.Query // of GCs, for which no heap states are needed
}

var viewQueries = map[state.View]viewQuery{
	state.CityView:       {heap: (*App).whatIfQuery, change: (*App).cityQueries},
	state.HeapView:       {heap: (*App).sizesQuery},
	state.GroupView:      {heap: (*App).groupQueries},
	state.GraphView:      {heap: (*App).graphQuery},
	state.TrendsView:     {change: (*App).trendsQuery},
	state.DiffView:       {change: (*App).diffQuery},
	state.StructuresView: {change: (*App).structuresQueries},
	state.OverviewView:   {events: (*App).overviewQuery},
	state.ChurnView:      {events: (*App).churnQueries},
}

// window returns the first and the last GC point of the window, of the recording.
func (a *App) window(series *trees.Series) (from, to int) {
	return series.Source(a.state.Window.From), series.Source(a.state.Window.To)
}

func (a *App) whatIfQuery(heap trees.HeapState) []query.Query {
	if q, ok := a.state.WhatIfQuery(heap); ok {
		return []query.Query{whatif.Kind.Of(q)}
	}
	return nil
}

func (a *App) cityQueries(series *trees.Series) (queries []query.Query) {
	if q, ok := a.state.DiffQuery(a.result.Grouping, series); ok {
		queries = append(queries, diffs.Kind.Of(q))
	}
	if q, ok := a.state.AgesQuery(a.result.Grouping, series); ok && a.state.NoAges(a.result.Catalog) == "" {
		queries = append(queries, ages.Kind.Of(q))
	}
	return queries
}

func (a *App) sizesQuery(heap trees.HeapState) []query.Query {
	if !a.state.Table.NeedsSizes() {
		return nil
	}
	return []query.Query{table.SizesKind.Of(table.SizesQuery{Heap: heap})}
}

func (a *App) groupQueries(heap trees.HeapState) (queries []query.Query) {
	s := &a.state
	if len(a.present(s.Selected())) > 0 {
		queries = append(queries, inspect.Kind.Of(inspect.Query{Heap: heap, Keys: a.askedKeys.Of(s.Selected()), By: s.Inspection.By}))
	}
	if object, ok := s.Inspection.Object(); ok {
		queries = append(queries, inspect.ObjectKind.Of(inspect.ObjectQuery{Heap: heap, Object: object}))
	}
	return queries
}

func (a *App) graphQuery(heap trees.HeapState) []query.Query {
	e := a.state.Explored()
	if len(e.Objects) == 0 && len(a.present(e.Keys)) == 0 {
		return nil
	}
	return []query.Query{graphs.Kind.Of(graphs.Query{Heap: heap, Walk: e.Walk()})}
}

func (a *App) trendsQuery(series *trees.Series) []query.Query {
	s := &a.state
	from, to := a.window(series)
	return []query.Query{trends.Kind.Of(s.Trends.Query(a.result.Grouping, s.Settings.Metric == trees.Bytes, from, to))}
}

func (a *App) diffQuery(series *trees.Series) []query.Query {
	from, to := a.window(series)
	if q, ok := a.state.Diffing.Query(a.result.Grouping, from, to); ok {
		return []query.Query{diffs.Kind.Of(q)}
	}
	return nil
}

func (a *App) overviewQuery(series *trees.Series) []query.Query {
	return []query.Query{overview.Kind.Of(overview.Query{Points: series.Len(), Limits: a.state.Settings.Limits})}
}

func (a *App) churnQueries(series *trees.Series) []query.Query {
	s, queries := &a.state, a.overviewQuery(series)
	if known := overview.Kind.Result(&a.result.Results); known != nil {
		first, last := s.GCsOf(known.Evolution, series.Source)
		queries = append(queries, churns.Kind.Of(churns.Query{From: first, To: last, Bytes: !s.Churning.Objects}))
	}
	return queries
}

func (a *App) structuresQueries(series *trees.Series) []query.Query {
	if a.result.Grouped || !series.HasPointers(a.state.Window.To) {
		return nil
	}
	q := a.structuresQuery(series)
	return append(a.heldQuery(q), structures.Kind.Of(q))
}

func (a *App) structuresQuery(series *trees.Series) structures.Query {
	q := a.state.Structuring.Query(a.window(series))
	q.Library = a.described
	return q
}

// keptStructures are the queries of the structures view that are resolved, so that the results are there when the user comes back.
func (a *App) keptStructures(series *trees.Series) (queries []query.Query) {
	results, q := &a.result.Results, a.structuresQuery(series)
	if known := structures.Kind.For(results, q); known == nil || !structures.Kind.Whole(results) {
		return nil
	}
	return []query.Query{structures.Kind.Of(q), a.requested.Of(structures.HeldKind.Any())}
}

// heldQuery asks who holds the data structure that the view speaks of, once it is known which one that is.
func (a *App) heldQuery(of structures.Query) []query.Query {
	known, t := structures.Kind.For(&a.result.Results, of), &a.state.Structuring
	if known == nil || !known.Whole && !t.Chosen.Any {
		return nil
	}
	object, ok := t.ChosenObject(known)
	if !ok {
		return nil
	}
	return []query.Query{structures.HeldKind.Of(structures.HeldQuery{Point: of.To, Object: object})}
}

// present returns those of some groups that have objects at the GC point shown.
func (a *App) present(keys []string) (present []string) {
	s := a.city.Plan.Series
	for _, key := range keys {
		if node, ok := s.Find(key); ok && s.Objects(a.city.Point, node) != 0 {
			present = append(present, key)
		}
	}
	return present
}

// showView changes what fills the window.
func (a *App) showView(v state.View) {
	if a.city != nil || a.events != nil {
		a.do(state.Show{View: v})
	}
}
