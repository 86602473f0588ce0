package drawing

import (
	"image"
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

// region is the drawn part of a picture in clip coordinates, -1 to 1 for the whole: corner and size.
type region struct{ left, bottom, width, height float64 }

func (v *View) region() region {
	w, h := v.whole()
	if !v.isPart() {
		return region{-1, -1, 2, 2}
	}
	x, y := 2/float64(w), 2/float64(h)
	return region{
		left: float64(v.Part.At.X)*x - 1, width: float64(v.Width) * x,
		bottom: 1 - float64(v.Part.At.Y+v.Height)*y, height: float64(v.Height) * y,
	}
}

// enlarging returns the matrix that maps the region to all of the clip coordinates.
func (r region) enlarging() mat4 {
	sx, sy := 2/r.width, 2/r.height
	return mat4{
		float32(sx), 0, 0, 0,
		0, float32(sy), 0, 0,
		0, 0, 1, 0,
		float32(-1 - r.left*sx), float32(-1 - r.bottom*sy), 0, 1,
	}
}
