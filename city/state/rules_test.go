package state

import (
	"strings"
	"testing"

	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/city/trees"
)

// Undoing a change of rules removes a budget that was added.
func TestUseRulesIsUndone(t *testing.T) {
	f, err := budget.ReadRulesFile("rules.yaml", strings.NewReader("rules:\n  - no leak\n"))
	if err != nil {
		t.Fatal(err)
	}
	next, err := f.With(budget.GroupBudget{Key: "Heap#a", By: trees.DefaultChain(), Unit: trees.Bytes, Limit: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	s := Step(Step(NewState(3, scene.DefaultSettings()), UseRules{f}), UseRules{next})
	for i, want := range []*budget.RulesFile{next, f, nil} {
		if s.Rules != want {
			t.Fatalf("after %d: %v", i, s.Rules)
		}
		s = Step(s, Undo{})
	}
	if s = Step(s, Redo{}); s.Rules != f {
		t.Error("redo does not bring the rules back")
	}
}
