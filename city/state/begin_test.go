package state

import (
	"testing"
	"time"

	"memcity/analysis/window"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
)

// leaking returns an action with the leak window From 3, To 8, for a recording of ten GC points.
func leaking(at view.Beginning) Begin {
	return Begin{At: at, Window: trees.Window{From: 3, To: 8}, Types: true,
		Span: window.Span{Start: time.Second, End: 2 * time.Second, FromKind: window.Leak.String()}}
}

// TestBegin: only the first view of growth applies the defaults, the leak window and grouping by type, in one undoable step.
func TestBegin(t *testing.T) {
	s := NewState(10, scene.DefaultSettings())
	if leak, types := s.PendingDefaults(view.Whole); leak || types {
		t.Error("the city begins with something")
	}
	inLeak := Step(s, leaking(view.InLeak))
	if inLeak.Window != (trees.Window{From: 3, To: 8}) || inLeak.Span.FromKind != "growth" || inLeak.Settings != s.Settings {
		t.Errorf("window %v, %v, by %v", inLeak.Window, inLeak.Span, inLeak.Settings.By)
	}
	both := Step(inLeak, leaking(view.InLeakByType))
	if both.Settings.By != ByType() || both.Window != inLeak.Window || both.ChosenChain() != trees.DefaultChain() {
		t.Errorf("by %v instead of %v, window %v", both.Settings.By, both.ChosenChain(), both.Window)
	}
	s = Step(s, leaking(view.InLeakByType))
	if s.Settings.By != ByType() || s.Window != inLeak.Window {
		t.Errorf("by %v, window %v", s.Settings.By, s.Window)
	}
	s = Step(s, Undo{})
	if !s.Whole() || s.Span.Any() || s.Settings.By != trees.DefaultChain() || s.CanUndo() {
		t.Errorf("taken back: window %v, by %v", s.Window, s.Settings.By)
	}
	if leak, types := s.PendingDefaults(view.InLeakByType); leak || types {
		t.Errorf("begins again: %v, %v", leak, types)
	}
	if again := Step(s, leaking(view.InLeakByType)); !again.Same(&s) {
		t.Error("begins again")
	}
	if s = Step(s, Redo{}); s.Settings.By != ByType() || s.ChosenChain() != trees.DefaultChain() || s.Whole() {
		t.Errorf("made again: by %v, chosen %v, window %v", s.Settings.By, s.ChosenChain(), s.Window)
	}
}

// TestBeginLeavesChoices: the user's choices stay, even after another choice.
func TestBeginLeavesChoices(t *testing.T) {
	fresh := NewState(10, scene.DefaultSettings())
	own, filtered := fresh.Settings, fresh.Settings
	own.By, filtered.Filters = seq.Of("site"), seq.Of("live")
	whole, usual := SetWindow{Window: trees.Window{To: 9}}, Set{To: fresh.Settings}
	for _, test := range []struct {
		name        string
		actions     []Action
		leak, types bool // that it begins with
	}{
		{"nothing", nil, true, true},
		{"a window", []Action{SetWindow{Window: trees.Window{From: 1, To: 4}}}, false, true},
		{"a window, then the whole", []Action{SetWindow{Window: trees.Window{From: 1, To: 4}}, whole}, false, true},
		{"a stretch of time", []Action{ChooseWindow{Window: trees.Window{To: 9}, Span: window.Span{End: 1}}}, false, true},
		{"a chain", []Action{Set{To: own}}, true, false},
		{"a chain, then the usual one", []Action{Set{To: own}, usual}, true, false},
		{"a filter", []Action{Set{To: filtered}}, true, false},
		{"another setting", []Action{Set{To: scene.Settings{By: fresh.Settings.By, Children: 3}}}, true, true},
		{"left in a window", []Action{Recall{Window: &trees.Window{From: 2, To: 3}}}, false, true},
		{"left after it began", []Action{Recall{Begun: true}}, false, false},
		{"left before", []Action{Recall{}}, true, true},
	} {
		s := fresh
		for _, a := range test.actions {
			s = Step(s, a)
		}
		if leak, types := s.PendingDefaults(view.InLeakByType); leak != test.leak || types != test.types {
			t.Errorf("%s: begins %v, %v", test.name, leak, types)
		}
		after := Step(s, leaking(view.InLeakByType))
		if (after.Window != s.Window) != test.leak || (after.Settings.By != s.Settings.By) != test.types {
			t.Errorf("%s: window %v, by %v", test.name, after.Window, after.Settings.By)
		}
	}
	if s := Step(fresh, Begin{At: view.InLeakByType, Window: trees.Window{To: 9}}); s.Settings != fresh.Settings || s.CanUndo() {
		t.Error("something changes without a leak window, of a recording that comes grouped")
	}
}

// TestChosenChain: a chain by type is the user's own once the user has chosen any chain.
func TestChosenChain(t *testing.T) {
	s := Step(NewState(10, scene.DefaultSettings()), leaking(view.InLeakByType))
	own := s.Settings
	own.By = seq.Of("site")
	s = Step(s, Set{To: own})
	if s.ChosenChain() != own.By {
		t.Errorf("%v", s.ChosenChain())
	}
	own.By = ByType()
	if s = Step(s, Set{To: own}); s.ChosenChain() != ByType() {
		t.Errorf("%v", s.ChosenChain())
	}
}
