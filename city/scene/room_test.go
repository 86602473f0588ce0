package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"memcity/city/citytest"
)

// Room is the least over all buildings, and the tree of boxes finds it.
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
			want = min(want, reach*g.away(at)+sight*min(plot.W, plot.D))
		}
		if got := p.RoomAt(at); got != want {
			t.Fatalf("room at %v is %v, want %v", at, got, want)
		}
	}
	var none *Plan
	if none.RoomAt(Vec{}) != 0 || none.WayOut(Vec{}, Vec{Y: 1}) != 0 {
		t.Error("without a plan there is something in the way")
	}
}
