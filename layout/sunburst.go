package layout

import "math"

// Ring is a segment of a ring. Angles are in radians, clockwise from the top, 0 … 2π. Radii are fractions of the radius of the whole. The
// root of a tree is a disc, so its inner radius is 0.
type Ring struct{ From, To, Inner, Outer float64 }

// discShare is the ratio of the root's radius to the width of a ring.
const discShare = 0.9

// Sunburst returns the segment of a span in a sunburst plot: the root is a disc, and each level a ring around the one above it (Stasko,
// Zhang: Focus+Context Display and Navigation Techniques for Enhancing Radial, Space-Filling Hierarchy Visualizations, InfoVis 2000, DOI
// 10.1109/INFVIS.2000.885091). Rings have equal widths, so that the angle of a segment shows its value. The given levels are the number of
// visible levels including the root, which may be fractional between two layouts. Spans outside them have no width.
func (s Span) Sunburst(levels float64) Ring {
	return Ring{2 * math.Pi * s.From, 2 * math.Pi * s.To, radius(s.Top, levels), radius(s.Bottom, levels)}
}

// radius returns the inner radius of a level.
func radius(level, levels float64) float64 {
	ring := 1 / (max(levels, 1) - 1 + discShare)
	if level <= 1 {
		return max(level, 0) * discShare * ring
	}
	return min((level-1+discShare)*ring, 1)
}

// Holds reports whether a place is in the segment. Its angle is as in Ring. Its distance from the center is a fraction of the radius.
func (r Ring) Holds(angle, distance float64) bool {
	return angle >= r.From && angle < r.To && distance >= r.Inner && distance < r.Outer
}

// Within returns the widest box of the given height in the segment. The box is centered in the segment, at the returned position: X points
// right and Z down from the center of the whole. Lengths are fractions of the radius. The width is 0 if no box fits.
func (r Ring) Within(height float64) (x, z, width float64) {
	if r.Inner <= 0 && r.To-r.From > 2*math.Pi-1e-9 {
		return 0, 0, 2 * math.Sqrt(max(r.Outer*r.Outer-height*height/4, 0))
	}
	middle, distance := (r.From+r.To)/2, (r.Inner+r.Outer)/2
	sin, cos := math.Sincos(middle)
	x, z = sin*distance, -cos*distance
	low, high := 0.0, 2*r.Outer
	if !r.holdsBox(x, z, 0, height) {
		return x, z, 0
	}
	for range 20 {
		if w := (low + high) / 2; r.holdsBox(x, z, w, height) {
			low = w
		} else {
			high = w
		}
	}
	return x, z, low
}

// holdsBox reports whether the border of a box is in the segment. It samples the border densely enough for boxes as flat as texts.
func (r Ring) holdsBox(x, z, w, h float64) bool {
	const along = 8
	for i := 0; i <= along; i++ {
		at := x - w/2 + w*float64(i)/along
		if !r.holdsPlace(at, z-h/2) || !r.holdsPlace(at, z+h/2) {
			return false
		}
	}
	return r.holdsPlace(x-w/2, z) && r.holdsPlace(x+w/2, z)
}

func (r Ring) holdsPlace(x, z float64) bool {
	angle := math.Atan2(x, -z)
	if angle < 0 {
		angle += 2 * math.Pi
	}
	if r.To-r.From > 2*math.Pi-1e-9 {
		angle = r.From
	}
	return r.Holds(angle, math.Hypot(x, z))
}
