package diffs

import (
	"memcity/city/query"
	"memcity/city/view"
	"memcity/city/view/rows"
)

// View is the diff view.
var View = view.New("diff", view.Traits[State]{
	Shows:    view.Shows[State]{Errors: true},
	Needs:    view.NeedsStates,
	Defaults: view.InLeakByType,
	Queries: func(seen *view.Seen, d State) []query.Query {
		if q, ok := d.Query(seen.Heap.By, seen.From, seen.To); ok {
			return []query.Query{Kind.Of(q)}
		}
		return nil
	},
	Undone: func(now, then State) State {
		now.Probable, now.Through, now.Vanished = then.Probable, then.Through, then.Vanished
		return now
	},
	Reopened: func(s State) State {
		s.Open = rows.Expansion{}
		return s
	},
	Rows: func(s *State) *rows.Expansion { return &s.Open },
})
