package state

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
)

func TestQueriedAges(t *testing.T) {
	s := trees.NewSeries(citytest.RandomPoints(3, citytest.RandomSpecs[0]))
	state := NewState(s.Len(), scene.DefaultSettings())
	by := trees.By("type")
	if _, ok := state.AgesQuery(by, s); ok {
		t.Error("ages are requested before they are wanted")
	}
	state = Step(Step(state, Divide{scene.ByAge}), GoTo{0})
	if q, ok := state.AgesQuery(by, s); !ok || q != (ages.Query{By: by, Point: s.Source(0)}) {
		t.Errorf("requests %+v", q)
	}
	if _, _, ok := state.Comparing(); ok {
		t.Error("storeys compare as well")
	}
	if q, ok := stepped(Step(state, SetView(diffs.View, diffs.State{Probable: true}))).AgesQuery(by, s); !ok || !q.Probable {
		t.Errorf("with probable pairs it requests %+v", q)
	}
	deep := state.Settings
	deep.SizeKind = trees.Deep
	if _, ok := stepped(Step(state, Set{To: deep})).AgesQuery(by, s); ok {
		t.Error("ages of deep sizes are requested")
	}
	if _, ok := stepped(Step(state, Divide{scene.ByFate})).AgesQuery(by, s); ok || Step(state, Undo{}).Division != scene.Undivided {
		t.Error("other parts do not end it, or it cannot be taken back")
	}
}

// stepped returns a pointer to a state, for calls of its methods.
func stepped(s State) *State { return &s }
