package city

import (
	"slices"
	"testing"
)

var byPackage = Grouping{By: []string{"package", "type"}}

// Division and what is taken out come and go together, one Undo at a time.
func TestTakeOut(t *testing.T) {
	a, b := GroupCutout(byPackage, "Heap#a#A"), RootCutout("static field a.B.list")
	retained := DefaultSettings()
	retained.Measure = Retained
	start := Step(NewState(5, retained), Divide{By: ByFate})
	one := Step(start, TakeOut{[]Cutout{a}})
	two := Step(one, TakeOut{[]Cutout{b, a}})
	if one.Division != ByCut || one.Settings.Measure != Shallow || !one.IsOut(a) || one.IsOut(b) || len(two.Cutouts) != 2 {
		t.Fatalf("taken out: %v of %+v, then %+v", one.Division, one.Cutouts, two.Cutouts)
	}
	if same := Step(two, TakeOut{[]Cutout{a, b}}); len(same.Cutouts) != 2 || len(same.undo) != len(two.undo) {
		t.Error("what is out is taken out again")
	}
	back := Step(two, PutBack{What: []Cutout{a}})
	if back.Division != ByCut || back.IsOut(a) || !back.IsOut(b) || !two.IsOut(a) {
		t.Errorf("put back: %+v", back.Cutouts)
	}
	for name, s := range map[string]State{"all": Step(two, PutBack{All: true}), "one by one": Step(back, PutBack{What: []Cutout{b}}), "other parts": Step(two, Divide{By: Undivided})} {
		if s.Division != Undivided || len(s.Cutouts) > 0 || s.AskWithout() != nil {
			t.Errorf("%s put back: %v of %+v", name, s.Division, s.Cutouts)
		}
		if s = Step(s, Undo{}); s.Division != ByCut || len(s.Cutouts) == 0 {
			t.Errorf("%s, taken back: %v of %+v", name, s.Division, s.Cutouts)
		}
	}
	if s := Step(two, Divide{By: ByFate}); s.Division != ByFate || len(s.Cutouts) > 0 {
		t.Errorf("other parts: %v of %+v", s.Division, s.Cutouts)
	}
	if s := Step(start, Divide{By: ByCut}); s.Division != Undivided {
		t.Errorf("without anything that is out: %v", s.Division)
	}
	s := Step(Step(two, Undo{}), Undo{})
	if s.Division != ByFate || len(s.Cutouts) > 0 || s.Settings.Measure != Retained {
		t.Errorf("taken back: %v of %+v", s.Division, s.Cutouts)
	}
	if s = Step(Step(s, Redo{}), Redo{}); s.Division != ByCut || !slices.EqualFunc(s.Cutouts, two.Cutouts, Cutout.Same) {
		t.Errorf("made again: %v of %+v", s.Division, s.Cutouts)
	}
}

func TestTakeOutIsBounded(t *testing.T) {
	s := NewState(1, DefaultSettings())
	for i := range 2 * MaxCutouts {
		s = Step(s, TakeOut{[]Cutout{GroupCutout(byPackage, string(rune('a'+i)))}})
	}
	if len(s.Cutouts) != MaxCutouts {
		t.Errorf("%d are out", len(s.Cutouts))
	}
}

// What the guide takes out comes and goes with its steps; what the user took out stays.
func TestGuideTakesOut(t *testing.T) {
	own := GroupCutout(byPackage, "Heap#b#B")
	s := Step(NewState(6, DefaultSettings()), TakeOut{[]Cutout{own}})
	g := leakFound()
	end, before := followed(t, s, g)
	if cut := g.Cutout(0, 0); !end.IsOut(cut) || !end.IsOut(own) || end.Division != ByCut || end.View != CityView {
		t.Fatalf("at the end: %+v in %v", end.Cutouts, end.View)
	}
	alone := func(s State) bool { return len(s.Cutouts) == 1 && s.IsOut(own) }
	for i, was := range before {
		if !alone(was) {
			t.Errorf("before step %d: %+v", i, was.Cutouts)
		}
	}
	for name, a := range map[string]Action{"undo": Undo{}, "back": Back{}, "the way": Retrace{At: 5}, "another step": FollowGuide{GuideStop{Show: Highlight{View: "heap"}}}} {
		if s := Step(end, a); !alone(s) {
			t.Errorf("%s: %+v", name, s.Cutouts)
		}
	}
	if s := Step(Step(end, Retrace{At: 0}), Retrace{At: len(before)}); len(s.Cutouts) != 2 {
		t.Errorf("the way gone again: %+v", s.Cutouts)
	}
}

func TestParseCutout(t *testing.T) {
	series := NewSeries(points(inner("Heap", inner("a", leaf("A", 4, 40)), inner("b->c", leaf("B", 5, 50)))))
	for text, want := range map[string]Cutout{
		"Heap#a#A":                   GroupCutout(byPackage, "Heap#a#A"),
		"Heap#a#A->Heap#b->c#B":      ReferenceCutout(byPackage, "Heap#a#A", "Heap#b->c#B"),
		"Heap#b->c#B->Heap#a#A":      ReferenceCutout(byPackage, "Heap#b->c#B", "Heap#a#A"),
		"Heap#b->c":                  GroupCutout(byPackage, "Heap#b->c"),
		"root:static field a.B.list": RootCutout("static field a.B.list"),
		"guide:2.3":                  {Kind: CutGuide, Finding: 1, Cut: 2},
	} {
		got, err := ParseCutout(text, byPackage, series)
		if err != nil || !got.Same(want) || got.String() != text {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "Heap#x", "Heap#a#A->Heap#x", "->", "guide:", "guide:1", "guide:0.1", "guide:1.1.1", "guide:a.b", "root:"} {
		if got, err := ParseCutout(text, byPackage, series); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// The parts of a city without something are what is freed and what stays, also of its districts.
func TestCutCity(t *testing.T) {
	series := NewSeries(points(inner("Heap", inner("a", leaf("A", 4, 40), leaf("B", 2, 20)), inner("c", leaf("C", 4, 40)))))
	freed := make([]Amount, len(series.Nodes))
	for key, a := range map[string]Amount{"Heap": {5, 50}, "Heap#a": {5, 50}, "Heap#a#A": {4, 40}, "Heap#a#B": {1, 10}} {
		node, _ := series.Find(key)
		freed[node] = a
	}
	w := &Without{Ask: AskWithout{[]Cutout{GroupCutout(byPackage, "Heap#a#A")}}, Heap: Amount{10, 100}, Freed: Amount{5, 50}, Each: []FreedAlone{{Amount: Amount{5, 50}}}, Groups: freed, Series: series}
	plan := NewPlan(series, NewMeta(series, Window{}), DefaultSettings())
	c := plan.Compared(NewCutComparison(series, 0, w), DefaultSettings())
	whole := plan.At(0, DefaultSettings())
	for i := range c.Buildings {
		b, name := &c.Buildings[i], series.Name(c.Buildings[i].Node)
		share := map[string]float64{"A": 1, "B": 0.5, "C": 0}[name]
		full := whole.Buildings[i].Height
		if !b.Cut || !near(b.Gone, full*share, 1e-9) || !near(b.Height, full*(1-share), 1e-9) || b.Kept != b.Height || b.Base != whole.Buildings[i].Base {
			t.Errorf("%s: %.3f stays and %.3f is freed of %.3f", name, b.Height, b.Gone, full)
		}
	}
	if got := c.Vanished(); len(got) != 1 || series.Name(c.Buildings[got[0]].Node) != "A" {
		t.Errorf("nothing is left of %v", got)
	}
	d := c.Dump("test", DefaultSettings(), Target{})
	if d.Diff != nil || d.Without == nil || d.Without.Share != 0.5 || d.Districts[1].Without.Objects+d.Districts[2].Without.Objects != 5 {
		t.Errorf("printed: %+v, districts %+v", d.Without, d.Districts)
	}
}
