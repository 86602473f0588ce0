package state

import (
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/city/view/treemap"
)

// Drilling selects the group, and Back reverts it; drawing options are undoable.
func TestDrill(t *testing.T) {
	s := NewState(10, scene.DefaultSettings())
	s = Step(s, Drill{treemap.Root{Key: "Heap#a"}})
	if s.Selection != "Heap#a" || treemap.View.Of(s.Views).Root.Key != "Heap#a" {
		t.Fatalf("drilled to %+v with %q selected", treemap.View.Of(s.Views).Root, s.Selection)
	}
	s = Step(s, Drill{treemap.Root{Key: "Heap#a", Rest: 1}})
	if s.Selection != "Heap#a" || treemap.View.Of(s.Views).Root.Rest != 1 {
		t.Fatalf("drilled to %+v with %q selected", treemap.View.Of(s.Views).Root, s.Selection)
	}
	to := treemap.View.Of(s.Views)
	to.Kind, to.Scaled, to.Root = treemap.Icicle, true, treemap.Root{}
	s = Step(s, SetTreemap{to})
	if treemap.View.Of(s.Views).Kind != treemap.Icicle || treemap.View.Of(s.Views).Root.Rest != 1 {
		t.Fatalf("settings lead to %+v", treemap.View.Of(s.Views))
	}
	s = Step(s, Back{})
	if treemap.View.Of(s.Views).Root != (treemap.Root{Key: "Heap#a"}) || treemap.View.Of(s.Views).Kind != treemap.Icicle {
		t.Errorf("back leads to %+v", treemap.View.Of(s.Views))
	}
	if s = Step(s, Undo{}); treemap.View.Of(s.Views).Kind != treemap.Sunburst || treemap.View.Of(s.Views).Scaled ||
		treemap.View.Of(s.Views).Root.Key != "Heap#a" {
		t.Errorf("undo leads to %+v", treemap.View.Of(s.Views))
	}
	s = Step(Step(s, Back{}), Forward{})
	if treemap.View.Of(s.Views).Root.Key != "Heap#a" {
		t.Errorf("back and forward lead to %+v", treemap.View.Of(s.Views).Root)
	}
}

// At most six trees are side by side. A further tree replaces the one nearest to it.
func TestTreePoints(t *testing.T) {
	s := NewState(21, scene.DefaultSettings())
	check := func(after string, want ...int) {
		t.Helper()
		if got := s.ComparedPoints(); !slices.Equal(got, want) {
			t.Fatalf("after %s there are %v, want %v", after, got, want)
		}
	}
	check("opening", 0, 10, 20)
	for _, p := range []int{5, 3, 15} {
		s = Step(s, ToggleTreePoint{p})
	}
	check("choosing three", 0, 3, 5, 10, 15, 20)
	s = Step(s, ToggleTreePoint{16})
	check("one too many", 0, 3, 5, 10, 16, 20)
	s = Step(s, ToggleTreePoint{3})
	check("taking one away", 0, 5, 10, 16, 20)
	s = Step(Step(s, ToggleTreePoint{99}), ToggleTreePoint{-1})
	check("points that are not there", 0, 5, 10, 16, 20)
	s = Step(s, Undo{})
	check("undo", 0, 3, 5, 10, 16, 20)
	for _, p := range []int{0, 3, 5, 10, 16, 20} {
		s = Step(s, ToggleTreePoint{p})
	}
	check("taking all away", 20)
}
