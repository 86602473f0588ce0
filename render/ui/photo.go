package ui

import (
	"image"
	"image/color"

	"gioui.org/op/clip"
	"gioui.org/op/paint"
)

// photo is a picture of the model, ready to be painted.
type photo struct {
	op     paint.ImageOp
	serial uint64
}

// maxPhotos bounds the pictures that are kept.
const maxPhotos = 16

// photo paints a picture so that it covers b, with the upper corners rounded. What sticks out is cut evenly.
func (c *canvas) photo(b box, radius float32, img *image.RGBA) {
	r, size := c.rect(b), img.Rect.Size()
	if r.Empty() || c.hidden(b) || size.X <= 0 || size.Y <= 0 {
		return
	}
	p, ok := c.photos[img]
	if !ok {
		if len(c.photos) >= maxPhotos {
			clear(c.photos)
		}
		c.lastPhoto++
		p = photo{paint.NewImageOp(img), c.lastPhoto}
		c.photos[img] = p
	}
	rad := c.px(radius)
	c.mixBox(12, r, color.NRGBA{}, p.serial, uint64(rad))
	scale := max(float64(r.Dx())/float64(size.X), float64(r.Dy())/float64(size.Y))
	w, h := max(int(float64(size.X)*scale+0.5), r.Dx()), max(int(float64(size.Y)*scale+0.5), r.Dy())
	corner := r.Min.Sub(image.Pt((w-r.Dx())/2, (h-r.Dy())/2))
	cut := clip.RRect{Rect: r, NW: rad, NE: rad}.Push(c.ops)
	c.picture(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(w, h))}, p.op, size)
	cut.Pop()
}
