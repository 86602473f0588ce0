package state

import (
	"slices"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/whatif"
)

// Remove adds removals to the what-if, and makes the parts of the buildings show what that frees. Undo reverts it. Existing removals, and
// removals beyond [whatif.MaxRemovals], change nothing.
type Remove struct{ What []whatif.Removal }

func (a Remove) step(s State) State {
	before := s.choices()
	for _, c := range a.What {
		if !s.IsRemoved(c) && len(s.Removals) < whatif.MaxRemovals {
			s.Removals = append(slices.Clip(s.Removals), c)
		}
	}
	return s.cutDivided().chose(before, "")
}

// Restore cancels some removals, or all. Undo reverts it.
type Restore struct {
	What []whatif.Removal
	All  bool
}

func (a Restore) step(s State) State {
	before := s.choices()
	s.Removals = slices.DeleteFunc(slices.Clone(s.Removals), func(c whatif.Removal) bool { return a.All || slices.ContainsFunc(a.What, c.Same) })
	return s.cutDivided().chose(before, "")
}

// IsRemoved reports whether c is removed.
func (s State) IsRemoved(c whatif.Removal) bool { return slices.ContainsFunc(s.Removals, c.Same) }

// cutDivided makes the parts of the buildings show the what-if while there are removals.
func (s State) cutDivided() State {
	switch {
	case len(s.Removals) > 0:
		s.Division, s.Settings.SizeKind = scene.ByCut, trees.Shallow // freed amounts exist only for shallow sizes
	case s.Division == scene.ByCut:
		s.Division, s.Removals = scene.Undivided, nil
	}
	return s
}

// withGuideCut replaces the guide's removals.
func (s State) withGuideCut(cuts []whatif.Removal) State {
	s.Removals = slices.DeleteFunc(slices.Clone(s.Removals), func(c whatif.Removal) bool { return c.Kind == whatif.CutGuide })
	return Remove{cuts}.step(s.cutDivided())
}

// WhatIfQuery returns the query for the parts of the buildings; ok is false if nothing is removed.
func (s *State) WhatIfQuery(heap trees.HeapState) (q whatif.Query, ok bool) {
	return whatif.Query{Heap: heap, Removals: seq.Of(s.Removals...)}, len(s.Removals) > 0
}

// Divide selects the division that the parts of the buildings show. Divisions other than [scene.ByCut] cancel all removals, and ByCut needs
// one. Undo reverts it.
type Divide struct{ By scene.Division }

func (a Divide) step(s State) State {
	before := s.choices()
	if s.Division = a.By; a.By != scene.ByCut {
		s.Removals = nil
	}
	return s.cutDivided().chose(before, "")
}
