package drawing

import (
	"image"

	"memcity/render/gfx"
)

// Part makes a picture a tile of a larger one, which may be too large to draw as a whole. Tiles have no seams: labels, tags and lines are
// placed and sized for the larger picture. The zero Part is the whole picture.
type Part struct {
	Of image.Point // size of the larger picture in pixels
	At image.Point // top left corner of the tile in it
}

func (v *View) isPart() bool { return v.Part.Of != (image.Point{}) }

// whole returns the size of the picture that the view is a part of.
func (v *View) whole() (width, height int) {
	if !v.isPart() {
		return v.Width, v.Height
	}
	return v.Part.Of.X, v.Part.Of.Y
}

func (v *View) region() gfx.Region {
	w, h := v.whole()
	if !v.isPart() {
		return gfx.Whole
	}
	x, y := 2/float64(w), 2/float64(h)
	return gfx.Region{
		Left: float64(v.Part.At.X)*x - 1, Width: float64(v.Width) * x,
		Bottom: 1 - float64(v.Part.At.Y+v.Height)*y, Height: float64(v.Height) * y,
	}
}
