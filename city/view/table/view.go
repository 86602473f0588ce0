package table

import (
	"memcity/city/query"
	"memcity/city/view"
	"memcity/city/view/rows"
)

// View is the heap view.
var View = view.New("heap", view.Traits[State]{
	Needs: view.NeedsObjects,
	Queries: func(seen *view.Seen, t State) []query.Query {
		if !t.NeedsSizes() {
			return nil
		}
		return []query.Query{SizesKind.Of(SizesQuery{Heap: seen.Heap})}
	},
	Same:     (*State).Same,
	Reopened: func(s State) State { return State{Columns: s.Columns} },
	Rows:     func(s *State) *rows.Expansion { return &s.Open },
})
