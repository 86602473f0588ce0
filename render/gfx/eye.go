package gfx

import "github.com/g3n/engine/math32"

// Eye is the camera of one sample of a picture, in perspective or orthographic. It has the methods of the engine's camera.ICamera. That type
// is not used, because its package links the engine's GUI.
type Eye struct {
	View, Projection math32.Matrix4 // of the whole picture
	ShiftX, ShiftY   float64        // offset of the picture, in clip coordinates of the whole
	Region           Region         // part to draw
}

// Region is a part of a picture in clip coordinates, -1 to 1 for the whole: lower left corner and size.
type Region struct{ Left, Bottom, Width, Height float64 }

// Whole is the region of a picture that is not a part of another.
var Whole = Region{-1, -1, 2, 2}

// ViewMatrix sets m to the matrix from the city to the eye.
func (e *Eye) ViewMatrix(m *math32.Matrix4) { *m = e.View }

// ProjMatrix sets m to the matrix from the eye to clip coordinates, in which the region is the whole picture.
func (e *Eye) ProjMatrix(m *math32.Matrix4) {
	*m = e.Projection
	scaleX, scaleY := 2/e.Region.Width, 2/e.Region.Height
	moveX := -1 - e.Region.Left*scaleX + e.ShiftX*scaleX
	moveY := -1 - e.Region.Bottom*scaleY + e.ShiftY*scaleY
	for column := 0; column < len(m); column += 4 { // the depth, which is in the last row, scales the move
		m[column] = float32(scaleX)*m[column] + float32(moveX)*m[column+3]
		m[column+1] = float32(scaleY)*m[column+1] + float32(moveY)*m[column+3]
	}
}

// Matrix returns the matrix from the city to clip coordinates.
func (e *Eye) Matrix() math32.Matrix4 {
	var view, projection, out math32.Matrix4
	e.ViewMatrix(&view)
	e.ProjMatrix(&projection)
	out.MultiplyMatrices(&projection, &view)
	return out
}

// InWhole returns the eye for the whole picture.
func (e Eye) InWhole() Eye {
	e.Region = Whole
	return e
}
