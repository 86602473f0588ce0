package scene

import (
	"math"
)

// Vec is a point or direction in the city: X to the right, Y up, Z towards the initial viewer, in plan units.
type Vec struct{ X, Y, Z float64 }

func (v Vec) Add(o Vec) Vec               { return Vec{v.X + o.X, v.Y + o.Y, v.Z + o.Z} }
func (v Vec) Sub(o Vec) Vec               { return Vec{v.X - o.X, v.Y - o.Y, v.Z - o.Z} }
func (v Vec) Mul(f float64) Vec           { return Vec{v.X * f, v.Y * f, v.Z * f} }
func (v Vec) Dot(o Vec) float64           { return v.X*o.X + v.Y*o.Y + v.Z*o.Z }
func (v Vec) Length() float64             { return math.Sqrt(v.Dot(v)) }
func (v Vec) Toward(o Vec, f float64) Vec { return v.Add(o.Sub(v).Mul(f)) }

func (v Vec) cross(o Vec) Vec {
	return Vec{v.Y*o.Z - v.Z*o.Y, v.Z*o.X - v.X*o.Z, v.X*o.Y - v.Y*o.X}
}

func (v Vec) Unit() Vec {
	if l := v.Length(); l > 0 {
		return v.Mul(1 / l)
	}
	return v
}

// Ray is a half line from Origin along Dir, which has length 1.
type Ray struct{ Origin, Dir Vec }

// At returns the point at distance t.
func (r Ray) At(t float64) Vec { return r.Origin.Add(r.Dir.Mul(t)) }

// Box is an axis-aligned box.
type Box struct{ Min, Max Vec }

// Center returns the center of b.
func (b Box) Center() Vec { return b.Min.Add(b.Max).Mul(0.5) }

// Union returns the smallest box that contains b and o.
func (b Box) Union(o Box) Box {
	return Box{
		Vec{min(b.Min.X, o.Min.X), min(b.Min.Y, o.Min.Y), min(b.Min.Z, o.Min.Z)},
		Vec{max(b.Max.X, o.Max.X), max(b.Max.Y, o.Max.Y), max(b.Max.Z, o.Max.Z)},
	}
}

// Radius returns half the diagonal.
func (b Box) Radius() float64 { return b.Max.Sub(b.Min).Length() / 2 }

// Nearest returns the point of b that is closest to p.
func (b Box) Nearest(p Vec) Vec {
	return Vec{min(max(p.X, b.Min.X), b.Max.X), min(max(p.Y, b.Min.Y), b.Max.Y), min(max(p.Z, b.Min.Z), b.Max.Z)}
}

// Hit returns the distance at which the ray enters b; ok is false if it misses. A ray that starts inside enters at 0.
func (b Box) Hit(r Ray) (t float64, ok bool) {
	near, far := 0.0, math.Inf(1)
	for axis := range 3 {
		o, d, lo, hi := r.Origin.axis(axis), r.Dir.axis(axis), b.Min.axis(axis), b.Max.axis(axis)
		if d == 0 {
			if o < lo || o > hi {
				return 0, false
			}
			continue
		}
		a, c := (lo-o)/d, (hi-o)/d
		if a > c {
			a, c = c, a
		}
		near, far = max(near, a), min(far, c)
		if near > far {
			return 0, false
		}
	}
	return near, true
}

func (v Vec) axis(i int) float64 {
	switch i {
	case 0:
		return v.X
	case 1:
		return v.Y
	}
	return v.Z
}
