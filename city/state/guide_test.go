package state

import (
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/city/view/overview"
)

// The actions of a highlight show its target in the window, and are undoable.
func TestHighlightActions(t *testing.T) {
	before := NewState(10, scene.DefaultSettings())
	h := findings.Highlight{View: "graph", By: []string{"type"}, Keys: []string{"Heap#app.A"}, At: 8, From: 2, To: 9}
	s := before
	for _, a := range Actions(h, s.Settings) {
		s = Step(s, a)
	}
	if s.View != graphs.View.ID || s.Selection != "Heap#app.A" || s.Point != 7 || s.Window != (trees.Window{From: 1, To: 8}) ||
		s.Settings.By != seq.Of("type") {
		t.Errorf("%+v", s)
	}
	for s.CanUndo() {
		s = Step(s, Undo{})
	}
	if s.Window != before.Window || s.Settings.By != before.Settings.By {
		t.Errorf("undone: %+v", s)
	}
	if h := (findings.Highlight{View: "overview"}); !Valid(h) || Step(before, Actions(h, before.Settings)[0]).View != overview.View.ID {
		t.Error("a view alone is not shown")
	}
	if Valid((findings.Highlight{View: "moon"})) {
		t.Error("there is no such view")
	}
}
