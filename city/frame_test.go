package city

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// frames are what panels at the sides of the picture leave free.
var frames = map[string]Frame{
	"whole":        {},
	"panel left":   {-0.4, -1, 1, 1},
	"panel right":  {-1, -1, 0.3, 1},
	"both sides":   {-0.6, -0.8, 0.4, 0.9},
	"slider below": {-1, -0.6, 1, 1},
	"bar above":    {-1, -1, 1, 0.5},
	"only above":   {-1, -0.1, 1, 1},
	"too small":    {0.9, 0.9, 1, 1},
	"wrong":        {1, 1, -1, -1},
	"no number":    {math.NaN(), math.NaN(), 1, 1},
}

func TestCityFillsTheFrame(t *testing.T) {
	for name, b := range testBounds() {
		for _, aspect := range aspects {
			for frameName, frame := range frames {
				s := flyingState(b, aspect)
				s.Frame = frame
				for view, c := range map[string]Camera{"home": Home(b, aspect, frame), "bird's eye": BirdsEye(b, aspect, frame)} {
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

// checkInFrame checks that all corners of b lie in the frame and take most of it in one direction.
func checkInFrame(c Camera, b Box, aspect float64, frame Frame) error {
	frame = frame.orWhole()
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

// TestFirstBoundsShowTheWholeCity holds that a city is in view as soon as it is there.
func TestFirstBoundsShowTheWholeCity(t *testing.T) {
	for name, b := range testBounds() {
		for frameName, frame := range frames {
			s := after(NewState(3, DefaultSettings()), Resize{Aspect: 1.5, Frame: frame}, Rebound{Bounds: b})
			if err := checkInFrame(s.Camera, b, 1.5, frame); err != nil {
				t.Errorf("%s, %s: %v", name, frameName, err)
			}
		}
	}
}

// TestReboundKeepsThePicture holds that another plan, whose ground has another size, is seen from the same place.
func TestReboundKeepsThePicture(t *testing.T) {
	b := testBounds()["usual"]
	rng := rand.New(rand.NewPCG(6, 6))
	for _, f := range []float64{0.01, 0.7, 1, 3, 1000} {
		scaled := Box{b.Min.mul(f), b.Max.mul(f)}
		for range 200 {
			s := flyingState(b, 1.5)
			s.Camera = randomPose(rng, s)
			now := Step(s, Rebound{Bounds: scaled})
			for range 5 {
				p := Vec{b.Max.X * rng.Float64(), 0, b.Max.Z * rng.Float64()}
				x0, y0, _, ok0 := s.Camera.Project(p, 1.5)
				x1, y1, _, ok1 := now.Camera.Project(p.mul(f), 1.5)
				if ok0 != ok1 || math.Abs(x0-x1) > 1e-6*max(1, math.Abs(x0)) || math.Abs(y0-y1) > 1e-6*max(1, math.Abs(y0)) {
					t.Fatalf("by %v: %v moves from %v, %v to %v, %v", f, p, x0, y0, x1, y1)
				}
			}
		}
	}
	s := after(flyingState(b, 1.5), FlyTo{BirdsEye(b, 1.5, Frame{}), second}, Rebound{Bounds: Box{b.Min.mul(2), b.Max.mul(2)}}, Tick{2 * second})
	if err := checkInView(s.Camera, s.Bounds, 1.5, 0.85); err != nil {
		t.Errorf("a flight to above ends elsewhere after a new plan: %v", err)
	}
}

func TestReboundToNothingAndBack(t *testing.T) {
	b := testBounds()["usual"]
	s := after(flyingState(b, 1.5), Walk{Right: 1, For: second}, Rebound{}, Zoom{Vec{}, 0.5}, Rebound{Bounds: b})
	if err := checkInView(s.Camera, b, 1.5, 0.85); err != nil {
		t.Error(err)
	}
}

// TestGrowingCityStaysInView holds that a city that is still being read is shown whole until the user moves.
func TestGrowingCityStaysInView(t *testing.T) {
	b := testBounds()["usual"]
	bigger := Box{b.Min, Vec{b.Max.X * 3, b.Max.Y * 5, b.Max.Z * 2}}
	s := after(NewState(1, DefaultSettings()), Rebound{Bounds: b, Growing: true}, Extend{Points: 2}, Rebound{Bounds: bigger, Growing: true})
	if s.Camera != Home(bigger, s.Aspect, Frame{}) {
		t.Errorf("a city that grew is seen from %+v", s.Camera)
	}
	moved := after(s, Walk{Right: 1, For: second / 10})
	now := Step(moved, Rebound{Bounds: b, Growing: true})
	if now.Camera == Home(b, s.Aspect, Frame{}) || near(now.Camera.Distance, moved.Camera.Distance, 0.1) {
		t.Errorf("the camera that the user moved went from %+v to %+v", moved.Camera, now.Camera)
	}
}
