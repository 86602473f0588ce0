package scene

import (
	"cmp"
	"math"
	"slices"
)

// turns are the directions around a target that a camera tries, in quarter turns. The nearest come first, alternating between both sides.
var turns = [...]float64{0, 1. / 3, -1. / 3, 2. / 3, -2. / 3, 1, -1, 1.5, -1.5, 2}

// enoughSeen is the visible share of a target's roof and front that lets the camera stay on its side.
const enoughSeen = 0.6

// Facing returns a pose close to a target that shows its roof and front. It keeps the current side if that shows enough of them. Otherwise
// it takes the nearest side that shows enough, or the side that shows most. frame moves a pose close to the target without turning it. ok
// is false if the target has no body. The cost is some dozen rays for each side that is tried.
func (c *City) Facing(t Target, from Camera, frame func(Camera, Box) Camera) (pose Camera, ok bool) {
	box, ok := c.Box(t)
	if !ok {
		return from, false
	}
	best, bounds := -1.0, Box{}
	if from.Orthographic {
		bounds = c.Bounds()
	}
	for _, turn := range turns {
		side := from
		side.Yaw = math.Remainder(from.Yaw+turn*math.Pi/2, 2*math.Pi)
		side = frame(side, box)
		seen := c.seenOf(t, box, side.Viewpoint(bounds))
		if seen > best {
			best, pose = seen, side
		}
		if best >= enoughSeen {
			break
		}
	}
	return pose, true
}

// openingSeen is the corresponding share for the overview.
const openingSeen = 0.75

// rises are the additional pitches of the overview camera, lowest first, in radians.
var rises = [...]float64{0, 8 * math.Pi / 180, 16 * math.Pi / 180}

// Opening returns the direction of the overview that shows a target. It prefers the default if that shows enough of the target's roof and
// front, then the nearest direction that shows as much, then the direction that shows most. It tries turns before steeper views. home returns the pose for
// a direction. The cost is some dozen rays for each direction that is tried.
func (c *City) Opening(t Target, home func(Look) Camera) (look Look) {
	box, ok := c.Box(t)
	if !ok || t.Kind == OnDistrict {
		return Look{}
	}
	best := -1.0
	for _, rise := range rises {
		for _, turn := range turns {
			side := Look{turn * math.Pi / 2, rise}
			seen := c.seenOf(t, box, home(side).Eye())
			if seen > best+1e-9 {
				best, look = seen, side
			}
			if best >= openingSeen {
				return look
			}
		}
	}
	return look
}

// maxBefore is the maximum number of buildings found in front of a target.
const maxBefore = 32

// hidesLeast is the minimum share of a target's sample points that a building or block must hide to be in front of it.
const hidesLeast = 0.04

// Before returns the buildings and blocks that hide a significant part of a target's roof or front from an eye, sorted by the hidden part,
// largest first. The cost is some dozen rays, each followed to the target.
func (c *City) Before(t Target, eye Vec) []Target {
	box, ok := c.Box(t)
	if !ok || t.Kind == OnDistrict {
		return nil
	}
	hidden, all := map[Target]int{}, 0
	sightOf(box, eye, func(at Vec) {
		all++
		c.along(eye, at, func(before Target) bool {
			if before != t {
				hidden[before]++
			}
			return true
		})
	})
	var list []Target
	for before, n := range hidden {
		if float64(n) >= hidesLeast*float64(all) {
			list = append(list, before)
		}
	}
	slices.SortFunc(list, func(x, y Target) int {
		return cmp.Or(cmp.Compare(hidden[y], hidden[x]), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Index, y.Index))
	})
	return list[:min(len(list), maxBefore)]
}

// sightSteps is the number of sample points along each side of a face.
const sightSteps = 4

// seenOf returns the visible share of sample points on a box's roof and its walls facing an eye, 0 to 1. Only the upper half of walls
// counts, because buildings in front mostly hide the lower half.
func (c *City) seenOf(t Target, box Box, eye Vec) float64 {
	seen, all := 0, 0
	sightOf(box, eye, func(at Vec) {
		all++
		way := at.Sub(eye)
		hit, place := c.Pick(Ray{eye, way.Unit()})
		if hit == t || place.Sub(at).Length() <= 1e-6*way.Length() {
			seen++
		}
	})
	return float64(seen) / float64(all)
}

// Seen returns the visible share of sample points on the roof and the upper half of the front of a building or block, 0 to 1. Transparent
// buildings hide nothing.
func (c *City) Seen(t Target, eye Vec) float64 {
	box, ok := c.Box(t)
	if !ok {
		return 0
	}
	seen, all := 0, 0
	sightOf(box, eye, func(at Vec) {
		if all++; c.inSight(at, eye, t) {
			seen++
		}
	})
	return float64(seen) / float64(all)
}

// sightOf calls try for sample points on a box's roof and its walls facing an eye.
func sightOf(box Box, eye Vec, try func(at Vec)) {
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
}

// RoofSeen returns the share of the roof of a building or block that an eye sees, 0 to 1.
func (c *City) RoofSeen(t Target, eye Vec) float64 {
	box, ok := c.Box(t)
	if !ok || box.Max.Y > eye.Y {
		return 0
	}
	seen := 0
	size := box.Max.Sub(box.Min)
	for _, place := range roofPlaces {
		if c.inSight(Vec{box.Min.X + place[0]*size.X, box.Max.Y, box.Min.Z + place[1]*size.Z}, eye, t) {
			seen++
		}
	}
	return float64(seen) / float64(len(roofPlaces))
}

// roofPlaces are the sample points of a roof, as shares of its sides.
var roofPlaces = [...][2]float64{{0.5, 0.5}, {0.15, 0.15}, {0.85, 0.15}, {0.15, 0.85}, {0.85, 0.85}}

// maxAlong is the maximum number of hits along a ray.
const maxAlong = 64

// along calls meet with the buildings and blocks between an eye and a point, nearest first, until meet returns false.
func (c *City) along(eye, at Vec, meet func(Target) bool) {
	const beyond = 1e-9
	way := at.Sub(eye)
	r, distance, done := Ray{eye, way.Unit()}, way.Length()*(1-1e-6), 0.0
	for range maxAlong {
		hit, at := c.Pick(Ray{r.At(done), r.Dir})
		if hit.Kind != OnBuilding && hit.Kind != OnBlock || at.Sub(r.Origin).Length() >= distance || !meet(hit) {
			return
		}
		box, _ := c.Box(hit)
		left, _ := box.Hit(Ray{r.At(distance), r.Dir.Mul(-1)})
		done = max(distance-left, done) + beyond*distance
	}
}

// inSight reports whether nothing opaque except the target t is between a point and an eye.
func (c *City) inSight(at, eye Vec, t Target) (seen bool) {
	seen = true
	c.along(eye, at, func(hit Target) bool {
		seen = hit == t || hit.Kind == OnBuilding && c.Buildings[hit.Index].Opacity < 1
		return seen
	})
	return seen
}

// Subject returns the target that should not be hidden: the selection, or else the current finding.
func (c *City) Subject(selected Target) Target {
	if selected.Kind != Nothing || c.Pinned == nil {
		return selected
	}
	pin, ok := c.Pinned.Current()
	if !ok {
		return Target{}
	}
	return c.Plan.Shows(pin.Node)
}
