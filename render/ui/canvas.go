package ui

import (
	"image"
	"image/color"
	"math"
	"strings"

	"gioui.org/f32"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
)

// pen draws one panel. Everything drawn goes into fingerprints, one for each band of the panel, and texts and controls
// go into a list of items.
// Coordinates are dp from the panel's corner; edges of boxes are rounded to whole pixels.
type pen struct {
	*theme
	types  *typesetter
	album  *album
	panel  ID
	origin image.Point // of the panel in the window, in framebuffer pixels
	ops    *op.Ops
	scale  float32
	bands  []uint64
	window box // what can be seen of the panel here; smaller inside a scrolled area
	items  []Item

	sheet bool    // for a file: nothing that can be pressed
	svg   *svgPen // records what is drawn; nil unless that is requested
}

const fnvOffset, fnvPrime = 14695981039346656037, 1099511628211

// bandHeight is the height of the bands that are painted on their own, in pixels.
const bandHeight = 48

func bandsOf(height int) int { return (height + bandHeight - 1) / bandHeight }

// mix adds to the fingerprints what is drawn within the rows of r.
func (c *pen) mix(r image.Rectangle, values ...uint64) {
	from, to := max(r.Min.Y/bandHeight, 0), min(bandsOf(r.Max.Y), len(c.bands))
	if from >= to {
		return
	}
	h := uint64(fnvOffset)
	for _, v := range values {
		h = fold(h, v)
	}
	for i := from; i < to; i++ {
		c.bands[i] = fold(c.bands[i], h)
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

func foldText(h uint64, s string) uint64 {
	h = fold(h, uint64(len(s)))
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

// mixBox adds a box with a colour.
func (c *pen) mixBox(what uint64, r image.Rectangle, col color.NRGBA, more ...uint64) {
	h := uint64(fnvOffset)
	for _, v := range more {
		h = fold(h, v)
	}
	c.mix(r, what, uint64(r.Min.X), uint64(r.Min.Y), uint64(r.Max.X), uint64(r.Max.Y), pack(col), h)
}

func pack(c color.NRGBA) uint64 {
	return uint64(c.R)<<24 | uint64(c.G)<<16 | uint64(c.B)<<8 | uint64(c.A)
}

func (c *pen) px(v float32) int { return int(math.Round(float64(v * c.scale))) }

func (c *pen) rect(b box) image.Rectangle {
	return image.Rect(c.px(b.x), c.px(b.y), c.px(b.right()), c.px(b.bottom()))
}

// hidden reports whether nothing of b can be seen.
func (c *pen) hidden(b box) bool { return b.intersect(c.window).empty() }

// fill paints a box with rounded corners.
func (c *pen) fill(b box, radius float32, col color.NRGBA) {
	r := c.rect(b)
	if r.Empty() || c.hidden(b) || col.A == 0 {
		return
	}
	rad := min(c.px(radius), r.Dx()/2, r.Dy()/2)
	c.mixBox(1, r, col, uint64(rad))
	c.svg.box(r, float32(rad), col)
	if rad <= 0 {
		paint.FillShape(c.ops, col, clip.Rect(r).Op())
		return
	}
	paint.FillShape(c.ops, col, clip.UniformRRect(r, rad).Op(c.ops))
}

// gradient paints a box in colours from one at its left to another at its right.
func (c *pen) gradient(b box, from, to color.NRGBA) {
	r := c.rect(b)
	if r.Empty() || c.hidden(b) {
		return
	}
	c.mixBox(10, r, from, pack(to))
	c.svg.box(r, 0, mixed(from, to, 0.5))
	area := clip.Rect(r).Push(c.ops)
	paint.LinearGradientOp{Stop1: f32.Pt(float32(r.Min.X), 0), Color1: from, Stop2: f32.Pt(float32(r.Max.X), 0), Color2: to}.Add(c.ops)
	paint.PaintOp{}.Add(c.ops)
	area.Pop()
}

// frame paints the border of a box, inside of it, width dp wide.
func (c *pen) frame(b box, radius, width float32, col color.NRGBA) {
	r := c.rect(b)
	if r.Empty() || c.hidden(b) {
		return
	}
	w := max(float32(math.Round(float64(width*c.scale))), 1)
	rad := min(radius*c.scale, float32(min(r.Dx(), r.Dy()))/2)
	c.mixBox(2, r, col, uint64(rad), uint64(w))
	c.svg.frame(r, rad, w, col)
	outer := roundPath(c.ops, f32.Pt(float32(r.Min.X)+w/2, float32(r.Min.Y)+w/2), f32.Pt(float32(r.Max.X)-w/2, float32(r.Max.Y)-w/2), max(rad-w/2, 0))
	paint.FillShape(c.ops, col, clip.Stroke{Path: outer, Width: w}.Op())
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

// hline paints a line one pixel high, or width dp if that is more.
func (c *pen) hline(x, y, w, width float32, col color.NRGBA) {
	h := max(c.px(width), 1)
	top := c.px(y)
	c.strip(image.Rect(c.px(x), top, c.px(x+w), top+h), col)
}

// vline paints a line one pixel wide, or width dp if that is more, with its middle at x.
func (c *pen) vline(x, y, h, width float32, col color.NRGBA) {
	w := max(c.px(width), 1)
	left := int(math.Round(float64(x*c.scale) - float64(w)/2))
	c.strip(image.Rect(left, c.px(y), left+w, c.px(y+h)), col)
}

func (c *pen) strip(r image.Rectangle, col color.NRGBA) {
	if r.Empty() {
		return
	}
	c.mixBox(3, r, col)
	c.svg.box(r, 0, col)
	paint.FillShape(c.ops, col, clip.Rect(r).Op())
}

// point is a place in dp.
type point struct{ x, y float32 }

// polyline paints a line through points, width dp wide.
func (c *pen) polyline(points []point, width float32, col color.NRGBA) {
	if len(points) < 2 {
		return
	}
	c.svg.line(points, c.scale, max(width*c.scale, 1), col)
	path := c.path(points, false, width, col)
	paint.FillShape(c.ops, col, clip.Stroke{Path: path, Width: max(width*c.scale, 1)}.Op())
}

// polygon fills the area inside points.
func (c *pen) polygon(points []point, col color.NRGBA) {
	if len(points) < 3 {
		return
	}
	c.svg.line(points, c.scale, 0, col)
	paint.FillShape(c.ops, col, clip.Outline{Path: c.path(points, true, 0, col)}.Op())
}

func (c *pen) path(points []point, closed bool, width float32, col color.NRGBA) clip.PathSpec {
	var p clip.Path
	p.Begin(c.ops)
	h := fold(fold(fnvOffset, pack(col)), uint64(math.Float32bits(width)))
	top, bottom := points[0].y, points[0].y
	for i, pt := range points {
		at := f32.Pt(pt.x*c.scale, pt.y*c.scale)
		h = fold(h, uint64(math.Float32bits(at.X))<<32|uint64(math.Float32bits(at.Y)))
		top, bottom = min(top, pt.y), max(bottom, pt.y)
		if i == 0 {
			p.MoveTo(at)
		} else {
			p.LineTo(at)
		}
	}
	if closed {
		p.Close()
	}
	c.mix(c.rect(box{0, top - width - 1, 1, bottom - top + 2*width + 2}), 4, h)
	return p.End()
}

// align places a text in its box.
type align uint8

const (
	left align = iota
	center
	right
)

// maxMeasured bounds the bytes of a text that are measured; more is wider than any window.
const maxMeasured = 1024

// width returns the width of a text in dp; that of a very long one is too small.
func (c *pen) width(st style, s string) float32 {
	if len(s) > maxMeasured {
		s = strings.ToValidUTF8(s[:maxMeasured], "")
	}
	return c.types.line(s, st.size*c.scale, st.weight).width / c.scale
}

// text sets one line in the vertical middle of b, shortened at the right if it is too long.
func (c *pen) text(b box, st style, al align, col color.NRGBA, s string) float32 {
	return c.put(b, st, al, col, s, c.types.fit(s, st.size*c.scale, st.weight, b.w*c.scale+0.5, false))
}

// name is text for names: too long ones are shortened at the left, which keeps the class.
func (c *pen) name(b box, st style, al align, col color.NRGBA, s string) float32 {
	return c.put(b, st, al, col, s, c.types.fit(s, st.size*c.scale, st.weight, b.w*c.scale+0.5, true))
}

func (c *pen) put(b box, st style, al align, col color.NRGBA, full, s string) float32 {
	w := c.draw(b, st, al, col, s)
	if w > 0 && !c.hidden(b) {
		r := b
		r.w = w
		switch al {
		case center:
			r.x = b.midX() - w/2
		case right:
			r.x = b.right() - w
		}
		h := st.size * 1.2
		r = r.middle(h)
		c.items = append(c.items, Item{Panel: c.panel, Kind: "text", Text: strings.Trim(oneLine(full), " ·"), Rect: c.visible(r)})
	}
	return w
}

// tell lists a text that was drawn in pieces.
func (c *pen) tell(b box, s string) {
	if !c.hidden(b) {
		c.items = append(c.items, Item{Panel: c.panel, Kind: "text", Text: oneLine(s), Rect: c.visible(b)})
	}
}

// nameLines breaks a name into at most two lines of a width in dp. The second, which has the class, is as long as it can
// be, starting after a separator if there is one in reach; the first is shortened at the left.
func (c *pen) nameLines(st style, width float32, s string) []string {
	return c.types.twoLines(s, st.size*c.scale, st.weight, width*c.scale)
}

// draw sets one line without telling of it.
func (c *pen) draw(b box, st style, al align, col color.NRGBA, s string) float32 {
	if s == "" {
		return 0
	}
	l := c.types.line(s, st.size*c.scale, st.weight)
	w := l.width / c.scale
	if c.hidden(b) || len(l.glyphs) == 0 {
		return w
	}
	x, anchor := b.x, b.x
	switch al {
	case center:
		x, anchor = b.midX()-w/2, b.midX()
	case right:
		x, anchor = b.right()-w, b.right()
	}
	at := image.Pt(c.px(x), c.px(b.midY()+st.size*capHeight/2))
	c.svg.text(image.Pt(c.px(anchor), at.Y), st, c.scale, al, col, s)
	// Ascenders and descenders stay within a size and a half of the baseline's middle.
	c.mix(c.rect(box{b.x, b.midY() - 0.8*st.size, w, 1.6 * st.size}), 6, uint64(at.X), uint64(at.Y), uint64(l.glyphs[0].ID), pack(col),
		foldText(fnvOffset, s))
	if c.lettering(&l, at, col) {
		return w
	}
	off := op.Affine(f32.AffineId().Offset(f32.Pt(float32(at.X), float32(at.Y)-float32(l.glyphs[0].Y)))).Push(c.ops)
	// Runs as long as those of Gio's labels keep the paths in its cache small.
	for run := l.glyphs; len(run) > 0; {
		n := min(len(run), 32)
		c.run(run[:n], col)
		run = run[n:]
	}
	off.Pop()
	return w
}

// visible returns b in framebuffer pixels of the whole window, cut to what can be seen.
func (c *pen) visible(b box) image.Rectangle {
	return c.rect(b.intersect(c.window)).Add(c.origin)
}

// paragraph sets s in lines from the top of b, at most as many as fit, and returns the height used.
func (c *pen) paragraph(b box, st style, col color.NRGBA, s string) float32 {
	step := lineHeight(st)
	y := float32(0)
	for _, l := range c.types.wrap(s, st.size*c.scale, st.weight, b.w*c.scale) {
		if y+step > b.h+0.5 {
			break
		}
		c.text(box{b.x, b.y + y, b.w, step}, st, left, col, l)
		y += step
	}
	return y
}

// paragraphHeight returns the height that paragraph needs.
func (c *pen) paragraphHeight(width float32, st style, s string) float32 {
	return float32(len(c.types.wrap(s, st.size*c.scale, st.weight, width*c.scale))) * lineHeight(st)
}

func lineHeight(st style) float32 { return float32(math.Ceil(float64(st.size * 1.38))) }

// inside draws with everything cut to b.
func (c *pen) inside(b box, draw func()) {
	r := c.rect(b)
	c.mixBox(5, r, color.NRGBA{})
	before := c.window
	c.window = before.intersect(b)
	stack := clip.Rect(r).Push(c.ops)
	end := c.svg.inside(r)
	draw()
	end()
	stack.Pop()
	c.window = before
	c.mixBox(7, r, color.NRGBA{})
}
