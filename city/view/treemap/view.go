package treemap

import (
	"memcity/city/seq"
	"memcity/city/view"
)

// View is the tree view.
var View = view.New("tree", view.Traits[State]{
	Shows: view.Shows[State]{Time: func(s State, points int) bool { return s.Together && points > 1 }},
	Needs: view.NeedsStates,
	Same:  (*State).Same,
	Undone: func(now, then State) State {
		then.Root = now.Root
		return then
	},
	Returned: func(now, then State) State {
		now.Root = then.Root
		return now
	},
	Reopened: func(s State) State {
		s.Root, s.Points = Root{}, nil
		return s
	},
	Remembers: []view.Value[State]{
		view.RememberAs("trees.kind", func(s State) string { return s.Kind.String() }, func(s *State, name string) bool {
			kind, err := ParseKind(name)
			s.Kind = kind
			return err == nil
		}),
		view.RememberAs("trees.order", func(s State) string { return s.Order.String() }, (*State).setOrder),
		view.Remember("trees.scaled", func(s *State) *bool { return &s.Scaled }, nil),
		view.Remember("trees.growth", func(s *State) *bool { return &s.Growth }, nil),
		view.Remember("trees.beside", func(s *State) *bool { return &s.Together }, nil),
	},
})

// setOrder sets the order of siblings by its name, and reports whether the name is valid.
func (t *State) setOrder(name string) bool {
	for _, o := range Orders() {
		if o.String() == name {
			t.Order = o
			return true
		}
	}
	return false
}

// Same reports whether t and o show the same.
func (t *State) Same(o *State) bool {
	return t.Kind == o.Kind && t.Order == o.Order && t.Scaled == o.Scaled && t.Growth == o.Growth && t.Together == o.Together &&
		seq.Same(t.Points, o.Points) && t.Root == o.Root
}
