package state

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/pins"
)

// PinsQuery returns the query for the findings in the city. ok is false if the city shows no findings: its building parts or colors show
// something else, or its values are not object counts.
func (s *State) PinsQuery(by trees.Grouping, series *trees.Series) (q pins.Query, ok bool) {
	if s.Division != scene.Undivided || !s.Settings.Color.Finds() || by.SizeKind != trees.Shallow || s.Point >= series.Len() {
		return pins.Query{}, false
	}
	return pins.Query{Points: series.Len(), Window: s.GuideWindow(series), Finding: s.Guide.Finding, Heap: trees.HeapState{By: by, Point: series.Source(s.Point)}}, true
}

// NextPin selects the next finding that is pinned in the city.
type NextPin struct{ Pins *scene.Pins }

func (a NextPin) step(s State) State {
	if n := len(a.Pins.List); n > 1 {
		s = Explain{a.Pins.List[(a.Pins.Shown+1)%n].Finding}.step(s)
	}
	return s
}
