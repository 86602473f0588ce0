package graphs

import (
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/view"
)

// View is the graph view. Objects have no identity over time.
var View = view.New("graph", view.Traits[State]{
	Shows: view.Shows[State]{Subject: view.RootPaths},
	Needs: view.NeedsObjects,
	Queries: func(seen *view.Seen, e State) []query.Query {
		if e = e.For(seen.Chosen.Selected()); len(e.Objects) == 0 && !seen.Present(e.Keys) {
			return nil
		}
		return []query.Query{Kind.Of(Query{Heap: seen.Heap, Walk: e.Walk()})}
	},
	Same: (*State).Same,
	Moved: func(e State) State {
		if len(e.Objects) > 0 {
			return State{}
		}
		return e
	},
})

// Same reports whether e and o show the same.
func (e *State) Same(o *State) bool {
	return seq.Same(e.Keys, o.Keys) && seq.Same(e.Objects, o.Objects) && seq.Same(e.Steps, o.Steps) && seq.Same(e.Undone, o.Undone)
}
