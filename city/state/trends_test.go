package state

import (
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/trends"
)

// The user drills down level by level, elsewhere, and up again. The history reverts this.
func TestDrillDown(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	s.View = trends.View.ID
	check := func(after string, selected string, levels ...string) {
		t.Helper()
		if s.Selection != selected || !slices.Equal(trends.View.Of(s.Views).Levels, levels) {
			t.Fatalf("after %s %q is selected and %q is open, want %q and %q", after, s.Selection, trends.View.Of(s.Views).Levels, selected, levels)
		}
	}
	s = Step(s, OpenTrend{0, "Heap#a"})
	check("opening a", "Heap#a", "Heap#a")
	s = Step(s, OpenTrend{1, "Heap#a#b"})
	check("opening b", "Heap#a#b", "Heap#a", "Heap#a#b")
	deep := s
	s = Step(s, OpenTrend{0, "Heap#c"})
	check("opening c in place of a", "Heap#c", "Heap#c")
	s = Step(s, OpenTrend{0, "Heap#c"})
	check("opening c again", "Heap#c")
	s = Step(s, Back{})
	check("going back", "Heap#c", "Heap#c")
	s = Step(s, Back{})
	check("going back twice", "Heap#a#b", "Heap#a", "Heap#a#b")
	s = Step(s, Forward{})
	check("going forward", "Heap#c", "Heap#c")
	s = Step(s, OpenTrend{3, "Heap#x"})
	check("opening below what is not open", "Heap#c", "Heap#c")
	if !slices.Equal(trends.View.Of(deep.Views).Levels, []string{"Heap#a", "Heap#a#b"}) {
		t.Errorf("a state that was left has %q open", trends.View.Of(deep.Views).Levels)
	}
	s = Step(deep, Select{Key: "Heap#a#b#d"})
	s = Step(s, CloseTrend{2})
	check("closing b", "Heap#a#b", "Heap#a")
	s = Step(s, CloseTrend{1})
	check("closing a", "Heap#a")
	s = Step(s, CloseTrend{0})
	check("closing the root", "Heap#a")
	s = Step(Step(deep, Select{Key: "Heap#ab"}), CloseTrend{1})
	check("closing a with another group selected", "Heap#ab")
}

// Options of one level apply only to it, and the drill-down stays.
func TestTrendChoices(t *testing.T) {
	s := Step(NewState(3, scene.DefaultSettings()), OpenTrend{0, "Heap#a"})
	changed := trends.View.Of(s.Views).With(1, trends.Chart{Order: trends.EndOrder, Top: 8})
	changed.Levels = nil
	s = Step(s, SetTrends{changed})
	by := trees.By("type")
	q := trends.View.Of(s.Views).Query(by, true, 1, 2)
	want := trends.Query{By: by, Levels: seq.Of("", "Heap#a"),
		Charts: seq.Of(trends.Chart{Order: trends.GrowthOrder, Top: trends.DefaultTop}, trends.Chart{Order: trends.EndOrder, Top: 8}),
		Bytes:  true, From: 1, To: 2}
	if q != want || q.Unit() != trees.Bytes {
		t.Errorf("requested %+v", q)
	}
	back := Step(s, Undo{})
	if again := Step(back, Redo{}); len(trends.View.Of(back.Views).Charts) > 0 || len(trends.View.Of(back.Views).Levels) != 1 ||
		trends.View.Of(again.Views).Chart(1).Top != 8 {
		t.Errorf("taken back: %+v", trends.View.Of(back.Views))
	}
	other := trends.View.Of(s.Views).With(0, trends.Chart{Top: 1000})
	if got := other.Chart(0); got.Top != trends.MaxTop || trends.View.Of(s.Views).Chart(0).Top != trends.DefaultTop {
		t.Errorf("%+v, and before it %+v", got, trends.View.Of(s.Views).Chart(0))
	}
	if next := other.Query(by, true, 1, 2); q == next {
		t.Errorf("%+v is the same as %+v", q, next)
	}
}

// Series that do not add up are drawn as lines unless the user chooses areas.
func TestTrendStyle(t *testing.T) {
	for _, test := range []struct {
		style   trends.Style
		measure trees.SizeKind
		stacked bool
	}{{trends.DefaultStyle, trees.Shallow, true}, {trends.DefaultStyle, trees.Retained, false}, {trends.StackedAreas, trees.Deep, true},
		{trends.SingleLines, trees.Shallow, false}} {
		if got := (&trends.State{Style: test.style}).Stacked(test.measure); got != test.stacked {
			t.Errorf("style %d of %v sizes: stacked %v", test.style, test.measure, got)
		}
	}
}
