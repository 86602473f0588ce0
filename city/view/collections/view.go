package collections

import (
	"memcity/city/query"
	"memcity/city/view"
	"memcity/trace"
)

// View is the collections view.
var View = view.New("collections", view.Traits[State]{
	Shows:   view.Shows[State]{Errors: true},
	Needs:   view.NeedsEvents,
	Queries: queries,
	Kept:    kept,
	Returned: func(now, then State) State {
		now.Opened = then.Opened
		return now
	},
	Reopened: func(s State) State {
		return State{Threshold: s.Threshold, Order: s.Order, Gets: s.Gets}
	},
})

func queries(seen *view.Seen, s State) []query.Query {
	of := spanOf(seen)
	queries := []query.Query{Kind.Of(s.Query(of))}
	if s.Opened != 0 {
		queries = append(queries, DetailsKind.Of(DetailsQuery{Span: of, Collection: s.Opened, Gets: s.GetsOr()}))
	}
	return queries
}

// kept returns the query for the list if its result is complete, so that it is available when the user comes back.
func kept(seen *view.Seen, s State) []query.Query {
	q := s.Query(spanOf(seen))
	if Kind.For(seen.Results, q) == nil || !Kind.Whole(seen.Results) {
		return nil
	}
	return []query.Query{Kind.Of(q)}
}

// spanOf returns the time range of the window. A window that begins with the first GC point begins with the recording. With fewer than two
// GC points, the range is the chosen one, or else ends at that point.
func spanOf(seen *view.Seen) Span {
	points := seen.Series.Len()
	if points == 0 {
		return Whole
	}
	first, last := seen.Series.PointOf(seen.From), seen.Last
	if first == last && seen.Span.Any() {
		return Span{trace.Millis(seen.Span.Start.Milliseconds()), trace.Millis(seen.Span.End.Milliseconds())}
	}
	of := Span{To: seen.Series.Times[last]}
	if first > 0 && first < last {
		of.From = seen.Series.Times[first]
	}
	return of
}
