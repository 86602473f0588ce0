package state

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/collections"
	"memcity/city/view/held"
)

// Staleness is requested while it is shown, from the start of the recording or of the window.
func TestQueriedStaleness(t *testing.T) {
	one := citytest.Inner("Heap", citytest.Leaf("a", 10, 100))
	s := trees.NewSeries(citytest.Points(one, one, one))
	state := NewState(s.Len(), scene.DefaultSettings())
	by := trees.By("type")
	if _, ok := state.HeldQuery(by, s); ok {
		t.Error("staleness is requested before it is wanted")
	}
	state = Step(Step(state, Divide{scene.ByUse}), GoTo{s.Len() - 1})
	want := held.Query{By: by, Point: s.Source(s.Len() - 1), From: -1, Threshold: collections.DefaultThreshold}
	if q, ok := state.HeldQuery(by, s); !ok || q != want {
		t.Errorf("requests %+v", q)
	}
	state.Window.From = 1
	want.From = s.Source(1)
	if q, ok := state.HeldQuery(by, s); !ok || q != want {
		t.Errorf("in a window it requests %+v", q)
	}
	want.Point, want.From = s.Source(1), -1
	if q, ok := stepped(Step(state, GoTo{1})).HeldQuery(by, s); !ok || q != want {
		t.Errorf("where the window begins it requests %+v", q)
	}
	deep := state.Settings
	deep.SizeKind = trees.Deep
	if _, ok := stepped(Step(state, Set{To: deep})).HeldQuery(by, s); ok {
		t.Error("staleness of deep sizes is requested")
	}
	if stepped(Step(state, Set{To: deep})).NoUses(&trees.Catalog{}) == "" || state.NoUses(&trees.Catalog{}) != "" || state.NoUses(nil) == "" ||
		state.NoUses(&trees.Catalog{NoUses: "x"}) != "x" {
		t.Error("reasons are mixed up")
	}
}
