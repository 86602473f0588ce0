package state

import (
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/rows"
)

// What is compared and counted can be taken back, what is open and sorted by stays.
func TestUndoOfChange(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	s = after(s, SetDiff{diffs.State{Probable: true}}, OpenRows{In: DiffView, Keys: []string{"a", "b"}}, Divide{scene.ByFate}, SetChurn{churns.State{Objects: true, Path: []string{"x"}}},
		OpenRows{In: ChurnView, Keys: []string{"y"}}, Undo{})
	if s.Churning.Objects || s.Division != scene.ByFate || !slices.Equal(s.Churning.Path, []string{"x"}) {
		t.Errorf("after one step back: %+v, %+v", s.Churning, s.Diffing)
	}
	s = after(s, Undo{}, Undo{})
	if s.Diffing.Probable || s.Division != scene.Undivided || !isOpen(s.Diffing.Open, "a") || !isOpen(s.Diffing.Open, "b") || !isOpen(s.Churning.Open, "y") || s.CanUndo() {
		t.Errorf("after all steps back: %+v, %+v", s.Churning, s.Diffing)
	}
	if s = after(s, Redo{}, OpenRows{In: DiffView, Keys: []string{"b"}, Close: true}); !s.Diffing.Probable || isOpen(s.Diffing.Open, "b") {
		t.Errorf("after one step forward: %+v", s.Diffing)
	}
}

// isOpen reports whether a group was opened.
func isOpen(o rows.Opened, key string) bool {
	open, _ := o.Has([]byte(key))
	return open
}
