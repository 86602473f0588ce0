package state

import (
	"slices"

	"memcity/city/view/table"
)

// SetTable changes the table.
type SetTable struct{ Table table.State }

func (a SetTable) step(s State) State {
	s.Table = a.Table
	return s
}

// OpenRows opens or closes groups of a table.
type OpenRows struct {
	In    View // HeapView, DiffView or ChurnView
	Keys  []string
	Close bool
}

func (a OpenRows) step(s State) State {
	switch a.In {
	case HeapView:
		s.Table.Open = s.Table.Open.With(a.Keys, !a.Close)
	case DiffView:
		s.Diffing.Open = s.Diffing.Open.With(a.Keys, !a.Close)
	case ChurnView:
		s.Churning.Open = s.Churning.Open.With(a.Keys, !a.Close)
	}
	return s
}

// SelectRows selects some groups and no others, in the order of selecting; no keys select nothing. Walk tells that keys
// moved the selection there: going back skips the groups that such moves led over.
type SelectRows struct {
	Keys []string // never written to
	Walk bool
}

func (a SelectRows) step(s State) State {
	before := s
	s.Table.Walked = ""
	n := len(a.Keys)
	if n == 0 {
		s.Selection, s.More, s.Isolated = "", nil, false
		return s.came(before)
	}
	s.Selection, s.More = a.Keys[n-1], slices.Clone(a.Keys[:n-1])
	if !a.Walk {
		return s.came(before)
	}
	s.Table.Walked = s.Selection
	if before.Selection != "" && before.Selection == before.Table.Walked {
		return s
	}
	return s.came(before)
}
