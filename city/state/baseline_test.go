package state

import (
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
)

func TestCompareWith(t *testing.T) {
	state := NewState(3, scene.DefaultSettings())
	if b := state.Split(); !b.Paths.Empty() {
		t.Errorf("a new view is split by %+v", b)
	}
	base := trees.Baseline{Paths: seq.Of("a", "b"), At: 2}
	one := Step(state, CompareWith{base})
	if one.Split() != base || one.Division != scene.ByBaseline {
		t.Errorf("split by %+v", one.Split())
	}
	whole := Step(one, Divide{})
	if !whole.Split().Paths.Empty() || Step(whole, Divide{scene.ByBaseline}).Split() != base {
		t.Error("the base is forgotten while the buildings are whole")
	}
	undone := Step(one, Undo{})
	if undone.Division != scene.Undivided || !undone.Baseline.Paths.Empty() || Step(undone, Redo{}).Split() != base {
		t.Errorf("undone: %+v", undone.Baseline)
	}
	other := Step(one, CompareWith{trees.Baseline{Paths: seq.Of("c"), At: -3}})
	if other.Baseline.At != 0 {
		t.Errorf("GC point %d", other.Baseline.At)
	}
	back := Step(other, KeepBaseline{To: base, Division: scene.ByBaseline})
	if back.Split() != base || Step(back, Undo{}).Division != scene.Undivided {
		t.Errorf("put back: %+v", back.Baseline)
	}
}
