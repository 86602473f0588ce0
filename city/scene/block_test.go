package scene

import (
	"math"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// checkBlocks reports the first violated property of a plan's blocks. Each district that omits groups with objects has one block with all
// of them. The block is as large as a building of their sum, and shows their values at each GC point.
func checkBlocks(t *testing.T, p *Plan) {
	t.Helper()
	s, unit := p.Series, p.settings.Unit
	of := map[int32]int32{} // block by district
	for i, b := range p.blocks {
		if _, twice := of[b.district]; twice {
			t.Fatalf("district %d has two blocks", b.district)
		}
		of[b.district] = int32(i)
	}
	for i := range p.districts {
		d := &p.districts[i]
		out, whole := map[int32]bool{}, 0
		for c := range s.Nodes.Children(d.node) {
			if p.Meta.Of(unit)[c].Max <= 0 {
				if got := p.Target(c); got != (Target{}) {
					t.Fatalf("%q is empty and stands at %v", s.Key(c), got)
				}
				continue
			}
			whole++
			if !p.Target(c).OfGroup() {
				out[c] = true
			}
		}
		block, ok := of[int32(i)]
		if ok != (len(out) > 0) {
			t.Fatalf("district %q leaves out %d groups, and has a block: %v", s.Key(d.node), len(out), ok)
		}
		if !ok {
			continue
		}
		most := int64(0)
		for point := range s.Len() {
			b := p.At(point, p.settings).Blocks[block]
			var sum trees.Amount
			groups := 0
			for c := range out {
				sum.Objects += s.Objects(point, c)
				sum.Bytes += s.Bytes(point, c)
				if s.Objects(point, c) > 0 {
					groups++
				}
				for in := c; in < s.Nodes[c].End; in++ {
					if p.Target(in) != (Target{OnBlock, block}) {
						t.Fatalf("%q in a block stands at %v", s.Key(in), p.Target(in))
					}
				}
			}
			if b.Objects != sum.Objects || b.Bytes != sum.Bytes || b.Groups != groups || b.Needs != whole {
				t.Fatalf("block of %q at %d: %+v, want %+v in %d groups of %d", s.Key(d.node), point, b, sum, groups, whole)
			}
			if want := p.settings.Area.weigh(sum.Of(unit)) / p.blocks[block].weight * b.Plot.Area(); !citytest.Near(b.Base.Area(), want, 1e-9) {
				t.Fatalf("block of %q at %d takes %v, want %v", s.Key(d.node), point, b.Base.Area(), want)
			}
			if b.Height > p.SlabHeight || (b.Height > 0) != (sum.Of(unit) > 0) || b.Bottom != float64(d.level+1)*p.SlabHeight {
				t.Fatalf("block of %q at %d is %v high, at %v", s.Key(d.node), point, b.Height, b.Bottom)
			}
			most = max(most, sum.Of(unit))
		}
		if want := p.settings.Area.weigh(most); !p.roomy && !citytest.Near(p.blocks[block].weight, want, 1e-12) {
			t.Fatalf("block of %q weighs %v, want %v", s.Key(d.node), p.blocks[block].weight, want)
		}
	}
}

func TestBlocks(t *testing.T) {
	for _, spec := range citytest.RandomSpecs {
		for seed := range uint64(8) {
			points := citytest.RandomPoints(seed, spec)
			for _, settings := range allPlanSettings() {
				checkBlocks(t, planOf(points, settings))
			}
		}
	}
}

// TestBlocksOfGrowing: blocks of a growing recording contain all groups without a plot, whether or not plots were kept.
func TestBlocksOfGrowing(t *testing.T) {
	kept, blocks := 0, 0
	for seed := range uint64(12) {
		points := citytest.RandomPoints(seed, citytest.RandomSpec{Points: 8, Nodes: 120, Depth: 3, Width: 20})
		settings := planSettings(trees.Objects, Sqrt, 3)
		s := trees.NewSeries(points[:2])
		p := NewRoomyPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
		for n := 3; n <= len(points); n++ {
			s = trees.NewSeries(points[:n])
			next, same := p.Next(s, trees.NewMeta(s, citytest.WholeWindow(s)))
			if p = next; same {
				kept++
				continue // a small block may be missing
			}
			blocks += len(p.blocks)
			checkBlocks(t, p)
		}
	}
	if kept == 0 || blocks == 0 {
		t.Errorf("plots were kept %d times, blocks: %d", kept, blocks)
	}
}

// TestBlockArea: a thousand groups of one object take the area of a building of a thousand objects, not of a thousand buildings.
func TestBlockArea(t *testing.T) {
	for _, area := range []Area{Sqrt, Linear} {
		kids := []*citytest.Group{citytest.Leaf("large", 1000, 0)}
		for range 1000 {
			kids = append(kids, citytest.Leaf("small"+string(rune('a'+len(kids))), 1, 0))
		}
		c := planOf(citytest.Points(citytest.Inner("Heap", kids...)), planSettings(trees.Objects, area, 1)).At(0, planSettings(trees.Objects, area, 1))
		if len(c.Buildings) != 1 || len(c.Blocks) != 1 {
			t.Fatalf("%d buildings, %d blocks", len(c.Buildings), len(c.Blocks))
		}
		if a, b := c.Buildings[0].Base.Area(), c.Blocks[0].Base.Area(); math.Abs(a-b) > 1e-6*a || c.Blocks[0].Name() != "1,000 smaller" {
			t.Errorf("%v: the building takes %v, the block %q %v", area, a, c.Blocks[0].Name(), b)
		}
		if c.Blocks[0].Height >= c.Buildings[0].Height/4 {
			t.Errorf("%v: the block is %v high", area, c.Blocks[0].Height)
		}
	}
}

// TestPickBlock: a ray from above hits a block, and a thread leads to the block that contains its group.
func TestPickBlock(t *testing.T) {
	p := planOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 100, 0), citytest.Leaf("b", 50, 0), citytest.Leaf("c", 40, 0))),
		planSettings(trees.Objects, Sqrt, 1))
	c := p.At(0, DefaultSettings())
	want := Target{OnBlock, 0}
	box, ok := c.Box(want)
	middle := box.Center()
	got, at := c.Pick(Ray{Vec{middle.X, 100, middle.Z}, Vec{Y: -1}})
	if !ok || got != want || math.Abs(at.Y-box.Max.Y) > 1e-9 {
		t.Errorf("picked %v at %v", got, at)
	}
	node, _ := p.Series.Find("Heap#c")
	if p.Shows(node) != want || p.Representative(node).Kind != OnDistrict || p.Find("Heap#b") != want {
		t.Errorf("c is seen at %v, counts at %v", p.Shows(node), p.Representative(node))
	}
	if _, ok := p.Node(want); ok {
		t.Error("a block is no group")
	}
	if thread := c.thread(want, Look{}); thread == nil || thread.Points[len(thread.Points)-1].X != middle.X {
		t.Errorf("the thread leads to %+v", thread)
	}
	if refs, _ := c.References(want); refs != nil {
		t.Error("a block has references")
	}
	out := c.Isolate([]Target{{OnBuilding, 0}}, nil)
	if out.Blocks[0].Color == c.Blocks[0].Color || c.Isolate([]Target{want}, nil).Blocks[0].Color != c.Blocks[0].Color {
		t.Error("a block steps back unless it is what stands out")
	}
}
