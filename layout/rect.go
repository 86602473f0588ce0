// Package layout places weighted trees on a plane. It maps weights to rectangles deterministically, and does not depend on heap data.
package layout

import "math"

// Rect is an axis-parallel rectangle: X points right and Z toward the viewer. W and D are its extents, not negative. The unit is the
// caller's.
type Rect struct{ X, Z, W, D float64 }

// Area returns the area of r.
func (r Rect) Area() float64 { return r.W * r.D }

// Aspect returns the ratio of the longer to the shorter side, at least 1; +Inf for a rectangle without area.
func (r Rect) Aspect() float64 {
	short, long := min(r.W, r.D), max(r.W, r.D)
	if short <= 0 {
		return math.Inf(1)
	}
	return long / short
}

// Center returns the center of r.
func (r Rect) Center() (x, z float64) { return r.X + r.W/2, r.Z + r.D/2 }

// Scaled returns r with its sides multiplied by f, about its center.
func (r Rect) Scaled(f float64) Rect {
	x, z := r.Center()
	return Rect{x - r.W*f/2, z - r.D*f/2, r.W * f, r.D * f}
}

// Inset returns r without a border of the given widths. Sides that would become negative become zero, in the middle.
func (r Rect) Inset(left, back, right, front float64) Rect {
	r.X, r.W = insetSide(r.X, r.W, left, right)
	r.Z, r.D = insetSide(r.Z, r.D, back, front)
	return r
}

func insetSide(start, length, before, after float64) (newStart, newLength float64) {
	if before+after >= length {
		share := 0.5
		if before+after > 0 {
			share = before / (before + after)
		}
		return start + length*share, 0
	}
	return start + before, length - before - after
}

// Contains reports whether inner is inside r, with a tolerance of eps. The borders may touch.
func (r Rect) Contains(inner Rect, eps float64) bool {
	return inner.X >= r.X-eps && inner.Z >= r.Z-eps &&
		inner.X+inner.W <= r.X+r.W+eps && inner.Z+inner.D <= r.Z+r.D+eps
}

// Overlaps reports whether r and o overlap by more than eps in both directions.
func (r Rect) Overlaps(o Rect, eps float64) bool {
	return min(r.X+r.W, o.X+o.W)-max(r.X, o.X) > eps && min(r.Z+r.D, o.Z+o.D)-max(r.Z, o.Z) > eps
}
