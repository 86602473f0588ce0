package scene

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestVectors(t *testing.T) {
	a, b := Vec{1, 2, 3}, Vec{5, 7, 11}
	for name, c := range map[string][2]Vec{
		"sum": {a.Add(b), Vec{6, 9, 14}}, "difference": {b.Sub(a), Vec{4, 5, 8}}, "product": {a.Mul(2), Vec{2, 4, 6}},
		"cross product": {a.cross(b), Vec{1, 4, -3}}, "a quarter of the way": {a.Toward(b, 0.25), Vec{2, 3.25, 5}},
		"direction": {Vec{0, 3, 4}.Unit(), Vec{0, 0.6, 0.8}}, "no direction": {Vec{}.Unit(), Vec{}},
		"on a ray": {Ray{a, Vec{0, 1, 0}}.At(5), Vec{1, 7, 3}},
	} {
		if c[0].Sub(c[1]).Length() > 1e-12 {
			t.Errorf("%s is %v, want %v", name, c[0], c[1])
		}
	}
	if a.Dot(b) != 52 || (Vec{2, 3, 6}).Length() != 7 || a.axis(0) != 1 || a.axis(1) != 2 || a.axis(2) != 3 {
		t.Errorf("product %v, length %v", a.Dot(b), Vec{2, 3, 6}.Length())
	}
	box := Box{Vec{1, 2, 3}, Vec{3, 5, 9}}
	if box.Center() != (Vec{2, 3.5, 6}) || box.Radius() != 3.5 || box.Union(Box{Vec{0, 4, 4}, Vec{2, 6, 8}}) != (Box{Vec{0, 2, 3}, Vec{3, 6, 9}}) {
		t.Errorf("center %v, radius %v", box.Center(), box.Radius())
	}
	for at, want := range map[Vec]Vec{{0, 0, 0}: {1, 2, 3}, {2, 3, 4}: {2, 3, 4}, {9, 9, 10}: {3, 5, 9}, {2, 9, 0}: {2, 5, 3}} {
		if got := box.Nearest(at); got != want {
			t.Errorf("nearest to %v is %v, want %v", at, got, want)
		}
	}
}

// TestRaysHitBoxes: a ray enters a box at the first of many sample points inside. Rays along its sides touch it.
func TestRaysHitBoxes(t *testing.T) {
	box := Box{Vec{1, 2, 3}, Vec{3, 5, 9}}
	for _, c := range []struct {
		from, dir Vec
		at        float64
		ok        bool
	}{
		{Vec{0, 3, 4}, Vec{1, 0, 0}, 1, true}, {Vec{9, 3, 4}, Vec{-1, 0, 0}, 6, true}, {Vec{0, 3, 4}, Vec{-1, 0, 0}, 0, false},
		{Vec{2, 3, 4}, Vec{0, 0, 1}, 0, true}, {Vec{1, 0, 3}, Vec{0, 1, 0}, 2, true}, {Vec{3, 0, 9}, Vec{0, 1, 0}, 2, true},
		{Vec{0.999, 0, 3}, Vec{0, 1, 0}, 0, false}, {Vec{3.001, 0, 9}, Vec{0, 1, 0}, 0, false}, {Vec{2, 9, 4}, Vec{0, -1, 0}, 4, true},
		{Vec{3, 5, 9}, Vec{1, 0, 0}, 0, true}, {Vec{2, 6, 2}, Vec{0, 0, 1}, 0, false},
	} {
		if at, ok := box.Hit(Ray{c.from, c.dir}); at != c.at || ok != c.ok {
			t.Errorf("from %v along %v: %v, %v", c.from, c.dir, at, ok)
		}
	}
	rng := rand.New(rand.NewPCG(1, 5))
	hits := 0
	for range 500 {
		r := Ray{Vec{6 * rng.Float64(), 8 * rng.Float64(), 12 * rng.Float64()},
			Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}.Unit()}
		at, ok := box.Hit(r)
		first := math.Inf(1)
		for i := 2000; i >= 0; i-- {
			if p := r.At(float64(i) / 100); box.Nearest(p) == p {
				first = float64(i) / 100
			}
		}
		if ok {
			hits++
		}
		if !ok && !math.IsInf(first, 1) || ok && first-at > 0.0101 && !math.IsInf(first, 1) || ok && first < at {
			t.Fatalf("%v enters at %v, %v; the first place inside is %v", r, at, ok, first)
		}
	}
	if hits < 50 {
		t.Errorf("only %d hits", hits)
	}
}
