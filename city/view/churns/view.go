package churns

import (
	"memcity/city/query"
	"memcity/city/view"
	"memcity/city/view/overview"
	"memcity/city/view/rows"
)

// View is the churn view.
var View = view.New("churn", view.Traits[State]{
	Shows:   view.Shows[State]{Errors: true},
	Needs:   view.NeedsEvents,
	Queries: queries,
	Same:    (*State).Same,
	Undone: func(now, then State) State {
		now.Objects = then.Objects
		return now
	},
	Reopened: func(s State) State {
		s.Open, s.Path = rows.Expansion{}, nil
		return s
	},
	Rows: func(s *State) *rows.Expansion { return &s.Open },
})

// queries requests the churn once the GCs of the window are available.
func queries(seen *view.Seen, s State) []query.Query {
	queries := overview.Queries(seen)
	if known := overview.Kind.Result(seen.Results); known != nil {
		first, last := seen.Chosen.GCsOf(known.Evolution, seen.Series.Source)
		queries = append(queries, Kind.Of(Query{From: first, To: last, Bytes: !s.Objects}))
	}
	return queries
}
