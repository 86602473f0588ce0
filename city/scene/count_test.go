package scene

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestNeedsOfNoNode: a missing node, or a node that is empty at every GC point, never has a plot.
func TestNeedsOfNoNode(t *testing.T) {
	p := planOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 5, 0), citytest.Leaf("b", 0, 0))),
		planSettings(trees.Objects, Sqrt, 40))
	for node, want := range map[int32]int{-2: 0, -1: 0, 0: 1, 1: 1, 2: 0, 3: 0} {
		if got := p.Needs(node); got != want {
			t.Errorf("node %d needs %d children, want %d", node, got, want)
		}
	}
}

// A plan with as many children as a node needs shows it, and a plan with fewer does not.
func TestNeeds(t *testing.T) {
	s := trees.NewSeries(citytest.RandomPoints(7, citytest.RandomSpec{Points: 4, Nodes: 300, Depth: 4, Width: 20}))
	for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
		settings := DefaultSettings()
		settings.Unit = unit
		meta := trees.NewMeta(s, trees.Window{From: 0, To: s.Len() - 1})
		all := NewPlan(s, meta, settings)
		for n := int32(0); n < int32(len(s.Nodes)); n += 7 {
			settings.Children = all.Needs(n)
			if settings.Children == 0 {
				if meta.Of(unit)[n].Max > 0 {
					t.Fatalf("node %d needs nothing", n)
				}
				continue
			}
			if !s.IsLeaf(n) {
				continue
			}
			if NewPlan(s, meta, settings).Target(n).Kind != OnBuilding {
				t.Fatalf("%v: node %d is not shown with %d children", unit, n, settings.Children)
			}
			if settings.Children--; settings.Children > 0 && NewPlan(s, meta, settings).Target(n).Kind == OnBuilding {
				t.Fatalf("%v: node %d is shown with %d children already", unit, n, settings.Children)
			}
		}
	}
}

func TestGrew(t *testing.T) {
	s := trees.NewSeries(citytest.RandomPoints(7, citytest.RandomSpec{Points: 4, Nodes: 300, Depth: 4, Width: 20}))
	p := NewPlan(s, trees.NewMeta(s, trees.Window{From: 0, To: s.Len() - 1}), DefaultSettings())
	want := 0
	for _, b := range p.At(0, DefaultSettings()).Buildings {
		if b.GrowthBytes > 0 {
			want++
		}
	}
	if got := p.Grew(); got != want || want == 0 {
		t.Errorf("%d grew, want %d", got, want)
	}
}
