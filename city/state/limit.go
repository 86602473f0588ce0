package state

import (
	"math"

	"memcity/city/scene"
	"memcity/city/trees"
)

// Limits of a pose, as shares of the city's radius.
const (
	minDistance = 0.004
	minEye      = 0.002 // minimum height of the eye
)

// farthest is the maximum distance, as a factor of the approximate distance at which a sphere around the city fills the frame.
const farthest = 2.5

// limited returns c clamped to the limits. The eye is above the ground and outside of buildings. The distance is between a few meters and a
// few city sizes, and the frame shows some of the city's ground. If only the target is out of range, it moves along the view, which does
// not change the picture. An orthographic camera has no eye that buildings could surround.
func (s State) limited(c scene.Camera) scene.Camera {
	b := s.Bounds
	r := b.Radius()
	if r == 0 {
		return c
	}
	c.Yaw = math.Remainder(c.Yaw, 2*math.Pi)
	c.Pitch = min(max(c.Pitch, scene.MinPitch), scene.MaxPitch)
	if c.Orthographic { // the distance is only a scale, and no building is closer than another
		back := c.Back()
		c.Target = c.Target.Add(back.Mul((min(max(c.Target.Y, 0), b.Max.Y) - c.Target.Y) / back.Y))
		c.Distance = s.limitedDistance(c.Distance)
		return s.facingGround(c)
	}
	for range 2 { // an eye below the ground must rise before the target can
		c = targetBetween(c, 0, b.Max.Y)
		c.Distance = s.limitedDistance(c.Distance)
		c.Target.Y += max(r*minEye-c.Eye().Y, 0)
	}
	return s.clear(s.facingGround(c))
}

// clear moves the eye back until nearby buildings are entirely in the picture and it is outside of all buildings.
func (s State) clear(c scene.Camera) scene.Camera {
	c.Distance = max(c.Distance, s.limitedDistance(s.plan.ClearanceAt(c.Target)))
	c.Distance += s.plan.ExitDistance(c.Eye(), c.Back())
	return c
}

// isClear reports whether clear would leave the camera unchanged.
func (s State) isClear(c scene.Camera) bool {
	return c.Orthographic || c.Distance >= s.limitedDistance(s.plan.ClearanceAt(c.Target)) && s.plan.ExitDistance(c.Eye(), c.Back()) == 0
}

func (s State) limitedDistance(d float64) float64 {
	r := s.Bounds.Radius()
	if r == 0 {
		return d
	}
	f := s.Frame.OrWhole()
	fill := min((f.Right-f.Left)*s.Aspect, f.Top-f.Bottom) / 2 * math.Tan(scene.FieldOfView/2)
	return trees.Clamp(d, r*minDistance, r*farthest/fill)
}

// targetBetween moves a target that is too low or too high along the view, which does not change the picture.
func targetBetween(c scene.Camera, low, high float64) scene.Camera {
	y := min(max(c.Target.Y, low), high)
	back := c.Back()
	way := (y - c.Target.Y) / back.Y
	if way >= c.Distance { // the eye is below that height
		return c
	}
	if way != 0 {
		c.Target, c.Distance = c.Target.Add(back.Mul(way)), c.Distance-way
		c.Target.Y = y
	}
	return c
}

// lowestSight is the part of the lower half of the frame that must show some of the city's ground, from its middle at 0 to its border at 1.
const lowestSight = 0.8

// facingGround moves the camera sideways by the minimum that brings some of the city's ground between the middle of the frame and its lower
// border. The eye is above the ground and looks down.
func (s State) facingGround(c scene.Camera) scene.Camera {
	x, y := s.middle(c)
	low := y + lowestSight*min(s.Frame.OrWhole().Bottom-y, 0)
	from, to := level(c, x, low, s.Aspect, 0), level(c, x, y, s.Aspect, 0)
	column := to.Sub(from)
	b := s.Bounds
	b.Min.Y, b.Max.Y = 0, 0
	if t, ok := b.Hit(scene.Ray{Origin: from, Dir: column}); ok && t <= 1 {
		return c
	}
	// The shortest connection between a line and a disjoint rectangle begins at an end of the line or ends at a corner.
	least := b.Nearest(from).Sub(from)
	closer := func(d scene.Vec) {
		if d.Length() < least.Length() {
			least = d
		}
	}
	closer(b.Nearest(to).Sub(to))
	if l := column.Dot(column); l > 0 {
		for _, corner := range b.Corners() {
			t := trees.Clamp(corner.Sub(from).Dot(column)/l, 0, 1)
			closer(corner.Sub(from.Add(column.Mul(t))))
		}
	}
	c.Target = c.Target.Add(least)
	return c
}

// middle returns the middle of the frame, moved below the horizon if necessary.
func (s State) middle(c scene.Camera) (x, y float64) {
	x, y = s.Frame.OrWhole().Center()
	if c.Orthographic { // it sees no horizon
		return x, y
	}
	return x, min(y, 0.9*math.Tan(c.Pitch)/math.Tan(scene.FieldOfView/2))
}

// level returns the point at the given height, below the eye, that a picture position below the horizon shows.
func level(c scene.Camera, x, y, aspect, height float64) scene.Vec {
	r := c.Ray(x, y, aspect)
	p := r.At((height - r.Origin.Y) / r.Dir.Y)
	p.Y = height
	return p
}

func aboveGround(c scene.Camera, b scene.Box) bool { return c.Eye().Y >= b.Radius()*minEye }
