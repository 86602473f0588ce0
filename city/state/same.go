package state

import (
	"maps"

	"memcity/city/seq"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
)

// Same reports whether two states are equal in all that can be seen of them and all that can be done next. Histories and
// the steps of the guide are never written to and compare by identity, so states that came about in different ways may
// differ though they look alike. Cost is linear in what is selected, marked, noted and removed.
func (s *State) Same(o *State) bool {
	return s.samePlace(o) && s.sameViews(o) && s.sameCity(o) && s.sameHistory(o)
}

// samePlace compares where the user is in the recording, and what is selected.
func (s *State) samePlace(o *State) bool {
	return s.Points == o.Points && s.Point == o.Point && s.Window == o.Window && s.Span == o.Span &&
		s.Follow == o.Follow && s.Arrived == o.Arrived && s.Frozen == o.Frozen &&
		s.Playing == o.Playing && s.PlayedAt == o.PlayedAt &&
		s.Selection == o.Selection && seq.Same(s.More, o.More) && s.Hover == o.Hover && s.Isolated == o.Isolated &&
		maps.Equal(s.Marks, o.Marks) && maps.Equal(s.Notes, o.Notes)
}

// sameViews compares the view and the state of every view.
func (s *State) sameViews(o *State) bool {
	return s.View == o.View && s.Table.Same(&o.Table) && sameTrends(&s.Trends, &o.Trends) && s.Diffing == o.Diffing &&
		s.Structuring == o.Structuring && s.Churning.Same(&o.Churning) && sameTree(&s.Treeing, &o.Treeing) &&
		sameInspection(&s.Inspection, &o.Inspection) && sameExploration(&s.Exploration, &o.Exploration) &&
		sameGuiding(&s.Guiding, &o.Guiding)
}

// sameCity compares what the city is made of, and how it is looked at.
func (s *State) sameCity(o *State) bool {
	return s.Division == o.Division && s.Beside == o.Beside && seq.Same(s.Cutouts, o.Cutouts) && s.Rules == o.Rules &&
		s.Settings == o.Settings && s.Camera == o.Camera && s.Bounds == o.Bounds && s.plan == o.plan &&
		s.Aspect == o.Aspect && s.Frame == o.Frame && s.home == o.home && s.flight == o.flight
}

// sameHistory compares what Back, Forward, Undo and Redo lead to.
func (s *State) sameHistory(o *State) bool {
	return seq.Identical(s.back, o.back) && seq.Identical(s.forward, o.forward) &&
		seq.Identical(s.undo, o.undo) && seq.Identical(s.redo, o.redo) && s.joints == o.joints && s.drag == o.drag
}

func sameTrends(a, b *trends.State) bool {
	return a.Choice == b.Choice && a.Style == b.Style && a.NoRest == b.NoRest &&
		seq.Same(a.Levels, b.Levels) && seq.Same(a.Charts, b.Charts)
}

func sameTree(a, b *treemap.State) bool {
	return a.Kind == b.Kind && a.Order == b.Order && a.Scaled == b.Scaled && a.Growth == b.Growth && a.Beside == b.Beside &&
		seq.Same(a.Points, b.Points) && a.Root == b.Root
}

func sameInspection(a, b *inspect.State) bool {
	return a.By == b.By && seq.Same(a.Objects, b.Objects) && a.At == b.At
}

func sameExploration(a, b *graphs.State) bool {
	return seq.Same(a.Keys, b.Keys) && seq.Same(a.Objects, b.Objects) && seq.Same(a.Steps, b.Steps) && seq.Same(a.Undone, b.Undone)
}

func sameGuiding(a, b *Guiding) bool {
	return a.Finding == b.Finding && a.Stage == b.Stage && seq.Identical(a.Way, b.Way) && a.At == b.At && a.start == b.start
}
