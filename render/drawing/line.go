package drawing

import (
	"math"
	"strings"

	"memcity/render/typeset"
	"memcity/words"
)

// line is a name ready to be drawn.
type line struct {
	text  string        // text as drawn; uncut if set by other fonts
	set   *typeset.Line // line in other fonts; nil if the atlas's font has all of text
	width float64       // in pixels
}

// maxName is the maximum number of bytes of a name, counted from its end.
const maxName = 512

// line returns a name cut at its start to be at most width wide. It is empty if too little would remain. Unsafe characters become blanks, as
// in panels. Names with runes that the atlas's font lacks use other fonts once these are ready.
func (a *atlas) line(fonts *typeset.Fonts, text string, width float64) line {
	if len(text) > maxName {
		text = strings.ToValidUTF8(text[len(text)-maxName:], "")
	}
	return a.lineCut(fonts, text, width, a.shorten)
}

// sentence is like line, but cuts a text at its end, as the start of a sentence is more informative than its end.
func (a *atlas) sentence(fonts *typeset.Fonts, text string, width float64) line {
	if len(text) > maxName {
		text = strings.ToValidUTF8(text[:maxName], "")
	}
	return a.lineCut(fonts, text, width, a.shortenEnd)
}

// lineCut returns a text that shorten cuts if it is wider than width.
func (a *atlas) lineCut(fonts *typeset.Fonts, text string, width float64, shorten func(text string, width float64) string) line {
	text = words.OneLine(text)
	if !a.shows(text) {
		if set := fonts.Line(text, a.size, width); set != nil {
			return line{text: text, set: set, width: set.Width}
		}
	}
	text = shorten(text, width)
	return line{text: text, width: a.measure(text)}
}

// empty reports whether there is nothing to draw.
func (l *line) empty() bool { return l.text == "" || l.set != nil && len(l.set.Glyphs) == 0 }

// shows reports whether the font has all runes of a text.
func (a *atlas) shows(text string) bool {
	for _, r := range text {
		if !a.advance(r).known {
			return false
		}
	}
	return true
}

// measure returns the width of a text in pixels.
func (a *atlas) measure(text string) float64 {
	width := 0.0
	for _, r := range text {
		width += a.advance(r).width
	}
	return width
}

// each calls f with each glyph of a line and its pen position, starting at x. The baseline is at 0. Glyphs without ink are skipped.
func (a *atlas) each(l line, x float64, f func(g glyph, pen float64)) {
	if l.set != nil {
		for _, s := range l.set.Glyphs {
			if g := a.mask(s.Mask); g.width > 0 {
				g.top = s.Y
				at := x + s.X
				if a.phases > 1 { // masks are drawn for whole pixels
					at, g.top = math.Round(at), math.Round(g.top)
				}
				f(g, at)
			}
		}
		return
	}
	for _, r := range l.text {
		whole := math.Floor(x)
		phase := int((x - whole) * float64(a.phases))
		g := a.glyph(r, phase)
		if g.width > 0 {
			if a.phases == 1 {
				f(g, x)
			} else {
				f(g, whole)
			}
		}
		x += g.advance
	}
}

// shorten returns text cut from the left to be at most width wide, as the end of a name is more informative. It returns "" if fewer than
// three characters fit.
func (a *atlas) shorten(text string, width float64) string {
	if a.measure(text) <= width {
		return text
	}
	runes := []rune(text)
	left := width - a.advance('…').width
	keep := 0
	for i := len(runes) - 1; i >= 0; i-- {
		left -= a.advance(runes[i]).width
		if left < 0 {
			break
		}
		keep++
	}
	if keep < 3 {
		return ""
	}
	return "…" + strings.TrimLeft(string(runes[len(runes)-keep:]), ".$_/: ")
}

// shortenEnd returns text cut from the right to be at most width wide. It returns "" if fewer than three characters fit.
func (a *atlas) shortenEnd(text string, width float64) string {
	if a.measure(text) <= width {
		return text
	}
	runes := []rune(text)
	left := width - a.advance('…').width
	keep := 0
	for keep < len(runes) {
		if left -= a.advance(runes[keep]).width; left < 0 {
			break
		}
		keep++
	}
	if keep < 3 {
		return ""
	}
	return strings.TrimRight(string(runes[:keep]), " ,.$_/:(") + "…"
}
