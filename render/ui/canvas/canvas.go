package canvas

import (
	"image"
	"image/color"
	"math"
	"strings"

	"gioui.org/f32"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"

	"memcity/render/ui/model"
	wordspkg "memcity/words"
)

// Canvas draws one panel. Everything drawn goes into fingerprints, one for each band of the panel, and texts and controls
// go into a list of items.
// Coordinates are dp from the panel's corner; edges of boxes are rounded to whole pixels.
type Canvas struct {
	*Theme
	Types  *Typesetter
	Album  *Album
	Panel  model.ID
	Origin image.Point // of the panel in the window, in framebuffer pixels
	Ops    *op.Ops
	Scale  float32
	Bands  []uint64
	Window Box // what can be seen of the panel here; smaller inside a scrolled area
	Items  []model.Item

	Sheet bool    // for a file: nothing that can be pressed
	Svg   *SvgPen // records what is drawn; nil unless that is requested
}

const FnvOffset, fnvPrime = 14695981039346656037, 1099511628211

// BandHeight is the height of the bands that are painted on their own, in pixels.
const BandHeight = 48

func BandsOf(height int) int { return (height + BandHeight - 1) / BandHeight }

// mix adds to the fingerprints what is drawn within the rows of r.
func (c *Canvas) mix(r image.Rectangle, values ...uint64) {
	from, to := max(r.Min.Y/BandHeight, 0), min(BandsOf(r.Max.Y), len(c.Bands))
	if from >= to {
		return
	}
	h := uint64(FnvOffset)
	for _, v := range values {
		h = fold(h, v)
	}
	for i := from; i < to; i++ {
		c.Bands[i] = fold(c.Bands[i], h)
	}
}

// fold mixes the bytes of v into h (FNV-1a).
func fold(h, v uint64) uint64 {
	for range 8 {
		h = (h ^ v&0xff) * fnvPrime
		v >>= 8
	}
	return h
}

func FoldText(h uint64, s string) uint64 {
	h = fold(h, uint64(len(s)))
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

// MixBox adds a box with a colour.
func (c *Canvas) MixBox(what uint64, r image.Rectangle, col color.NRGBA, more ...uint64) {
	h := uint64(FnvOffset)
	for _, v := range more {
		h = fold(h, v)
	}
	c.mix(r, what, uint64(r.Min.X), uint64(r.Min.Y), uint64(r.Max.X), uint64(r.Max.Y), pack(col), h)
}

func pack(c color.NRGBA) uint64 {
	return uint64(c.R)<<24 | uint64(c.G)<<16 | uint64(c.B)<<8 | uint64(c.A)
}

func (c *Canvas) Px(v float32) int { return int(math.Round(float64(v * c.Scale))) }

func (c *Canvas) Rect(b Box) image.Rectangle {
	return image.Rect(c.Px(b.X), c.Px(b.Y), c.Px(b.Right()), c.Px(b.Bottom()))
}

// Hidden reports whether nothing of b can be seen.
func (c *Canvas) Hidden(b Box) bool { return b.Intersect(c.Window).Empty() }

// Fill paints a box with rounded corners.
func (c *Canvas) Fill(b Box, radius float32, col color.NRGBA) {
	r := c.Rect(b)
	if r.Empty() || c.Hidden(b) || col.A == 0 {
		return
	}
	rad := min(c.Px(radius), r.Dx()/2, r.Dy()/2)
	c.MixBox(1, r, col, uint64(rad))
	c.Svg.box(r, float32(rad), col)
	if rad <= 0 {
		paint.FillShape(c.Ops, col, clip.Rect(r).Op())
		return
	}
	paint.FillShape(c.Ops, col, clip.UniformRRect(r, rad).Op(c.Ops))
}

// Gradient paints a box in colours from one at its left to another at its right.
func (c *Canvas) Gradient(b Box, from, to color.NRGBA) {
	r := c.Rect(b)
	if r.Empty() || c.Hidden(b) {
		return
	}
	c.MixBox(10, r, from, pack(to))
	c.Svg.box(r, 0, Mixed(from, to, 0.5))
	area := clip.Rect(r).Push(c.Ops)
	paint.LinearGradientOp{Stop1: f32.Pt(float32(r.Min.X), 0), Color1: from, Stop2: f32.Pt(float32(r.Max.X), 0), Color2: to}.Add(c.Ops)
	paint.PaintOp{}.Add(c.Ops)
	area.Pop()
}

// Frame paints the border of a box, inside of it, width dp wide.
func (c *Canvas) Frame(b Box, radius, width float32, col color.NRGBA) {
	r := c.Rect(b)
	if r.Empty() || c.Hidden(b) {
		return
	}
	w := max(float32(math.Round(float64(width*c.Scale))), 1)
	rad := min(radius*c.Scale, float32(min(r.Dx(), r.Dy()))/2)
	c.MixBox(2, r, col, uint64(rad), uint64(w))
	c.Svg.frame(r, rad, w, col)
	outer := roundPath(c.Ops, f32.Pt(float32(r.Min.X)+w/2, float32(r.Min.Y)+w/2), f32.Pt(float32(r.Max.X)-w/2, float32(r.Max.Y)-w/2),
		max(rad-w/2, 0))
	paint.FillShape(c.Ops, col, clip.Stroke{Path: outer, Width: w}.Op())
}

// roundPath is the outline of a rounded rectangle, its corners being cubic curves near to arcs.
func roundPath(ops *op.Ops, a, b f32.Point, r float32) clip.PathSpec {
	const k = 1 - 0.5522848
	var p clip.Path
	p.Begin(ops)
	p.MoveTo(f32.Pt(a.X+r, a.Y))
	p.LineTo(f32.Pt(b.X-r, a.Y))
	p.CubeTo(f32.Pt(b.X-r*k, a.Y), f32.Pt(b.X, a.Y+r*k), f32.Pt(b.X, a.Y+r))
	p.LineTo(f32.Pt(b.X, b.Y-r))
	p.CubeTo(f32.Pt(b.X, b.Y-r*k), f32.Pt(b.X-r*k, b.Y), f32.Pt(b.X-r, b.Y))
	p.LineTo(f32.Pt(a.X+r, b.Y))
	p.CubeTo(f32.Pt(a.X+r*k, b.Y), f32.Pt(a.X, b.Y-r*k), f32.Pt(a.X, b.Y-r))
	p.LineTo(f32.Pt(a.X, a.Y+r))
	p.CubeTo(f32.Pt(a.X, a.Y+r*k), f32.Pt(a.X+r*k, a.Y), f32.Pt(a.X+r, a.Y))
	p.Close()
	return p.End()
}

// Hline paints a line one pixel high, or width dp if that is more.
func (c *Canvas) Hline(x, y, w, width float32, col color.NRGBA) {
	h := max(c.Px(width), 1)
	top := c.Px(y)
	c.strip(image.Rect(c.Px(x), top, c.Px(x+w), top+h), col)
}

// Vline paints a line one pixel wide, or width dp if that is more, with its middle at x.
func (c *Canvas) Vline(x, y, h, width float32, col color.NRGBA) {
	w := max(c.Px(width), 1)
	left := int(math.Round(float64(x*c.Scale) - float64(w)/2))
	c.strip(image.Rect(left, c.Px(y), left+w, c.Px(y+h)), col)
}

func (c *Canvas) strip(r image.Rectangle, col color.NRGBA) {
	if r.Empty() {
		return
	}
	c.MixBox(3, r, col)
	c.Svg.box(r, 0, col)
	paint.FillShape(c.Ops, col, clip.Rect(r).Op())
}

// Point is a place in dp.
type Point struct{ X, Y float32 }

// Polyline paints a line through points, width dp wide.
func (c *Canvas) Polyline(points []Point, width float32, col color.NRGBA) {
	if len(points) < 2 {
		return
	}
	c.Svg.line(points, c.Scale, max(width*c.Scale, 1), col)
	path := c.path(points, false, width, col)
	paint.FillShape(c.Ops, col, clip.Stroke{Path: path, Width: max(width*c.Scale, 1)}.Op())
}

// Polygon fills the area inside points.
func (c *Canvas) Polygon(points []Point, col color.NRGBA) {
	if len(points) < 3 {
		return
	}
	c.Svg.line(points, c.Scale, 0, col)
	paint.FillShape(c.Ops, col, clip.Outline{Path: c.path(points, true, 0, col)}.Op())
}

func (c *Canvas) path(points []Point, closed bool, width float32, col color.NRGBA) clip.PathSpec {
	var p clip.Path
	p.Begin(c.Ops)
	h := fold(fold(FnvOffset, pack(col)), uint64(math.Float32bits(width)))
	top, bottom := points[0].Y, points[0].Y
	for i, pt := range points {
		at := f32.Pt(pt.X*c.Scale, pt.Y*c.Scale)
		h = fold(h, uint64(math.Float32bits(at.X))<<32|uint64(math.Float32bits(at.Y)))
		top, bottom = min(top, pt.Y), max(bottom, pt.Y)
		if i == 0 {
			p.MoveTo(at)
		} else {
			p.LineTo(at)
		}
	}
	if closed {
		p.Close()
	}
	c.mix(c.Rect(Box{0, top - width - 1, 1, bottom - top + 2*width + 2}), 4, h)
	return p.End()
}

// Align places a text in its box.
type Align uint8

const (
	Left Align = iota
	Center
	Right
)

// maxMeasured bounds the bytes of a text that are measured; more is wider than any window.
const maxMeasured = 1024

// Width returns the width of a text in dp; that of a very long one is too small.
func (c *Canvas) Width(st Style, s string) float32 {
	if len(s) > maxMeasured {
		s = strings.ToValidUTF8(s[:maxMeasured], "")
	}
	return c.Types.Line(s, st.Size*c.Scale, st.Weight).Width / c.Scale
}

// Text sets one line in the vertical middle of b, shortened at the right if it is too long.
func (c *Canvas) Text(b Box, st Style, al Align, col color.NRGBA, s string) float32 {
	return c.Put(b, st, al, col, s, c.Types.Fit(s, st.Size*c.Scale, st.Weight, b.W*c.Scale+0.5, false))
}

// Name is text for names: too long ones are shortened at the left, which keeps the class.
func (c *Canvas) Name(b Box, st Style, al Align, col color.NRGBA, s string) float32 {
	return c.Put(b, st, al, col, s, c.Types.Fit(s, st.Size*c.Scale, st.Weight, b.W*c.Scale+0.5, true))
}

func (c *Canvas) Put(b Box, st Style, al Align, col color.NRGBA, full, s string) float32 {
	w := c.Draw(b, st, al, col, s)
	if w > 0 && !c.Hidden(b) {
		r := b
		r.W = w
		switch al {
		case Center:
			r.X = b.MidX() - w/2
		case Right:
			r.X = b.Right() - w
		}
		h := st.Size * 1.2
		r = r.Middle(h)
		c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "text", Text: strings.Trim(wordspkg.OneLine(full), " ·"), Rect: c.Visible(r)})
	}
	return w
}

// ListText lists a text that was drawn in pieces.
func (c *Canvas) ListText(b Box, s string) {
	if !c.Hidden(b) {
		c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "text", Text: wordspkg.OneLine(s), Rect: c.Visible(b)})
	}
}

// NameLines breaks a name into at most two lines of a width in dp. The second, which has the class, is as long as it can
// be, starting after a separator if there is one in reach; the first is shortened at the left.
func (c *Canvas) NameLines(st Style, width float32, s string) []string {
	return c.Types.TwoLines(s, st.Size*c.Scale, st.Weight, width*c.Scale)
}

// Draw sets one line without listing it.
func (c *Canvas) Draw(b Box, st Style, al Align, col color.NRGBA, s string) float32 {
	if s == "" {
		return 0
	}
	l := c.Types.Line(s, st.Size*c.Scale, st.Weight)
	w := l.Width / c.Scale
	if c.Hidden(b) || len(l.Glyphs) == 0 {
		return w
	}
	x, anchor := b.X, b.X
	switch al {
	case Center:
		x, anchor = b.MidX()-w/2, b.MidX()
	case Right:
		x, anchor = b.Right()-w, b.Right()
	}
	at := image.Pt(c.Px(x), c.Px(b.MidY()+st.Size*capHeight/2))
	c.Svg.text(image.Pt(c.Px(anchor), at.Y), st, c.Scale, al, col, s)
	// Ascenders and descenders stay within a size and a half of the baseline's middle.
	c.mix(c.Rect(Box{b.X, b.MidY() - 0.8*st.Size, w, 1.6 * st.Size}), 6, uint64(at.X), uint64(at.Y), uint64(l.Glyphs[0].ID), pack(col),
		FoldText(FnvOffset, s))
	if c.lettering(&l, at, col) {
		return w
	}
	off := op.Affine(f32.AffineId().Offset(f32.Pt(float32(at.X), float32(at.Y)-float32(l.Glyphs[0].Y)))).Push(c.Ops)
	// Runs as long as those of Gio's labels keep the paths in its cache small.
	for run := l.Glyphs; len(run) > 0; {
		n := min(len(run), 32)
		c.run(run[:n], col)
		run = run[n:]
	}
	off.Pop()
	return w
}

// Visible returns b in framebuffer pixels of the whole window, cut to what can be seen.
func (c *Canvas) Visible(b Box) image.Rectangle {
	return c.Rect(b.Intersect(c.Window)).Add(c.Origin)
}

// Paragraph sets s in lines from the top of b, at most as many as fit, and returns the height used.
func (c *Canvas) Paragraph(b Box, st Style, col color.NRGBA, s string) float32 {
	step := LineHeight(st)
	y := float32(0)
	for _, l := range c.Types.Wrap(s, st.Size*c.Scale, st.Weight, b.W*c.Scale) {
		if y+step > b.H+0.5 {
			break
		}
		c.Text(Box{b.X, b.Y + y, b.W, step}, st, Left, col, l)
		y += step
	}
	return y
}

// ParagraphHeight returns the height that paragraph needs.
func (c *Canvas) ParagraphHeight(width float32, st Style, s string) float32 {
	return float32(len(c.Types.Wrap(s, st.Size*c.Scale, st.Weight, width*c.Scale))) * LineHeight(st)
}

func LineHeight(st Style) float32 { return float32(math.Ceil(float64(st.Size * 1.38))) }

// Inside draws with everything cut to b.
func (c *Canvas) Inside(b Box, draw func()) {
	r := c.Rect(b)
	c.MixBox(5, r, color.NRGBA{})
	before := c.Window
	c.Window = before.Intersect(b)
	stack := clip.Rect(r).Push(c.Ops)
	end := c.Svg.inside(r)
	draw()
	end()
	stack.Pop()
	c.Window = before
	c.MixBox(7, r, color.NRGBA{})
}
