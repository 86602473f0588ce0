package state

import (
	"slices"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/whatif"
)

// TakeOut takes things out of the heap: the parts of the buildings then show what that frees. It can be taken back with
// Undo. What is out already, and more than [whatif.MaxRemovals], changes nothing.
type TakeOut struct{ What []whatif.Removal }

func (a TakeOut) step(s State) State {
	before := s.choices()
	for _, c := range a.What {
		if !s.IsOut(c) && len(s.Removals) < whatif.MaxRemovals {
			s.Removals = append(slices.Clip(s.Removals), c)
		}
	}
	return s.cutDivided().chose(before, "")
}

// PutBack puts back things that are removed, or all of them. It can be taken back with Undo.
type PutBack struct {
	What []whatif.Removal
	All  bool
}

func (a PutBack) step(s State) State {
	before := s.choices()
	s.Removals = slices.DeleteFunc(slices.Clone(s.Removals), func(c whatif.Removal) bool { return a.All || slices.ContainsFunc(a.What, c.Same) })
	return s.cutDivided().chose(before, "")
}

// IsOut reports whether something is removed.
func (s State) IsOut(c whatif.Removal) bool { return slices.ContainsFunc(s.Removals, c.Same) }

// cutDivided makes the parts of the buildings show what is removed as long as anything is.
func (s State) cutDivided() State {
	switch {
	case len(s.Removals) > 0:
		s.Division, s.Settings.Measure = scene.ByCut, trees.Shallow // what is freed is known of the objects themselves
	case s.Division == scene.ByCut:
		s.Division, s.Removals = scene.Undivided, nil
	}
	return s
}

// withGuideCut exchanges what the guide removed.
func (s State) withGuideCut(cuts []whatif.Removal) State {
	s.Removals = slices.DeleteFunc(slices.Clone(s.Removals), func(c whatif.Removal) bool { return c.Kind == whatif.CutGuide })
	return TakeOut{cuts}.step(s.cutDivided())
}

// WhatIfQuery returns what the parts of the buildings require; ok is false if nothing is removed.
func (s *State) WhatIfQuery(heap trees.HeapState) (q whatif.Query, ok bool) {
	return whatif.Query{Heap: heap, Removals: seq.Of(s.Removals...)}, len(s.Removals) > 0
}

// Divide chooses what the parts of the buildings show. Other parts than [scene.ByCut] put back all that is removed, and ByCut needs
// something that is. It can be taken back with Undo.
type Divide struct{ By scene.Division }

func (a Divide) step(s State) State {
	before := s.choices()
	if s.Division = a.By; a.By != scene.ByCut {
		s.Removals = nil
	}
	return s.cutDivided().chose(before, "")
}
