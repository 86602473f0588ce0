package inspect

import (
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/view"
)

// View is the group view. Objects have no identity over time. A walk starts from the selection.
var View = view.New("group", view.Traits[State]{
	Shows:      view.Shows[State]{Subject: view.GroupContents, Details: view.Never},
	Needs:      view.NeedsObjects,
	Queries:    queries,
	Same:       (*State).Same,
	Moved:      State.Left,
	Reselected: State.reselected,
})

// Same reports whether i and o show the same.
func (i *State) Same(o *State) bool {
	return i.By == o.By && i.Order == o.Order && i.Find == o.Find && seq.Same(i.Objects, o.Objects) && i.At == o.At
}

// Left returns i without the objects of the walk.
func (i State) Left() State {
	i.Objects, i.At = nil, 0
	return i
}

// reselected returns i for another selection: without the objects of the walk and without the text to find.
func (i State) reselected() State {
	i.Find = ""
	return i.Left()
}

func queries(seen *view.Seen, i State) (queries []query.Query) {
	if keys := seen.Chosen.Selected(); seen.Present(keys) {
		queries = append(queries, Kind.Of(Query{Heap: seen.Heap, Keys: seen.Keys.Of(keys), By: i.By}))
		if i.Order != Spread || i.Find != "" {
			queries = append(queries, ListKind.Of(ListQuery{Heap: seen.Heap, Keys: seen.Keys.Of(keys), Order: i.Order, Find: i.Find}))
		}
	}
	if object, ok := i.Object(); ok {
		queries = append(queries, ObjectKind.Of(ObjectQuery{Heap: seen.Heap, Object: object}))
	}
	return queries
}
