package city

import "math"

// Limits of a pose as shares of the city's radius.
const (
	minDistance = 0.004
	minEye      = 0.002 // height of the eye
)

// farthest is the largest distance over that at which a sphere around the city fills the frame, about.
const farthest = 2.5

// limited returns c with its pose inside the limits: the eye above the ground, the distance between a few metres and a
// few city sizes, some of the city's ground in the frame, and the eye outside of buildings. Where only the target is out of
// place, it moves along the view, which leaves the picture as it is.
func (s State) limited(c Camera) Camera {
	b := s.Bounds
	r := b.Radius()
	if r == 0 {
		return c
	}
	c.Yaw = math.Remainder(c.Yaw, 2*math.Pi)
	c.Pitch = min(max(c.Pitch, minPitch), maxPitch)
	for range 2 { // an eye below the ground has to come up before the target can
		c = c.targetBetween(0, b.Max.Y)
		c.Distance = s.limitedDistance(c.Distance)
		c.Target.Y += max(r*minEye-c.Eye().Y, 0)
	}
	return s.clear(s.facingGround(c))
}

// clear moves the eye back until buildings are in the picture as wholes and none is around it.
func (s State) clear(c Camera) Camera {
	c.Distance = max(c.Distance, s.limitedDistance(s.plan.roomAt(c.Target)))
	c.Distance += s.plan.wayOut(c.Eye(), c.back())
	return c
}

// isClear reports whether clear leaves the camera where it is.
func (s State) isClear(c Camera) bool {
	return c.Distance >= s.limitedDistance(s.plan.roomAt(c.Target)) && s.plan.wayOut(c.Eye(), c.back()) == 0
}

func (s State) limitedDistance(d float64) float64 {
	r := s.Bounds.Radius()
	if r == 0 {
		return d
	}
	f := s.Frame.orWhole()
	fill := min((f.Right-f.Left)*s.Aspect, f.Top-f.Bottom) / 2 * math.Tan(FieldOfView/2)
	return clamp(d, r*minDistance, r*farthest/fill)
}

// targetBetween moves a target that is too low or too high along the view, so that the picture stays the same.
func (c Camera) targetBetween(low, high float64) Camera {
	y := min(max(c.Target.Y, low), high)
	back := c.back()
	way := (y - c.Target.Y) / back.Y
	if way >= c.Distance { // the eye is below that
		return c
	}
	if way != 0 {
		c.Target, c.Distance = c.Target.add(back.mul(way)), c.Distance-way
		c.Target.Y = y
	}
	return c
}

// lowestSight is how far down from the middle of the frame the city's ground has to reach, of 1 for its border.
const lowestSight = 0.8

// facingGround moves the camera sideways by the least that brings some of the city's ground into the column between the
// middle of the frame and its lower border. The eye is above the ground and looks down.
func (s State) facingGround(c Camera) Camera {
	x, y := s.middle(c)
	low := y + lowestSight*min(s.Frame.orWhole().Bottom-y, 0)
	from, to := c.level(x, low, s.Aspect, 0), c.level(x, y, s.Aspect, 0)
	column := to.sub(from)
	b := s.Bounds
	b.Min.Y, b.Max.Y = 0, 0
	if t, ok := b.hit(Ray{from, column}); ok && t <= 1 {
		return c
	}
	// The way between a line and a rectangle apart from it begins at an end of the line or ends at a corner.
	least := b.nearest(from).sub(from)
	closer := func(d Vec) {
		if d.length() < least.length() {
			least = d
		}
	}
	closer(b.nearest(to).sub(to))
	if l := column.dot(column); l > 0 {
		for _, corner := range b.Corners() {
			t := clamp(corner.sub(from).dot(column)/l, 0, 1)
			closer(corner.sub(from.add(column.mul(t))))
		}
	}
	c.Target = c.Target.add(least)
	return c
}

// middle returns the place in the middle of the frame, but always below the horizon.
func (s State) middle(c Camera) (x, y float64) {
	x, y = s.Frame.orWhole().center()
	return x, min(y, 0.9*math.Tan(c.Pitch)/math.Tan(FieldOfView/2))
}

// level returns the point at a height below the eye that is at a place of the picture below the horizon.
func (c Camera) level(x, y, aspect, height float64) Vec {
	r := c.Ray(x, y, aspect)
	p := r.At((height - r.Origin.Y) / r.Dir.Y)
	p.Y = height
	return p
}

func (c Camera) aboveGround(b Box) bool { return c.Eye().Y >= b.Radius()*minEye }
