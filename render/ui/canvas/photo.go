package canvas

import (
	"image"
	"image/color"

	"gioui.org/f32"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
)

// Photo is a picture of the model, ready to be painted.
type Photo struct {
	op     paint.ImageOp
	serial uint64
}

// Album keeps the pictures that were painted last.
type Album struct {
	Photos map[*image.RGBA]Photo
	Last   uint64 // serial of the newest
}

// maxPhotos bounds the pictures that are kept.
const maxPhotos = 16

// Photo paints a picture so that it covers b, with the upper corners rounded. What sticks out is cut evenly.
func (c *Canvas) Photo(b Box, radius float32, img *image.RGBA) {
	r, size := c.Rect(b), img.Rect.Size()
	if r.Empty() || c.Hidden(b) || size.X <= 0 || size.Y <= 0 {
		return
	}
	p, ok := c.Album.Photos[img]
	if !ok {
		if len(c.Album.Photos) >= maxPhotos {
			clear(c.Album.Photos)
		}
		c.Album.Last++
		p = Photo{paint.NewImageOp(img), c.Album.Last}
		c.Album.Photos[img] = p
	}
	rad := c.Px(radius)
	c.MixBox(12, r, color.NRGBA{}, p.serial, uint64(rad))
	scale := max(float64(r.Dx())/float64(size.X), float64(r.Dy())/float64(size.Y))
	w, h := max(int(float64(size.X)*scale+0.5), r.Dx()), max(int(float64(size.Y)*scale+0.5), r.Dy())
	corner := r.Min.Sub(image.Pt((w-r.Dx())/2, (h-r.Dy())/2))
	cut := clip.RRect{Rect: r, NW: rad, NE: rad}.Push(c.Ops)
	c.Picture(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(w, h))}, p.op, size)
	cut.Pop()
}

// Picture paints an image into r, stretched to fill it.
func (c *Canvas) Picture(r image.Rectangle, img paint.ImageOp, size image.Point) {
	cut := clip.Rect(r).Push(c.Ops)
	to := f32.AffineId().Scale(f32.Point{},
		f32.Pt(float32(r.Dx())/float32(size.X), float32(r.Dy())/float32(size.Y))).Offset(f32.Pt(float32(r.Min.X), float32(r.Min.Y)))
	moved := op.Affine(to).Push(c.Ops)
	img.Add(c.Ops)
	paint.PaintOp{}.Add(c.Ops)
	moved.Pop()
	cut.Pop()
}
