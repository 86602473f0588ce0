package part

import (
	"cmp"
	"memcity/city/state"
	"memcity/city/view/whatif"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
)

// ToggleRemoval removes the given things from the heap and shows the city. If all are already removed, it restores them.
func ToggleRemoval(c *widget.Canvas, cuts []whatif.Removal) {
	switch {
	case len(cuts) == 0 || c.Model.NoRemovals != "":
	case c.Model.IsRemoved(cuts):
		c.Do(state.Restore{What: cuts})
	default:
		c.Do(state.Remove{What: cuts})
		if c.Model.State.View != state.CityView {
			c.Do(state.Show{View: state.CityView})
		}
	}
}

// CutMenuRow returns the menu row that removes or restores the given things.
func CutMenuRow(k *widget.Core, words string, cuts []whatif.Removal) widget.MenuRow {
	m := &k.Model
	row := widget.MenuRow{Text: words, Key: k.KeyOf(action.CityRemove), Why: cmp.Or(m.NoRemovals, widget.Why(len(cuts) == 0, "It has no objects of its own")), Act: func(c *widget.Canvas) { ToggleRemoval(c, cuts) }}
	if m.IsRemoved(cuts) {
		row.Text = "Put back"
	}
	return row
}

// cutZone is the width of the left part of a row that removes its object.
const cutZone = 20

// OverCut reports whether the pointer is over that part of a row.
func OverCut(c *widget.Canvas, ctl *widget.Control, row canvas.Box) bool {
	return c.Model.NoRemovals == "" && ctl.Hover && ctl.At.X >= row.X-4 && ctl.At.X < row.X+cutZone
}

// CutMark draws the icon of that part, if the row is under the pointer or its object is removed.
func CutMark(c *widget.Canvas, ctl *widget.Control, row canvas.Box, cuts []whatif.Removal, under bool) {
	out := c.Model.IsRemoved(cuts)
	if c.Model.NoRemovals != "" || !under && !out {
		return
	}
	at := canvas.Rect(row.X-2, row.Y+2, cutZone, 20)
	ground, ink := c.Card, c.Dim
	if under && OverCut(c, ctl, row) {
		ground, ink = c.Raised, c.Theme.Text
	}
	if out {
		ink = c.Link
	}
	c.Fill(at, 4, ground)
	c.Icon(at.Centered(15, 15), "cut", ink)
}

// CutHint describes the effect of pressing that part of a row.
func CutHint(c *widget.Canvas, cuts []whatif.Removal, what string) string {
	if c.Model.IsRemoved(cuts) {
		return c.Tip(action.CityRemove, "Put back "+what)
	}
	return c.Tip(action.CityRemove, "Remove "+what+" and show the city without them")
}
