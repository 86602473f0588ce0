package ui

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"

	"gioui.org/f32"
)

// svgPen takes down what is drawn on a canvas as elements of an SVG. A nil pen takes nothing down. Lengths are in pixels of
// the canvas.
type svgPen struct {
	body  bytes.Buffer
	clips int
}

// svgStyle sets texts as close to those of the window as the reader's fonts allow.
const svgStyle = `text{font-family:Inter,system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums;white-space:pre}`

// writeSVG writes a sheet as a file that needs nothing else. Texts stay texts. The error is w's.
func writeSVG(w io.Writer, m *Model, s sheet) error {
	pen := &svgPen{}
	k, err := laidOut(m, s, 1, pen)
	if err != nil {
		return err
	}
	k.release()
	out := bufio.NewWriter(w)
	size := k.rects[sheetPanel].Size()
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n<style>%s</style>\n",
		size.X, size.Y, size.X, size.Y, svgStyle)
	_, _ = out.Write(pen.body.Bytes())
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// number writes a length with at most two decimals.
func (s *svgPen) number(v float32) string {
	return strconv.FormatFloat(math.Round(float64(v)*100)/100, 'f', -1, 64)
}

// ink is how a colour fills, or is drawn along a line.
func (s *svgPen) ink(attribute string, c color.NRGBA) string {
	text := fmt.Sprintf(` %s="#%02x%02x%02x"`, attribute, c.R, c.G, c.B)
	if c.A != 0xff {
		text += fmt.Sprintf(` %s-opacity="%s"`, attribute, s.number(float32(c.A)/255))
	}
	return text
}

func (s *svgPen) box(r image.Rectangle, radius float32, col color.NRGBA) {
	if s == nil || r.Empty() {
		return
	}
	round := ""
	if radius >= 0.5 {
		round = ` rx="` + s.number(radius) + `"`
	}
	fmt.Fprintf(&s.body, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"%s%s/>\n", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), round, s.ink("fill", col))
}

// frame draws the border of a rectangle, inside of it.
func (s *svgPen) frame(r image.Rectangle, radius, width float32, col color.NRGBA) {
	if s == nil {
		return
	}
	fmt.Fprintf(&s.body, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\" fill=\"none\" stroke-width=\"%s\"%s/>\n", s.number(float32(r.Min.X)+width/2),
		s.number(float32(r.Min.Y)+width/2), s.number(float32(r.Dx())-width), s.number(float32(r.Dy())-width), s.number(max(radius-width/2, 0)), s.number(width), s.ink("stroke", col))
}

// line draws along points with a width; with 0 it fills the area inside.
func (s *svgPen) line(points []point, scale, width float32, col color.NRGBA) {
	if s == nil || len(points) < 2 {
		return
	}
	s.body.WriteString(`<path d="`)
	for i, p := range points {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		s.body.WriteString(letter + s.number(p.x*scale) + " " + s.number(p.y*scale))
	}
	if width > 0 {
		fmt.Fprintf(&s.body, "\" fill=\"none\" stroke-linejoin=\"round\" stroke-width=\"%s\"%s/>\n", s.number(width), s.ink("stroke", col))
		return
	}
	fmt.Fprintf(&s.body, "Z\"%s/>\n", s.ink("fill", col))
}

// text sets a text whose baseline begins, has its middle or ends at a place.
func (s *svgPen) text(at image.Point, st style, scale float32, al align, col color.NRGBA, text string) {
	if s == nil {
		return
	}
	anchor := [...]string{left: "", center: ` text-anchor="middle"`, right: ` text-anchor="end"`}[al]
	fmt.Fprintf(&s.body, `<text x="%d" y="%d" font-size="%s" font-weight="%d"%s%s>`, at.X, at.Y, s.number(st.size*scale), int(st.weight)+400, anchor, s.ink("fill", col))
	_ = xml.EscapeText(&s.body, []byte(text))
	s.body.WriteString("</text>\n")
}

// inside cuts all that is drawn until end to a rectangle.
func (s *svgPen) inside(r image.Rectangle) (end func()) {
	if s == nil {
		return func() {}
	}
	s.clips++
	fmt.Fprintf(&s.body, "<clipPath id=\"c%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath><g clip-path=\"url(#c%d)\">\n",
		s.clips, r.Min.X, r.Min.Y, r.Dx(), r.Dy(), s.clips)
	return func() { s.body.WriteString("</g>\n") }
}

// shapes draws what a raster has.
func (s *svgPen) shapes(r *raster, cut image.Rectangle) {
	if s == nil {
		return
	}
	end := s.inside(cut)
	for i := range r.shapes {
		switch sh := &r.shapes[i]; {
		case sh.columns != nil:
			s.columns(sh)
		case sh.points != nil:
			s.line(sh.points, 1, 0, sh.col)
		default:
			s.box(sh.bounds, sh.radius, sh.col)
		}
	}
	end()
}

// columns draws what is covered of columns of pixels as areas with slanting borders.
func (s *svgPen) columns(sh *shape) {
	covered := func(i int) bool { return i < len(sh.columns) && sh.columns[i].bottom > sh.columns[i].top }
	for i := 0; i < len(sh.columns); {
		if !covered(i) {
			i++
			continue
		}
		var tops, bottoms []point
		for ; covered(i); i++ {
			x := float32(sh.bounds.Min.X+i) + 0.5
			tops, bottoms = append(tops, point{x, sh.columns[i].top}), append(bottoms, point{x, sh.columns[i].bottom})
		}
		for k := len(bottoms) - 1; k >= 0; k-- {
			tops = append(tops, bottoms[k])
		}
		s.line(tops, 1, 0, sh.col)
	}
}

// strokes draws an icon.
func (s *svgPen) strokes(list []stroke, at func(f32.Point) f32.Point, unit float32, filled bool, col color.NRGBA) {
	if s == nil {
		return
	}
	n := func(p f32.Point) string { p = at(p); return s.number(p.X) + " " + s.number(p.Y) }
	s.body.WriteString(`<path d="`)
	for _, k := range list {
		switch k.kind {
		case 'M', 'L':
			s.body.WriteString(string(rune(k.kind)) + n(k.at[0]))
		case 'C':
			s.body.WriteString("C" + n(k.at[0]) + " " + n(k.at[1]) + " " + n(k.at[2]))
		case 'Z':
			s.body.WriteString("Z")
		case 'O':
			r := k.at[1].X
			a, b := f32.Pt(k.at[0].X+r, k.at[0].Y), f32.Pt(k.at[0].X-r, k.at[0].Y)
			half := "A" + s.number(r*unit) + " " + s.number(r*unit) + " 0 1 1 "
			s.body.WriteString("M" + n(a) + half + n(b) + half + n(a))
		}
	}
	if filled {
		fmt.Fprintf(&s.body, "\"%s/>\n", s.ink("fill", col))
		return
	}
	fmt.Fprintf(&s.body, "\" fill=\"none\" stroke-width=\"%s\"%s/>\n", s.number(max(1.9*unit, 1.1)), s.ink("stroke", col))
}
