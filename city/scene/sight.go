package scene

import (
	"math"
)

// turns are the ways around a target that a camera tries, in quarter turns: the nearest to where it is first, to both sides alike.
var turns = [...]float64{0, 1. / 3, -1. / 3, 2. / 3, -2. / 3, 1, -1, 1.5, -1.5, 2}

// enoughSeen is the share of a target's roof and front that has to be in sight for a camera to stay on its side.
const enoughSeen = 0.6

// Facing returns the pose near one, close to a target, from which its roof and its front are seen: that on the same side if enough of them
// is in sight from there, else the nearest side from which it is, or that from which most is. frame moves a pose close to the target
// without turning it. ok is false if the target has no body. Cost: some dozen rays for each side that is tried.
func (c *City) Facing(t Target, from Camera, frame func(Camera, Box) Camera) (pose Camera, ok bool) {
	box, ok := c.Box(t)
	if !ok {
		return from, false
	}
	best := -1.0
	for _, turn := range turns {
		side := from
		side.Yaw = math.Remainder(from.Yaw+turn*math.Pi/2, 2*math.Pi)
		side = frame(side, box)
		seen := c.seenOf(t, box, side.Eye())
		if seen > best {
			best, pose = seen, side
		}
		if best >= enoughSeen {
			break
		}
	}
	return pose, true
}

// sightSteps is the number of places along each side of a face that are looked at.
const sightSteps = 4

// seenOf returns the share of places on the roof and on the walls of a box towards an eye that are in sight, 0 to 1. The upper half of walls
// counts, as what stands before it hides the lower one mostly.
func (c *City) seenOf(t Target, box Box, eye Vec) float64 {
	seen, all := 0, 0
	try := func(at Vec) {
		all++
		way := at.Sub(eye)
		hit, place := c.Pick(Ray{eye, way.Unit()})
		if hit == t || place.Sub(at).Length() <= 1e-6*way.Length() {
			seen++
		}
	}
	size := box.Max.Sub(box.Min)
	for i := range sightSteps {
		for k := range sightSteps {
			u, v := (float64(i)+0.5)/sightSteps, (float64(k)+0.5)/sightSteps
			try(Vec{box.Min.X + u*size.X, box.Max.Y, box.Min.Z + v*size.Z})
			y := box.Max.Y - 0.5*v*size.Y
			if eye.X > box.Max.X {
				try(Vec{box.Max.X, y, box.Min.Z + u*size.Z})
			} else if eye.X < box.Min.X {
				try(Vec{box.Min.X, y, box.Min.Z + u*size.Z})
			}
			if eye.Z > box.Max.Z {
				try(Vec{box.Min.X + u*size.X, y, box.Max.Z})
			} else if eye.Z < box.Min.Z {
				try(Vec{box.Min.X + u*size.X, y, box.Min.Z})
			}
		}
	}
	return float64(seen) / float64(all)
}
