package state

import (
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/structures"
)

func owning(retained, deep int64) structures.Sizes {
	return structures.Sizes{Retained: &structures.StructureSize{Bytes: retained, Objects: 1},
		Deep: &structures.StructureSize{Bytes: deep, Objects: 2}}
}

// Growths are in the chosen order, missing ones last. The chosen one stays the same when the window is extended.
func TestOrderOfGrowths(t *testing.T) {
	list := []structures.Grown{
		{Structure: structures.Structure{Object: 10, Sizes: owning(500, 100)}, Was: 1, Before: owning(100, 90)},
		{Structure: structures.Structure{Object: 20, Sizes: owning(120, 900)}, Was: 2, Before: owning(100, 100)},
		{Structure: structures.Structure{Object: 30}, Was: 3},
	}
	r := &structures.Report{Query: structures.Query{From: 2, To: 5}, Growth: &structures.Growth{List: list},
		Now: &structures.Structures{List: []structures.Structure{list[1].Structure, list[0].Structure}}}
	for _, c := range []struct {
		t    structures.State
		want []int
	}{{structures.State{}, []int{0, 1, 2}}, {structures.State{Rank: structures.RankDeep}, []int{1, 0, 2}},
		{structures.State{Rank: structures.RankDeep, Upward: true}, []int{0, 1, 2}},
		{structures.State{Rank: structures.RankReachable}, []int{0, 1, 2}}} {
		if got := c.t.Growing(list); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.t, got, c.want)
		}
	}
	for _, c := range []struct {
		t    structures.State
		want uint32
	}{
		{structures.State{}, 10}, {structures.State{Chosen: r.Head(&list[1])}, 20},
		{structures.State{Chosen: structures.Head{Any: true, Point: 5, Object: 30}}, 30},
		{structures.State{Chosen: structures.Head{Any: true, Point: 1, Object: 2}}, 10}, // of another window
		{structures.State{Page: structures.LargestStructures}, 10},
		{structures.State{Page: structures.LargestStructures, Rank: structures.RankDeep}, 20},
		{structures.State{Page: structures.LargestStructures, Chosen: r.Head(&list[1])}, 20},
	} {
		if got, ok := c.t.ChosenObject(r); !ok || got != c.want {
			t.Errorf("%+v: %d, want %d", c.t, got, c.want)
		}
	}
	if got, ok := (&structures.State{Page: structures.StructureTypes}).ChosenObject(r); ok {
		t.Errorf("of types %d is chosen", got)
	}
	longer := *r
	longer.Query.To, longer.Growth = 6,
		&structures.Growth{List: []structures.Grown{{Structure: structures.Structure{Object: 77, Sizes: owning(200, 1)}, Was: 2,
			Before: owning(100, 1)}}}
	if got, _ := (&structures.State{Chosen: r.Head(&list[1])}).ChosenObject(&longer); got != 77 {
		t.Errorf("later it is %d, want 77", got)
	}
	alone := &structures.Report{Query: structures.Query{From: 5, To: 5}, Now: r.Now}
	if got, ok := (&structures.State{}).ChosenObject(alone); !ok || got != 10 ||
		(&structures.State{}).Shown(alone) != structures.LargestStructures {
		t.Errorf("at one point %d is chosen", got)
	}
}

// The pattern depends on the threshold; without portions there is none.
func TestPatternAt(t *testing.T) {
	g := structures.Grown{Judged: &structures.Portion{Retained: 15, Deep: 40, Reachable: 90}}
	for strong, want := range map[float64]structures.GrowthPattern{10: structures.SingleContainerGrowth,
		20: structures.SharedContainerGrowth, 50: structures.SharedDataGrowth, 95: structures.NonGrowth} {
		if got := g.PatternAt(strong); got != want {
			t.Errorf("from %g %% on: %v, want %v", strong, got, want)
		}
	}
	if got := (&structures.Grown{}).PatternAt(10); got != structures.NoGrowthPattern {
		t.Errorf("without portions: %v", got)
	}
}

// Groups of types are found by full name, with or without enclosing packages. If there are several, the largest is found.
func TestTypeGroups(t *testing.T) {
	thread := func(name string, of *citytest.Group) *citytest.Group {
		g := citytest.Inner(name, of)
		g.Role = "Thread"
		return g
	}
	s := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Inner("java.util", citytest.Leaf("LinkedList", 8, 8)),
		thread("main", citytest.Leaf("app.Ring", 1, 1)), thread("other", citytest.Leaf("app.Ring", 4, 4)),
		citytest.Inner("(primitive arrays)", citytest.Leaf("byte[]", 2, 2)))))
	groups := s.TypeGroups(0)
	if len(groups) != 3 {
		t.Errorf("%v", groups)
	}
	for name, want := range map[string]string{"java.util.LinkedList": "Heap#java.util#LinkedList", "app.Ring": "Heap#other#app.Ring",
		"byte[]": "Heap#(primitive arrays)#byte[]"} {
		if got := s.Key(groups[name]); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Structures with a part in the growth come first; ties keep the order of the list.
func TestGrowingTies(t *testing.T) {
	growth := func(retained, reachable, deep float64) structures.Grown {
		size := func(portion float64) *structures.StructureSize {
			return &structures.StructureSize{Bytes: int64(1000 * portion)}
		}
		zero := &structures.StructureSize{}
		return structures.Grown{Before: structures.Sizes{Retained: zero, Reachable: zero, Own: zero, Deep: zero},
			Structure: structures.Structure{Sizes: structures.Sizes{Retained: size(retained), Reachable: size(reachable), Own: size(deep),
				Deep: size(deep)}},
			Portions: &structures.Portion{Retained: retained, Reachable: reachable, Own: deep, Deep: deep},
			Judged:   &structures.Portion{Retained: retained, Reachable: reachable, Own: deep, Deep: deep}}
	}
	list := []structures.Grown{growth(40, 100, 40), growth(0, 99.95, 0), growth(0.05, 100.01, 0), growth(9, 9, 9)}
	for _, c := range []struct {
		t    structures.State
		want []int
	}{
		{structures.State{}, []int{0, 1, 2, 3}},
		{structures.State{Strong: 5}, []int{0, 3, 1, 2}},
		{structures.State{Upward: true}, []int{3, 2, 1, 0}},
		{structures.State{Rank: structures.RankReachable}, []int{0, 1, 2, 3}},
		{structures.State{Rank: structures.RankDeep}, []int{0, 3, 1, 2}},
	} {
		if got := c.t.Growing(list); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.t, got, c.want)
		}
	}
}

// The main contents grew at least half as much as the strongest, at any site.
func TestMainContents(t *testing.T) {
	group := func(kind string, before, now int64) structures.LeafGroup {
		return structures.LeafGroup{Type: kind, Before: &structures.StructureSize{Bytes: before}, Now: structures.StructureSize{Bytes: now}}
	}
	for _, c := range []struct {
		contents []structures.LeafGroup
		want     []string
	}{
		{nil, nil},
		{[]structures.LeafGroup{group("A", 10, 110), group("B", 0, 100), group("C", 90, 120), group("D", 0, 30), group("C", 0, 20)},
			[]string{"A", "B", "C"}},
		{[]structures.LeafGroup{group("A", 10, 110), group("B", 0, 49)}, []string{"A"}},
		{[]structures.LeafGroup{group("A", 10, 10), group("B", 20, 20)}, []string{"A"}},
		{[]structures.LeafGroup{{Type: "A", Now: structures.StructureSize{Bytes: 9}}, {Type: "B", Now: structures.StructureSize{Bytes: 8}}},
			[]string{"A", "B"}},
	} {
		if got := (&structures.Structure{Contents: c.contents}).MainContents(trees.Bytes); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.contents, got, c.want)
		}
	}
}
