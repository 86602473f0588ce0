package cityscape

import (
	"slices"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/stage"
)

// sights caches the camera side of the whole city, and the buildings that hide the subject.
type sights struct {
	plan *scene.Plan // plan and node of the finding that look was computed for
	node int32
	look scene.Look

	of      *scene.City // city, target and eye that before was computed for
	target  scene.Target
	eye     scene.Vec
	movedAt time.Duration // time of the last movement of the eye
	camera  scene.Camera
	before  []scene.Target
}

// opening returns the camera side that shows the current finding.
func (c *Cityscape) opening(plan *scene.Plan, pinned *scene.Pins) scene.Look {
	pin, ok := pinned.Current()
	if !ok {
		return scene.Look{}
	}
	s := &c.sights
	if s.plan != plan || s.node != pin.Node {
		s.plan, s.node, s.look = plan, pin.Node, plan.Opening(pinned, c.store.State.Settings, c.homeOf)
	}
	return s.look
}

// homeOf returns the camera that shows the whole city from a side.
func (c *Cityscape) homeOf(look scene.Look) scene.Camera {
	return look.Home(c.store.State.Bounds, c.store.State.Aspect, c.store.State.Frame)
}

// lookAt turns a camera that shows the whole city to the side that shows the finding.
func (c *Cityscape) lookAt(look scene.Look, now time.Duration) {
	c.store.Do(state.Face{Look: look, Now: now})
}

// hiding returns the buildings that hide the subject from the resting camera, or from its destination in flight. While the user moves the
// camera, the previous buildings stay transparent.
func (c *Cityscape) hiding(now time.Duration) []scene.Target {
	s := &c.sights
	to := c.store.State.Destination()
	eye := to.Viewpoint(c.store.State.Bounds)
	if to != s.camera && !c.store.State.Flying() {
		s.movedAt = now
	}
	s.camera = to
	target := c.store.City.Subject(c.store.City.Plan.Find(c.store.State.Selection))
	if s.of == c.store.City && s.target == target && (s.eye == eye || c.restsAt() > now) {
		return s.before
	}
	if target.Kind == scene.Nothing || c.store.State.View != state.CityView {
		s.before = nil
	} else if before := c.store.City.Before(target, eye); !slices.Equal(before, s.before) {
		s.before = before
	}
	s.of, s.target, s.eye = c.store.City, target, eye
	return s.before
}

// restsAt returns when the camera counts as resting.
func (c *Cityscape) restsAt() time.Duration { return c.sights.movedAt + stage.RestTime }

// sightWake returns when to update the buildings that hide the subject. ok is false if they are up to date.
func (c *Cityscape) sightWake() (at time.Duration, ok bool) {
	s := &c.sights
	return c.restsAt(), c.store.City != nil && s.target.Kind != scene.Nothing && s.eye != c.store.State.Destination().Viewpoint(c.store.State.Bounds)
}
