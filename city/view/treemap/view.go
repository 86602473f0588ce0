package treemap

import (
	"memcity/city/seq"
	"memcity/city/view"
)

// View is the tree view.
var View = view.New("tree", view.Traits[State]{
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
})

// Same reports whether t and o show the same.
func (t *State) Same(o *State) bool {
	return t.Kind == o.Kind && t.Order == o.Order && t.Scaled == o.Scaled && t.Growth == o.Growth && t.Together == o.Together &&
		seq.Same(t.Points, o.Points) && t.Root == o.Root
}
