package render

import (
	"memcity/city/state"
	"memcity/render/store"
	"memcity/render/ui/model"
)

// react lets the controllers react to all changes since the last call, in a fixed order. A reaction may change the state again.
func (a *App) react() {
	for {
		list := a.store.Changes()
		for i := range list {
			a.reactTo(&list[i])
		}
		switch {
		case len(list) > 0:
		case a.store.Relaid() && a.screen.Width > 0:
			a.navigation.Reframe(true)
		default:
			if now, ok := a.store.Revealed(); ok {
				a.navigation.ShowSelection(now)
				continue
			}
			if at, ok := a.pointer.Menu(); ok {
				a.panels.Show(a.present.Model(), a.screen.Size(), a.screen.Scale()) // include the new selection
				a.panels.CityMenu(at)
			}
			return
		}
	}
}

// reactTo lets the controllers react to a change. They do not call each other.
func (a *App) reactTo(c *store.Change) {
	if c.After.Hover == c.Before.Hover { // the target of the pointer is not stored
		a.memory.Changed()
	}
	if c.Moved() {
		a.stage.Moved()
		a.pick.Again = a.pick.Inside
	}
	if c.After.Hover != c.Before.Hover || c.Selected() {
		a.stage.Marked()
	}
	if c.Selected() {
		a.drawers.SelectionChanged()
	}
	if _, step := c.Action.(state.FollowGuide); step && a.drawers.Sides().Over == model.GuideP { // the guide covers the result of its step
		a.drawers.LowerGuide()
	}
	a.notices.Announce(c, a.drawers.Sides().Shows(model.SettingsP))
	if !c.Moved() || c.Before.Bounds != c.After.Bounds || c.After.Hover != "" || c.Selected() { // the panels do not show the camera
		a.store.Stale = true
	}
}
