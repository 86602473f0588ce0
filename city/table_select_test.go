package city

import (
	"slices"
	"testing"
)

func TestSelectRows(t *testing.T) {
	s := NewState(3, DefaultSettings())
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

// Colours are those of the city at every GC point, with any settings.
func TestColorAt(t *testing.T) {
	for seed := range uint64(20) {
		settings := DefaultSettings()
		settings.Children, settings.ColorBlind, settings.GrowthColor = 3, seed%2 == 0, seed%3 != 0
		p := testPlan(randomPoints(seed, randomSpec{points: 4, nodes: 60, depth: 4, width: 6}), settings)
		for point := range p.Series.Len() {
			c := p.At(point, settings)
			for node := range p.Series.Nodes {
				color, building, ok := p.ColorAt(int32(node), point, settings)
				switch target := p.Target(int32(node)); target.Kind {
				case OnBuilding:
					if !ok || !building || color != c.Buildings[target.Index].Color {
						t.Fatalf("building %d has %v, want %v", node, color, c.Buildings[target.Index].Color)
					}
				case OnDistrict:
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

// Sizes of ready-made trees are told as far as they go.
func TestTreeSizes(t *testing.T) {
	given := points(inner("Heap", leaf("a", 2, 10), leaf("b", 3, 20)), inner("Heap", leaf("b", 3, 20)))
	given[0].Tree.Deep = []int64{90, 70, -1}
	given[0].Tree.Retained = []int64{30, 11}
	s := NewSeries(given)
	p := NewPlan(s, NewMeta(s, Window{0, 1}), DefaultSettings())
	if TreeSizes(s, 1) != nil {
		t.Error("the second tree tells sizes")
	}
	v := Values{p, 0, TreeSizes(s, 0)}
	for _, c := range []struct {
		key    string
		column Column
		want   float64
		known  bool
	}{
		{"Heap", ColumnDeepBytes, 90, true}, {"Heap", ColumnRetainedBytes, 30, true}, {"Heap#a", ColumnDeepBytes, 70, true},
		{"Heap#a", ColumnRetainedBytes, 11, true}, {"Heap#b", ColumnDeepBytes, 0, false}, {"Heap#b", ColumnRetainedBytes, 0, false},
		{"Heap", ColumnDeepObjects, -1, false}, {"Heap", ColumnRetainedObjects, -1, false},
	} {
		node, _ := s.Find(c.key)
		if got, ok := v.Of(c.column, node); ok != c.known || got != c.want {
			t.Errorf("%s of %s: %v, %v; want %v, %v", c.column, c.key, got, ok, c.want, c.known)
		}
	}
}

// What stands above a group that a chip is to show is open, unless the user closed it.
func TestChipsOpen(t *testing.T) {
	p := tablePlan()
	only := []Chip{{Query: "string"}}
	for _, c := range []struct {
		table Table
		want  []string
	}{
		{Table{Chips: only}, []string{"-Heap", "-Heap/java.lang", " Heap/java.lang/String"}},
		{Table{Chips: only, Open: map[string]bool{"Heap#java.lang": false}}, []string{"-Heap", "+Heap/java.lang"}},
		{Table{Chips: []Chip{{Query: "java.lang"}}}, []string{"-Heap", "+Heap/java.lang"}},
		{Table{Chips: []Chip{{Key: "Heap#java.util#HashMap"}}}, []string{"-Heap", "-Heap/java.util", " Heap/java.util/HashMap"}},
		{Table{Chips: []Chip{{Query: "string", Hide: true}}}, []string{"-Heap", "+Heap/app", " Heap/java.lang", "+Heap/java.util"}},
	} {
		rows := rowsOf(t, c.table, p)
		if got := rowTexts(p, rows); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.table.Chips, got, c.want)
		}
	}
	if rows := rowsOf(t, Table{Chips: []Chip{{Query: "absent"}}}, p); rows.Left != rows.Groups-1 {
		t.Errorf("%d of %d groups are left out", rows.Left, rows.Groups)
	}
}
