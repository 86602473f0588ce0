package ui

import (
	"fmt"
	"image/color"
	"strings"

	"memcity/assets/help"
)

// spanPiece is a part of a line that is set in one style.
type spanPiece struct {
	text string
	span int     // in the list of spans
	x, w float32 // dp
	line int
}

// spanSetter breaks spans into lines.
type spanSetter struct {
	c      *canvas
	st     style
	width  float32
	pieces []spanPiece
	x      float32
	line   int
	spaced bool // a space stands before the next word
}

// styleOf is how a span is set within a text of a style.
func styleOf(st style, s help.Span) style {
	switch s.Style {
	case help.Bold:
		return style{st.size, strong.weight}
	case help.Mono:
		return style{st.size * codeSize, typewriter}
	case help.Key:
		return style{st.size * 0.92, strong.weight}
	}
	return st
}

// Measures of spans: the size of code over that of the text around it, and the room beside a key's sign and beside code, in dp.
const (
	codeSize = 0.96
	keyRoom  = 5
	codeRoom = 2
)

func roomOf(s help.Span) float32 {
	switch s.Style {
	case help.Key:
		return keyRoom
	case help.Mono:
		return codeRoom
	}
	return 0
}

// setSpans breaks spans into lines of a width, and returns how many there are.
func (c *canvas) setSpans(spans []help.Span, st style, width float32) (pieces []spanPiece, lines int) {
	s := spanSetter{c: c, st: st, width: width}
	var glued []spanPiece // words without a space between them
	for i, span := range spans {
		if span.Style == help.Key {
			glued = append(glued, s.measured(span.Text, i, spans))
			continue
		}
		for j, word := range strings.Split(span.Text, " ") {
			if j > 0 {
				s.place(glued, spans)
				glued, s.spaced = glued[:0], true
			}
			if word != "" {
				glued = append(glued, s.measured(word, i, spans))
			}
		}
	}
	s.place(glued, spans)
	return s.pieces, s.line + 1
}

func (s *spanSetter) measured(text string, i int, spans []help.Span) spanPiece {
	return spanPiece{text: text, span: i, w: s.c.width(styleOf(s.st, spans[i]), text) + 2*roomOf(spans[i])}
}

// place puts words that belong together at the end of the line, or on the next.
func (s *spanSetter) place(words []spanPiece, spans []help.Span) {
	if len(words) == 0 {
		return
	}
	total := float32(0)
	for _, w := range words {
		total += w.w
	}
	space := float32(0)
	if s.spaced && s.x > 0 {
		space = s.c.width(s.st, "i i") - s.c.width(s.st, "ii")
	}
	if s.x > 0 && s.x+space+total > s.width {
		s.x, space = 0, 0
		s.line++
	}
	s.spaced = false
	for i, w := range words {
		if i == 0 {
			w.x = s.x + space
		} else {
			w.x = s.x
		}
		if w.x+w.w > s.width {
			s.placeLong(w, spans)
			continue
		}
		w.line = s.line
		s.add(w, i == 0 && space > 0)
		s.x = w.x + w.w
	}
}

// placeLong breaks a word that has no room in a line of its own.
func (s *spanSetter) placeLong(w spanPiece, spans []help.Span) {
	st := styleOf(s.st, spans[w.span])
	if w.x > 0 {
		s.line++
	}
	lines := s.c.types.wrap(w.text, st.size*s.c.scale, st.weight, max(s.width-2*roomOf(spans[w.span]), 10)*s.c.scale)
	for i, text := range lines {
		if i > 0 {
			s.line++
		}
		part := s.measured(text, w.span, spans)
		part.line = s.line
		s.add(part, false)
		s.x = part.w
	}
}

// add lists a piece, or makes it a part of the one before it.
func (s *spanSetter) add(w spanPiece, spaced bool) {
	if n := len(s.pieces); n > 0 && spaced {
		if last := &s.pieces[n-1]; last.span == w.span && last.line == w.line {
			last.text += " " + w.text
			last.w = w.x + w.w - last.x
			return
		}
	}
	s.pieces = append(s.pieces, w)
}

// spansHeight is the height of spans that are set in a width.
func (c *canvas) spansHeight(width float32, st style, spans []help.Span) float32 {
	_, lines := c.setSpans(spans, st, width)
	return float32(lines) * spanLine(st)
}

// spanLine is the height of a line of a page, which is read at length.
func spanLine(st style) float32 { return lineHeight(st) + 2 }

// drawSpans sets spans from the top of b, and returns the height used. Where one with a link is pressed the link is followed.
func (c *canvas) drawSpans(id string, b box, st style, col color.NRGBA, spans []help.Span) float32 {
	pieces, lines := c.setSpans(spans, st, b.w)
	step := spanLine(st)
	linked := map[int]bool{}
	for i, p := range pieces {
		at := box{b.x + p.x, b.y + step*float32(p.line), p.w, step}
		span := spans[p.span]
		if span.Link != "" {
			name := p.text
			if !linked[p.span] {
				name, linked[p.span] = span.Text, true
			}
			c.drawLink(fmt.Sprintf("%s/%d", id, i), at, styleOf(st, span), name, p.text, span)
			continue
		}
		c.drawPiece(at, styleOf(st, span), col, p.text, span)
	}
	used := step * float32(lines)
	if len(spans) > 0 {
		c.tell(box{b.x, b.y, b.w, used}, help.Words(spans))
	}
	return used
}

// drawPiece draws a part of a line on its ground.
func (c *canvas) drawPiece(b box, st style, col color.NRGBA, text string, span help.Span) {
	if c.hidden(b) {
		return
	}
	switch span.Style {
	case help.Key:
		cap := b.middle(st.size + 7)
		c.fill(cap, 4, c.raised)
		c.frame(cap, 4, 1, c.edge)
		c.draw(b, st, center, c.theme.text, text)
	case help.Mono:
		c.fill(b.middle(st.size+6), 3, c.raised)
		c.draw(b.inset(codeRoom, 0), st, left, c.theme.text, text)
	default:
		c.draw(b, st, left, col, text)
	}
}

// drawLink draws a part of a link, and follows it when pressed.
func (c *canvas) drawLink(id string, b box, st style, name, text string, span help.Span) {
	l := c.model.linked(span.Link)
	ctl := c.control(id, b, pressable, Item{Kind: "link", Text: name, Hint: l.hint, Off: l.off})
	if !c.hidden(b) {
		col := c.theme.link
		if l.off {
			col = c.dim
		}
		c.drawPiece(b, st, col, text, help.Span{})
		line := box{b.x, b.midY() + st.size*0.55, b.w, 1}
		if ctl.hover {
			line.h = 1.6
		}
		c.fill(line, 0, faded(col, 0.55))
		c.ring(ctl, b, 3)
	}
	if ctl.clicked {
		c.follow(span.Link)
	}
}
