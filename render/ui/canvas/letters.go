package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Outlines of glyphs are what painting text costs in software renderers, so lines of text are rasterised here, once for
// each colour, and painted as pictures. Lines with glyphs of other fonts than the embedded ones are left to Gio.

// Letters turns lines of text into pictures. It belongs to one goroutine.
type Letters struct {
	Fonts  []*sfnt.Font // in the order in which Gio's shaper knows them
	buffer sfnt.Buffer
	Made   map[letterKey]lettering
	Bytes  int
	inks   map[color.NRGBA]*[256]color.RGBA
}

type letterKey struct {
	line lineKey
	col  color.NRGBA
}

// lettering is a line of text in a colour; at is its corner, from the start of the baseline.
type lettering struct {
	op   paint.ImageOp
	size image.Point
	at   image.Point
}

// Bounds of what is kept: bytes of all pictures, pixels along one side of a picture, colours.
const (
	MaxLetterBytes = 48 << 20
	maxLetterSide  = 4096
	maxInks        = 256
)

func (l *Letters) add(data []byte) error {
	f, err := sfnt.Parse(data)
	if err != nil {
		return err
	}
	l.Fonts = append(l.Fonts, f)
	return nil
}

// Of returns the picture of a line; ok is false if Gio must paint it.
func (l *Letters) Of(ln *line, col color.NRGBA) (lettering, bool) {
	key := letterKey{ln.Key, col}
	if found, ok := l.Made[key]; ok {
		return found, found.size != image.Point{}
	}
	if l.Bytes > MaxLetterBytes || l.Made == nil {
		l.Made, l.Bytes = map[letterKey]lettering{}, 0
	}
	var made lettering
	if mask, at, ok := l.mask(ln); ok {
		img := l.inked(mask, col)
		made = lettering{paint.NewImageOp(img), mask.Rect.Size(), at}
		made.op.Filter = paint.FilterNearest
		l.Bytes += len(img.Pix)
	}
	l.Bytes += 256
	l.Made[key] = made
	return made, made.size != image.Point{}
}

// mask returns what glyphs cover, and where that begins from the start of the baseline.
func (l *Letters) mask(ln *line) (*image.Alpha, image.Point, bool) {
	outline, ok := l.Outline(ln)
	if !ok || len(outline) == 0 {
		return nil, image.Point{}, false
	}
	low, high := outline[0].at[0], outline[0].at[0]
	for _, s := range outline {
		for _, p := range s.at[:s.points()] {
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	at := image.Pt(int(math.Floor(float64(low.X))), int(math.Floor(float64(low.Y))))
	size := image.Pt(int(math.Ceil(float64(high.X)))-at.X, int(math.Ceil(float64(high.Y)))-at.Y)
	if size.X <= 0 || size.Y <= 0 || size.X > maxLetterSide || size.Y > maxLetterSide {
		return nil, image.Point{}, false
	}
	v := vector.NewRasterizer(size.X, size.Y)
	v.DrawOp = draw.Src
	dx, dy := float32(at.X), float32(at.Y)
	for i, s := range outline {
		a, b, c := s.at[0], s.at[1], s.at[2]
		switch s.op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				v.ClosePath()
			}
			v.MoveTo(a.X-dx, a.Y-dy)
		case sfnt.SegmentOpLineTo:
			v.LineTo(a.X-dx, a.Y-dy)
		case sfnt.SegmentOpQuadTo:
			v.QuadTo(a.X-dx, a.Y-dy, b.X-dx, b.Y-dy)
		case sfnt.SegmentOpCubeTo:
			v.CubeTo(a.X-dx, a.Y-dy, b.X-dx, b.Y-dy, c.X-dx, c.Y-dy)
		}
	}
	v.ClosePath()
	mask := image.NewAlpha(image.Rectangle{Max: size})
	v.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask, at, true
}

// curveStep is a segment of an outline in pixels.
type curveStep struct {
	op sfnt.SegmentOp
	at [3]Point
}

func (s *curveStep) points() int {
	switch s.op {
	case sfnt.SegmentOpQuadTo:
		return 2
	case sfnt.SegmentOpCubeTo:
		return 3
	}
	return 1
}

// Outline returns the segments of all glyphs of a line, from the start of the baseline; ok is false if a glyph is of
// another font.
func (l *Letters) Outline(ln *line) ([]curveStep, bool) {
	var list []curveStep
	for _, g := range ln.Glyphs {
		// Gio packs a glyph's identity as 16 bits of the font, 16 of the size and 32 of the glyph, which a test holds.
		index, glyph := int(g.ID>>48), uint32(g.ID)
		if index >= len(l.Fonts) || glyph > math.MaxUint16 {
			return nil, false
		}
		f := l.Fonts[index]
		em := f.UnitsPerEm()
		segments, err := f.LoadGlyph(&l.buffer, sfnt.GlyphIndex(glyph), fixed.Int26_6(em)<<6, nil)
		if err != nil {
			return nil, false
		}
		scale := float32(ln.Key.px) / 64 / float32(em) / 64
		x, y := float32(g.X-g.Offset.X)/64, -float32(g.Offset.Y)/64
		for _, s := range segments {
			step := curveStep{op: s.Op}
			for i, p := range s.Args {
				step.at[i] = Point{x + float32(p.X)*scale, y + float32(p.Y)*scale}
			}
			list = append(list, step)
		}
	}
	return list, true
}

// inked colours a mask.
func (l *Letters) inked(mask *image.Alpha, col color.NRGBA) *image.RGBA {
	ink := l.Ink(col)
	img := image.NewRGBA(mask.Rect)
	for i, a := range mask.Pix {
		p := ink[a]
		o := img.Pix[4*i : 4*i+4 : 4*i+4]
		o[0], o[1], o[2], o[3] = p.R, p.G, p.B, p.A
	}
	return img
}

// Ink returns a colour at every coverage the way Gio wants pictures: each channel multiplied by alpha in linear light,
// then encoded as sRGB.
func (l *Letters) Ink(col color.NRGBA) *[256]color.RGBA {
	if ink, ok := l.inks[col]; ok {
		return ink
	}
	if len(l.inks) >= maxInks || l.inks == nil {
		l.inks = map[color.NRGBA]*[256]color.RGBA{}
	}
	ink := new([256]color.RGBA)
	r, g, b := Linear(col.R), Linear(col.G), Linear(col.B)
	for i := range ink {
		a := float64(i) / 255 * float64(col.A) / 255
		ink[i] = color.RGBA{Encoded(r * a), Encoded(g * a), Encoded(b * a), uint8(a*255 + 0.5)}
	}
	l.inks[col] = ink
	return ink
}

// Linear and encoded are the transfer function of sRGB (IEC 61966-2-1) and its inverse.
func Linear(v uint8) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

func Encoded(c float64) uint8 {
	if c <= 0.0031308 {
		c *= 12.92
	} else {
		c = 1.055*math.Pow(c, 1/2.4) - 0.055
	}
	return uint8(min(max(c, 0), 1)*255 + 0.5)
}

// lettering paints a line of text with its baseline starting at a pixel, if it can be painted as a picture.
func (c *Canvas) lettering(ln *line, at image.Point, col color.NRGBA) bool {
	made, ok := c.Types.Letters.Of(ln, col)
	if !ok {
		return false
	}
	off := op.Offset(at.Add(made.at)).Push(c.Ops)
	cut := clip.Rect{Max: made.size}.Push(c.Ops)
	made.op.Add(c.Ops)
	paint.PaintOp{}.Add(c.Ops)
	cut.Pop()
	off.Pop()
	return true
}
