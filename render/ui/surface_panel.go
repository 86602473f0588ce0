package ui

import "gioui.org/io/input"

// canvas draws one panel with its controls.
type canvas struct {
	*pen
	*core
	source input.Source
}

// offscreen returns a canvas for what is computed with the theme and the fonts, but not drawn.
func (k *core) offscreen() *canvas {
	return &canvas{core: k, pen: &pen{theme: themeOf(k.model.State.Settings.Theme), types: k.faces, album: &k.photos, scale: k.dpPx}}
}
