package state

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
)

// testBounds returns the bounds of cities of several shapes, by name.
func testBounds() map[string]scene.Box {
	settings := scenetest.Settings(trees.Objects, scene.Sqrt, 40)
	return map[string]scene.Box{
		"usual":    scenetest.Plan(citytest.RandomPoints(1, citytest.RandomSpecs[3]), settings).Bounds(),
		"flat":     scenetest.Plan(citytest.WideRecording(40, 50, 1), settings).Bounds(),
		"tower":    scenetest.Plan(citytest.Points(citytest.Leaf("Heap", 70_000, 0)), settings).Bounds(),
		"long":     {Min: scene.Vec{X: -5, Y: 0, Z: 3}, Max: scene.Vec{X: 195, Y: 8, Z: 33}},
		"far away": {Min: scene.Vec{X: 1e5, Y: 0, Z: -1e5}, Max: scene.Vec{X: 1e5 + 120, Y: 30, Z: -1e5 + 100}},
	}
}

var aspects = []float64{0.35, 0.5, 0.75, 1, 4.0 / 3, 16.0 / 9, 21.0 / 9, 4}

func TestWholeCityIsInView(t *testing.T) {
	for name, b := range testBounds() {
		for _, aspect := range aspects {
			for view, c := range map[string]scene.Camera{"home": (scene.Look{}).Home(b, aspect, scene.Frame{}),
				"bird's eye": scene.BirdsEye(b, aspect, scene.Frame{})} {
				if err := checkInView(c, b, aspect, 0.85); err != nil {
					t.Errorf("%s of %s at %v: %v", view, name, aspect, err)
				}
				s := flyingState(b, aspect)
				s = after(s, FlyTo{c, second}, Tick{2 * second})
				if err := checkInView(s.Camera, b, aspect, 0.85); err != nil {
					t.Errorf("%s of %s at %v, flown to: %v", view, name, aspect, err)
				}
			}
		}
	}
}

// checkInView checks that all corners of b are in the picture, and that b fills the given share of it in one direction.
func checkInView(c scene.Camera, b scene.Box, aspect, share float64) error {
	left, right, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, corner := range b.Corners() {
		x, y, _, ok := c.Project(corner, aspect)
		if !ok || math.Abs(x) > 1 || math.Abs(y) > 1 {
			return fmt.Errorf("corner %v is at %.3f, %.3f, in front %v", corner, x, y, ok)
		}
		left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
	}
	if fills := max(right-left, high-low) / 2; fills < share {
		return fmt.Errorf("the city takes only %.2f of the picture", fills)
	}
	return nil
}

func TestHomeAndBirdsEyeDirections(t *testing.T) {
	b := testBounds()["usual"]
	home, bird := scene.Look{}.Home(b, 1.5, scene.Frame{}), scene.BirdsEye(b, 1.5, scene.Frame{})
	if eye := home.Eye(); eye.X <= b.Max.X || eye.Z <= b.Max.Z || eye.Y <= b.Max.Y {
		t.Errorf("home stands at %v, want at the front right of %v", eye, b)
	}
	// North up: smaller Z is higher in the picture, and greater X is further right.
	ground := func(x, z float64) (float64, float64) {
		px, py, _, _ := bird.Project(scene.Vec{X: x, Y: 0, Z: z}, 1.5)
		return px, py
	}
	x0, y0 := ground(b.Min.X, b.Min.Z)
	x1, y1 := ground(b.Max.X, b.Max.Z)
	if x0 >= x1 || y0 <= y1 {
		t.Errorf("from above the back left is at %v, %v, the front right at %v, %v", x0, y0, x1, y1)
	}
}

func TestFocusKeepsDirection(t *testing.T) {
	settings := scene.DefaultSettings()
	p := scenetest.Plan(citytest.RandomPoints(1, citytest.RandomSpecs[3]), settings)
	c := p.At(3, settings)
	start := scene.Look{}.Home(p.Bounds(), 1.5, scene.Frame{})
	for i := range c.Buildings {
		if c.Buildings[i].Height == 0 {
			continue
		}
		box := c.Buildings[i].Box()
		got := start.Focus(box, 1.5, scene.Frame{})
		if got.Yaw != start.Yaw || got.Pitch != start.Pitch {
			t.Fatalf("building %d: the camera turned to %+v", i, got)
		}
		if err := checkInView(got, box, 1.5, 0.15); err != nil {
			t.Fatalf("building %d: %v", i, err)
		}
	}
}

// randomPose returns a pose inside the limits of a state.
func randomPose(rng *rand.Rand, s State) scene.Camera {
	b := s.Bounds
	span := b.Max.Sub(b.Min)
	return s.limited(scene.Camera{
		Target: b.Min.Add(scene.Vec{X: span.X * rng.Float64(), Y: span.Y * rng.Float64() * 0.5, Z: span.Z * rng.Float64()}),
		Yaw:    7 * rng.Float64(), Pitch: scene.MinPitch + (scene.MaxPitch-scene.MinPitch)*rng.Float64(),
		Distance: b.Radius() * math.Pow(10, 2*rng.Float64()-1.5),
	})
}

func TestRayAgreesWithProject(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	b := testBounds()["usual"]
	for range 3000 {
		c, aspect := randomPose(rng, flyingState(b, 1.5)), aspects[rng.IntN(len(aspects))]
		x, y := 2*rng.Float64()-1, 2*rng.Float64()-1
		ray := c.Ray(x, y, aspect)
		if math.Abs(ray.Dir.Length()-1) > 1e-12 || ray.Origin != c.Eye() {
			t.Fatalf("ray %+v from %+v", ray, c)
		}
		gotX, gotY, depth, ok := c.Project(ray.At(c.Distance*(0.1+rng.Float64())), aspect)
		if !ok || depth <= 0 || math.Abs(gotX-x) > 1e-9 || math.Abs(gotY-y) > 1e-9 {
			t.Fatalf("%v, %v comes back as %v, %v at depth %v", x, y, gotX, gotY, depth)
		}
		if _, _, _, ok := c.Project(ray.At(-c.Distance), aspect); ok {
			t.Fatal("a point behind the camera is in the picture")
		}
	}
}

func TestTargetIsInTheMiddle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for range 100 {
		c := randomPose(rng, flyingState(testBounds()["usual"], 1.5))
		x, y, depth, ok := c.Project(c.Target, 1.5)
		if !ok || math.Abs(x) > 1e-9 || math.Abs(y) > 1e-9 || !citytest.Near(depth, c.Distance, 1e-9) {
			t.Fatalf("%+v has its target at %v, %v, %v", c, x, y, depth)
		}
	}
}

// clipSpace multiplies p by the matrices like the GPU.
func clipSpace(view, projection [16]float32, p scene.Vec) [4]float64 {
	v := [4]float64{p.X, p.Y, p.Z, 1}
	for _, m := range [][16]float32{view, projection} {
		var out [4]float64
		for row := range 4 {
			for col := range 4 {
				out[row] += float64(m[4*col+row]) * v[col]
			}
		}
		v = out
	}
	return v
}

// TestMatricesAgreeWithProject checks positions in the picture, and that the near and far planes cut off nothing visible of the city.
func TestMatricesAgreeWithProject(t *testing.T) {
	for name, b := range testBounds() {
		if name == "far away" {
			continue // plans start at the origin; float32 is too coarse there
		}
		rng := rand.New(rand.NewPCG(4, 4))
		inPicture := 0
		for range 4000 {
			c, aspect := randomPose(rng, flyingState(b, 1.5)), aspects[rng.IntN(len(aspects))]
			view, projection := c.Matrices(aspect, b)
			span := b.Max.Sub(b.Min)
			p := b.Min.Add(scene.Vec{X: span.X * rng.Float64(), Y: span.Y * rng.Float64(), Z: span.Z * rng.Float64()})
			x, y, depth, ok := c.Project(p, aspect)
			if !ok || math.Abs(x) > 1 || math.Abs(y) > 1 || depth < 0.002*b.Radius() {
				continue
			}
			inPicture++
			clip := clipSpace(view, projection, p)
			if math.Abs(clip[0]/clip[3]-x) > 2e-3 || math.Abs(clip[1]/clip[3]-y) > 2e-3 || !citytest.Near(clip[3], depth, 1e-3) {
				t.Fatalf("%s: %v is at %v, %v, depth %v; the matrices give %v", name, p, x, y, depth, clip)
			}
			if z := clip[2] / clip[3]; z < -1 || z > 1 {
				t.Fatalf("%s: %+v cuts off %v at depth %v: z is %v", name, c, p, depth, z)
			}
		}
		if inPicture < 500 {
			t.Errorf("%s: only %d points were in the picture", name, inPicture)
		}
	}
}

// TestFace: a camera at home turns with the direction of the overview; any other camera stays. Resetting leads to the default direction.
func TestFace(t *testing.T) {
	p := scenetest.Plan(citytest.RandomPoints(1, citytest.RandomSpecs[3]), scene.DefaultSettings())
	look := scene.Look{Turn: 1}
	s := Step(NewState(1, scene.DefaultSettings()), Rebound{Bounds: p.Bounds(), Plan: p})
	at := time.Second
	turned := Step(Step(s, Face{look, at}), Tick{Now: at + flightLength})
	if !turned.AtHome() || turned.Camera == s.Camera || math.Abs(turned.Camera.Yaw-s.Camera.Yaw-1) > 1e-9 {
		t.Errorf("from %+v the camera turned to %+v", s.Camera, turned.Camera)
	}
	if again := Step(turned, Face{look, 2 * at}); again.Flying() {
		t.Error("it turns again")
	}
	moved := Step(s, Orbit{Yaw: 0.3})
	if stays := Step(moved, Face{look, at}); stays.Flying() || stays.Camera != moved.Camera || stays.Home() != turned.Home() {
		t.Errorf("a camera that was moved goes to %+v", stays.Destination())
	}
	if flying := Step(s, Face{look, at}); flying.Destination() != turned.Camera {
		t.Errorf("it is on its way to %+v, want %+v", flying.Destination(), turned.Camera)
	}
}
