package typeset

import (
	"bytes"
	"image"
	"image/png"
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// picture is a mask and the offset of its top left corner from the pen, in pixels, y down. The mask is nil for a glyph without ink.
type picture struct {
	mask      *Mask
	left, top float64
}

type maskKey struct {
	font  *font.Font
	glyph font.GID
	size  float64
}

// Limits of masks.
const (
	maxMasks  = 32 << 20 // pixels of all cached masks
	maxSides  = 6        // ems on each side of the pen
	maxBitmap = 1024     // width and height of a bitmap in a font, in pixels
)

// drawable reports whether a glyph has an outline or a PNG bitmap.
func drawable(f *font.Face, g font.GID) bool {
	if outline, ok := f.GlyphDataOutline(g); ok && len(outline.Segments) > 0 {
		return true
	}
	b, ok := f.GlyphDataBitmap(g)
	return ok && b.Format == font.PNG
}

// picture draws a glyph at a size in pixels per em. It caches the result.
func (s *setter) picture(f *font.Face, g font.GID, size float64) *picture {
	key := maskKey{f.Font, g, size}
	if p, ok := s.masks[key]; ok {
		return p
	}
	p := &picture{}
	scale := size / float64(max(f.Upem(), 1))
	if outline, ok := f.GlyphDataOutline(g); ok && len(outline.Segments) > 0 {
		p.fill(outline.Segments, scale, size)
	} else if b, ok := f.GlyphDataBitmap(g); ok && b.Format == font.PNG {
		if e, ok := f.GlyphExtents(g); ok {
			p.shrink(b.Data, e, scale, size)
		}
	}
	if p.mask != nil {
		s.pixels += len(p.mask.Pixels)
	}
	if s.pixels > maxMasks {
		clear(s.masks)
		s.pixels = 0
	}
	s.masks[key] = p
	return p
}

// room creates an empty mask for a box, y down. It returns false if the box is empty or far too large.
func (p *picture) room(x0, y0, x1, y1, size float64) bool {
	limit := maxSides * size
	if !(x0 >= -limit && y0 >= -limit && x1 <= limit && y1 <= limit && x0 < x1 && y0 < y1) {
		return false
	}
	p.left, p.top = math.Floor(x0), math.Floor(y0)
	w, h := int(math.Ceil(x1)-p.left), int(math.Ceil(y1)-p.top)
	p.mask = &Mask{Width: w, Height: h, Pixels: make([]byte, w*h)}
	return true
}

// fill draws an outline.
func (p *picture) fill(segments []opentype.Segment, scale, size float64) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range segments {
		for _, a := range segments[i].ArgsSlice() {
			x, y := float64(a.X)*scale, -float64(a.Y)*scale
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	if !p.room(x0, y0, x1, y1, size) {
		return
	}
	r := vector.NewRasterizer(p.mask.Width, p.mask.Height)
	at := func(a opentype.SegmentPoint) (x, y float32) {
		return float32(float64(a.X)*scale - p.left), float32(-float64(a.Y)*scale - p.top)
	}
	for i := range segments {
		args := &segments[i].Args
		ax, ay := at(args[0])
		bx, by := at(args[1])
		cx, cy := at(args[2])
		switch segments[i].Op {
		case opentype.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case opentype.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case opentype.SegmentOpQuadTo:
			r.QuadTo(ax, ay, bx, by)
		case opentype.SegmentOpCubeTo:
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
	alpha := &image.Alpha{Pix: p.mask.Pixels, Stride: p.mask.Width, Rect: image.Rect(0, 0, p.mask.Width, p.mask.Height)}
	r.Draw(alpha, alpha.Rect, image.Opaque, image.Point{})
}

// shrink draws a color bitmap as coverage, as labels have one color. Light parts have more coverage.
func (p *picture) shrink(data []byte, e font.GlyphExtents, scale, size float64) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || config.Width > maxBitmap || config.Height > maxBitmap {
		return
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return
	}
	x, y := float64(e.XBearing)*scale, -float64(e.YBearing)*scale
	if !p.room(x, y, x+float64(e.Width)*scale, y-float64(e.Height)*scale, size) {
		return
	}
	small := image.NewRGBA(image.Rect(0, 0, p.mask.Width, p.mask.Height))
	draw.CatmullRom.Scale(small, small.Rect, img, img.Bounds(), draw.Src, nil)
	for i := range p.mask.Pixels {
		c := small.Pix[4*i : 4*i+4]
		luma := (54*int(c[0]) + 183*int(c[1]) + 19*int(c[2])) >> 8 // already multiplied by alpha
		p.mask.Pixels[i] = uint8((int(c[3]) + 3*luma) / 4)
	}
}
