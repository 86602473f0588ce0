package render

import (
	"slices"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/stage"
)

// sights caches the side from which the whole city is seen, and the buildings that hide the subject.
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

// opening returns the side from which the current finding is visible.
func (a *App) opening(plan *scene.Plan, pinned *scene.Pins) scene.Look {
	pin, ok := pinned.Current()
	if !ok {
		return scene.Look{}
	}
	s := &a.sights
	if s.plan != plan || s.node != pin.Node {
		s.plan, s.node, s.look = plan, pin.Node, plan.Opening(pinned, a.store.State.Settings, a.homeOf)
	}
	return s.look
}

// homeOf returns the camera that shows the whole city from a side.
func (a *App) homeOf(look scene.Look) scene.Camera {
	return look.Home(a.store.State.Bounds, a.store.State.Aspect, a.store.State.Frame)
}

// lookAt turns a camera that shows the whole city to the side from which the finding is visible.
func (a *App) lookAt(look scene.Look, now time.Duration) {
	a.store.Do(state.Face{Look: look, Now: now})
}

// hiding returns the buildings that hide the subject from the resting camera, or from its destination in flight. While the user moves the
// camera, the previous buildings stay transparent.
func (a *App) hiding(now time.Duration) []scene.Target {
	s := &a.sights
	to := a.store.State.Destination()
	eye := to.Viewpoint(a.store.State.Bounds)
	if to != s.camera && !a.store.State.Flying() {
		s.movedAt = now
	}
	s.camera = to
	target := a.store.City.Subject(a.store.City.Plan.Find(a.store.State.Selection))
	if s.of == a.store.City && s.target == target && (s.eye == eye || a.restsAt() > now) {
		return s.before
	}
	if target.Kind == scene.Nothing || a.store.State.View != state.CityView {
		s.before = nil
	} else if before := a.store.City.Before(target, eye); !slices.Equal(before, s.before) {
		s.before = before
	}
	s.of, s.target, s.eye = a.store.City, target, eye
	return s.before
}

// restsAt returns when the camera counts as resting.
func (a *App) restsAt() time.Duration { return a.sights.movedAt + stage.RestTime }

// sightWake returns when to update the buildings that hide the subject. ok is false if they are up to date.
func (a *App) sightWake() (at time.Duration, ok bool) {
	s := &a.sights
	return a.restsAt(), a.store.City != nil && s.target.Kind != scene.Nothing && s.eye != a.store.State.Destination().Viewpoint(a.store.State.Bounds)
}
