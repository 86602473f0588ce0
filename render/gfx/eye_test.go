package gfx

import (
	"math"
	"testing"

	"github.com/g3n/engine/math32"

	"memcity/city/scene"
)

// camera is the engine's camera.ICamera.
type camera interface {
	ViewMatrix(m *math32.Matrix4)
	ProjMatrix(m *math32.Matrix4)
}

var _ camera = (*Eye)(nil)

var eyeBounds = scene.Box{Min: scene.Vec{X: 2, Z: -30}, Max: scene.Vec{X: 80, Y: 25, Z: 40}}

const eyeAspect = 1.6

// eachEye runs f with an eye in perspective and an orthographic one, and with its camera.
func eachEye(t *testing.T, f func(t *testing.T, e Eye, c scene.Camera)) {
	for name, orthographic := range map[string]bool{"perspective": false, "orthographic": true} {
		t.Run(name, func(t *testing.T) {
			c := scene.Camera{Target: eyeBounds.Center(), Yaw: 0.6, Pitch: 0.7, Distance: 120, Orthographic: orthographic}
			view, projection := c.Matrices(eyeAspect, eyeBounds)
			f(t, Eye{View: view, Projection: projection, Region: Whole}, c)
		})
	}
}

// placed returns the position of p in the picture of an eye, -1 to 1.
func placed(e *Eye, p scene.Vec) (x, y float64) {
	v := math32.Vector4{X: float32(p.X), Y: float32(p.Y), Z: float32(p.Z), W: 1}
	m := e.Matrix()
	v.ApplyMatrix4(&m)
	return float64(v.X / v.W), float64(v.Y / v.W)
}

// somePoints are in the city and far from each other in the picture.
func somePoints() []scene.Vec {
	corners := eyeBounds.Corners()
	return append(corners[:], eyeBounds.Center())
}

func near(a, b float64) bool { return math.Abs(a-b) < 2e-5*max(1, math.Abs(a), math.Abs(b)) }

// TestEye: an eye sees points where the camera projects them, and under the rays of the camera.
func TestEye(t *testing.T) {
	eachEye(t, func(t *testing.T, e Eye, c scene.Camera) {
		for _, p := range somePoints() {
			x, y := placed(&e, p)
			wantX, wantY, _, ok := c.Project(p, eyeAspect)
			if !ok || !near(x, wantX) || !near(y, wantY) {
				t.Errorf("%v is at %v, %v, want %v, %v", p, x, y, wantX, wantY)
			}
			ray := c.Ray(x, y, eyeAspect)
			if miss := p.Sub(ray.At(p.Sub(ray.Origin).Dot(ray.Dir))).Length(); miss > 1e-2 {
				t.Errorf("the ray at %v, %v misses %v by %v", x, y, p, miss)
			}
		}
	})
}

// TestEyeShift: a shift moves all points by the same amount, near and far.
func TestEyeShift(t *testing.T) {
	eachEye(t, func(t *testing.T, e Eye, _ scene.Camera) {
		shifted := e
		shifted.ShiftX, shifted.ShiftY = 0.01, -0.02
		for _, p := range somePoints() {
			x, y := placed(&e, p)
			if gotX, gotY := placed(&shifted, p); !near(gotX, x+0.01) || !near(gotY, y-0.02) {
				t.Errorf("%v moves from %v, %v to %v, %v", p, x, y, gotX, gotY)
			}
		}
	})
}

// TestEyeRegion: the picture of a region is that part of the whole picture, also with a shift.
func TestEyeRegion(t *testing.T) {
	eachEye(t, func(t *testing.T, e Eye, _ scene.Camera) {
		e.ShiftX, e.ShiftY = -0.005, 0.003
		part := e
		part.Region = Region{Left: -0.25, Bottom: 0.125, Width: 0.5, Height: 0.25}
		for _, p := range somePoints() {
			x, y := placed(&e, p)
			gotX, gotY := placed(&part, p)
			if wantX, wantY := (x+0.25)/0.25-1, (y-0.125)/0.125-1; !near(gotX, wantX) || !near(gotY, wantY) {
				t.Errorf("%v is at %v, %v, want %v, %v", p, gotX, gotY, wantX, wantY)
			}
		}
		whole := part.InWhole()
		if whole != e {
			t.Errorf("the whole picture is %+v, want %+v", whole, e)
		}
	})
}

// TestEyeFrustum: the engine's frustum contains exactly the points inside the picture.
func TestEyeFrustum(t *testing.T) {
	eachEye(t, func(t *testing.T, e Eye, c scene.Camera) {
		e.Region = Region{Left: -0.5, Bottom: -0.4, Width: 0.8, Height: 0.9}
		m := e.Matrix()
		frustum := math32.NewFrustumFromMatrix(&m)
		inside := 0
		for i := range 21 {
			for k := range 21 {
				x, y := float64(i)/10-1, float64(k)/10-1
				ray := c.Ray(x, y, eyeAspect)
				p := ray.At(-ray.Origin.Y / ray.Dir.Y) // on the ground
				if away := p.Sub(eyeBounds.Center()).Length(); away > 2*eyeBounds.Radius() {
					continue // may be behind the far plane
				}
				want := x > -0.5 && x < 0.3 && y > -0.4 && y < 0.5
				if math.Abs(x+0.5) < 1e-3 || math.Abs(x-0.3) < 1e-3 || math.Abs(y+0.4) < 1e-3 || math.Abs(y-0.5) < 1e-3 {
					continue // on the border
				}
				if want {
					inside++
				}
				point := math32.Vector3{X: float32(p.X), Y: float32(p.Y), Z: float32(p.Z)}
				box := math32.Box3{Min: point, Max: point}
				if frustum.ContainsPoint(&point) != want || frustum.IntersectsBox(&box) != want {
					t.Errorf("%v, %v: contained is %v, want %v", x, y, frustum.ContainsPoint(&point), want)
				}
			}
		}
		if inside < 20 {
			t.Errorf("only %d points are inside", inside)
		}
	})
}
