package state

import (
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
	"memcity/city/view/rows"
	"memcity/city/view/table"
)

func TestSelectRows(t *testing.T) {
	s := NewState(3, scene.DefaultSettings())
	s = Step(s, SelectRows{Keys: []string{"a", "b"}})
	if got := s.Selected(); !slices.Equal(got, []string{"a", "b"}) || s.Selection != "b" {
		t.Fatalf("selected are %q", got)
	}
	s = Step(s, SelectRows{Keys: []string{"c"}, Walk: true})
	for _, key := range []string{"d", "e", "f"} {
		s = Step(s, SelectRows{Keys: []string{key}, Walk: true})
	}
	s = Step(s, Back{})
	if got := s.Selected(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("back leads to %q, not to before the walk", got)
	}
	s = Step(Step(s, SelectRows{Keys: []string{"g"}, Walk: true}), SelectRows{})
	if s.Selection != "" || s.More != nil {
		t.Errorf("selected are %q", s.Selected())
	}
	if s = Step(s, Back{}); s.Selection != "g" {
		t.Errorf("back leads to %q", s.Selection)
	}
}

// Colors equal those of the city at every GC point, for any settings.
func TestColorAt(t *testing.T) {
	for seed := range uint64(20) {
		settings := scene.DefaultSettings()
		settings.Children, settings.ColorBlind, settings.Color = 3, seed%2 == 0, scene.Coloring(seed%5)
		p := scenetest.Plan(citytest.RandomPoints(seed, citytest.RandomSpec{Points: 4, Nodes: 60, Depth: 4, Width: 6}), settings)
		for point := range p.Series.Len() {
			c := p.At(point, settings)
			for node := range p.Series.Nodes {
				color, building, ok := p.ColorAt(int32(node), point, settings)
				switch target := p.Target(int32(node)); target.Kind {
				case scene.OnBuilding:
					if !ok || !building || color != c.Buildings[target.Index].Color {
						t.Fatalf("building %d has %v, want %v", node, color, c.Buildings[target.Index].Color)
					}
				case scene.OnDistrict:
					if !ok || building || color != c.Districts[target.Index].Color {
						t.Fatalf("district %d has %v, want %v", node, color, c.Districts[target.Index].Color)
					}
				default:
					if ok {
						t.Fatalf("group %d has a colour, but no plot", node)
					}
				}
			}
		}
	}
}

// The available sizes of ready-made trees are shown.
func TestTreeSizes(t *testing.T) {
	given := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 2, 10), citytest.Leaf("b", 3, 20)),
		citytest.Inner("Heap", citytest.Leaf("b", 3, 20)))
	given[0].Tree.Deep = []int64{90, 70, -1}
	given[0].Tree.Retained = []int64{30, 11}
	s := trees.NewSeries(given)
	p := scene.NewPlan(s, trees.NewMeta(s, trees.Window{From: 0, To: 1}), scene.DefaultSettings())
	if trees.TreeSizes(s, 1) != nil {
		t.Error("the second tree shows sizes")
	}
	v := table.Values{Plan: p, Point: 0, Sizes: trees.TreeSizes(s, 0)}
	for _, c := range []struct {
		key    string
		column table.Column
		want   float64
		known  bool
	}{
		{"Heap", table.ColumnDeepBytes, 90, true}, {"Heap", table.ColumnRetainedBytes, 30, true}, {"Heap#a", table.ColumnDeepBytes, 70, true},
		{"Heap#a", table.ColumnRetainedBytes, 11, true}, {"Heap#b", table.ColumnDeepBytes, 0, false},
		{"Heap#b", table.ColumnRetainedBytes, 0, false},
		{"Heap", table.ColumnDeepObjects, -1, false}, {"Heap", table.ColumnRetainedObjects, -1, false},
	} {
		node, _ := s.Find(c.key)
		if got, ok := v.Of(c.column, node); ok != c.known || got != c.want {
			t.Errorf("%s of %s: %v, %v; want %v, %v", c.column, c.key, got, ok, c.want, c.known)
		}
	}
}

// Ancestors of a group that a chip shows are expanded, unless the user collapsed them.
func TestChipsOpen(t *testing.T) {
	p := tablePlan()
	only := []table.Chip{{Query: "string"}}
	for _, c := range []struct {
		table table.State
		want  []string
	}{
		{table.State{Chips: only}, []string{"-Heap", "-Heap/java.lang", " Heap/java.lang/String"}},
		{table.State{Chips: only, Open: rows.Expansion{}.With([]string{"Heap#java.lang"}, false)}, []string{"-Heap", "+Heap/java.lang"}},
		{table.State{Chips: []table.Chip{{Query: "java.lang"}}}, []string{"-Heap", "+Heap/java.lang"}},
		{table.State{Chips: []table.Chip{{Key: "Heap#java.util#HashMap"}}}, []string{"-Heap", "-Heap/java.util", " Heap/java.util/HashMap"}},
		{table.State{Chips: []table.Chip{{Query: "string", Hide: true}}}, []string{"-Heap", "+Heap/app", " Heap/java.lang", "+Heap/java.util"}},
	} {
		rows := rowsOf(t, c.table, p)
		if got := rowTexts(p, rows); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.table.Chips, got, c.want)
		}
	}
	if rows := rowsOf(t, table.State{Chips: []table.Chip{{Query: "absent"}}}, p); rows.Left != rows.Groups-1 {
		t.Errorf("%d of %d groups are left out", rows.Left, rows.Groups)
	}
}
