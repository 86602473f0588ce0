package state

import (
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/collections"
	"memcity/city/view/diffs"
	"memcity/city/view/held"
)

// NoObjectsForAges is the reason that recordings of ready-made memory trees have no ages.
const NoObjectsForAges = "needs single objects, which ready-made memory trees do not have"

// AgesQuery returns the query for the storeys of the buildings. ok is false if they show none. Deep and retained sizes have none, because
// only their sums are available.
func (s *State) AgesQuery(by trees.Grouping, series *trees.Series) (q ages.Query, ok bool) {
	if s.Division != scene.ByAge || s.Settings.SizeKind != trees.Shallow || s.Point >= series.Len() {
		return q, false
	}
	return ages.Query{By: by, Point: series.Source(s.Point), Probable: diffs.View.Of(s.Views).Probable}, true
}

// NoAges returns the reason that a recording has no ages; empty if it has. The catalog is nil for ready-made memory trees.
func (s *State) NoAges(catalog *trees.Catalog) string {
	switch {
	case catalog == nil:
		return NoObjectsForAges
	case catalog.NoAges != "":
		return catalog.NoAges
	case s.Settings.SizeKind != trees.Shallow:
		return "ages are not available for " + s.Settings.SizeKind.String() + " sizes"
	}
	return ""
}

// NoObjectsForUses is the reason that recordings of ready-made memory trees have no staleness.
const NoObjectsForUses = "needs the use of collections, which ready-made memory trees do not have"

// HeldQuery returns the query for colors by staleness, in the window up to the current GC point, with the threshold of the collections
// view. ok is false if colors show something else.
func (s *State) HeldQuery(by trees.Grouping, series *trees.Series) (q held.Query, ok bool) {
	if s.Division != scene.ByUse || s.Settings.SizeKind != trees.Shallow || s.Point >= series.Len() {
		return q, false
	}
	q = held.Query{By: by, Point: series.Source(s.Point), From: -1, Threshold: collections.View.Of(s.Views).Threshold.Value()}
	if from := s.Window.From; from > 0 && from < s.Point {
		q.From = series.Source(from)
	}
	return q, true
}

// NoUses returns the reason that a recording has no staleness; empty if it has. The catalog is nil for ready-made memory trees.
func (s *State) NoUses(catalog *trees.Catalog) string {
	switch {
	case catalog == nil:
		return NoObjectsForUses
	case catalog.NoUses != "":
		return catalog.NoUses
	case s.Settings.SizeKind != trees.Shallow:
		return "staleness is not available for " + s.Settings.SizeKind.String() + " sizes"
	}
	return ""
}

// Comparing returns the GC points of the plan that the city compares: the start of the window and the current point, as for colors and
// signs. So moving through time shows births and deaths; at the start, all objects have survived. ok is false if nothing is compared, or if
// the current point is before the start.
func (s *State) Comparing() (from, to int, ok bool) {
	return s.Window.From, s.Point, s.Division == scene.ByFate && s.Window.From <= s.Point
}

// DiffQuery returns the query for the parts of the buildings. ok is false if they can show only counts, because objects are followed by
// shallow size only.
func (s *State) DiffQuery(by trees.Grouping, series *trees.Series) (q diffs.Query, ok bool) {
	from, to, ok := s.Comparing()
	if !ok || s.Settings.SizeKind != trees.Shallow || to >= series.Len() {
		return q, false
	}
	return diffs.View.Of(s.Views).Query(by, series.Source(from), series.Source(to))
}
