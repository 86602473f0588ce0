package state

import (
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
)

func TestCompareWith(t *testing.T) {
	state := NewState(3, scene.DefaultSettings())
	if b := state.Split(); len(b.Paths) != 0 {
		t.Errorf("a new view is split by %+v", b)
	}
	base := trees.Beside{Paths: []string{"a", "b"}, At: 2}
	one := Step(state, CompareWith{base})
	if !one.Split().Same(base) || one.Division != scene.ByBase {
		t.Errorf("split by %+v", one.Split())
	}
	whole := Step(one, Divide{})
	if len(whole.Split().Paths) != 0 || !Step(whole, Divide{scene.ByBase}).Split().Same(base) {
		t.Error("the base is forgotten while the buildings are whole")
	}
	undone := Step(one, Undo{})
	if undone.Division != scene.Undivided || len(undone.Beside.Paths) != 0 || !Step(undone, Redo{}).Split().Same(base) {
		t.Errorf("undone: %+v", undone.Beside)
	}
	other := Step(one, CompareWith{trees.Beside{Paths: []string{"c"}, At: -3}})
	if other.Beside.At != 0 {
		t.Errorf("GC point %d", other.Beside.At)
	}
	back := Step(other, KeepBeside{To: base, Division: scene.ByBase})
	if !back.Split().Same(base) || Step(back, Undo{}).Division != scene.Undivided {
		t.Errorf("put back: %+v", back.Beside)
	}
}
