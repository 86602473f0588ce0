package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Letters converts lines of text to masks. Gio paints lines with glyphs of other fonts than the embedded ones, in their color, as such
// glyphs may be pictures. Use it on one goroutine only.
type Letters struct {
	Fonts   []*sfnt.Font // in the order of Gio's shaper
	buffer  sfnt.Buffer
	Made    map[lineKey]stamp
	Foreign map[foreignKey]foreign
	Bytes   int
	surface Surface
}

// foreignKey is a line that Gio paints in a color.
type foreignKey struct {
	line lineKey
	col  color.NRGBA
}

// foreign is a line painted by Gio; at is the offset of its corner from the start of the baseline. picture is nil if the line cannot be
// painted.
type foreign struct {
	picture *image.RGBA
	at      image.Point
}

// Limits of the cache: bytes of all masks and pictures, and pixels along one side.
const (
	MaxLetterBytes = 16 << 20
	maxLetterSide  = 4096
)

func (l *Letters) add(data []byte) error {
	f, err := sfnt.Parse(data)
	if err != nil {
		return err
	}
	l.Fonts = append(l.Fonts, f)
	return nil
}

// Of returns the mask of a line; ok is false if it needs other fonts.
func (l *Letters) Of(ln *line) (made stamp, ok bool) {
	if made, ok = l.Made[ln.Key]; ok {
		return made, made.mask != nil
	}
	l.makeRoom()
	if mask, at, ok := l.mask(ln, false); ok {
		made = stamp{mask, at}
		l.Bytes += len(mask.Pix)
	}
	l.Bytes += 256
	l.Made[ln.Key] = made
	return made, made.mask != nil
}

// makeRoom clears the cache if it is too large.
func (l *Letters) makeRoom() {
	if l.Bytes > MaxLetterBytes || l.Made == nil {
		l.Made, l.Foreign, l.Bytes = map[lineKey]stamp{}, map[foreignKey]foreign{}, 0
	}
}

// mask returns the coverage of a line, and its offset from the start of the baseline. any is that of [Letters.Outline].
func (l *Letters) mask(ln *line, any bool) (*image.Alpha, image.Point, bool) {
	outline, ok := l.Outline(ln, any)
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

// Outline returns the segments of all glyphs of a line, relative to the start of the baseline. If a glyph needs another font, ok is false
// or, with any, an empty box replaces the glyph.
func (l *Letters) Outline(ln *line, any bool) ([]curveStep, bool) {
	var list []curveStep
	for _, g := range ln.Glyphs {
		// Gio packs a glyph ID as 16 bits for the font, 16 for the size and 32 for the glyph. A test checks that.
		index, glyph := int(g.ID>>48), uint32(g.ID)
		if index >= len(l.Fonts) || glyph > math.MaxUint16 {
			if !any || len(l.Fonts) == 0 {
				return nil, false
			}
			index, glyph = 0, 0
		}
		f := l.Fonts[index]
		em := f.UnitsPerEm()
		segments, err := f.LoadGlyph(&l.buffer, sfnt.GlyphIndex(glyph), fixed.Int26_6(em)<<6, nil)
		if err != nil {
			return nil, false
		}
		scale := float32(ln.Key.Px) / 64 / float32(em) / 64
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

// letter paints a line of text with its baseline starting at a pixel.
func (c *Canvas) letter(ln *line, at image.Point, col color.NRGBA) {
	l := &c.Types.Letters
	if made, ok := l.Of(ln); ok {
		c.List.Mask(at.Add(made.at), made.mask, col)
		return
	}
	if made := c.Types.foreign(ln, col); made.picture != nil {
		c.List.Picture(at.Add(made.at), made.picture, 0, false)
	} else if mask, corner, ok := l.mask(ln, true); ok {
		c.List.Mask(at.Add(corner), mask, col)
	}
}
