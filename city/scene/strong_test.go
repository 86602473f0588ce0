package scene

import (
	"fmt"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// slowStrong is a simple implementation of the rule for groups that have a plot at any size.
func slowStrong(p *Plan) map[int32]bool {
	s, w := p.Series, p.Meta.Window
	share := func(n int32) float64 {
		most := 0.0
		for _, value := range []func(int, int32) int64{s.Objects, s.Bytes} {
			heap := max(value(s.Len()-1, 0)-value(0, 0), 0)
			for point := range s.Len() {
				heap = max(heap, value(point, 0)/5)
			}
			if growth := value(w.To, n) - value(w.From, n); growth > 0 && heap > 0 {
				most = max(most, float64(growth)/float64(heap))
			}
		}
		return most
	}
	var list []int32
	for n := int32(1); n < int32(len(s.Nodes)); n++ {
		innermost := share(n) >= 0.01
		for below := n + 1; below < s.Nodes[n].End; below++ {
			innermost = innermost && share(below) < 0.01
		}
		if innermost {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(x, y int32) int {
		if a, b := share(x), share(y); a != b {
			return map[bool]int{true: -1, false: 1}[a > b]
		}
		return 0
	})
	shown := map[int32]bool{}
	for _, n := range list[:min(len(list), 50)] {
		for ; n >= 0; n = s.Nodes[n].Parent {
			shown[n] = true
		}
	}
	return shown
}

// grown returns a heap with a district of many constant groups, and some small groups that grow.
func grown(growth ...int64) []trees.PointTree {
	at := func(last bool) *citytest.Group {
		kids := []*citytest.Group{}
		for i := range 60 {
			kids = append(kids, citytest.Leaf(fmt.Sprint("large", i), 1000, 1000))
		}
		for i, by := range growth {
			n := int64(1)
			if last {
				n += by
			}
			kids = append(kids, citytest.Leaf(fmt.Sprint("small", i), n, 1))
		}
		return citytest.Inner("Heap", citytest.Inner("types", kids...), citytest.Leaf("filler", 100_000-60_000, 0))
	}
	return citytest.Points(at(false), at(true))
}

// TestStrong: a group of any size has a building from a hundredth of the heap growth, which counts as at least a fifth of the heap.
func TestStrong(t *testing.T) {
	for _, test := range []struct {
		growth []int64
		shown  []bool
	}{
		{[]int64{200, 198}, []bool{false, false}}, // of 20,000 and more
		{[]int64{202, 198}, []bool{true, false}},
		{[]int64{-1, 5000}, []bool{false, true}},
	} {
		p := planOf(grown(test.growth...), planSettings(trees.Objects, Sqrt, 40))
		for i, want := range test.shown {
			node, ok := p.Series.Find(fmt.Sprintf("Heap#types#small%d", i))
			if got := p.Target(node).Kind == OnBuilding; !ok || got != want {
				t.Errorf("growth of %v: small%d has a building: %v, want %v", test.growth, i, got, want)
			}
			if want && p.Needs(node) != 1 {
				t.Errorf("growth of %v: small%d needs %d children", test.growth, i, p.Needs(node))
			}
		}
	}
}

// TestStrongest: if too many groups grow strongly, the strongest have buildings; ties are ordered by position.
func TestStrongest(t *testing.T) {
	growth := make([]int64, maxStrong+5)
	for i := range growth {
		growth[i] = 900
	}
	growth[len(growth)-1] = 990 // the last is smaller than all large ones, and stronger than the others
	p := planOf(grown(growth...), planSettings(trees.Objects, Sqrt, 40))
	for i := range growth {
		node, _ := p.Series.Find(fmt.Sprintf("Heap#types#small%d", i))
		if want, got := i < maxStrong-1 || i == len(growth)-1, p.Target(node).Kind == OnBuilding; got != want {
			t.Errorf("small%d of %d has a building: %v", i, len(growth), got)
		}
	}
}

// TestStrongInOtherUnit: a group that grows in bytes has a building in a city of objects.
func TestStrongInOtherUnit(t *testing.T) {
	points := citytest.Points(
		citytest.Inner("Heap", citytest.Leaf("a", 90, 1000), citytest.Leaf("b", 80, 1000), citytest.Leaf("c", 1, 10)),
		citytest.Inner("Heap", citytest.Leaf("a", 90, 1000), citytest.Leaf("b", 80, 1000), citytest.Leaf("c", 1, 5000)))
	p := planOf(points, planSettings(trees.Objects, Sqrt, 1))
	if p.Find("Heap#c").Kind != OnBuilding || p.Find("Heap#b").Kind == OnBuilding {
		t.Error("c grew, b did not")
	}
}

// TestNextShowsStrong: in a growing recording, a small group that starts to grow strongly gets a building.
func TestNextShowsStrong(t *testing.T) {
	at := func(c int64) *citytest.Group {
		return citytest.Inner("Heap", citytest.Leaf("a", 1_000_000, 1_000_000), citytest.Leaf("b", 900_000, 900_000), citytest.Leaf("c", 1, c))
	}
	settings := planSettings(trees.Objects, Sqrt, 2)
	meta := func(s *trees.Series) *trees.Meta { return trees.NewMeta(s, citytest.WholeWindow(s)) }
	points := citytest.Points(at(10), at(10), at(100), at(50_000))
	s := trees.NewSeries(points[:2])
	p := NewRoomyPlan(s, meta(s), settings)
	if p.Find("Heap#c").Kind == OnBuilding {
		t.Fatal("c has a building at first")
	}
	s = trees.NewSeries(points[:3])
	if next, kept := p.Next(s, meta(s)); next.Find("Heap#c").Kind == OnBuilding || !kept {
		t.Error("c has a building though it grew little")
	}
	s = trees.NewSeries(points)
	if next, kept := p.Next(s, meta(s)); next.Find("Heap#c").Kind != OnBuilding || kept {
		t.Error("c has no building after it grew")
	}
}
