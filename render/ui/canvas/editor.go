package canvas

import (
	"image"
	"image/color"
	"unicode/utf8"

	"gioui.org/text"
	"golang.org/x/image/math/fixed"
)

// Edited is the text of a Gio editor as the editor sets it, with the same lines and letter positions.
type Edited struct {
	lines []editedLine
	left  int // left edge of all glyphs, in pixels from the corner of the text
}

// editedLine is a line of an editor, with its baseline in pixels from the corner of the text.
type editedLine struct {
	line     line
	baseline int
}

// Edit sets a text like an editor. size is a whole number of pixels. width is the width of an editor with several lines in pixels. least is
// the width for alignment.
func (t *Typesetter) Edit(s string, st Style, size, least, width int) Edited {
	px := fixed.I(size)
	face := t.Font(st)
	t.Shaper.LayoutString(text.Parameters{Font: face, PxPerEm: px, MinWidth: least, MaxWidth: width, DisableSpaceTrim: true}, s)
	var e Edited
	var glyphs []text.Glyph
	first, at := 0, 0 // byte offsets in s
	for g, ok := t.Shaper.NextGlyph(); ok; g, ok = t.Shaper.NextGlyph() {
		// Line breaks, and the line after the last one, have glyphs without a shape.
		if g.Flags&text.FlagParagraphBreak == 0 && g.Runes > 0 {
			if len(e.lines) == 0 && len(glyphs) == 0 || g.X.Round() < e.left {
				e.left = g.X.Round()
			}
			glyphs = append(glyphs, g)
		}
		for range g.Runes {
			_, n := utf8.DecodeRuneInString(s[at:])
			at += n
		}
		if g.Flags&text.FlagLineBreak != 0 {
			key := lineKey{Text: s[first:at], Px: px, weight: face.Weight, edited: true}
			e.lines = append(e.lines, editedLine{line{Key: key, Glyphs: glyphs}, int(g.Y)})
			glyphs, first = nil, at
		}
	}
	return e
}

// Baseline returns the baseline of a line, in pixels from the corner of the text; 0 if there is no such line.
func (e *Edited) Baseline(line int) int {
	if line < len(e.lines) {
		return e.lines[line].baseline
	}
	return 0
}

// Left returns the left edge of the leftmost glyph.
func (e *Edited) Left() int { return e.left }

// Write draws the lines with the corner of the text at a pixel.
func (c *Canvas) Write(e *Edited, corner image.Point, col color.NRGBA) {
	for i := range e.lines {
		if len(e.lines[i].line.Glyphs) == 0 {
			continue
		}
		c.letter(&e.lines[i].line, corner.Add(image.Pt(0, e.lines[i].baseline)), col)
	}
}
