package render

import (
	"time"

	"memcity/city/scene"
	"memcity/city/state"
)

// setZoom sets the zoom of panels and labels, on top of the screen's own scale.
func (a *App) setZoom(factor float64) {
	a.screen.SetZoom(factor)
	a.rescale()
	a.memory.Changed()
}

func (a *App) fly(to scene.Camera, now time.Duration) {
	if a.store.City != nil {
		a.store.Do(state.FlyTo{To: to, Now: now})
	}
}

// focus moves the camera to the selection, or to the target under the pointer.
func (a *App) focus(now time.Duration) {
	if a.store.City == nil {
		return
	}
	a.reframe(false)
	s := &a.store.State
	near := func(c scene.Camera, box scene.Box) scene.Camera { return c.Focus(box, s.Aspect, s.Frame) }
	to, ok := scene.Camera{}, false
	if last, also := a.store.Selected(); len(also) == 0 { // view a single target from its visible side
		if last.Kind == scene.Nothing {
			last = a.pointer.hovered
		}
		to, ok = a.store.City.Facing(last, s.Camera, near)
	} else if box, found := a.selectedBox(); found {
		to, ok = near(s.Camera, box), true
	}
	if ok {
		to.Distance = min(to.Distance, s.Home().Distance)
		a.fly(to, now)
	}
}

// showSelection moves the camera to the selection if it cannot be clicked: it is outside the picture, or hidden by buildings or panels.
func (a *App) showSelection(now time.Duration) {
	if a.store.City == nil {
		return
	}
	t := a.store.City.Plan.Find(a.store.State.Selection)
	if t.Kind == scene.Nothing {
		return
	}
	if _, _, seen := a.spot(t); !seen {
		a.focus(now)
	}
}

// selectedBox returns the bounds of the selection or, without one, of the target under the pointer.
func (a *App) selectedBox() (all scene.Box, ok bool) {
	for _, key := range a.store.State.Selected() {
		box, found := a.store.City.Box(a.store.City.Plan.Find(key))
		switch {
		case found && !ok:
			all, ok = box, true
		case found:
			all = all.Union(box)
		}
	}
	if ok {
		return all, true
	}
	return a.store.City.Box(a.pointer.hovered)
}

// flyOver moves the camera to a place on the ground, given as fractions of its width and depth.
func (a *App) flyOver(x, z float64, now time.Duration) {
	b, c := a.store.State.Bounds, a.store.State.Camera
	c.Target.X = b.Min.X + x*(b.Max.X-b.Min.X)
	c.Target.Z = b.Min.Z + z*(b.Max.Z-b.Min.Z)
	a.fly(c, now)
}

// flyByKeys moves the camera by the keys held since the last call.
func (a *App) flyByKeys(now time.Duration) {
	if move, ok := a.flight.Move(now); ok {
		a.store.Do(move)
	}
}
