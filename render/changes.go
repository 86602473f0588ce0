package render

import (
	"memcity/city/state"
	"memcity/render/ui/model"
)

// change is a change of the state.
type change struct {
	action        state.Action
	before, after state.State
}

// do applies an action to the state and notes the change. It calls no controller; controllers see the change in [App.react]. No other code changes
// the state, except when a recording is opened.
func (a *App) do(action state.Action) {
	before := a.state
	a.opened.secret.note(action, a.result.Contents)
	a.state = state.Step(a.state, action)
	if c := (change{action, before, a.state}); !c.idle() {
		a.changes = append(a.changes, c)
	}
}

// idle reports whether a recurring action, sent without input from the user, changed nothing.
func (c *change) idle() bool {
	switch c.action.(type) {
	case state.Tick:
		return c.before.Camera == c.after.Camera && c.before.Point == c.after.Point && c.before.Playing == c.after.Playing
	case state.HoverOver:
		return c.before.Hover == c.after.Hover
	}
	return false
}

// moved reports whether the camera has moved.
func (c *change) moved() bool { return c.before.Camera != c.after.Camera }

// selected reports whether the selection has changed.
func (c *change) selected() bool { return c.before.Selection != c.after.Selection }

// reactTo lets the controllers react to a change, in a fixed order. They do not call each other.
func (a *App) reactTo(c *change) {
	a.rememberChange(c)
	a.redrawChange(c)
	a.pointAgain(c)
	a.raiseDrawers(c)
	a.uncoverStep(c)
	c.announce(&a.toasts, func() bool { return a.sides().Shows(model.SettingsP) })
	a.showChange(c)
}

// react lets the controllers react to all changes since the last call. A reaction may change the state again.
func (a *App) react() {
	for len(a.changes) > 0 {
		list := a.changes
		a.changes = nil
		for i := range list {
			a.reactTo(&list[i])
		}
	}
}

// rememberChange marks the state as changed since it was stored. What the pointer is over is not stored.
func (a *App) rememberChange(c *change) {
	if c.after.Hover == c.before.Hover {
		a.memory.Changed()
	}
}

// redrawChange marks the outdated parts of the picture.
func (a *App) redrawChange(c *change) {
	if c.moved() {
		a.stage.Moved()
	}
	if c.after.Hover != c.before.Hover || c.selected() {
		a.stage.Marked()
	}
}

// pointAgain updates the target of the pointer after the camera has moved.
func (a *App) pointAgain(c *change) {
	if c.moved() {
		a.pointer.hoverAt = a.pointer.inside
	}
}

// raiseDrawers raises the inspector for another selection.
func (a *App) raiseDrawers(c *change) {
	if c.selected() {
		a.selectionChanged()
	}
}

// uncoverStep closes a guide that covers the result of its step.
func (a *App) uncoverStep(c *change) {
	if _, step := c.action.(state.FollowGuide); step && a.sides().Over == model.GuideP {
		a.toggleGuide()
	}
}

// showChange marks the panels as outdated, unless only the camera has moved, which they do not show.
func (a *App) showChange(c *change) {
	if c.moved() && c.before.Bounds == c.after.Bounds && c.after.Hover == "" && !c.selected() {
		return
	}
	a.stale = true
}
