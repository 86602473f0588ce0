package state

import (
	"slices"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	trendspkg "memcity/city/view/trends"
)

// One drills down level by level, elsewhere, and up again; the history leads back.
func TestDrillDown(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	s.View = TrendsView
	check := func(after string, selected string, levels ...string) {
		t.Helper()
		if s.Selection != selected || !slices.Equal(s.Trends.Levels, levels) {
			t.Fatalf("after %s %q is selected and %q is open, want %q and %q", after, s.Selection, s.Trends.Levels, selected, levels)
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
	if !slices.Equal(deep.Trends.Levels, []string{"Heap#a", "Heap#a#b"}) {
		t.Errorf("a state that was left has %q open", deep.Trends.Levels)
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

// What is chosen for one level holds for it alone; what is drilled down into stays.
func TestTrendChoices(t *testing.T) {
	s := Step(NewState(3, scene.DefaultSettings()), OpenTrend{0, "Heap#a"})
	trends := s.Trends.With(1, trendspkg.Chart{Order: trendspkg.EndOrder, Top: 8})
	trends.Levels = nil
	s = Step(s, SetTrends{trends})
	by := trees.By("type")
	ask := s.Trends.Query(by, true, 1, 2)
	want := trendspkg.Query{By: by, Levels: seq.Of("", "Heap#a"), Charts: seq.Of(trendspkg.Chart{Order: trendspkg.GrowthOrder, Top: trendspkg.UsualTop}, trendspkg.Chart{Order: trendspkg.EndOrder, Top: 8}), Bytes: true, From: 1, To: 2}
	if ask != want || ask.Metric() != trees.Bytes {
		t.Errorf("asked %+v", ask)
	}
	back := Step(s, Undo{})
	if again := Step(back, Redo{}); len(back.Trends.Charts) > 0 || len(back.Trends.Levels) != 1 || again.Trends.Chart(1).Top != 8 {
		t.Errorf("taken back: %+v", back.Trends)
	}
	other := s.Trends.With(0, trendspkg.Chart{Top: 1000})
	if got := other.Chart(0); got.Top != trendspkg.MaxTop || s.Trends.Chart(0).Top != trendspkg.UsualTop {
		t.Errorf("%+v, and before it %+v", got, s.Trends.Chart(0))
	}
	if next := other.Query(by, true, 1, 2); ask == next {
		t.Errorf("%+v is the same as %+v", ask, next)
	}
}

// Areas that do not add up are drawn as lines unless the user wants them.
func TestTrendStyle(t *testing.T) {
	for _, test := range []struct {
		style   trendspkg.Style
		measure trees.Measure
		stacked bool
	}{{trendspkg.UsualStyle, trees.Shallow, true}, {trendspkg.UsualStyle, trees.Retained, false}, {trendspkg.StackedAreas, trees.Deep, true}, {trendspkg.SingleLines, trees.Shallow, false}} {
		if got := (&trendspkg.State{Style: test.style}).Stacked(test.measure); got != test.stacked {
			t.Errorf("style %d of %v sizes: stacked %v", test.style, test.measure, got)
		}
	}
}
