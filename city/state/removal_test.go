package state

import (
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/citytest"
	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/whatif"
)

var byPackage = trees.By("package", "type")

// Division and removals change together, one Undo at a time.
func TestTakeOut(t *testing.T) {
	a, b := whatif.GroupRemoval(byPackage, "Heap#a#A"), whatif.RootRemoval("static field a.B.list")
	retained := scene.DefaultSettings()
	retained.SizeKind = trees.Retained
	start := Step(NewState(5, retained), Divide{By: scene.ByFate})
	one := Step(start, Remove{[]whatif.Removal{a}})
	two := Step(one, Remove{[]whatif.Removal{b, a}})
	if one.Division != scene.ByCut || one.Settings.SizeKind != trees.Shallow || !one.IsRemoved(a) || one.IsRemoved(b) || len(two.Removals) != 2 {
		t.Fatalf("removed: %v of %+v, then %+v", one.Division, one.Removals, two.Removals)
	}
	if same := Step(two, Remove{[]whatif.Removal{a, b}}); len(same.Removals) != 2 || len(same.undo) != len(two.undo) {
		t.Error("what is out is removed again")
	}
	back := Step(two, Restore{What: []whatif.Removal{a}})
	if back.Division != scene.ByCut || back.IsRemoved(a) || !back.IsRemoved(b) || !two.IsRemoved(a) {
		t.Errorf("put back: %+v", back.Removals)
	}
	for name, s := range map[string]State{"all": Step(two, Restore{All: true}),
		"one by one": Step(back, Restore{What: []whatif.Removal{b}}), "other parts": Step(two, Divide{By: scene.Undivided})} {
		if _, ok := s.WhatIfQuery(trees.HeapState{}); ok || s.Division != scene.Undivided || len(s.Removals) > 0 {
			t.Errorf("%s put back: %v of %+v", name, s.Division, s.Removals)
		}
		if s = Step(s, Undo{}); s.Division != scene.ByCut || len(s.Removals) == 0 {
			t.Errorf("%s, taken back: %v of %+v", name, s.Division, s.Removals)
		}
	}
	if s := Step(two, Divide{By: scene.ByFate}); s.Division != scene.ByFate || len(s.Removals) > 0 {
		t.Errorf("other parts: %v of %+v", s.Division, s.Removals)
	}
	if s := Step(start, Divide{By: scene.ByCut}); s.Division != scene.Undivided {
		t.Errorf("without anything that is out: %v", s.Division)
	}
	s := Step(Step(two, Undo{}), Undo{})
	if s.Division != scene.ByFate || len(s.Removals) > 0 || s.Settings.SizeKind != trees.Retained {
		t.Errorf("taken back: %v of %+v", s.Division, s.Removals)
	}
	if s = Step(Step(s, Redo{}), Redo{}); s.Division != scene.ByCut || !slices.EqualFunc(s.Removals, two.Removals, whatif.Removal.Same) {
		t.Errorf("made again: %v of %+v", s.Division, s.Removals)
	}
}

func TestTakeOutIsBounded(t *testing.T) {
	s := NewState(1, scene.DefaultSettings())
	for i := range 2 * whatif.MaxRemovals {
		s = Step(s, Remove{[]whatif.Removal{whatif.GroupRemoval(byPackage, string(rune('a'+i)))}})
	}
	if len(s.Removals) != whatif.MaxRemovals {
		t.Errorf("%d are out", len(s.Removals))
	}
}

// The guide's removals change with its steps; the user's removals stay.
func TestGuideTakesOut(t *testing.T) {
	own := whatif.GroupRemoval(byPackage, "Heap#b#B")
	s := Step(NewState(6, scene.DefaultSettings()), Remove{[]whatif.Removal{own}})
	g := leakFound()
	end, before := followed(t, s, g)
	if cut := GuideRemoval(g, 0, 0); !end.IsRemoved(cut) || !end.IsRemoved(own) || end.Division != scene.ByCut || end.View != CityView {
		t.Fatalf("at the end: %+v in %v", end.Removals, end.View)
	}
	alone := func(s State) bool { return len(s.Removals) == 1 && s.IsRemoved(own) }
	for i, was := range before {
		if !alone(was) {
			t.Errorf("before step %d: %+v", i, was.Removals)
		}
	}
	for name, a := range map[string]Action{"undo": Undo{}, "back": Back{}, "the way": Retrace{At: 5},
		"another step": FollowGuide{GuideStop{Show: findings.Highlight{View: "heap"}}}} {
		if s := Step(end, a); !alone(s) {
			t.Errorf("%s: %+v", name, s.Removals)
		}
	}
	if s := Step(Step(end, Retrace{At: 0}), Retrace{At: len(before)}); len(s.Removals) != 2 {
		t.Errorf("the way gone again: %+v", s.Removals)
	}
}

func TestParseRemoval(t *testing.T) {
	series := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Inner("a", citytest.Leaf("A", 4, 40)),
		citytest.Inner("b->c", citytest.Leaf("B", 5, 50)))))
	for text, want := range map[string]whatif.Removal{
		"Heap#a#A":                   whatif.GroupRemoval(byPackage, "Heap#a#A"),
		"Heap#a#A->Heap#b->c#B":      whatif.ReferenceRemoval(byPackage, "Heap#a#A", "Heap#b->c#B"),
		"Heap#b->c#B->Heap#a#A":      whatif.ReferenceRemoval(byPackage, "Heap#b->c#B", "Heap#a#A"),
		"Heap#b->c":                  whatif.GroupRemoval(byPackage, "Heap#b->c"),
		"root:static field a.B.list": whatif.RootRemoval("static field a.B.list"),
		"guide:2.3":                  {Kind: whatif.CutGuide, Finding: 1, Cut: 2},
	} {
		got, err := whatif.ParseRemoval(text, byPackage, series)
		if err != nil || !got.Same(want) || got.String() != text {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "Heap#x", "Heap#a#A->Heap#x", "->", "guide:", "guide:1", "guide:0.1", "guide:1.1.1", "guide:a.b",
		"root:"} {
		if got, err := whatif.ParseRemoval(text, byPackage, series); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// In a what-if, the parts of the city show freed and remaining objects, also for districts.
func TestCutCity(t *testing.T) {
	series := trees.NewSeries(citytest.Points(citytest.Inner("Heap",
		citytest.Inner("a", citytest.Leaf("A", 4, 40), citytest.Leaf("B", 2, 20)), citytest.Inner("c", citytest.Leaf("C", 4, 40)))))
	freed := make([]trees.Amount, len(series.Nodes))
	for key, a := range map[string]trees.Amount{"Heap": {Objects: 5, Bytes: 50}, "Heap#a": {Objects: 5, Bytes: 50},
		"Heap#a#A": {Objects: 4, Bytes: 40}, "Heap#a#B": {Objects: 1, Bytes: 10}} {
		node, _ := series.Find(key)
		freed[node] = a
	}
	w := &whatif.Result{Query: whatif.Query{Removals: seq.Of(whatif.GroupRemoval(byPackage, "Heap#a#A"))},
		Heap: trees.Amount{Objects: 10, Bytes: 100}, Freed: trees.Amount{Objects: 5, Bytes: 50},
		Each: []whatif.RemovalResult{{Amount: trees.Amount{Objects: 5, Bytes: 50}}}, Groups: freed, Series: series}
	plan := scene.NewPlan(series, trees.NewMeta(series, trees.Window{}), scene.DefaultSettings())
	c := plan.Compared(scene.NewCutComparison(series, 0, w), scene.DefaultSettings())
	whole := plan.At(0, scene.DefaultSettings())
	for i := range c.Buildings {
		b, name := &c.Buildings[i], series.Name(c.Buildings[i].Node)
		share := map[string]float64{"A": 1, "B": 0.5, "C": 0}[name]
		full := whole.Buildings[i].Height
		if !b.Cut || !citytest.Near(b.Gone, full*share, 1e-9) || !citytest.Near(b.Height, full*(1-share), 1e-9) || b.Kept != b.Height ||
			b.Base != whole.Buildings[i].Base {
			t.Errorf("%s: %.3f stays and %.3f is freed of %.3f", name, b.Height, b.Gone, full)
		}
	}
	if got := c.Vanished(); len(got) != 1 || series.Name(c.Buildings[got[0]].Node) != "A" {
		t.Errorf("nothing is left of %v", got)
	}
	d := dump.Of(c, "test", scene.DefaultSettings(), scene.Target{})
	if d.Diff != nil || d.WhatIf == nil || d.WhatIf.Share != 0.5 || d.Districts[1].WhatIf.Objects+d.Districts[2].WhatIf.Objects != 5 {
		t.Errorf("printed: %+v, districts %+v", d.WhatIf, d.Districts)
	}
}
