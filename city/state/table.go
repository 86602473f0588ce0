package state

import (
	"slices"

	"memcity/city/view/table"
)

// OpenRows opens or closes groups of the table that a view has.
type OpenRows struct {
	In    View
	Keys  []string
	Close bool
}

func (a OpenRows) step(s State) State {
	s.Views = s.Views.Opened(a.In, a.Keys, !a.Close)
	return s
}

// SelectRows selects some groups and no others, in the order of selecting; no keys select nothing. Walk says that keys moved
// the selection there: going back skips the groups that such moves led over.
type SelectRows struct {
	Keys []string // never written to
	Walk bool
}

func (a SelectRows) step(s State) State {
	before := s
	walked := table.View.Of(s.Views).Walked
	s = s.walked("")
	n := len(a.Keys)
	if n == 0 {
		s.Selection, s.More, s.Isolated = "", nil, false
		return s.came(before)
	}
	s.Selection, s.More = a.Keys[n-1], slices.Clone(a.Keys[:n-1])
	if !a.Walk {
		return s.came(before)
	}
	s = s.walked(s.Selection)
	if before.Selection != "" && before.Selection == walked {
		return s
	}
	return s.came(before)
}

// walked returns s after keys moved the selection to a group, or something else did if the key is empty.
func (s State) walked(key string) State {
	table.View.Change(&s.Views, func(t *table.State) { t.Walked = key })
	return s
}
