package help

import (
	"fmt"
	"image/color"
	"strings"

	"memcity/assets/help"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// spanPiece is a part of a line in one style.
type spanPiece struct {
	text string
	span int     // index of the span
	x, w float32 // in dp
	line int
}

// spanSetter breaks spans into lines.
type spanSetter struct {
	c      *widget.Canvas
	st     canvas.Style
	width  float32
	pieces []spanPiece
	x      float32
	line   int
	spaced bool // a space precedes the next word
}

// styleOf returns the style of a span within a text.
func styleOf(st canvas.Style, s help.Span) canvas.Style {
	switch s.Style {
	case help.Bold:
		return canvas.Style{Size: st.Size, Weight: canvas.Strong.Weight}
	case help.Mono:
		return canvas.Style{Size: max(st.Size*codeSize, canvas.LeastSize), Weight: canvas.Typewriter}
	case help.Key:
		return canvas.Style{Size: max(st.Size*0.92, canvas.LeastSize), Weight: canvas.Strong.Weight}
	}
	return st
}

// Sizes of spans: code relative to its surrounding text, and the space beside a key and beside code, in dp.
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

// setSpans breaks spans into lines of a width, and returns the number of lines.
func (card *Card) setSpans(c *widget.Canvas, spans []help.Span, st canvas.Style, width float32) (pieces []spanPiece, lines int) {
	s := spanSetter{c: c, st: st, width: width}
	var glued []spanPiece // words not separated by spaces
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
	return spanPiece{text: text, span: i, w: s.c.Width(styleOf(s.st, spans[i]), text) + 2*roomOf(spans[i])}
}

// place appends connected words to the current line, or to a new one.
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
		space = s.c.Width(s.st, "i i") - s.c.Width(s.st, "ii")
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

// placeLong breaks a word that is longer than a line.
func (s *spanSetter) placeLong(w spanPiece, spans []help.Span) {
	st := styleOf(s.st, spans[w.span])
	if w.x > 0 {
		s.line++
	}
	lines := s.c.Types.Wrap(w.text, st.Size*s.c.Scale, st.Weight, max(s.width-2*roomOf(spans[w.span]), 10)*s.c.Scale)
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

// add appends a piece, or merges it into the previous one.
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

// spansHeight returns the height of spans set in a width.
func (card *Card) spansHeight(c *widget.Canvas, width float32, st canvas.Style, spans []help.Span) float32 {
	_, lines := card.setSpans(c, spans, st, width)
	return float32(lines) * spanLine(st)
}

// spanLine returns the line height of a page, for longer reading.
func spanLine(st canvas.Style) float32 { return canvas.LineHeight(st) + 2 }

// drawSpans draws spans from the top of b, and returns the height used. It follows a link when that is pressed.
func (card *Card) drawSpans(c *widget.Canvas, id string, b canvas.Box, st canvas.Style, col color.NRGBA, spans []help.Span) float32 {
	pieces, lines := card.setSpans(c, spans, st, b.W)
	step := spanLine(st)
	linked := map[int]bool{}
	for i, p := range pieces {
		at := canvas.Rect(b.X+p.x, b.Y+step*float32(p.line), p.w, step)
		span := spans[p.span]
		if span.Link != "" {
			name := p.text
			if !linked[p.span] {
				name, linked[p.span] = span.Text, true
			}
			card.drawLink(c, fmt.Sprintf("%s/%d", id, i), at, styleOf(st, span), name, p.text, span)
			continue
		}
		card.drawPiece(c, at, styleOf(st, span), col, p.text, span)
	}
	used := step * float32(lines)
	if len(spans) > 0 {
		c.ListText(canvas.Rect(b.X, b.Y, b.W, used), help.Words(spans))
	}
	return used
}

// drawPiece draws a piece with its background.
func (card *Card) drawPiece(c *widget.Canvas, b canvas.Box, st canvas.Style, col color.NRGBA, text string, span help.Span) {
	if c.Hidden(b) {
		return
	}
	switch span.Style {
	case help.Key:
		cap := b.Middle(st.Size + 7)
		c.Fill(cap, 4, c.Raised)
		c.Frame(cap, 4, 1, c.Edge)
		c.Draw(b, st, canvas.Center, c.Theme.Text, text)
	case help.Mono:
		c.Fill(b.Middle(st.Size+6), 3, c.Raised)
		c.Draw(b.Inset(codeRoom, 0), st, canvas.Left, c.Theme.Text, text)
	default:
		c.Draw(b, st, canvas.Left, col, text)
	}
}

// drawLink draws a piece of a link, and follows the link when it is pressed.
func (card *Card) drawLink(c *widget.Canvas, id string, b canvas.Box, st canvas.Style, name, text string, span help.Span) {
	l := linked(&c.Model, span.Link)
	ctl := c.Control(id, b, widget.Pressable, model.Item{Kind: "link", Text: name, Hint: l.hint, Why: l.why})
	if !c.Hidden(b) {
		col := c.Theme.Link
		if l.why != "" {
			col = c.Dim
		}
		card.drawPiece(c, b, st, col, text, help.Span{})
		line := canvas.Rect(b.X, b.MidY()+st.Size*0.55, b.W, 1)
		if ctl.Hover {
			line.H = 1.6
		}
		c.Fill(line, 0, canvas.Faded(col, 0.55))
		c.Ring(ctl, b, 3)
	}
	if ctl.Clicked {
		card.follow(c, span.Link)
	}
}
