// Package camera converts between pixels of the window and places in the city, and moves the camera with keys and mouse.
package camera

import (
	"image"
	"math"

	"memcity/city/scene"
)

// Zoom of the panels, and the additional scale of presenter mode.
const (
	ZoomStep       = 0.25
	minZoom        = 1
	maxZoom        = 2
	presenterScale = 1.5
)

// Viewport is the framebuffer of the window.
type Viewport struct {
	Width, Height int     // size in pixels; 0 before the first [Viewport.Resize]
	Zoom          float64 // zoom of the panels, on top of the screen's scale
	Presenter     bool    // larger panels and labels for an audience

	screen float64 // framebuffer pixels per point
}

// NewViewport returns a Viewport without a size.
func NewViewport() Viewport { return Viewport{Zoom: 1, screen: 1} }

// Resize sets the size in pixels and the number of pixels per point. It reports whether anything is visible, which is false for a minimized
// window.
func (v *Viewport) Resize(width, height int, scale float64) (seen bool) {
	if width < 1 || height < 1 {
		return false
	}
	v.Width, v.Height, v.screen = width, height, max(scale, 0.5)
	return true
}

// SetZoom sets the zoom of panels and labels, on top of the screen's own scale. The factor is clamped.
func (v *Viewport) SetZoom(factor float64) { v.Zoom = min(max(factor, minZoom), maxZoom) }

// Scale returns the number of pixels per dp of the panels.
func (v *Viewport) Scale() float64 {
	scale := v.screen * v.Zoom
	if v.Presenter {
		scale *= presenterScale
	}
	return scale
}

// Size returns the size in pixels.
func (v *Viewport) Size() image.Point { return image.Pt(v.Width, v.Height) }

// Aspect returns the ratio of width to height; 1 before there is a size.
func (v *Viewport) Aspect() float64 { return float64(max(v.Width, 1)) / float64(max(v.Height, 1)) }

// At converts a pixel to a position in the picture, from -1 to 1 on both axes, with y up.
func (v *Viewport) At(x, y float64) (atX, atY float64) {
	return 2*x/float64(max(v.Width, 1)) - 1, 1 - 2*y/float64(max(v.Height, 1))
}

// Pixel converts a position in the picture to a pixel.
func (v *Viewport) Pixel(atX, atY float64) (x, y float64) {
	return (atX + 1) / 2 * float64(v.Width), (1 - atY) / 2 * float64(v.Height)
}

// Ray returns the ray of the camera through a pixel.
func (v *Viewport) Ray(c scene.Camera, x, y float64) scene.Ray {
	atX, atY := v.At(x, y)
	return c.Ray(atX, atY, v.Aspect())
}

// Project returns the bounds of a box in the window. ok is false if it is not visible.
func (v *Viewport) Project(c scene.Camera, box scene.Box) (rect image.Rectangle, ok bool) {
	w, h := float64(v.Width), float64(v.Height)
	minX, minY, maxX, maxY := w, h, 0.0, 0.0
	for i := range 8 {
		p := box.Min
		if i&1 != 0 {
			p.X = box.Max.X
		}
		if i&2 != 0 {
			p.Y = box.Max.Y
		}
		if i&4 != 0 {
			p.Z = box.Max.Z
		}
		x, y, _, ok := c.Project(p, w/max(h, 1))
		if !ok {
			return image.Rectangle{}, false
		}
		x, y = v.Pixel(x, y)
		minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
	}
	rect = image.Rect(int(math.Floor(max(minX, 0))), int(math.Floor(max(minY, 0))), int(math.Ceil(min(maxX, w))), int(math.Ceil(min(maxY, h))))
	return rect, minX < w && minY < h && maxX > 0 && maxY > 0 && !rect.Empty()
}

// OnPlane returns where a ray meets the plane at height y; ok is false if that is beyond the horizon.
func OnPlane(r scene.Ray, y float64) (at scene.Vec, ok bool) {
	if r.Dir.Y > -0.02 {
		return scene.Vec{}, false
	}
	t := (y - r.Origin.Y) / r.Dir.Y
	return r.At(t), t > 0
}
