package ui

import (
	"image"
	"image/color"

	"gioui.org/f32"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
)

// photo is a picture of the model, ready to be painted.
type photo struct {
	op     paint.ImageOp
	serial uint64
}

// album keeps the pictures that were painted last.
type album struct {
	photos map[*image.RGBA]photo
	last   uint64 // serial of the newest
}

// maxPhotos bounds the pictures that are kept.
const maxPhotos = 16

// photo paints a picture so that it covers b, with the upper corners rounded. What sticks out is cut evenly.
func (c *pen) photo(b box, radius float32, img *image.RGBA) {
	r, size := c.rect(b), img.Rect.Size()
	if r.Empty() || c.hidden(b) || size.X <= 0 || size.Y <= 0 {
		return
	}
	p, ok := c.album.photos[img]
	if !ok {
		if len(c.album.photos) >= maxPhotos {
			clear(c.album.photos)
		}
		c.album.last++
		p = photo{paint.NewImageOp(img), c.album.last}
		c.album.photos[img] = p
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

// picture paints an image into r, stretched to fill it.
func (c *pen) picture(r image.Rectangle, img paint.ImageOp, size image.Point) {
	cut := clip.Rect(r).Push(c.ops)
	to := f32.AffineId().Scale(f32.Point{}, f32.Pt(float32(r.Dx())/float32(size.X), float32(r.Dy())/float32(size.Y))).Offset(f32.Pt(float32(r.Min.X), float32(r.Min.Y)))
	moved := op.Affine(to).Push(c.ops)
	img.Add(c.ops)
	paint.PaintOp{}.Add(c.ops)
	moved.Pop()
	cut.Pop()
}
