package state

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
)

// frames are the unobstructed parts for panels at the sides of the picture.
var frames = map[string]scene.Frame{
	"whole":        {},
	"panel left":   {Left: -0.4, Bottom: -1, Right: 1, Top: 1},
	"panel right":  {Left: -1, Bottom: -1, Right: 0.3, Top: 1},
	"both sides":   {Left: -0.6, Bottom: -0.8, Right: 0.4, Top: 0.9},
	"slider below": {Left: -1, Bottom: -0.6, Right: 1, Top: 1},
	"bar above":    {Left: -1, Bottom: -1, Right: 1, Top: 0.5},
	"only above":   {Left: -1, Bottom: -0.1, Right: 1, Top: 1},
	"too small":    {Left: 0.9, Bottom: 0.9, Right: 1, Top: 1},
	"wrong":        {Left: 1, Bottom: 1, Right: -1, Top: -1},
	"no number":    {Left: math.NaN(), Bottom: math.NaN(), Right: 1, Top: 1},
}

func TestCityFillsTheFrame(t *testing.T) {
	for name, b := range testBounds() {
		for _, aspect := range aspects {
			for frameName, frame := range frames {
				s := flyingState(b, aspect)
				s.Frame = frame
				for view, c := range map[string]scene.Camera{"home": (scene.Look{}).Home(b, aspect, frame), "bird's eye": scene.BirdsEye(b, aspect, frame)} {
					if err := checkInFrame(c, b, aspect, frame); err != nil {
						t.Errorf("%s of %s at %.2f, %s: %v", view, name, aspect, frameName, err)
					}
					if err := checkInFrame(after(s, FlyTo{c, 0}, Tick{second}).Camera, b, aspect, frame); err != nil {
						t.Errorf("%s of %s at %.2f, %s, flown to: %v", view, name, aspect, frameName, err)
					}
				}
			}
		}
	}
}

// checkInFrame checks that all corners of b are in the frame and take most of it in one direction.
func checkInFrame(c scene.Camera, b scene.Box, aspect float64, frame scene.Frame) error {
	frame = frame.OrWhole()
	left, right, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, corner := range b.Corners() {
		x, y, _, ok := c.Project(corner, aspect)
		const eps = 0.01
		if !ok || !(x >= frame.Left-eps && x <= frame.Right+eps && y >= frame.Bottom-eps && y <= frame.Top+eps) {
			return fmt.Errorf("corner %v is at %.3f, %.3f, in front %v", corner, x, y, ok)
		}
		left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
	}
	if fills := max((right-left)/(frame.Right-frame.Left), (high-low)/(frame.Top-frame.Bottom)); fills < 0.8 {
		return fmt.Errorf("the city takes only %.2f of the frame", fills)
	}
	return nil
}

// TestFirstBoundsShowTheWholeCity checks that the city is in view when it appears.
func TestFirstBoundsShowTheWholeCity(t *testing.T) {
	for name, b := range testBounds() {
		for frameName, frame := range frames {
			s := after(NewState(3, scene.DefaultSettings()), Resize{Aspect: 1.5, Frame: frame}, Rebound{Bounds: b})
			if err := checkInFrame(s.Camera, b, 1.5, frame); err != nil {
				t.Errorf("%s, %s: %v", name, frameName, err)
			}
		}
	}
}

// TestReboundKeepsThePicture checks that a plan with a ground of another size is shown from the same position.
func TestReboundKeepsThePicture(t *testing.T) {
	b := testBounds()["usual"]
	rng := rand.New(rand.NewPCG(6, 6))
	for _, f := range []float64{0.01, 0.7, 1, 3, 1000} {
		scaled := scene.Box{Min: b.Min.Mul(f), Max: b.Max.Mul(f)}
		for range 200 {
			s := flyingState(b, 1.5)
			s.Camera = randomPose(rng, s)
			now := Step(s, Rebound{Bounds: scaled})
			for range 5 {
				p := scene.Vec{X: b.Max.X * rng.Float64(), Y: 0, Z: b.Max.Z * rng.Float64()}
				x0, y0, _, ok0 := s.Camera.Project(p, 1.5)
				x1, y1, _, ok1 := now.Camera.Project(p.Mul(f), 1.5)
				if ok0 != ok1 || math.Abs(x0-x1) > 1e-6*max(1, math.Abs(x0)) || math.Abs(y0-y1) > 1e-6*max(1, math.Abs(y0)) {
					t.Fatalf("by %v: %v moves from %v, %v to %v, %v", f, p, x0, y0, x1, y1)
				}
			}
		}
	}
	s := after(flyingState(b, 1.5), FlyTo{scene.BirdsEye(b, 1.5, scene.Frame{}), second},
		Rebound{Bounds: scene.Box{Min: b.Min.Mul(2), Max: b.Max.Mul(2)}}, Tick{2 * second})
	if err := checkInView(s.Camera, s.Bounds, 1.5, 0.85); err != nil {
		t.Errorf("a flight to above ends elsewhere after a new plan: %v", err)
	}
}

func TestReboundToNothingAndBack(t *testing.T) {
	b := testBounds()["usual"]
	s := after(flyingState(b, 1.5), Walk{Right: 1, For: second}, Rebound{}, Zoom{scene.Vec{}, 0.5}, Rebound{Bounds: b})
	if err := checkInView(s.Camera, b, 1.5, 0.85); err != nil {
		t.Error(err)
	}
}

// TestGrowingCityStaysInView checks that a city that is still being read stays entirely in view until the user moves the camera.
func TestGrowingCityStaysInView(t *testing.T) {
	b := testBounds()["usual"]
	bigger := scene.Box{Min: b.Min, Max: scene.Vec{X: b.Max.X * 3, Y: b.Max.Y * 5, Z: b.Max.Z * 2}}
	s := after(NewState(1, scene.DefaultSettings()), Rebound{Bounds: b, Growing: true}, Extend{Points: 2},
		Rebound{Bounds: bigger, Growing: true})
	if s.Camera != (scene.Look{}).Home(bigger, s.Aspect, scene.Frame{}) {
		t.Errorf("a city that grew is seen from %+v", s.Camera)
	}
	moved := after(s, Walk{Right: 1, For: second / 10})
	now := Step(moved, Rebound{Bounds: b, Growing: true})
	if now.Camera == (scene.Look{}).Home(b, s.Aspect, scene.Frame{}) || citytest.Near(now.Camera.Distance, moved.Camera.Distance, 0.1) {
		t.Errorf("the camera that the user moved went from %+v to %+v", moved.Camera, now.Camera)
	}
}
