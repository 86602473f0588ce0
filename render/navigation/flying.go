package navigation

import (
	"time"

	"memcity/city/scene"
	"memcity/city/state"
)

// SetZoom sets the zoom of panels and labels, on top of the screen's own scale.
func (n *Navigation) SetZoom(factor float64) {
	n.screen.SetZoom(factor)
	n.Rescale()
	n.memory.Changed()
}

// Fly moves the camera to another pose, if there is a city.
func (n *Navigation) Fly(to scene.Camera, now time.Duration) {
	if n.store.City != nil {
		n.store.Do(state.FlyTo{To: to, Now: now})
	}
}

// Focus moves the camera to the selection with its references and its GC root, or to the target under the pointer.
func (n *Navigation) Focus(now time.Duration) {
	if n.store.City == nil {
		return
	}
	n.Reframe(false)
	s := &n.store.State
	last, also := n.store.Selected()
	var refs []scene.Reference
	if last.Kind != scene.Nothing && s.Settings.References && n.cityscape.Routes() == nil {
		refs = n.stage.References(n.store.City, append([]scene.Target{last}, also...), scene.Target{})
	}
	near := func(c scene.Camera, box scene.Box) scene.Camera {
		return c.FocusAmong(box, n.store.City.Among(box, last, refs), s.Aspect, s.Frame)
	}
	to, ok := scene.Camera{}, false
	if len(also) == 0 { // view a single target from its visible side
		if last.Kind == scene.Nothing {
			last = n.pick.Hovered
		}
		to, ok = n.store.City.Facing(last, s.Camera, near)
	} else if box, found := n.selectedBox(); found {
		to, ok = near(s.Camera, box), true
	}
	if ok {
		if len(refs) == 0 {
			to.Distance = min(to.Distance, s.Home().Distance)
		}
		n.Fly(to, now)
	}
}

// ShowSelection moves the camera to the selection if it cannot be clicked: it is outside the picture, or hidden by buildings or panels.
func (n *Navigation) ShowSelection(now time.Duration) {
	if n.store.City == nil {
		return
	}
	t := n.store.City.Plan.Find(n.store.State.Selection)
	if t.Kind == scene.Nothing {
		return
	}
	if _, _, seen := n.pick.Spot(t); !seen {
		n.Focus(now)
	}
}

// selectedBox returns the bounds of the selection or, without one, of the target under the pointer.
func (n *Navigation) selectedBox() (all scene.Box, ok bool) {
	for _, key := range n.store.State.Selected() {
		box, found := n.store.City.Box(n.store.City.Plan.Find(key))
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
	return n.store.City.Box(n.pick.Hovered)
}

// FlyOver moves the camera to a place on the ground, given as fractions of its width and depth.
func (n *Navigation) FlyOver(x, z float64, now time.Duration) {
	b, c := n.store.State.Bounds, n.store.State.Camera
	c.Target.X = b.Min.X + x*(b.Max.X-b.Min.X)
	c.Target.Z = b.Min.Z + z*(b.Max.Z-b.Min.Z)
	n.Fly(c, now)
}

// FlyByKeys moves the camera by the keys held since the last call.
func (n *Navigation) FlyByKeys(now time.Duration) {
	if move, ok := n.Flight.Move(now); ok {
		n.store.Do(move)
	}
}

// Look moves the camera to a pose of the whole city.
func (n *Navigation) Look(now time.Duration, pose func(*state.State) scene.Camera) {
	if n.store.City != nil {
		n.Reframe(false)
		n.Fly(pose(&n.store.State), now)
	}
}

// BirdsEye returns the camera above the whole city.
func BirdsEye(s *state.State) scene.Camera { return scene.BirdsEye(s.Bounds, s.Aspect, s.Frame) }

// LookFrom moves the camera to a side of the city: 0 is the front, and each step is a quarter turn to the right.
func (n *Navigation) LookFrom(side int, now time.Duration) {
	n.Look(now, func(s *state.State) scene.Camera { return scene.Side(s.Bounds, s.Aspect, s.Frame, side) })
}

// TogglePresenter switches large panels and labels on or off.
func (n *Navigation) TogglePresenter() {
	n.screen.Presenter = !n.screen.Presenter
	n.Rescale()
	n.memory.Changed()
}
