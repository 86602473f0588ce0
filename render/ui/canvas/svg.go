package canvas

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
)

// SvgPen records the drawing on a canvas as SVG elements. A nil pen records nothing. Lengths are in pixels of the canvas.
type SvgPen struct {
	Body  bytes.Buffer
	clips int
}

// SvgStyle sets texts in fonts as close to those of the window as possible.
const SvgStyle = `text{font-family:Inter,system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums;white-space:pre}`

// number formats a length with at most two decimals.
func (s *SvgPen) number(v float32) string {
	return strconv.FormatFloat(math.Round(float64(v)*100)/100, 'f', -1, 64)
}

// ink returns the attributes of a fill or stroke color.
func (s *SvgPen) ink(attribute string, c color.NRGBA) string {
	text := fmt.Sprintf(` %s="#%02x%02x%02x"`, attribute, c.R, c.G, c.B)
	if c.A != 0xff {
		text += fmt.Sprintf(` %s-opacity="%s"`, attribute, s.number(float32(c.A)/255))
	}
	return text
}

func (s *SvgPen) box(r image.Rectangle, radius float32, col color.NRGBA) {
	if s == nil || r.Empty() {
		return
	}
	round := ""
	if radius >= 0.5 {
		round = ` rx="` + s.number(radius) + `"`
	}
	fmt.Fprintf(&s.Body, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"%s%s/>\n", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), round,
		s.ink("fill", col))
}

// frame draws the border inside a rectangle.
func (s *SvgPen) frame(r image.Rectangle, radius, width float32, col color.NRGBA) {
	if s == nil {
		return
	}
	fmt.Fprintf(&s.Body, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\" fill=\"none\" stroke-width=\"%s\"%s/>\n",
		s.number(float32(r.Min.X)+width/2),
		s.number(float32(r.Min.Y)+width/2), s.number(float32(r.Dx())-width), s.number(float32(r.Dy())-width),
		s.number(max(radius-width/2, 0)), s.number(width), s.ink("stroke", col))
}

// line draws a line with a width; 0 fills the area inside.
func (s *SvgPen) line(points []Point, scale, width float32, col color.NRGBA) {
	if s == nil || len(points) < 2 {
		return
	}
	s.Body.WriteString(`<path d="`)
	for i, p := range points {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		s.Body.WriteString(letter + s.number(p.X*scale) + " " + s.number(p.Y*scale))
	}
	if width > 0 {
		fmt.Fprintf(&s.Body, "\" fill=\"none\" stroke-linejoin=\"round\" stroke-width=\"%s\"%s/>\n", s.number(width), s.ink("stroke", col))
		return
	}
	fmt.Fprintf(&s.Body, "Z\"%s/>\n", s.ink("fill", col))
}

// text draws a text with its start, center or end at a position, on the baseline.
func (s *SvgPen) text(at image.Point, st Style, scale float32, al Align, col color.NRGBA, text string) {
	if s == nil {
		return
	}
	anchor := [...]string{Left: "", Center: ` text-anchor="middle"`, Right: ` text-anchor="end"`}[al]
	fmt.Fprintf(&s.Body, `<text x="%d" y="%d" font-size="%s" font-weight="%d"%s%s>`, at.X, at.Y, s.number(st.Size*scale),
		int(st.Weight)+400, anchor, s.ink("fill", col))
	_ = xml.EscapeText(&s.Body, []byte(text))
	s.Body.WriteString("</text>\n")
}

// inside clips the following elements to a rectangle until end is called.
func (s *SvgPen) inside(r image.Rectangle) (end func()) {
	if s == nil {
		return func() {}
	}
	s.clips++
	fmt.Fprintf(&s.Body, "<clipPath id=\"c%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath><g clip-path=\"url(#c%d)\">\n",
		s.clips, r.Min.X, r.Min.Y, r.Dx(), r.Dy(), s.clips)
	return func() { s.Body.WriteString("</g>\n") }
}

// shapes draws the shapes of a raster.
func (s *SvgPen) shapes(r *Raster, cut image.Rectangle) {
	if s == nil {
		return
	}
	end := s.inside(cut)
	for i := range r.shapes {
		switch sh := &r.shapes[i]; {
		case sh.Columns != nil:
			s.columns(sh)
		case sh.points != nil:
			s.line(sh.points, 1, 0, sh.Col)
		default:
			s.box(sh.Bounds, sh.radius, sh.Col)
		}
	}
	end()
}

// columns draws the coverage of columns of pixels as areas with slanted edges.
func (s *SvgPen) columns(sh *Shape) {
	covered := func(i int) bool { return i < len(sh.Columns) && sh.Columns[i].Bottom > sh.Columns[i].Top }
	for i := 0; i < len(sh.Columns); {
		if !covered(i) {
			i++
			continue
		}
		var tops, bottoms []Point
		for ; covered(i); i++ {
			x := float32(sh.Bounds.Min.X+i) + 0.5
			tops, bottoms = append(tops, Point{x, sh.Columns[i].Top}), append(bottoms, Point{x, sh.Columns[i].Bottom})
		}
		for k := len(bottoms) - 1; k >= 0; k-- {
			tops = append(tops, bottoms[k])
		}
		s.line(tops, 1, 0, sh.Col)
	}
}

// strokes draws an icon with the corner of its grid at a pixel.
func (s *SvgPen) strokes(list []stroke, origin image.Point, unit float32, filled bool, col color.NRGBA) {
	if s == nil {
		return
	}
	n := func(p Point) string {
		return s.number(p.X*unit+float32(origin.X)) + " " + s.number(p.Y*unit+float32(origin.Y))
	}
	s.Body.WriteString(`<path d="`)
	for _, k := range list {
		switch k.kind {
		case 'M', 'L':
			s.Body.WriteString(string(rune(k.kind)) + n(k.at[0]))
		case 'C':
			s.Body.WriteString("C" + n(k.at[0]) + " " + n(k.at[1]) + " " + n(k.at[2]))
		case 'Z':
			s.Body.WriteString("Z")
		case 'O':
			r := k.at[1].X
			a, b := Point{k.at[0].X + r, k.at[0].Y}, Point{k.at[0].X - r, k.at[0].Y}
			half := "A" + s.number(r*unit) + " " + s.number(r*unit) + " 0 1 1 "
			s.Body.WriteString("M" + n(a) + half + n(b) + half + n(a))
		}
	}
	if filled {
		fmt.Fprintf(&s.Body, "\"%s/>\n", s.ink("fill", col))
		return
	}
	fmt.Fprintf(&s.Body, "\" fill=\"none\" stroke-width=\"%s\"%s/>\n", s.number(max(1.9*unit, 1.1)), s.ink("stroke", col))
}
