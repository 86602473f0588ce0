package state

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/pins"
)

// PinsQuery returns the query for the findings that the city points at; ok is false while it shows none: other parts of its buildings are
// shown, its colours show something else, or its numbers are no counts of objects.
func (s *State) PinsQuery(by trees.Grouping, series *trees.Series) (q pins.Query, ok bool) {
	if s.Division != scene.Undivided || !s.Settings.Color.Finds() || by.Measure != trees.Shallow || s.Point >= series.Len() {
		return pins.Query{}, false
	}
	return pins.Query{Points: series.Len(), Window: s.GuideWindow(series), Finding: s.Guide.Finding, Heap: trees.HeapState{By: by, Point: series.Source(s.Point)}}, true
}

// NextPin pins the finding after the one that is shown, of those that the city points at.
type NextPin struct{ Pins *scene.Pins }

func (a NextPin) step(s State) State {
	if n := len(a.Pins.List); n > 1 {
		s = Explain{a.Pins.List[(a.Pins.Shown+1)%n].Finding}.step(s)
	}
	return s
}
