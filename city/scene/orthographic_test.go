package scene

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestOrthographic checks that rays, projected points and matrices of an orthographic camera agree, also for points behind the eye, and
// that the near and far planes enclose the city.
func TestOrthographic(t *testing.T) {
	box := Box{Min: Vec{X: 3, Z: -20}, Max: Vec{X: 60, Y: 90, Z: 25}}
	rng := rand.New(rand.NewPCG(3, 8))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }
	behind := 0
	for range 2000 {
		aspect := between(0.4, 3)
		c := Camera{Target: Vec{between(3, 60), between(0, 40), between(-20, 25)}, Yaw: between(-3, 3), Pitch: between(MinPitch, MaxPitch),
			Distance: between(1, 300), Orthographic: true}
		view, projection := c.Matrices(aspect, box)
		p := Vec{between(3, 60), between(0, 90), between(-20, 25)}
		x, y, depth, ok := c.Project(p, aspect)
		if !ok {
			t.Fatalf("%+v: %v has no place in the picture", c, p)
		}
		if depth < 0 {
			behind++
		}
		at := [3]float64{
			row(projection, 0, row(view, 0, p.X, p.Y, p.Z, 1), 0, 0, 1), row(projection, 1, 0, row(view, 1, p.X, p.Y, p.Z, 1), 0, 1),
			row(projection, 2, 0, 0, row(view, 2, p.X, p.Y, p.Z, 1), 1),
		}
		if tolerance := 1e-4 * max(1, math.Abs(x), math.Abs(y)); math.Abs(at[0]-x) > tolerance || math.Abs(at[1]-y) > tolerance {
			t.Fatalf("%+v: %v is at %v, %v; the matrices give %v", c, p, x, y, at)
		}
		if projection[3] != 0 || projection[7] != 0 || projection[11] != 0 || projection[15] != 1 || math.Abs(at[2]) > 1 {
			t.Fatalf("%+v: %v at depth %v is cut off: %v with %v", c, p, depth, at, projection)
		}
		ray := c.Ray(x, y, aspect)
		way := p.Sub(ray.Origin).Dot(ray.Dir)
		if way <= 0 || p.Sub(ray.At(way)).Length() > 1e-6 || math.Abs(ray.Dir.Length()-1) > 1e-12 {
			t.Fatalf("%+v: the ray through %v, %v misses %v by %v", c, x, y, p, p.Sub(ray.At(way)).Length())
		}
	}
	if behind < 100 {
		t.Errorf("only %d points are behind the eye", behind)
	}
}

// row returns the product of a row of a matrix and a vector.
func row(m [16]float32, row int, x, y, z, w float64) float64 {
	return float64(m[row])*x + float64(m[4+row])*y + float64(m[8+row])*z + float64(m[12+row])*w
}

// TestOrthographicScale: at the target both projections have the same scale, and an orthographic camera can focus on a box too.
func TestOrthographicScale(t *testing.T) {
	c := Camera{Target: Vec{10, 2, 5}, Yaw: 0.4, Pitch: 0.9, Distance: 70}
	right, up, _ := c.Axes()
	p := c.Target.Add(right.Mul(7)).Add(up.Mul(-3))
	x, y, _, _ := c.Project(p, 1.5)
	c.Orthographic = true
	if flatX, flatY, _, _ := c.Project(p, 1.5); math.Abs(x-flatX) > 1e-12 || math.Abs(y-flatY) > 1e-12 {
		t.Errorf("in perspective at %v, %v, else at %v, %v", x, y, flatX, flatY)
	}
	tower := Box{Min: Vec{X: 8, Z: 4}, Max: Vec{X: 9, Y: 60, Z: 5}}
	far := 0.0
	for _, corner := range tower.Corners() {
		x, y, _, _ := c.Focus(tower, 1.5, Frame{}).Project(corner, 1.5)
		far = max(far, math.Abs(x), math.Abs(y))
	}
	if math.Abs(far-1/2.4) > 1e-9 {
		t.Errorf("the tower reaches %v of the way to the edge", far)
	}
}

// TestViewpoint: the rays from the viewpoint of an orthographic camera to a city are nearly parallel, and that of a perspective camera is its eye.
func TestViewpoint(t *testing.T) {
	box := Box{Min: Vec{X: 3, Z: -20}, Max: Vec{X: 60, Y: 90, Z: 25}}
	for _, distance := range []float64{0.5, 30, 900} {
		c := Camera{Target: Vec{X: 55, Y: 80, Z: 20}, Yaw: 0.4, Pitch: 0.3, Distance: distance}
		if c.Viewpoint(box) != c.Eye() {
			t.Errorf("in perspective the viewpoint is %v, not the eye %v", c.Viewpoint(box), c.Eye())
		}
		c.Orthographic = true
		from := c.Viewpoint(box)
		if got := from.Sub(c.Target).Length(); math.Abs(got/c.ViewDistance(box)-1) > 1e-12 {
			t.Errorf("the viewpoint is %v away, want %v", got, c.ViewDistance(box))
		}
		for _, corner := range box.Corners() {
			if cos := from.Sub(corner).Unit().Dot(c.Back()); math.Acos(min(cos, 1)) > 1e-3 {
				t.Errorf("distance %v: the ray to %v deviates by %v", distance, corner, math.Acos(cos))
			}
		}
	}
}

// TestProjectionOfFlights: a flight is orthographic only between two orthographic poses.
func TestProjectionOfFlights(t *testing.T) {
	for _, from := range []bool{false, true} {
		for _, to := range []bool{false, true} {
			a, b := Camera{Pitch: 1, Distance: 2, Orthographic: from}, Camera{Pitch: 0.5, Distance: 3, Orthographic: to}
			if got := a.Toward(b, 0.5).Orthographic; got != (from && to) {
				t.Errorf("from %v to %v: %v", from, to, got)
			}
		}
	}
}
