package state

import (
	"slices"

	"memcity/city/view/table"
)

// OpenRows expands or collapses groups in the table of a view.
type OpenRows struct {
	In    View
	Keys  []string
	Close bool
}

func (a OpenRows) step(s State) State {
	s.Views = s.Views.Opened(a.In, a.Keys, !a.Close)
	return s
}

// SelectRows selects the given groups and no others, in selection order. No keys select nothing. Walk is true if keys moved the selection.
// Back skips groups that such moves passed.
type SelectRows struct {
	Keys []string // read-only
	Walk bool
}

func (a SelectRows) step(s State) State {
	before := s
	walked := table.View.Of(s.Views).Walked
	s = s.walked("")
	n := len(a.Keys)
	if n == 0 {
		s.Selection, s.More, s.Isolated = "", nil, false
		return s.withHistory(before)
	}
	s.Selection, s.More = a.Keys[n-1], slices.Clone(a.Keys[:n-1])
	if !a.Walk {
		return s.withHistory(before)
	}
	s = s.walked(s.Selection)
	if before.Selection != "" && before.Selection == walked {
		return s
	}
	return s.withHistory(before)
}

// walked records the group that keys moved the selection to; empty if something else moved it.
func (s State) walked(key string) State {
	table.View.Change(&s.Views, func(t *table.State) { t.Walked = key })
	return s
}
