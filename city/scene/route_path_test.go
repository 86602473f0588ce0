package scene

import (
	"math"
	"slices"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// Routes begin and end on the right roofs, and pass above all others.
func TestRoutesLieOverTheRoofs(t *testing.T) {
	for seed := range uint64(10) {
		settings := planSettings([]trees.Unit{trees.Objects, trees.Bytes}[seed%2], []Area{Sqrt, Linear}[seed/2%2], AllChildren)
		settings.OtherHeight = seed%5 == 4
		c := linkedCity(seed, settings)
		for _, strength := range []float64{0, 0.4, 0.85, 1} {
			for _, r := range c.Routes(nil, routeSettings(strength, MaxRoutes)).List {
				if len(r.Points) != RouteSegments+1 || r.FromRadius <= 0 || r.ToRadius != taper*r.FromRadius {
					t.Fatalf("%d places, radius %g → %g", len(r.Points), r.FromRadius, r.ToRadius)
				}
				checkOnRoof(t, c, r.From, r.Points[0], r.FromRadius)
				checkOnRoof(t, c, r.To, r.Points[RouteSegments], r.ToRadius)
				checkAbove(t, c, &r)
			}
		}
	}
}

func checkOnRoof(t *testing.T, c *City, building int32, p Vec, radius float64) {
	t.Helper()
	b := &c.Buildings[building]
	inside := p.X-radius >= b.Base.X && p.X+radius <= b.Base.X+b.Base.W && p.Z-radius >= b.Base.Z && p.Z+radius <= b.Base.Z+b.Base.D
	if !inside || !citytest.Near(p.Y, b.Bottom+b.Top(), 1e-9) {
		t.Errorf("%v with radius %g is not on the roof of %v, height %g", p, radius, b.Base, b.Bottom+b.Top())
	}
}

// checkAbove checks every building along a route.
func checkAbove(t *testing.T, c *City, r *Route) {
	t.Helper()
	const steps = 40
	for i := range RouteSegments {
		for k := range steps + 1 {
			p := r.Points[i].Toward(r.Points[i+1], float64(k)/steps)
			for b := range c.Buildings {
				at := &c.Buildings[b]
				under := p.X >= at.Base.X && p.X <= at.Base.X+at.Base.W && p.Z >= at.Base.Z && p.Z <= at.Base.Z+at.Base.D
				if top := at.Bottom + at.Top(); under && at.Top() > 0 && p.Y < top*(1-1e-9) {
					t.Fatalf("a route from %d to %d goes through building %d at %v, whose roof is at %g", r.From, r.To, b, p, top)
				}
			}
		}
	}
}

// Without bundling, routes are straight on the plan. With full bundling, their control points are in lanes over the centers of the
// districts, except the innermost common district if there are others.
func TestBundlingStrength(t *testing.T) {
	for seed := range uint64(6) {
		c := linkedCity(seed, planSettings(trees.Objects, Sqrt, AllChildren))
		side := math.Sqrt(c.Plan.Ground.Area())
		for _, r := range c.Routes(nil, routeSettings(0, MaxRoutes)).List {
			a, b := r.Points[0], r.Points[RouteSegments]
			for _, p := range slices.Concat(r.Controls, r.Points) {
				if off := (b.X-a.X)*(p.Z-a.Z) - (b.Z-a.Z)*(p.X-a.X); math.Abs(off) > 1e-9*side*side {
					t.Fatalf("%v is off the way from %v to %v", p, a, b)
				}
			}
		}
		for _, r := range c.Routes(nil, routeSettings(1, MaxRoutes)).List {
			want := waysUp(c, r.From, r.To)
			got := r.Controls[4 : len(r.Controls)-4]
			if r.From == r.To {
				want = nil
			}
			if len(got) != len(want) {
				t.Fatalf("%d control points over %d districts", len(got), len(want))
			}
			for i, d := range want {
				x, z := c.Districts[d].Plot.Center()
				if off := math.Hypot(got[i].X-x, got[i].Z-z); !citytest.Near(off, routeLane*side, 1e-6) {
					t.Errorf("control point %v is %g from the middle of its district, want %g", got[i], off, routeLane*side)
				}
			}
		}
	}
}

// waysUp lists the districts between two buildings, from the sets of districts around each.
func waysUp(c *City, from, to int32) []int32 {
	around := func(b int32) (list []int32) {
		for d := c.Buildings[b].District; d >= 0; d = c.Districts[d].Parent {
			list = append(list, d)
		}
		return list
	}
	a, b := around(from), around(to)
	var up, down []int32
	for _, d := range a {
		if !slices.Contains(b, d) {
			up = append(up, d)
		}
	}
	for _, d := range b {
		if !slices.Contains(a, d) {
			down = append([]int32{d}, down...)
		}
	}
	if list := append(up, down...); len(list) > 0 || len(a) == 0 {
		return list
	}
	return a[:1]
}

// basis is the Cox-de Boor recursion with textbook knots.
func basis(knots []float64, i, degree int, t float64) float64 {
	if degree == 0 {
		last := knots[len(knots)-1]
		if knots[i] <= t && t < knots[i+1] || t == last && knots[i] < last && knots[i+1] == last {
			return 1
		}
		return 0
	}
	v := 0.0
	if d := knots[i+degree] - knots[i]; d > 0 {
		v += (t - knots[i]) / d * basis(knots, i, degree-1, t)
	}
	if d := knots[i+degree+1] - knots[i+1]; d > 0 {
		v += (knots[i+degree+1] - t) / d * basis(knots, i+1, degree-1, t)
	}
	return v
}

func TestSplineIsTheClampedUniformCubic(t *testing.T) {
	for controls := 6; controls < 30; controls++ {
		knots := []float64{0, 0, 0}
		for i := range controls - 2 {
			knots = append(knots, float64(i))
		}
		last := float64(controls - 3)
		knots = append(knots, last, last, last)
		for i, b := range newSpline(controls) {
			for k := range controls {
				got := 0.0
				if k >= b.first && k < b.first+4 {
					got = b.weights[k-b.first]
				}
				if want := basis(knots, k, 3, splinePlace(i, controls-3)); math.Abs(got-want) > 1e-12 {
					t.Fatalf("%d control points, place %d: weight %d is %g, want %g", controls, i, k, got, want)
				}
			}
		}
	}
}
