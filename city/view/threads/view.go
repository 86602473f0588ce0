package threads

import (
	"memcity/city/query"
	"memcity/city/view"
	"memcity/city/view/rows"
)

// View is the threads view.
var View = view.New("threads", view.Traits[State]{
	Shows: view.Shows[State]{Errors: true},
	Needs: view.NeedsObjects,
	Queries: func(seen *view.Seen, _ State) []query.Query {
		return []query.Query{Kind.Of(Query{Point: seen.Series.Source(seen.Point)})}
	},
	Reopened: func(s State) State {
		s.Open = rows.Expansion{}
		return s
	},
	Moved: func(s State) State {
		s.Open = rows.Expansion{}
		return s
	},
	Rows: func(s *State) *rows.Expansion { return &s.Open },
})
