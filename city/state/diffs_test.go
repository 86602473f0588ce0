package state

import (
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/rows"
)

// Comparison and unit are undoable; expanded rows and order stay.
func TestUndoOfChange(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	s = after(s, SetView(diffs.View, diffs.State{Probable: true}), OpenRows{In: diffs.View.ID, Keys: []string{"a", "b"}},
		Divide{scene.ByFate}, SetView(churns.View, churns.State{Objects: true, Path: []string{"x"}}),
		OpenRows{In: churns.View.ID, Keys: []string{"y"}}, Undo{})
	if churns.View.Of(s.Views).Objects || s.Division != scene.ByFate || !slices.Equal(churns.View.Of(s.Views).Path, []string{"x"}) {
		t.Errorf("after one step back: %+v, %+v", churns.View.Of(s.Views), diffs.View.Of(s.Views))
	}
	s = after(s, Undo{}, Undo{})
	if diffs.View.Of(s.Views).Probable || s.Division != scene.Undivided || !isOpen(diffs.View.Of(s.Views).Open, "a") ||
		!isOpen(diffs.View.Of(s.Views).Open, "b") || !isOpen(churns.View.Of(s.Views).Open, "y") || s.CanUndo() {
		t.Errorf("after all steps back: %+v, %+v", churns.View.Of(s.Views), diffs.View.Of(s.Views))
	}
	if s = after(s, Redo{}, OpenRows{In: diffs.View.ID, Keys: []string{"b"}, Close: true}); !diffs.View.Of(s.Views).Probable ||
		isOpen(diffs.View.Of(s.Views).Open, "b") {
		t.Errorf("after one step forward: %+v", diffs.View.Of(s.Views))
	}
}

// isOpen reports whether a group was expanded.
func isOpen(o rows.Expansion, key string) bool {
	open, _ := o.Has([]byte(key))
	return open
}
