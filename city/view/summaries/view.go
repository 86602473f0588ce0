package summaries

import (
	"memcity/city/query"
	"memcity/city/view"
)

// State is the state of the summary.
type State struct {
	Points int // points of the plan when the user requested an update of a growing recording; 0 for none
}

// View is the summary.
var View = view.New("summary", view.Traits[State]{
	Shows:   view.Shows[State]{Subject: view.LastState, Errors: true},
	Needs:   view.NeedsStates,
	Queries: queries,
	Kept:    kept,
})

// queries requests the summary of the last heap state. It updates that of a growing recording only on request.
func queries(seen *view.Seen, s State) []query.Query {
	if r := Kind.Result(seen.Results); r != nil && r.Query.Points >= s.Points {
		return []query.Query{Kind.Of(r.Query)}
	}
	return []query.Query{Kind.Of(Query{Points: seen.Series.Len()})}
}

// kept returns the resolved queries, so that their results are available when the user comes back.
func kept(seen *view.Seen, _ State) []query.Query {
	if r := Kind.Result(seen.Results); r != nil && Kind.Whole(seen.Results) {
		return []query.Query{Kind.Of(r.Query)}
	}
	return nil
}
