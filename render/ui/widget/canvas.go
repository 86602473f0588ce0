package widget

import (
	"gioui.org/io/input"

	"memcity/render/ui/brush"
	"memcity/render/ui/canvas"
)

// Canvas draws a panel with its controls.
type Canvas struct {
	*canvas.Canvas
	*Core
	Source input.Source
}

// Offscreen returns a canvas for measuring with the theme and fonts, without drawing.
func (k *Core) Offscreen() *Canvas {
	return &Canvas{Core: k, Canvas: &canvas.Canvas{Theme: canvas.ThemeOf(k.Model.State.Settings.Theme), Types: k.Faces, Album: &k.Photos,
		List: &brush.List{}, Scale: k.DpPx}}
}

// Want sets the preferred size of the panel. A width of 0 keeps the default.
func (c *Canvas) Want(w, h float32) {
	if e := (extent{w, h}); c.Wants[c.Panel] != e {
		c.Wants[c.Panel] = e
		c.Again = true
	}
}
