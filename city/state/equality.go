package state

import (
	"maps"

	"memcity/city/seq"
)

// Same reports whether two states are equal in everything visible and in all possible next actions. Histories, guide steps and view states
// are read-only and compare by identity, so states with different histories may differ even if they look alike. The cost is linear in the
// selected, marked, noted and removed items.
func (s *State) Same(o *State) bool {
	return s.samePlace(o) && s.View == o.View && s.Views == o.Views && sameGuideState(&s.Guide, &o.Guide) && s.sameCity(o) && s.sameHistory(o)
}

// samePlace compares the position in the recording and the selection.
func (s *State) samePlace(o *State) bool {
	return s.Points == o.Points && s.Point == o.Point && s.Window == o.Window && s.Span == o.Span && s.Begun == o.Begun && s.Chosen == o.Chosen &&
		s.Judged == o.Judged &&
		s.Follow == o.Follow && s.Arrived == o.Arrived && s.Frozen == o.Frozen &&
		s.Playing == o.Playing && s.PlayedAt == o.PlayedAt &&
		s.Selection == o.Selection && seq.Same(s.More, o.More) && s.Hover == o.Hover && s.Isolated == o.Isolated &&
		maps.Equal(s.Marks, o.Marks) && maps.Equal(s.Notes, o.Notes)
}

// sameCity compares the content of the city and the camera.
func (s *State) sameCity(o *State) bool {
	return s.Division == o.Division && s.Baseline == o.Baseline && seq.Same(s.Removals, o.Removals) && s.Rules == o.Rules &&
		s.Settings == o.Settings && s.Draft == o.Draft && s.Camera == o.Camera && s.Bounds == o.Bounds && s.plan == o.plan &&
		s.Aspect == o.Aspect && s.Frame == o.Frame && s.Look == o.Look && s.home == o.home && s.flight == o.flight
}

// sameHistory compares the targets of Back, Forward, Undo and Redo.
func (s *State) sameHistory(o *State) bool {
	return seq.Identical(s.back, o.back) && seq.Identical(s.forward, o.forward) &&
		seq.Identical(s.undo, o.undo) && seq.Identical(s.redo, o.redo) && s.joints == o.joints && s.drag == o.drag
}

func sameGuideState(a, b *GuideState) bool {
	return a.Finding == b.Finding && a.Stage == b.Stage && seq.Identical(a.Stops, b.Stops) && a.At == b.At && a.start == b.start
}
