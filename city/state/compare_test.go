package state

import (
	"testing"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/diffs"
)

func TestComparing(t *testing.T) {
	s := seriesOf(0, 2, 3, 5, 7, 9)
	state := NewState(6, scene.DefaultSettings())
	by := trees.By("type")
	follows := func(state State) bool {
		_, ok := state.DiffQuery(by, s)
		return ok
	}
	if _, _, ok := state.Comparing(); ok || follows(state) {
		t.Error("a new view compares")
	}
	state = Step(Step(state, Divide{scene.ByFate}), SetWindow{Window: trees.Window{From: 1, To: 4}})
	if from, to, ok := state.Comparing(); !ok || from != 1 || to != 4 {
		t.Errorf("compares %d with %d: %v", from, to, ok)
	}
	state = Step(state, GoTo{2})
	if q, ok := state.DiffQuery(by, s); !ok || q != (diffs.Query{By: by, From: 2, To: 3}) {
		t.Errorf("requests %+v", q)
	}
	start := Step(state, GoTo{1})
	if from, to, ok := start.Comparing(); !ok || from != 1 || to != 1 || follows(start) {
		t.Errorf("at the start of the window %d is compared with %d: %v", from, to, ok)
	}
	if _, _, ok := stepped(Step(state, GoTo{0})).Comparing(); ok {
		t.Error("a point before the window is compared")
	}
	deep := state.Settings
	deep.SizeKind = trees.Retained
	if follows(Step(state, Set{To: deep})) {
		t.Error("retained sizes are followed")
	}
	if _, _, ok := stepped(Step(state, Divide{})).Comparing(); ok {
		t.Error("it goes on comparing")
	}
}
