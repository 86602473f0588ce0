package canvas

import (
	"image"
	"image/color"
	"math"
	"strings"

	"gioui.org/op"
	"gioui.org/op/clip"

	"memcity/render/ui/brush"
	"memcity/render/ui/model"
	wordspkg "memcity/words"
)

// Canvas draws a panel. Shapes are added to a list for package brush; texts and controls are also added to a list of items. Input areas are
// Gio operations. Coordinates are in dp from the panel's corner. Edges of boxes are rounded to whole pixels.
type Canvas struct {
	*Theme
	Types  *Typesetter
	Album  *Album
	Panel  model.ID
	Origin image.Point // position of the panel in the window, in framebuffer pixels
	Ops    *op.Ops
	List   *brush.List
	Scale  float32
	Window Box // visible part of the panel; smaller inside a scrolled area
	Items  []model.Item

	Pointer image.Point // position in the window, in framebuffer pixels
	Cut     CutText     // cut text under the pointer

	Sheet bool    // drawing for a file, without controls
	Svg   *SvgPen // records the drawing; nil if not needed
}

func (c *Canvas) Px(v float32) int { return int(math.Round(float64(v * c.Scale))) }

func (c *Canvas) Rect(b Box) image.Rectangle {
	return image.Rect(c.Px(b.X), c.Px(b.Y), c.Px(b.Right()), c.Px(b.Bottom()))
}

// Hidden reports whether no part of b is visible.
func (c *Canvas) Hidden(b Box) bool { return b.Intersect(c.Window).Empty() }

// Fill fills a box with round corners.
func (c *Canvas) Fill(b Box, radius float32, col color.NRGBA) {
	r := c.Rect(b)
	if r.Empty() || c.Hidden(b) || col.A == 0 {
		return
	}
	rad := max(min(c.Px(radius), r.Dx()/2, r.Dy()/2), 0)
	c.Svg.box(r, float32(rad), col)
	c.List.Box(r, float32(rad), col)
}

// Gradient fills a box with a gradient from left to right.
func (c *Canvas) Gradient(b Box, from, to color.NRGBA) {
	r := c.Rect(b)
	if r.Empty() || c.Hidden(b) {
		return
	}
	c.Svg.box(r, 0, Mixed(from, to, 0.5))
	c.List.Gradient(r, from, to)
}

// Frame paints the border inside a box, with a width in dp.
func (c *Canvas) Frame(b Box, radius, width float32, col color.NRGBA) {
	r := c.Rect(b)
	if r.Empty() || c.Hidden(b) {
		return
	}
	w := max(c.Px(width), 1)
	rad := min(radius*c.Scale, float32(min(r.Dx(), r.Dy()))/2)
	c.Svg.frame(r, rad, float32(w), col)
	c.List.Border(r, rad, w, col)
}

// Hline paints a horizontal line, width dp high and at least one pixel.
func (c *Canvas) Hline(x, y, w, width float32, col color.NRGBA) {
	h := max(c.Px(width), 1)
	top := c.Px(y)
	c.strip(image.Rect(c.Px(x), top, c.Px(x+w), top+h), col)
}

// Vline paints a vertical line centered at x, width dp wide and at least one pixel.
func (c *Canvas) Vline(x, y, h, width float32, col color.NRGBA) {
	w := max(c.Px(width), 1)
	left := int(math.Round(float64(x*c.Scale) - float64(w)/2))
	c.strip(image.Rect(left, c.Px(y), left+w, c.Px(y+h)), col)
}

func (c *Canvas) strip(r image.Rectangle, col color.NRGBA) {
	if r.Empty() {
		return
	}
	c.Svg.box(r, 0, col)
	c.List.Box(r, 0, col)
}

// Point is a position in dp.
type Point struct{ X, Y float32 }

// Polyline paints a line through points, with a width in dp.
func (c *Canvas) Polyline(points []Point, width float32, col color.NRGBA) {
	if len(points) < 2 {
		return
	}
	c.Svg.line(points, c.Scale, max(width*c.Scale, 1), col)
	c.List.Path(c.path(points).Stroked(max(width*c.Scale, 1)), col)
}

// Polygon fills the area inside points.
func (c *Canvas) Polygon(points []Point, col color.NRGBA) {
	if len(points) < 3 {
		return
	}
	c.Svg.line(points, c.Scale, 0, col)
	c.List.Path(c.path(points), col)
}

func (c *Canvas) path(points []Point) *brush.Path {
	p := &brush.Path{}
	for i, pt := range points {
		at := brush.Point{X: pt.X * c.Scale, Y: pt.Y * c.Scale}
		if i == 0 {
			p.MoveTo(at)
		} else {
			p.LineTo(at)
		}
	}
	return p
}

// Align selects the horizontal alignment of text.
type Align uint8

const (
	Left Align = iota
	Center
	Right
)

// maxMeasured is the maximum number of bytes of a text to measure. Longer texts are wider than any window.
const maxMeasured = 1024

// Width returns the width of a text in dp. It is too small for a very long text.
func (c *Canvas) Width(st Style, s string) float32 {
	if len(s) > maxMeasured {
		s = strings.ToValidUTF8(s[:maxMeasured], "")
	}
	return c.Types.Line(s, st.Size*c.Scale, st.Weight).Width / c.Scale
}

// Text draws a line, vertically centered in b. It cuts a long line on the right.
func (c *Canvas) Text(b Box, st Style, al Align, col color.NRGBA, s string) float32 {
	return c.Put(b, st, al, col, s, c.Types.Fit(s, st.Size*c.Scale, st.Weight, b.W*c.Scale+0.5, false))
}

// Name draws a line like Text, but cuts it on the left to keep the class.
func (c *Canvas) Name(b Box, st Style, al Align, col color.NRGBA, s string) float32 {
	return c.Put(b, st, al, col, s, c.Types.Fit(s, st.Size*c.Scale, st.Weight, b.W*c.Scale+0.5, true))
}

// Put draws s, which is the visible part of the text full.
func (c *Canvas) Put(b Box, st Style, al Align, col color.NRGBA, full, s string) float32 {
	w := c.Draw(b, st, al, col, s)
	if w > 0 && !c.Hidden(b) {
		r := textBox(b, st, al, w)
		c.noteCut(r, full, s)
		c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "text", Text: strings.Trim(wordspkg.OneLine(full), " ·"), Rect: c.Visible(r)})
	}
	return w
}

// textBox returns the box of a text with width w.
func textBox(b Box, st Style, al Align, w float32) Box {
	r := b
	r.W = w
	switch al {
	case Center:
		r.X = b.MidX() - w/2
	case Right:
		r.X = b.Right() - w
	}
	return r.Middle(st.Size * 1.2)
}

// CutText is the full form of a cut text and its position in the window, in framebuffer pixels.
type CutText struct {
	Full string
	At   image.Rectangle
}

// noteCut notes a cut text if the pointer is over it.
func (c *Canvas) noteCut(b Box, full, s string) {
	if full = wordspkg.OneLine(full); full == wordspkg.OneLine(s) {
		return
	}
	if at := c.Visible(b); c.Pointer.In(at) {
		c.Cut = CutText{full, at}
	}
}

// DrawText draws a text without listing it. It cuts the text on the right to the given width.
func (c *Canvas) DrawText(b Box, st Style, al Align, col color.NRGBA, s string, width float32) float32 {
	return c.drawCut(b, st, al, col, s, c.Types.Fit(s, st.Size*c.Scale, st.Weight, width*c.Scale, false))
}

// DrawName is like DrawText, but cuts the text on the left.
func (c *Canvas) DrawName(b Box, st Style, al Align, col color.NRGBA, s string, width float32) float32 {
	return c.drawCut(b, st, al, col, s, c.Types.Fit(s, st.Size*c.Scale, st.Weight, width*c.Scale, true))
}

func (c *Canvas) drawCut(b Box, st Style, al Align, col color.NRGBA, full, s string) float32 {
	w := c.Draw(b, st, al, col, s)
	if !c.Hidden(b) {
		c.noteCut(textBox(b, st, al, w), full, s)
	}
	return w
}

// ListText lists a text that was drawn in pieces.
func (c *Canvas) ListText(b Box, s string) {
	if !c.Hidden(b) {
		c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "text", Text: wordspkg.OneLine(s), Rect: c.Visible(b)})
	}
}

// NameLines breaks a name into at most two lines of the given width in dp. The second line contains the class and is as long as possible. It
// starts after a separator if one is near. The first line is cut on the left.
func (c *Canvas) NameLines(st Style, width float32, s string) []string {
	return c.Types.TwoLines(s, st.Size*c.Scale, st.Weight, width*c.Scale)
}

// Draw draws a line without listing it.
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
	c.letter(&l, at, col)
	return w
}

// Visible returns the visible part of b in framebuffer pixels of the window.
func (c *Canvas) Visible(b Box) image.Rectangle {
	return c.Rect(b.Intersect(c.Window)).Add(c.Origin)
}

// Paragraph draws s in lines from the top of b, as many as fit, and returns their height.
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

// ParagraphHeight returns the height that Paragraph needs for all lines.
func (c *Canvas) ParagraphHeight(width float32, st Style, s string) float32 {
	return float32(len(c.Types.Wrap(s, st.Size*c.Scale, st.Weight, width*c.Scale))) * LineHeight(st)
}

func LineHeight(st Style) float32 { return float32(math.Ceil(float64(st.Size * 1.38))) }

// Inside clips everything that draw draws to b.
func (c *Canvas) Inside(b Box, draw func()) {
	r := c.Rect(b)
	before, cut := c.Window, c.List.Clip(r)
	c.Window = before.Intersect(b)
	stack := clip.Rect(r).Push(c.Ops)
	end := c.Svg.inside(r)
	draw()
	end()
	stack.Pop()
	c.List.Unclip(cut)
	c.Window = before
}
