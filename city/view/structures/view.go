package structures

import (
	"memcity/city/query"
	"memcity/city/view"
)

// View is the structures view.
var View = view.New("structures", view.Traits[State]{
	Needs:    view.NeedsObjects,
	Defaults: view.InLeak,
	Queries:  queries,
	Kept:     kept,
	Reopened: func(s State) State {
		s.Chosen, s.Page = Head{}, GrowingStructures
		return s
	},
	Remembers: []view.Value[State]{
		view.Remember("structures.objects", func(s *State) *bool { return &s.Objects }, nil),
		view.Remember("structures.contained", func(s *State) *bool { return &s.Contained }, nil),
		view.Remember("structures.strong", func(s *State) *float64 { return &s.Strong }, func(percent float64) bool {
			return percent >= 0 && percent <= 100
		}),
	},
})

func queries(seen *view.Seen, t State) []query.Query {
	if !seen.Series.HasPointers(seen.Last) {
		return nil
	}
	q := t.query(seen)
	return append(t.heldQuery(seen.Results, q), Kind.Of(q))
}

func (t State) query(seen *view.Seen) Query {
	q := t.Query(seen.From, seen.To)
	q.Library = seen.Described
	return q
}

// kept returns the resolved queries, so that their results are available when the user comes back.
func kept(seen *view.Seen, t State) []query.Query {
	q := t.query(seen)
	if Kind.For(seen.Results, q) == nil || !Kind.Whole(seen.Results) {
		return nil
	}
	return []query.Query{Kind.Of(q), seen.Results.Request.Of(HeldKind.Any())}
}

// heldQuery requests the holders of the view's current data structure, once that is determined.
func (t State) heldQuery(results *query.Results, of Query) []query.Query {
	known := Kind.For(results, of)
	if known == nil || !known.Whole && !t.Chosen.Any {
		return nil
	}
	object, ok := t.ChosenObject(known)
	if !ok {
		return nil
	}
	return []query.Query{HeldKind.Of(HeldQuery{Point: of.To, Object: object})}
}
