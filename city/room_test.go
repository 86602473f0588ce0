package city

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"memcity/layout"
)

// builtState looks at a random city from home, and keeps out of its buildings.
func builtState(seed uint64) (State, *Plan) {
	settings := DefaultSettings()
	p := testPlan(randomPoints(seed, randomSpec{points: 3, nodes: 120, depth: 3, width: 9}), settings)
	s := NewState(3, settings)
	return after(s, Resize{Aspect: 1.6}, Rebound{Bounds: p.Bounds(), Plan: p}), p
}

// checkOutside checks that an eye is in no building, at whatever GC point.
func checkOutside(t *testing.T, p *Plan, c Camera) {
	t.Helper()
	eye := c.Eye()
	for _, b := range p.At(0, p.Settings()).Buildings {
		top := b.Bottom + 2*math.Sqrt(b.Plot.Area())
		if eye.Y < top && fromPlot(b.Plot, eye) == 0 {
			t.Fatalf("the eye %v of %+v is in the building on %v, as high as %v", eye, c, b.Plot, top)
		}
	}
}

// fromPlot is the way on the ground from a point to a plot; 0 inside.
func fromPlot(r layout.Rect, p Vec) float64 {
	return math.Hypot(max(r.X-p.X, 0, p.X-r.X-r.W), max(r.Z-p.Z, 0, p.Z-r.Z-r.D))
}

func TestTheEyeStaysOutOfBuildings(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 4))
		s, p := builtState(seed)
		now := time.Duration(0)
		for range 120 {
			now += time.Second
			s = after(s, randomMove(rng, s, now), Tick{now + time.Second})
			if !s.Flying() {
				checkOutside(t, p, s.Camera)
			}
		}
	}
}

// However long one zooms or flies, a building is within reach of the picture.
func TestTheCityIsNotLost(t *testing.T) {
	for seed := range uint64(8) {
		for name, moves := range map[string][]Action{
			"zoom in":             {Zoom{Vec{}, 1e-9}},
			"forward, then down":  {Walk{Forward: 1, For: 30 * time.Second}, Walk{Up: -1, For: 20 * time.Second}},
			"sideways, then down": {Walk{Right: 1, For: 30 * time.Second}, Walk{Up: -1, For: 20 * time.Second}},
			"down":                {Walk{Up: -1, For: 20 * time.Second}},
		} {
			s, p := builtState(seed)
			if z, ok := moves[0].(Zoom); ok {
				z.At = s.Camera.Target
				moves = []Action{z}
			}
			s = after(s, moves...)
			checkOutside(t, p, s.Camera)
			nearest := math.Inf(1)
			for _, b := range p.At(0, p.Settings()).Buildings {
				nearest = min(nearest, fromPlot(b.Plot, s.Camera.Target))
			}
			if half := math.Tan(FieldOfView/2) * s.Camera.Distance; nearest > 1.3*half {
				t.Errorf("seed %d, %s: the next building is %v away, the picture shows %v around the target", seed, name, nearest, half)
			}
		}
	}
}

// Room is the least over all buildings, and the tree of boxes finds it.
func TestRoomIsThatOfAllBuildings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := planOf(randomPoints(5, randomSpec{points: 3, nodes: 120, depth: 3, width: 9}), DefaultSettings())
	b := p.Bounds()
	for range 300 {
		at := Vec{b.Min.X + (b.Max.X-b.Min.X)*(3*rng.Float64()-1), 0, b.Min.Z + (b.Max.Z-b.Min.Z)*(3*rng.Float64()-1)}
		want := math.Inf(1)
		for i := range p.buildings {
			plot := p.buildings[i].plot
			g := newGroundBox(plot, 0)
			want = min(want, reach*g.away(at)+sight*min(plot.W, plot.D))
		}
		if got := p.roomAt(at); got != want {
			t.Fatalf("room at %v is %v, want %v", at, got, want)
		}
	}
	var none *Plan
	if none.roomAt(Vec{}) != 0 || none.wayOut(Vec{}, Vec{Y: 1}) != 0 {
		t.Error("without a plan there is something in the way")
	}
}
