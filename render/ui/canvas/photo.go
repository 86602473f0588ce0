package canvas

import (
	"image"

	"golang.org/x/image/draw"
)

// Album caches the most recent pictures, scaled to their sizes.
type Album struct{ Made map[print]scaled }

// print is a picture of the model at a size.
type print struct {
	of   *image.RGBA
	size image.Point
}

type scaled struct {
	picture *image.RGBA
	opaque  bool
}

// maxPrints is the maximum number of cached pictures.
const maxPrints = 16

// Photo paints a picture that covers b, with round upper corners. It crops both sides evenly.
func (c *Canvas) Photo(b Box, radius float32, img *image.RGBA) {
	r := c.Rect(b)
	if r.Empty() || c.Hidden(b) || img.Rect.Empty() {
		return
	}
	p := c.Album.print(img, r.Size())
	c.List.Picture(r.Min, p.picture, c.Px(radius), p.opaque)
}

// print returns a picture that covers a size.
func (a *Album) print(img *image.RGBA, size image.Point) scaled {
	key := print{img, size}
	if p, ok := a.Made[key]; ok {
		return p
	}
	if len(a.Made) >= maxPrints || a.Made == nil {
		a.Made = map[print]scaled{}
	}
	have := img.Rect.Size()
	part := img.Rect // visible part of the picture
	if have.X*size.Y > size.X*have.Y {
		wide := max(size.X*have.Y/size.Y, 1)
		part.Min.X += (have.X - wide) / 2
		part.Max.X = part.Min.X + wide
	} else {
		high := max(size.Y*have.X/size.X, 1)
		part.Min.Y += (have.Y - high) / 2
		part.Max.Y = part.Min.Y + high
	}
	p := scaled{picture: image.NewRGBA(image.Rectangle{Max: size})}
	draw.BiLinear.Scale(p.picture, p.picture.Rect, img, part, draw.Src, nil)
	p.opaque = p.picture.Opaque()
	a.Made[key] = p
	return p
}

// Pixels paints an opaque picture without scaling. The picture must not change afterwards.
func (c *Canvas) Pixels(at image.Point, img *image.RGBA) { c.List.Picture(at, img, 0, true) }
