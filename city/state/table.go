package state

import (
	"maps"
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
		s.Table.Open = opened(s.Table.Open, a)
	case DiffView:
		s.Diffing.Open = opened(s.Diffing.Open, a)
	case ChurnView:
		s.Churning.Open = opened(s.Churning.Open, a)
	}
	return s
}

// opened returns which groups are open once some were opened or closed.
func opened(open map[string]bool, a OpenRows) map[string]bool {
	open = maps.Clone(open)
	if open == nil {
		open = map[string]bool{}
	}
	for _, key := range a.Keys {
		open[key] = !a.Close
	}
	return open
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
