package widget

import (
	"gioui.org/io/input"

	"memcity/render/ui/brush"
	"memcity/render/ui/canvas"
)

// Canvas draws one panel with its controls.
type Canvas struct {
	*canvas.Canvas
	*Core
	Source input.Source
}

// Offscreen returns a canvas for what is computed with the theme and the fonts, but not drawn.
func (k *Core) Offscreen() *Canvas {
	return &Canvas{Core: k, Canvas: &canvas.Canvas{Theme: canvas.ThemeOf(k.Model.State.Settings.Theme), Types: k.Faces, Album: &k.Photos,
		List: &brush.List{}, Scale: k.DpPx}}
}

// Want sets how large the panel would like to be. A width of 0 keeps the usual one.
func (c *Canvas) Want(w, h float32) {
	if e := (extent{w, h}); c.Wants[c.Panel] != e {
		c.Wants[c.Panel] = e
		c.Again = true
	}
}
