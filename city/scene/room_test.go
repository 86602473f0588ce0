package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"memcity/city/citytest"
)

// ClearanceAt is the minimum over all buildings, and the box tree finds it.
func TestRoomIsThatOfAllBuildings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := planOf(citytest.RandomPoints(5, citytest.RandomSpec{Points: 3, Nodes: 120, Depth: 3, Width: 9}), DefaultSettings())
	b := p.Bounds()
	for range 300 {
		at := Vec{b.Min.X + (b.Max.X-b.Min.X)*(3*rng.Float64()-1), 0, b.Min.Z + (b.Max.Z-b.Min.Z)*(3*rng.Float64()-1)}
		want := math.Inf(1)
		for i := range p.buildings {
			plot := p.buildings[i].plot
			g := newGroundBox(plot, 0)
			want = min(want, reach*g.distance(at)+sight*min(plot.W, plot.D))
		}
		if got := p.ClearanceAt(at); got != want {
			t.Fatalf("room at %v is %v, want %v", at, got, want)
		}
	}
	var none *Plan
	if none.ClearanceAt(Vec{}) != 0 || none.ExitDistance(Vec{}, Vec{Y: 1}) != 0 {
		t.Error("without a plan there is something in the way")
	}
}

// spaceAround returns the space around a building that no eye enters: half the shorter side from its walls, and one above the roof.
func spaceAround(b *planBuilding) Box {
	side := min(b.plot.W, b.plot.D)
	return Box{Vec{b.plot.X - side/2, 0, b.plot.Z - side/2},
		Vec{b.plot.X + b.plot.W + side/2, b.bottom + 2*math.Sqrt(b.plot.W*b.plot.D) + side, b.plot.Z + b.plot.D + side/2}}
}

// ExitDistance leads to a place with no building nearby, and no shorter distance does.
func TestWayOutLeavesAllBuildings(t *testing.T) {
	inside := 0
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := planOf(citytest.RandomPoints(seed, citytest.RandomSpec{Points: 2, Nodes: 60, Depth: 3, Width: 9}), DefaultSettings())
		held := func(at Vec) bool {
			for i := range p.buildings {
				if box := spaceAround(&p.buildings[i]); at.X > box.Min.X && at.X < box.Max.X && at.Y > 0 && at.Y < box.Max.Y &&
					at.Z > box.Min.Z && at.Z < box.Max.Z {
					return true
				}
			}
			return false
		}
		b := p.Bounds()
		for range 200 {
			eye := Vec{b.Max.X * rng.Float64(), 1.5 * b.Max.Y * rng.Float64(), b.Max.Z * rng.Float64()}
			up := Vec{rng.Float64() - 0.5, 0.05 + rng.Float64(), rng.Float64() - 0.5}.Unit()
			way := p.ExitDistance(eye, up)
			out := Ray{eye, up}
			switch {
			case way == 0 && held(eye):
				t.Fatalf("seed %d: %v is near a building, and stays", seed, eye)
			case way != 0 && !held(eye):
				t.Fatalf("seed %d: %v is near no building, and goes %v", seed, eye, way)
			case way != 0 && held(out.At(way)):
				t.Fatalf("seed %d: %v of the way from %v along %v do not lead out", seed, way, eye, up)
			case way != 0 && !held(out.At(way*(1-1e-6))):
				t.Fatalf("seed %d: %v of the way from %v along %v are too many", seed, way, eye, up)
			}
			if way != 0 {
				inside++
			}
		}
	}
	if inside < 100 {
		t.Errorf("only %d eyes were near a building", inside)
	}
}

func TestWayOutOfABox(t *testing.T) {
	b := Box{Max: Vec{10, 4, 6}}
	for _, c := range []struct {
		from, dir Vec
		want      float64
	}{{Vec{5, 1, 3}, Vec{0, 1, 0}, 3}, {Vec{5, 1, 3}, Vec{1, 0, 0}, 5}, {Vec{4, 1, 3}, Vec{-1, 0, 0}, 4}, {Vec{5, 1, 2}, Vec{0, 0, -1}, 2},
		{Vec{5, 1, 3}, Vec{0.8, 0.6, 0}, 5}, {Vec{9, 1, 3}, Vec{0.8, 0.6, 0}, 1.25}} {
		if got := b.exit(Ray{c.from, c.dir}); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("from %v along %v it is %v, want %v", c.from, c.dir, got, c.want)
		}
	}
	for at, want := range map[Vec]bool{{5, 1, 3}: true, {0, 1, 3}: false, {10, 1, 3}: false, {5, 0, 3}: false, {5, 4, 3}: false, {5, 1, 0}: false,
		{5, 1, 6}: false} {
		if b.holds(at) != want {
			t.Errorf("%v is inside: %v", at, !want)
		}
	}
}

// The boxes of a tree are visited down to all their items, in order, for any number.
func TestVisitOfBoxes(t *testing.T) {
	for n := range 100 {
		boxes := make([]groundBox, n)
		for i := range boxes {
			boxes[i] = groundBox{float64(i), 0, float64(i + 1), 1, 1}
		}
		tree := newBoxTree(boxes)
		var all []int
		tree.visit(n, func(*groundBox) bool { return true }, func(i int) { all = append(all, i) })
		if len(all) != n {
			t.Fatalf("%d of %d are visited", len(all), n)
		}
		for i, got := range all {
			if got != i {
				t.Fatalf("of %d, number %d is visited as %d", n, i, got)
			}
		}
		if n == 0 {
			continue
		}
		seen := false
		tree.visit(n, func(g *groundBox) bool { return g.x0 <= float64(n-1) && g.x1 > float64(n-1) }, func(i int) { seen = seen || i == n-1 })
		if !seen {
			t.Fatalf("the last of %d is not found", n)
		}
		none := 0
		if len(tree) > 0 {
			tree.visit(n, func(*groundBox) bool { return false }, func(int) { none++ })
		}
		if none > 0 {
			t.Fatalf("of %d, %d are visited below boxes that are not entered", n, none)
		}
	}
}
