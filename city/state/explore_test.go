package state

import (
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
)

func TestWalk(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	for _, o := range []uint32{7, 8, 8, 9} {
		s = Step(s, WalkTo{o})
	}
	s = Step(s, WalkBy{-1})
	if o, ok := inspect.View.Of(s.Views).Object(); !ok || o != 8 {
		t.Errorf("one back: object %d, %v", o, ok)
	}
	if s = Step(s, WalkTo{5}); !slices.Equal(inspect.View.Of(s.Views).Objects, []uint32{7, 8, 5}) {
		t.Errorf("on from there: %v", inspect.View.Of(s.Views).Objects)
	}
	if s = Step(s, WalkBy{-9}); inspect.View.Of(s.Views).At != 0 {
		t.Errorf("back beyond the start: %d", inspect.View.Of(s.Views).At)
	}
	for i := range uint32(300) {
		s = Step(s, WalkTo{100 + i})
	}
	if len(inspect.View.Of(s.Views).Objects) != maxWalk {
		t.Errorf("%d objects are kept", len(inspect.View.Of(s.Views).Objects))
	}
	same := Step(s, GoTo{2})
	if _, ok := inspect.View.Of(same.Views).Object(); !ok {
		t.Error("going to the same GC point ends the walk")
	}
	if _, ok := inspect.View.Of(Step(s, GoTo{0}).Views).Object(); ok {
		t.Error("the walk goes on at another GC point")
	}
	if _, ok := inspect.View.Of(Step(s, EndWalk{}).Views).Object(); ok {
		t.Error("the walk does not end")
	}
}

func TestExplore(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	if s = Step(s, Explore{graphs.Step{Kind: graphs.ExpandIn, Node: "a"}}); len(s.Explored().Steps) != 0 {
		t.Error("a step without a selection")
	}
	s = Step(s, Select{Key: "k"})
	if e := s.Explored(); !slices.Equal(e.Keys, []string{"k"}) || !slices.Equal(e.Steps, graphs.FirstSteps) {
		t.Errorf("at first %+v", e)
	}
	in, out := graphs.Step{Kind: graphs.ExpandIn, Node: "a"}, graphs.Step{Kind: graphs.ExpandOut, Node: "b"}
	s = Step(Step(s, Explore{in}), Explore{out})
	s = Step(s, ExploreBack{})
	if e := s.Explored(); !slices.Equal(e.Steps, []graphs.Step{graphs.FirstSteps[0], in}) {
		t.Errorf("one taken back: %+v", e)
	}
	if e := Step(s, ExploreForward{}).Explored(); !slices.Equal(e.Steps, []graphs.Step{graphs.FirstSteps[0], in, out}) || len(e.Undone) != 0 {
		t.Errorf("done again: %+v", e)
	}
	all := Step(s, ExploreBack{All: true})
	if e := all.Explored(); !slices.Equal(e.Steps, graphs.FirstSteps) || e.Begun() {
		t.Errorf("all taken back: %+v", e)
	}
	none := Step(all, ExploreBack{})
	if e := none.Explored(); len(e.Steps) != 0 || !e.Begun() {
		t.Errorf("the first step taken back: %+v", e)
	}
	if e := Step(Step(none, Explore{in}), ExploreBack{All: true}).Explored(); !slices.Equal(e.Steps, graphs.FirstSteps) {
		t.Errorf("all taken back after another first step: %+v", e)
	}
	for range 3 {
		all = Step(all, ExploreForward{})
	}
	if e := all.Explored(); !slices.Equal(e.Steps, []graphs.Step{graphs.FirstSteps[0], in, out}) {
		t.Errorf("all done again: %+v", e)
	}
	if e := Step(s, Select{Key: "other"}).Explored(); !slices.Equal(e.Steps, graphs.FirstSteps) {
		t.Errorf("another selection: %+v", e)
	}
}

func TestVisit(t *testing.T) {
	s := Step(NewState(3, scene.DefaultSettings()), Select{Key: "a"})
	s = Step(s, Visit{View: graphs.View.ID, Key: "b"})
	if s.Selection != "b" || s.View != graphs.View.ID {
		t.Errorf("selected %q in view %v", s.Selection, s.View)
	}
	if s = Step(s, Visit{View: graphs.View.ID, Key: "b"}); s.Selection != "b" {
		t.Error("a second visit deselects")
	}
	if s = Step(s, Back{}); s.Selection != "a" || s.View != CityView {
		t.Errorf("back: selected %q in view %v", s.Selection, s.View)
	}
}

// A walk over objects starts at the selection, so another selection ends it.
func TestWalkEndsWithTheSelection(t *testing.T) {
	s := Step(Step(NewState(3, scene.DefaultSettings()), Select{Key: "a"}), WalkTo{7})
	for name, action := range map[string]Action{"another group": Select{Key: "b"}, "one more": Select{Key: "b", Add: true},
		"none": Select{}, "a visit": Visit{View: graphs.View.ID, Key: "b"}, "back": Back{}} {
		if _, ok := inspect.View.Of(Step(s, action).Views).Object(); ok {
			t.Errorf("%s: the walk goes on", name)
		}
	}
	for name, action := range map[string]Action{"another view": Show{View: graphs.View.ID},
		"a visit of the same": Visit{View: graphs.View.ID, Key: "a"}} {
		if _, ok := inspect.View.Of(Step(s, action).Views).Object(); !ok {
			t.Errorf("%s: the walk ends", name)
		}
	}
}
