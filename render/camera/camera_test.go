package camera

import (
	"image"
	"math"
	"testing"
	"time"

	"memcity/city/scene"
)

// Pixel and picture coordinates convert back and forth. The ray through a projected point hits the point.
func TestPixels(t *testing.T) {
	v := NewViewport()
	if v.Aspect() != 1 {
		t.Errorf("without a size the aspect is %v", v.Aspect())
	}
	v.Resize(1280, 720, 1)
	for _, p := range [][2]float64{{0, 0}, {1280, 720}, {640, 360}, {17, 701}} {
		atX, atY := v.At(p[0], p[1])
		if x, y := v.Pixel(atX, atY); math.Abs(x-p[0])+math.Abs(y-p[1]) > 1e-9 {
			t.Errorf("%v is %v, %v in the picture, which is %v, %v", p, atX, atY, x, y)
		}
	}
	c := scene.Look{}.Home(scene.Box{Max: scene.Vec{X: 100, Y: 30, Z: 80}}, v.Aspect(), scene.Frame{Left: -1, Right: 1, Top: 1, Bottom: -1})
	for _, p := range []scene.Vec{{X: 20, Y: 5, Z: 10}, {X: 90, Y: 0, Z: 70}, {X: 50, Y: 30, Z: 40}} {
		atX, atY, _, ok := c.Project(p, v.Aspect())
		x, y := v.Pixel(atX, atY)
		got, meets := OnPlane(v.Ray(c, x, y), p.Y)
		if d := math.Hypot(got.X-p.X, got.Z-p.Z); !ok || !meets || d > 1e-6 {
			t.Errorf("%v is seen at %v, %v, where the ray meets %v", p, x, y, got)
		}
	}
}

// The sky has no position on the ground.
func TestOnPlaneBelowTheHorizon(t *testing.T) {
	for _, c := range []struct {
		down, y float64
		meets   bool
	}{{-1, 0, true}, {-0.02, 0, true}, {-0.019, 0, false}, {0, 0, false}, {1, 0, false}, {-1, 20, false}, {-1, 10, false}} {
		r := scene.Ray{Origin: scene.Vec{Y: 10}, Dir: scene.Vec{X: 1, Y: c.down}}
		if _, meets := OnPlane(r, c.y); meets != c.meets {
			t.Errorf("a ray that goes down by %v meets the plane at %v: %v", -c.down, c.y, meets)
		}
	}
}

// The rectangle of a box contains all projected corners. Boxes behind the camera or outside the window have none.
func TestProject(t *testing.T) {
	v := NewViewport()
	v.Resize(800, 600, 1)
	city := scene.Box{Max: scene.Vec{X: 100, Y: 30, Z: 80}}
	c := scene.Look{}.Home(city, v.Aspect(), scene.Frame{Left: -1, Right: 1, Top: 1, Bottom: -1})
	rect, ok := v.Project(c, city)
	if !ok || !rect.In(image.Rectangle{Max: v.Size()}) || rect.Dx() < 400 {
		t.Errorf("the whole city is seen at %v, %v", rect, ok)
	}
	if inner, ok := v.Project(c, scene.Box{Min: scene.Vec{X: 40, Z: 30}, Max: scene.Vec{X: 50, Y: 10, Z: 40}}); !ok || !inner.In(rect) {
		t.Errorf("a box in the city is seen at %v, %v, the city at %v", inner, ok, rect)
	}
	far := scene.Vec{X: 1e5}
	if rect, ok := v.Project(c, scene.Box{Min: far, Max: scene.Vec{X: 1e5 + 1, Y: 1, Z: 1}}); ok {
		t.Errorf("a box far to the side is seen at %v", rect)
	}
}

func TestScale(t *testing.T) {
	v := NewViewport()
	if v.Resize(0, 600, 1) || v.Resize(800, 0, 1) || v.Width != 0 {
		t.Error("a minimised window has a size")
	}
	if !v.Resize(1, 1, 2) || v.Scale() != 2 {
		t.Errorf("the scale is %v", v.Scale())
	}
	v.Presenter = true
	v.SetZoom(1.25)
	if v.Scale() != 2*1.25*1.5 {
		t.Errorf("the scale for an audience is %v", v.Scale())
	}
	for factor, want := range map[float64]float64{0.9: 1, 1: 1, 2: 2, 2.1: 2} {
		if v.SetZoom(factor); v.Zoom != want {
			t.Errorf("a zoom of %v becomes %v", factor, v.Zoom)
		}
	}
	v.SetZoom(2)
	if v.Resize(800, 600, 0.1); v.Scale() != 0.5*2*1.5 {
		t.Errorf("the least scale is %v", v.Scale())
	}
}

// Held keys add up, opposite keys cancel, and each time interval is flown once.
func TestFlight(t *testing.T) {
	f := NewFlight()
	if _, ok := f.Move(time.Hour); ok || f.Flying() {
		t.Error("it flies without a key")
	}
	f.Press("W", time.Second)
	f.Press("D", 2*time.Second)
	if _, ok := f.Move(time.Second); ok {
		t.Error("it moves in no time")
	}
	w, ok := f.Move(3 * time.Second)
	if !ok || w.Forward != 1 || w.Right != 1 || w.Up != 0 || w.For != 2*time.Second || w.Speed != 1 {
		t.Errorf("moves %+v, %v", w, ok)
	}
	f.Release("D")
	f.Press("S", 3*time.Second)
	if w, _ = f.Move(4 * time.Second); w.Forward != 0 || w.Right != 0 || w.For != time.Second {
		t.Errorf("opposite keys move %+v", w)
	}
	f.Stop()
	if f.Flying() {
		t.Error("it flies on")
	}
	if Flies("X") || !Flies("Q") {
		t.Error("other keys fly")
	}
}

func TestSpeed(t *testing.T) {
	for notches, want := range map[float64]float64{1: 1.25, -1: 0.8, 100: maxSpeed, -100: minSpeed} {
		f := NewFlight()
		f.Accelerate(notches)
		f.Press("W", 0)
		if w, _ := f.Move(1); math.Abs(w.Speed-want) > 1e-12 {
			t.Errorf("%v notches give %v, want %v", notches, w.Speed, want)
		}
	}
}
