package overview

import (
	"memcity/city/query"
	"memcity/city/view"
)

// View is the overview, which has no state of its own: it chooses the window.
var View = view.New("overview", view.Traits[struct{}]{
	Needs:   view.NeedsEvents,
	Queries: func(seen *view.Seen, _ struct{}) []query.Query { return Queries(seen) },
})

// Queries returns the query for the overview of the recording shown.
func Queries(seen *view.Seen) []query.Query {
	return []query.Query{Kind.Of(Query{Points: seen.Series.Len(), Limits: seen.Limits})}
}
