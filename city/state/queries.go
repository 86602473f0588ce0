package state

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/collections"
	"memcity/city/view/diffs"
	"memcity/city/view/held"
)

// NoObjectsForAges says why recordings of ready-made memory trees have no ages.
const NoObjectsForAges = "needs single objects, which ready-made memory trees do not have"

// AgesQuery returns what the storeys of the buildings require; ok is false if there are none, as sizes are deep or retained, of which
// nothing is known but their sums.
func (s *State) AgesQuery(by trees.Grouping, series *trees.Series) (q ages.Query, ok bool) {
	if s.Division != scene.ByAge || s.Settings.Measure != trees.Shallow || s.Point >= series.Len() {
		return q, false
	}
	return ages.Query{By: by, Point: series.Source(s.Point), Probable: diffs.View.Of(s.Views).Probable}, true
}

// NoAges reports why no ages can be shown of a recording with a catalog, which is nil for one of ready-made memory trees; empty
// if they can.
func (s *State) NoAges(catalog *trees.Catalog) string {
	switch {
	case catalog == nil:
		return NoObjectsForAges
	case catalog.NoAges != "":
		return catalog.NoAges
	case s.Settings.Measure != trees.Shallow:
		return "no ages are known for " + s.Settings.Measure.String() + " sizes"
	}
	return ""
}

// NoObjectsForUses says why recordings of ready-made memory trees have no staleness.
const NoObjectsForUses = "needs what the program did with its collections, which ready-made memory trees do not have"

// HeldQuery returns what colours by staleness require, with the threshold of the collections view, in the window up to the GC point
// shown; ok is false if they show something else.
func (s *State) HeldQuery(by trees.Grouping, series *trees.Series) (q held.Query, ok bool) {
	if s.Division != scene.ByUse || s.Settings.Measure != trees.Shallow || s.Point >= series.Len() {
		return q, false
	}
	q = held.Query{By: by, Point: series.Source(s.Point), From: -1, Threshold: collections.View.Of(s.Views).Threshold.Value()}
	if from := s.Window.From; from > 0 && from < s.Point {
		q.From = series.Source(from)
	}
	return q, true
}

// NoUses reports why no staleness can be shown of a recording with a catalog, which is nil for one of ready-made memory trees; empty
// if it can.
func (s *State) NoUses(catalog *trees.Catalog) string {
	switch {
	case catalog == nil:
		return NoObjectsForUses
	case catalog.NoUses != "":
		return catalog.NoUses
	case s.Settings.Measure != trees.Shallow:
		return "no staleness is known for " + s.Settings.Measure.String() + " sizes"
	}
	return ""
}

// Comparing returns the GC points of the plan that the city compares: the start of the window with the point shown, as
// colours and signs do. Going through time then shows what is born and dies on the way; at the start all is permanent. ok is
// false if nothing is to be compared, or the point shown is before the start.
func (s *State) Comparing() (from, to int, ok bool) {
	return s.Window.From, s.Point, s.Division == scene.ByFate && s.Window.From <= s.Point
}

// DiffQuery returns what the parts of the buildings require; ok is false if counts are all that they can show, as objects are
// followed by their own sizes only.
func (s *State) DiffQuery(by trees.Grouping, series *trees.Series) (q diffs.Query, ok bool) {
	from, to, ok := s.Comparing()
	if !ok || s.Settings.Measure != trees.Shallow || to >= series.Len() {
		return q, false
	}
	return diffs.View.Of(s.Views).Query(by, series.Source(from), series.Source(to))
}
