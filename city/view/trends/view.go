package trends

import (
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
)

// View is the trends view.
var View = view.New("trends", view.Traits[State]{
	Needs:    view.NeedsStates,
	Defaults: view.InLeakByType,
	Queries: func(seen *view.Seen, t State) []query.Query {
		return []query.Query{Kind.Of(t.Query(seen.Heap.By, seen.Unit == trees.Bytes, seen.From, seen.To))}
	},
	Same:     (*State).Same,
	Undone:   func(now, then State) State { return then.At(now.Levels) },
	Returned: func(now, then State) State { return now.At(then.Levels) },
	Reopened: func(s State) State { return State{Style: s.Style, NoRest: s.NoRest} },
	Remembers: []view.Value[State]{
		view.RememberAs("trends.style", func(s State) string { return s.Style.String() }, func(s *State, name string) bool {
			style, err := ParseStyle(name)
			s.Style = style
			return err == nil
		}),
		view.RememberAs("trends.other", func(s State) bool { return !s.NoRest }, func(s *State, other bool) bool {
			s.NoRest = !other
			return true
		}),
	},
})

// Same reports whether t and o show the same.
func (t *State) Same(o *State) bool {
	return t.Choice == o.Choice && t.Style == o.Style && t.NoRest == o.NoRest && seq.Same(t.Levels, o.Levels) && seq.Same(t.Charts, o.Charts)
}
