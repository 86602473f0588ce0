package state_test

import (
	"reflect"
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
)

func TestKeepGroupingLeavesNothing(t *testing.T) {
	start := state.NewState(3, scene.DefaultSettings())
	shown := start.Settings.Grouping()
	tried := state.Step(start, state.Set{To: start.Settings.With(trees.Grouping{By: seq.Of("thread"), SizeKind: trees.Retained})})
	back := state.Step(tried, state.KeepGrouping{To: shown})
	if !reflect.DeepEqual(back.Settings, start.Settings) || back.CanUndo() || back.CanRedo() {
		t.Errorf("put back: %+v, undo %v, redo %v", back.Settings.Grouping(), back.CanUndo(), back.CanRedo())
	}
	// Undoing to a grouping that no longer exists removes the history entry as well.
	undone := state.Step(tried, state.Undo{})
	back = state.Step(undone, state.KeepGrouping{To: tried.Settings.Grouping()})
	if !reflect.DeepEqual(back.Settings, tried.Settings) || back.CanRedo() {
		t.Errorf("put back after undo: %+v, redo %v", back.Settings.Grouping(), back.CanRedo())
	}
	// Later changes of other settings stay.
	unit := tried.Settings
	unit.Unit = trees.Objects
	back = state.Step(state.Step(tried, state.Set{To: unit}), state.KeepGrouping{To: shown})
	if back.Settings.Unit != trees.Objects || back.Settings.Grouping() != shown || !back.CanUndo() {
		t.Errorf("with another change: %+v", back.Settings)
	}
}

func TestDeselect(t *testing.T) {
	s := state.NewState(1, scene.DefaultSettings())
	for _, key := range []string{"a", "b", "c"} {
		s = state.Step(s, state.Select{Key: key, Add: true})
	}
	s = state.Step(s, state.ToggleIsolate{})
	some := state.Step(s, state.Deselect{Keys: []string{"c", "a", "x"}})
	if !slices.Equal(some.Selected(), []string{"b"}) || !some.Isolated {
		t.Errorf("selected %v, isolated %v", some.Selected(), some.Isolated)
	}
	none := state.Step(s, state.Deselect{Keys: []string{"a", "b", "c"}})
	if none.Selected() != nil || none.Isolated {
		t.Errorf("selected %v, isolated %v", none.Selected(), none.Isolated)
	}
	if back := state.Step(none, state.Back{}); !slices.Equal(back.Selected(), []string{"a", "b", "c"}) {
		t.Errorf("gone back: %v", back.Selected())
	}
	if same := state.Step(some, state.Deselect{Keys: []string{"x"}}); same.CanGoBack() != some.CanGoBack() || same.Selection != "b" {
		t.Error("what is not selected is removed")
	}
}

func TestMeasureWords(t *testing.T) {
	for m, want := range map[trees.SizeKind]string{trees.Shallow: "bytes", trees.Deep: "deep bytes", trees.Retained: "retained bytes"} {
		if got := m.Of(trees.Bytes); got != want {
			t.Errorf("%s: %q, want %q", m, got, want)
		}
	}
}
