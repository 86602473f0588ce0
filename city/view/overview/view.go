package overview

import (
	"memcity/city/query"
	"memcity/city/view"
)

// View is the overview. It has no state of its own, because it chooses the shared window.
var View = view.New("overview", view.Traits[struct{}]{
	Shows:   view.Shows[struct{}]{Subject: view.HeapOverTime, Time: func(struct{}, int) bool { return true }},
	Needs:   view.NeedsEvents,
	Queries: func(seen *view.Seen, _ struct{}) []query.Query { return Queries(seen) },
})

// Queries returns the query for the overview of the open recording.
func Queries(seen *view.Seen) []query.Query {
	return []query.Query{Kind.Of(Query{Points: seen.Series.Len(), Limits: seen.Limits})}
}
