package session

import (
	"context"

	"memcity/city/budget"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/resolve/objects"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/churns"
	"memcity/city/view/collections"
	"memcity/city/view/diffs"
	"memcity/city/view/drafts"
	"memcity/city/view/graphs"
	"memcity/city/view/guides"
	"memcity/city/view/held"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/pins"
	"memcity/city/view/structures"
	"memcity/city/view/summaries"
	"memcity/city/view/table"
	"memcity/city/view/threads"
	"memcity/city/view/trends"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// rows resolve queries, one row per kind. Queries are resolved sequentially in this order. Those that a user waits for come first.
var rows = []*row{
	handle(inspect.ObjectKind, objects.Object),
	handleParts(drafts.Kind, ownParts((*recording.Recording).Draft)),
	handle(guides.SamplesKind, guided.Samples),
	handle(graphs.Kind, own((*recording.Recording).GraphPicture)),
	handleParts(inspect.Kind, objects.Group),
	handle(inspect.ListKind, objects.Listed),
	overGrown(handle(whatif.Kind, guided.WhatIf), (*whatif.Result).Over, func(q whatif.Query) trees.Grouping { return q.Heap.By }),
	overGrown(handleParts(table.SizesKind, ownParts((*recording.Recording).GroupSizes)), (*trees.Sizes).Over,
		func(q table.SizesQuery) trees.Grouping { return q.Heap.By }),
	handle(overview.Kind, history.Overview),
	handle(trends.Kind, history.Trends),
	handle(diffs.Kind, history.DiffReport),
	handle(ages.Kind, own((*recording.Recording).Ages)),
	handle(held.Kind, own((*recording.Recording).Held)),
	handle(collections.DetailsKind, history.CollectionDetails),
	handleParts(collections.Kind, history.Collections),
	handle(structures.HeldKind, guided.HeldBy),
	handleParts(structures.Kind, guided.Structures),
	handle(churns.Kind, history.ChurnReport),
	handle(threads.Kind, objects.ThreadsReport),
	handle(guides.Kind, guided.Report),
	handleParts(summaries.Kind, guided.Summary),
	unasked(overGrown(handle(pins.Kind, guided.Pins), (*pins.Report).Over, func(q pins.Query) trees.Grouping { return q.Heap.By })),
	covering(handleParts(budget.Kind, guided.Budgets), budget.Query.Covers),
}

// A row resolves the queries of one kind.
type row struct {
	kind query.Any
	// resolve returns the result of a query. It may show partial results first.
	resolve func(ctx context.Context, o *recording.Recording, q query.Query, progress trace.Progress, show func(part any)) (any, error)
	// covers reports whether the result for one query is worth showing for another, and whether it is complete for it.
	covers func(known, wanted query.Query) (shown, all bool)
	// grown adapts a result to the series of a plan of the same recording, which may have grown; nil for kinds whose results fit any
	// series.
	grown func(q query.Query, result any, of trees.Grouping, series *trees.Series) any
	// unasked is true for rows that the user did not request. They are resolved only if no other query waits.
	unasked bool
}

// unasked makes a row yield to others.
func unasked(r *row) *row {
	r.unasked = true
	return r
}

// handle returns the row of a kind whose results are shown only when complete.
func handle[Q comparable, R any](kind query.Kind[Q, R],
	resolve func(context.Context, *recording.Recording, Q, trace.Progress) (R, error)) *row {
	return handleParts(kind, func(ctx context.Context, o *recording.Recording, q Q, progress trace.Progress, _ func(R)) (R, error) {
		return resolve(ctx, o, q, progress)
	})
}

// handleParts returns the row of a kind with partial results, which are passed to show.
func handleParts[Q comparable, R any](kind query.Kind[Q, R],
	resolve func(context.Context, *recording.Recording, Q, trace.Progress, func(R)) (R, error)) *row {
	return &row{
		kind: kind.Any(),
		resolve: func(ctx context.Context, o *recording.Recording, q query.Query, progress trace.Progress, show func(any)) (any, error) {
			value, _ := kind.Is(q)
			return resolve(ctx, o, value, progress, func(part R) { show(part) })
		},
		covers: func(known, wanted query.Query) (shown, all bool) { return known == wanted, known == wanted },
	}
}

// own returns a method of a recording as a function for [handle].
func own[Q, R any](method func(*recording.Recording, context.Context, Q, trace.Progress) (R, error)) func(context.Context,
	*recording.Recording, Q, trace.Progress) (R, error) {
	return func(ctx context.Context, o *recording.Recording, q Q, progress trace.Progress) (R, error) {
		return method(o, ctx, q, progress)
	}
}

// ownParts returns a method of a recording as a function for [handleParts].
func ownParts[Q, R any](method func(*recording.Recording, context.Context, Q, trace.Progress, func(R)) (R, error)) func(context.Context,
	*recording.Recording, Q, trace.Progress, func(R)) (R, error) {
	return func(ctx context.Context, o *recording.Recording, q Q, progress trace.Progress, show func(R)) (R, error) {
		return method(o, ctx, q, progress, show)
	}
}

// covering makes a row keep results for other queries that they cover.
func covering[Q comparable](r *row, covers func(known, wanted Q) (shown, all bool)) *row {
	r.covers = func(known, wanted query.Query) (shown, all bool) {
		a, has := query.Value[Q](known)
		b, wants := query.Value[Q](wanted)
		if !has || !wants {
			return known == wanted, known == wanted
		}
		return covers(a, b)
	}
	return r
}

// overGrown makes a row adapt its results to the plan's series if both have the same grouping.
func overGrown[Q comparable, R any](r *row, over func(R, *trees.Series) R, grouping func(Q) trees.Grouping) *row {
	r.grown = func(q query.Query, result any, of trees.Grouping, series *trees.Series) any {
		if value, ok := query.Value[Q](q); ok && grouping(value) == of {
			return over(result.(R), series)
		}
		return result
	}
	return r
}
