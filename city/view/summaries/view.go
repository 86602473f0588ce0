package summaries

import (
	"memcity/city/query"
	"memcity/city/view"
)

// State is what the summary shows.
type State struct {
	Points int // of the plan when the user requested a new look at a recording that grows; 0 for none
}

// View is the summary.
var View = view.New("summary", view.Traits[State]{
	Needs:   view.NeedsStates,
	Queries: queries,
	Kept:    kept,
})

// queries requests the summary of the last heap state. A recording that grows is looked at anew only on request.
func queries(seen *view.Seen, s State) []query.Query {
	if r := Kind.Result(seen.Results); r != nil && r.Query.Points >= s.Points {
		return []query.Query{Kind.Of(r.Query)}
	}
	return []query.Query{Kind.Of(Query{Points: seen.Series.Len()})}
}

// kept are the queries that are resolved, so that the results are there when the user comes back.
func kept(seen *view.Seen, _ State) []query.Query {
	if r := Kind.Result(seen.Results); r != nil && Kind.Whole(seen.Results) {
		return []query.Query{Kind.Of(r.Query)}
	}
	return nil
}
