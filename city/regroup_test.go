package city_test

import (
	"reflect"
	"slices"
	"testing"

	"memcity/city"
)

func TestKeepGroupingLeavesNothing(t *testing.T) {
	start := city.NewState(3, city.DefaultSettings())
	shown := start.Settings.Grouping()
	tried := city.Step(start, city.Set{To: start.Settings.With(city.Grouping{By: []string{"thread"}, Measure: city.Retained})})
	back := city.Step(tried, city.KeepGrouping{To: shown})
	if !reflect.DeepEqual(back.Settings, start.Settings) || back.CanUndo() || back.CanRedo() {
		t.Errorf("put back: %+v, undo %v, redo %v", back.Settings.Grouping(), back.CanUndo(), back.CanRedo())
	}
	// Undoing into a grouping that there is none of any more takes the way back as well.
	undone := city.Step(tried, city.Undo{})
	back = city.Step(undone, city.KeepGrouping{To: tried.Settings.Grouping()})
	if !reflect.DeepEqual(back.Settings, tried.Settings) || back.CanRedo() {
		t.Errorf("put back after undo: %+v, redo %v", back.Settings.Grouping(), back.CanRedo())
	}
	// Other settings that were changed since stay.
	metric := tried.Settings
	metric.Metric = city.Bytes
	back = city.Step(city.Step(tried, city.Set{To: metric}), city.KeepGrouping{To: shown})
	if back.Settings.Metric != city.Bytes || !back.Settings.Grouping().Same(shown) || !back.CanUndo() {
		t.Errorf("with another change: %+v", back.Settings)
	}
}

func TestDeselect(t *testing.T) {
	s := city.NewState(1, city.DefaultSettings())
	for _, key := range []string{"a", "b", "c"} {
		s = city.Step(s, city.Select{Key: key, Add: true})
	}
	s = city.Step(s, city.ToggleIsolate{})
	some := city.Step(s, city.Deselect{Keys: []string{"c", "a", "x"}})
	if !slices.Equal(some.Selected(), []string{"b"}) || !some.Isolated {
		t.Errorf("selected %v, isolated %v", some.Selected(), some.Isolated)
	}
	none := city.Step(s, city.Deselect{Keys: []string{"a", "b", "c"}})
	if none.Selected() != nil || none.Isolated {
		t.Errorf("selected %v, isolated %v", none.Selected(), none.Isolated)
	}
	if back := city.Step(none, city.Back{}); !slices.Equal(back.Selected(), []string{"a", "b", "c"}) {
		t.Errorf("gone back: %v", back.Selected())
	}
	if same := city.Step(some, city.Deselect{Keys: []string{"x"}}); same.CanGoBack() != some.CanGoBack() || same.Selection != "b" {
		t.Error("what is not selected is taken out")
	}
}

func TestMeasureWords(t *testing.T) {
	for m, want := range map[city.Measure]string{city.Shallow: "bytes", city.Deep: "deep bytes", city.Retained: "retained bytes"} {
		if got := m.Of(city.Bytes); got != want {
			t.Errorf("%s: %q, want %q", m, got, want)
		}
	}
}
