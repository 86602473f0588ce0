package state

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/layout"
)

// builtState returns a state with a random city and the camera at home, outside its buildings.
func builtState(seed uint64) (State, *scene.Plan) {
	settings := scene.DefaultSettings()
	p := scenetest.Plan(citytest.RandomPoints(seed, citytest.RandomSpec{Points: 3, Nodes: 120, Depth: 3, Width: 9}), settings)
	s := NewState(3, settings)
	return after(s, Resize{Aspect: 1.6}, Rebound{Bounds: p.Bounds(), Plan: p}), p
}

// checkOutside checks that an eye is in no building at any GC point.
func checkOutside(t *testing.T, p *scene.Plan, c scene.Camera) {
	t.Helper()
	eye := c.Eye()
	for _, b := range p.At(0, p.Settings()).Buildings {
		top := b.Bottom + 2*math.Sqrt(b.Plot.Area())
		if eye.Y < top && fromPlot(b.Plot, eye) == 0 {
			t.Fatalf("the eye %v of %+v is in the building on %v, as high as %v", eye, c, b.Plot, top)
		}
	}
}

// fromPlot returns the horizontal distance from a point to a plot; 0 inside.
func fromPlot(r layout.Rect, p scene.Vec) float64 {
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

// After any zoom or flight, a building is near the picture.
func TestTheCityIsNotLost(t *testing.T) {
	for seed := range uint64(8) {
		for name, moves := range map[string][]Action{
			"zoom in":             {Zoom{scene.Vec{}, 1e-9}},
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
			if half := math.Tan(scene.FieldOfView/2) * s.Camera.Distance; nearest > 1.3*half {
				t.Errorf("seed %d, %s: the next building is %v away, the picture shows %v around the target", seed, name, nearest, half)
			}
		}
	}
}
