package scene

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/trace/tracetest/golden"
)

// TestRoofsUnderAgainstAll: the roofs under a segment equal those found by checking every building, without duplicates. Only roofs far
// below may be missing.
func TestRoofsUnderAgainstAll(t *testing.T) {
	found, high := 0, 0
	for seed := range uint64(4) {
		c := linkedCity(seed, planSettings(trees.Objects, Sqrt, AllChildren))
		roofs := newRoofs(c)
		b, rng := c.Bounds(), rand.New(rand.NewPCG(seed, 8))
		place := func(spread float64) Vec {
			return Vec{b.Max.X * (1.2*rng.Float64() - 0.1), spread * b.Max.Y * rng.Float64(), b.Max.Z * (1.2*rng.Float64() - 0.1)}
		}
		for range 200 {
			from, reach := place(1.5), []float64{0, 0.01, 0.05}[rng.IntN(3)]*b.Max.X
			to := from.Toward(place(1.5), rng.Float64())
			if rng.IntN(4) == 0 {
				to.X = from.X
			}
			got := map[int32][]float64{}
			roofs.under(from, to, reach, func(building int32, u, top float64) {
				if want := c.Buildings[building].Bottom + c.Buildings[building].Top(); !citytest.Near(top, want, 1e-12) {
					t.Fatalf("the roof of %d is at %v, want %v", building, top, want)
				}
				got[building] = append(got[building], u)
			})
			for i := range c.Buildings {
				at := &c.Buildings[i]
				wide := Box{Vec{at.Base.X - reach, 0, at.Base.Z - reach}, Vec{at.Base.X + at.Base.W + reach, 0, at.Base.Z + at.Base.D + reach}}
				u, v, over := wide.over(from, to)
				over = over && at.visible()
				list := got[int32(i)]
				switch {
				case !over && list != nil:
					t.Fatalf("seed %d: %v to %v, %v wide, is not over %d", seed, from, to, reach, i)
				case over && list == nil && at.Bottom+at.Top() >= min(from.Y, to.Y)-2*reach:
					t.Fatalf("seed %d: %v to %v, %v wide, is over %d", seed, from, to, reach, i)
				case over && list == nil:
					high++
				case over && !slices.Equal(list, []float64{u, v}):
					t.Fatalf("seed %d: over %d from %v, want %v to %v", seed, i, list, u, v)
				case over:
					found++
				}
			}
		}
	}
	if found < 400 || high < 100 {
		t.Errorf("%d roofs were found, and %d left out", found, high)
	}
}

func TestPiecesOverBoxes(t *testing.T) {
	b := Box{Vec{2, 5, 2}, Vec{4, 6, 8}}
	for _, c := range []struct {
		p, q     Vec
		from, to float64
		ok       bool
	}{
		{Vec{0, 0, 4}, Vec{8, 9, 4}, 0.25, 0.5, true}, {Vec{8, 0, 4}, Vec{0, 0, 4}, 0.5, 0.75, true}, {Vec{3, 0, 3}, Vec{3, 9, 4}, 0, 1, true},
		{Vec{0, 0, 0}, Vec{10, 0, 10}, 0.2, 0.4, true}, {Vec{2, 0, 0}, Vec{2, 0, 10}, 0.2, 0.8, true}, {Vec{4, 0, 0}, Vec{4, 0, 4}, 0.5, 1, true},
		{Vec{1.9, 0, 0}, Vec{1.9, 0, 10}, 0, 0, false}, {Vec{4.1, 0, 0}, Vec{4.1, 0, 10}, 0, 0, false}, {Vec{0, 0, 9}, Vec{9, 0, 9}, 0, 0, false},
	} {
		from, to, ok := b.over(c.p, c.q)
		if ok != c.ok || ok && (!citytest.Near(from, c.from, 1e-12) || !citytest.Near(to, c.to, 1e-12)) {
			t.Errorf("%v to %v: %v to %v, %v", c.p, c.q, from, to, ok)
		}
	}
	if _, _, ok := b.over(Vec{0, 0, 4}, Vec{1.5, 0, 4}); ok {
		t.Error("a piece that ends before the box is over it")
	}
}

// TestRoutesGolden: paths of routes in random cities, by bundling strength.
func TestRoutesGolden(t *testing.T) {
	var w strings.Builder
	for seed := range uint64(3) {
		settings := planSettings([]trees.Unit{trees.Objects, trees.Bytes}[seed%2], []Area{Sqrt, Linear}[seed%2], AllChildren)
		points := citytest.RandomPoints(seed+30, citytest.RandomSpec{Points: 2, Nodes: 60, Depth: 4, Width: 7})
		points[1] = citytest.LinkedPoint(points[1], seed, 80)
		c := planOf(points, settings).At(1, settings)
		for _, strength := range []float64{0, 0.85, 1} {
			routes := c.Routes(nil, routeSettings(strength, 8))
			fmt.Fprintf(&w, "city %d, strength %g: %d connections of %d objects, %d left, %d without an end\n", seed, strength,
				routes.Total, routes.Objects, routes.Left, routes.Unplaced)
			for _, r := range routes.List {
				fmt.Fprintf(&w, "%d to %d, %d to %d objects, %.4f to %.4f wide:", r.From, r.To, r.FromObjects, r.ToObjects, r.FromRadius, r.ToRadius)
				for i, p := range r.Points {
					if i%4 == 1 || i == RouteSegments {
						fmt.Fprintf(&w, " %.3f,%.3f,%.3f", p.X, p.Y, p.Z)
					}
				}
				fmt.Fprintln(&w)
			}
		}
		for i := range min(4, len(c.Buildings)) {
			routes := c.Routes([]Target{{OnBuilding, int32(i)}}, routeSettings(0.5, 20))
			for _, r := range routes.List {
				fmt.Fprintf(&w, "of %d: %d to %d, way %s\n", i, r.From, r.To, r.Direction)
			}
		}
	}
	golden.File(t, "routes.txt", w.String())
}

// TestOneObjectIsMatched: a group of one object counts like any other, and a group without objects does not.
func TestOneObjectIsMatched(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 1, 4), citytest.Leaf("b", 1, 8), citytest.Leaf("none", 0, 0)),
		citytest.Inner("Heap", citytest.Leaf("a", 1, 4), citytest.Leaf("c", 3, 12)))
	s := trees.NewSeries(all[:1]).WithBaseline(citytest.BaseOf(all[1], false))
	k := AgainstBaseline(s, 0)
	for unit, want := range map[trees.Unit]MatchedShares{trees.Objects: {0.25, 0.5}, trees.Bytes: {0.25, 1.0 / 3}} {
		if got := k.Matched(unit); !citytest.Near(got.Before, want.Before, 1e-12) || !citytest.Near(got.After, want.After, 1e-12) {
			t.Errorf("%v: %+v, want %+v", unit, got, want)
		}
	}
}

// TestWeightsOfSplines: each point is a mean of four neighboring control points. The first control point alone determines the start, and
// the last one the end.
func TestWeightsOfSplines(t *testing.T) {
	for controls := 6; controls < 14; controls++ {
		last := controls - 1
		s := newSpline(controls)
		for i, b := range s {
			dense, sum := make([]float64, controls), 0.0
			for k, w := range b.weights {
				dense[b.first+k] = w
				if sum += w; w < -1e-12 {
					t.Fatalf("%d control points, place %d: weight %v", controls, i, w)
				}
			}
			if !citytest.Near(sum, 1, 1e-12) || b.start() != dense[0] || b.end(last) != dense[last] {
				t.Fatalf("%d control points, place %d: %+v, start %v, end %v", controls, i, b, b.start(), b.end(last))
			}
			if (b.start() == 1) != (i == 0) || (b.end(last) == 1) != (i == RouteSegments) || (b.start() > 0) && i > RouteSegments/2 {
				t.Fatalf("%d control points, place %d: start %v, end %v", controls, i, b.start(), b.end(last))
			}
		}
	}
}
