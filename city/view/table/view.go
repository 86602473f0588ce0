package table

import (
	"memcity/city/query"
	"memcity/city/view"
	"memcity/city/view/rows"
)

// View is the heap view.
var View = view.New("heap", view.Traits[State]{
	Shows: view.Shows[State]{Subject: view.GroupTable, Details: view.IfRoom},
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
	Remembers: []view.Value[State]{view.RememberAs("columns", func(s State) []string {
		return namesOf(s.Columns)
	}, func(s *State, names []string) (ok bool) {
		s.Columns, ok = columnsOf(names)
		return ok
	})},
})
