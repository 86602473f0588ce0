package state

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
)

func TestAskedAges(t *testing.T) {
	s := trees.NewSeries(citytest.RandomPoints(3, citytest.RandomSpecs[0]))
	state := NewState(s.Len(), scene.DefaultSettings())
	if state.AskAges(s) != nil {
		t.Error("ages are asked for before they are wanted")
	}
	state = Step(Step(state, Divide{scene.ByAge}), GoTo{0})
	if ask := state.AskAges(s); ask == nil || *ask != (ages.Query{Point: s.Source(0)}) {
		t.Errorf("asks for %+v", ask)
	}
	if _, _, ok := state.Comparing(); ok {
		t.Error("storeys compare as well")
	}
	if ask := Step(state, SetDiff{diffs.State{Probable: true}}).AskAges(s); ask == nil || !ask.Probable {
		t.Errorf("with probable pairs it asks for %+v", ask)
	}
	deep := state.Settings
	deep.Measure = trees.Deep
	if Step(state, Set{To: deep}).AskAges(s) != nil {
		t.Error("ages of deep sizes are asked for")
	}
	if Step(state, Divide{scene.ByFate}).AskAges(s) != nil || Step(state, Undo{}).Division != scene.Undivided {
		t.Error("other parts do not end it, or it cannot be taken back")
	}
}
