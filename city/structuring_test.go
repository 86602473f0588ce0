package city

import (
	"slices"
	"testing"
)

func owning(retained, deep int64) StructureSizes {
	return StructureSizes{Retained: &StructureSize{Bytes: retained, Objects: 1}, Deep: &StructureSize{Bytes: deep, Objects: 2}}
}

// Growths are in the order of the size wished, unknown ones last; the chosen one stays the same when the window gets longer.
func TestStructuring(t *testing.T) {
	list := []StructureGrowth{
		{Structure: Structure{Object: 10, Sizes: owning(500, 100)}, Was: 1, Before: owning(100, 90)},
		{Structure: Structure{Object: 20, Sizes: owning(120, 900)}, Was: 2, Before: owning(100, 100)},
		{Structure: Structure{Object: 30}, Was: 3},
	}
	r := &StructuresReport{Ask: AskStructures{From: 2, To: 5}, Growth: &StructuresGrowth{List: list}, Now: &Structures{List: []Structure{list[1].Structure, list[0].Structure}}}
	for _, c := range []struct {
		t    Structuring
		want []int
	}{{Structuring{}, []int{0, 1, 2}}, {Structuring{Rank: RankDeep}, []int{1, 0, 2}}, {Structuring{Rank: RankDeep, Upward: true}, []int{0, 1, 2}}, {Structuring{Rank: RankReachable}, []int{0, 1, 2}}} {
		if got := c.t.Growing(list); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.t, got, c.want)
		}
	}
	for _, c := range []struct {
		t    Structuring
		want uint32
	}{
		{Structuring{}, 10}, {Structuring{Chosen: r.Head(&list[1])}, 20}, {Structuring{Chosen: StructureHead{true, 5, 30}}, 30},
		{Structuring{Chosen: StructureHead{true, 1, 2}}, 10}, // of another window
		{Structuring{Page: LargestStructures}, 10}, {Structuring{Page: LargestStructures, Rank: RankDeep}, 20},
		{Structuring{Page: LargestStructures, Chosen: r.Head(&list[1])}, 20},
	} {
		if got, ok := c.t.ChosenObject(r); !ok || got != c.want {
			t.Errorf("%+v: %d, want %d", c.t, got, c.want)
		}
	}
	if got, ok := (&Structuring{Page: StructureTypes}).ChosenObject(r); ok {
		t.Errorf("of types %d is chosen", got)
	}
	longer := *r
	longer.Ask.To, longer.Growth = 6, &StructuresGrowth{List: []StructureGrowth{{Structure: Structure{Object: 77, Sizes: owning(200, 1)}, Was: 2, Before: owning(100, 1)}}}
	if got, _ := (&Structuring{Chosen: r.Head(&list[1])}).ChosenObject(&longer); got != 77 {
		t.Errorf("later it is %d, want 77", got)
	}
	alone := &StructuresReport{Ask: AskStructures{From: 5, To: 5}, Now: r.Now}
	if got, ok := (&Structuring{}).ChosenObject(alone); !ok || got != 10 || (&Structuring{}).Shown(alone) != LargestStructures {
		t.Errorf("at one point %d is chosen", got)
	}
}

// The pattern follows the threshold; without portions there is none.
func TestPatternAt(t *testing.T) {
	g := StructureGrowth{Judged: &StructurePortion{Retained: 15, Deep: 40, Reachable: 90}}
	for strong, want := range map[float64]GrowthPattern{10: SingleContainerGrowth, 20: SharedContainerGrowth, 50: SharedDataGrowth, 95: NonGrowth} {
		if got := g.PatternAt(strong); got != want {
			t.Errorf("from %g %% on: %v, want %v", strong, got, want)
		}
	}
	if got := (&StructureGrowth{}).PatternAt(10); got != NoGrowthPattern {
		t.Errorf("without portions: %v", got)
	}
}

// An object is shown at its GC point with its group selected, in one step of the history, and let go of with the GC point.
func TestVisitObject(t *testing.T) {
	s := NewState(5, DefaultSettings())
	s = Step(s, Show{StructuresView})
	g := Step(s, VisitObject{View: GraphView, Point: 3, Object: 7, Key: "Heap#a"})
	e := g.Explored()
	if ask := e.Ask(); g.View != GraphView || g.Point != 3 || g.Selection != "Heap#a" || !slices.Equal(ask.Objects, []uint32{7}) || ask.Keys != nil || len(ask.Steps) == 0 {
		t.Errorf("graph of the object: %+v", g.Explored())
	}
	g = Step(g, Explore{GraphStep{Kind: ExpandIn}})
	if e = g.Explored(); len(e.Steps) != 2 || len(e.Objects) != 1 {
		t.Errorf("after a step: %+v", e)
	}
	if e = Step(g, GoTo{4}).Explored(); len(e.Objects) != 0 || !slices.Equal(e.Keys, []string{"Heap#a"}) {
		t.Errorf("at another point: %+v", e)
	}
	if e = Step(g, Select{Key: "Heap#b"}).Explored(); len(e.Objects) != 0 {
		t.Errorf("of another group: %+v", e)
	}
	if back := Step(g, Back{}); back.View != StructuresView || back.Selection != "" {
		t.Errorf("back: %v with %q", back.View, back.Selection)
	}
	o := Step(s, VisitObject{View: GroupView, Point: 3, Object: 7, Key: "Heap#a"})
	if got, ok := o.Inspection.Object(); !ok || got != 7 || o.View != GroupView || o.Point != 3 {
		t.Errorf("group view of object %d", got)
	}
}

// Groups of types are found by their whole names, with packages above them or not, the largest where there are several.
func TestTypeGroups(t *testing.T) {
	thread := func(name string, of *group) *group {
		g := inner(name, of)
		g.role = "Thread"
		return g
	}
	s := NewSeries(points(inner("Heap", inner("java.util", leaf("LinkedList", 8, 8)), thread("main", leaf("app.Ring", 1, 1)), thread("other", leaf("app.Ring", 4, 4)),
		inner("(primitive arrays)", leaf("byte[]", 2, 2)))))
	groups := s.TypeGroups(0)
	if len(groups) != 3 {
		t.Errorf("%v", groups)
	}
	for name, want := range map[string]string{"java.util.LinkedList": "Heap#java.util#LinkedList", "app.Ring": "Heap#other#app.Ring", "byte[]": "Heap#(primitive arrays)#byte[]"} {
		if got := s.Key(groups[name]); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// What has a part in the growth comes first, and among equals the order of the list counts.
func TestGrowingTies(t *testing.T) {
	growth := func(retained, reachable, deep float64) StructureGrowth {
		size := func(portion float64) *StructureSize { return &StructureSize{Bytes: int64(1000 * portion)} }
		zero := &StructureSize{}
		return StructureGrowth{Before: StructureSizes{zero, zero, zero, zero}, Structure: Structure{Sizes: StructureSizes{size(retained), size(reachable), size(deep), size(deep)}},
			Portions: &StructurePortion{retained, reachable, deep, deep}, Judged: &StructurePortion{retained, reachable, deep, deep}}
	}
	list := []StructureGrowth{growth(40, 100, 40), growth(0, 99.95, 0), growth(0.05, 100.01, 0), growth(9, 9, 9)}
	for _, c := range []struct {
		t    Structuring
		want []int
	}{
		{Structuring{}, []int{0, 1, 2, 3}},
		{Structuring{Strong: 5}, []int{0, 3, 1, 2}},
		{Structuring{Upward: true}, []int{3, 2, 1, 0}},
		{Structuring{Rank: RankReachable}, []int{0, 1, 2, 3}},
		{Structuring{Rank: RankDeep}, []int{0, 3, 1, 2}},
	} {
		if got := c.t.Growing(list); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.t, got, c.want)
		}
	}
}

// The contents that grew at least half as much as the strongest ones are looked at, whatever their sites.
func TestMainContents(t *testing.T) {
	group := func(kind string, before, now int64) LeafGroup {
		return LeafGroup{Type: kind, Before: &StructureSize{Bytes: before}, Now: StructureSize{Bytes: now}}
	}
	for _, c := range []struct {
		contents []LeafGroup
		want     []string
	}{
		{nil, nil},
		{[]LeafGroup{group("A", 10, 110), group("B", 0, 100), group("C", 90, 120), group("D", 0, 30), group("C", 0, 20)}, []string{"A", "B", "C"}},
		{[]LeafGroup{group("A", 10, 110), group("B", 0, 49)}, []string{"A"}},
		{[]LeafGroup{group("A", 10, 10), group("B", 20, 20)}, []string{"A"}},
		{[]LeafGroup{{Type: "A", Now: StructureSize{Bytes: 9}}, {Type: "B", Now: StructureSize{Bytes: 8}}}, []string{"A", "B"}},
	} {
		if got := (&Structure{Contents: c.contents}).MainContents(Bytes); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.contents, got, c.want)
		}
	}
}
