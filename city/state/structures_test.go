package state

import (
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/structures"
)

// VisitObject shows an object at its GC point and selects its group, in one step of the history. Leaving the GC point ends it.
func TestVisitObject(t *testing.T) {
	s := NewState(5, scene.DefaultSettings())
	s = Step(s, Show{structures.View.ID})
	g := Step(s, VisitObject{View: graphs.View.ID, Point: 3, Object: 7, Key: "Heap#a"})
	e := g.Explored()
	if w := e.Walk(); g.View != graphs.View.ID || g.Point != 3 || g.Selection != "Heap#a" ||
		w.Objects != (graphs.Objects{Single: seq.Of[uint32](7)}) || w.Steps.Empty() {
		t.Errorf("graph of the object: %+v", g.Explored())
	}
	g = Step(g, Explore{graphs.Step{Kind: graphs.ExpandIn}})
	if e = g.Explored(); len(e.Steps) != 2 || len(e.Objects) != 1 {
		t.Errorf("after a step: %+v", e)
	}
	if e = Step(g, GoTo{4}).Explored(); len(e.Objects) != 0 || !slices.Equal(e.Keys, []string{"Heap#a"}) {
		t.Errorf("at another point: %+v", e)
	}
	if e = Step(g, Select{Key: "Heap#b"}).Explored(); len(e.Objects) != 0 {
		t.Errorf("of another group: %+v", e)
	}
	if back := Step(g, Back{}); back.View != structures.View.ID || back.Selection != "" {
		t.Errorf("back: %v with %q", back.View, back.Selection)
	}
	o := Step(s, VisitObject{View: inspect.View.ID, Point: 3, Object: 7, Key: "Heap#a"})
	if got, ok := inspect.View.Of(o.Views).Object(); !ok || got != 7 || o.View != inspect.View.ID || o.Point != 3 {
		t.Errorf("group view of object %d", got)
	}
}
