package typeset

import (
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// shapingSize is the size in pixels per em at which lines are measured. Lines are then scaled, as the shaper only supports whole pixels.
const shapingSize = 64

// setter sets lines. Use it on one goroutine only.
type setter struct {
	first  *font.Face
	source source
	script language.Script
	found  map[rune]*font.Face // nil for none
	masks  map[maskKey]*picture
	pixels int // pixels of all masks

	paragraph bidi.Paragraph
	segmenter shaping.Segmenter
	shaper    shaping.HarfbuzzShaper
	wrapper   shaping.LineWrapper
}

// maxFound is the maximum number of runes whose font is cached. Unicode assigns fewer.
const maxFound = 1 << 18

func newSetter(first *font.Face, s source) *setter {
	return &setter{first: first, source: s, found: map[rune]*font.Face{}, masks: map[maskKey]*picture{}}
}

// SetScript implements [shaping.FontmapScript].
func (s *setter) SetScript(script language.Script) { s.script = script }

// ResolveFace implements [shaping.Fontmap]. It prefers the first font.
func (s *setter) ResolveFace(r rune) *font.Face {
	if f := s.face(r); f != nil {
		return f
	}
	return s.first
}

// face returns the font for a rune; nil if there is none. It skips fonts whose glyph cannot be drawn, such as colors in an unsupported
// format.
func (s *setter) face(r rune) *font.Face {
	if _, ok := s.first.NominalGlyph(r); ok {
		return s.first
	}
	if f, ok := s.found[r]; ok {
		return f
	}
	script := language.LookupScript(r)
	if !script.Strong() {
		script = s.script
	}
	f := s.source.find(r, script)
	if f != nil {
		g, ok := f.NominalGlyph(r)
		if !ok || !drawable(f, g) && !unicode.IsSpace(r) && !hidden(r) {
			f = nil
		}
	}
	if len(s.found) < maxFound {
		s.found[r] = f
	}
	return f
}

// missing replaces runes that no font supports.
const missing = '□'

// line sets a text. It returns nil if the first font alone suffices, or if the shaper panics on a broken system font.
func (s *setter) line(r request) (line *Line) {
	defer func() {
		if recover() != nil {
			line = nil
		}
	}()
	runes, others := s.clean(r.text)
	if !others {
		return nil
	}
	scale := r.size / shapingSize
	for range maxCuts {
		runs := s.shape(runes)
		width := advance(runs)
		if width*scale <= r.width {
			return s.place(runs, r.size)
		}
		if runes = s.cut(runes, runs, r.width/scale); len(runes) < 2 {
			break
		}
	}
	return &Line{}
}

// maxCuts is the maximum number of times a line is cut, as letters at the cut may become wider.
const maxCuts = 4

// clean returns the printable runes of a text, and whether it needs other fonts than the first. It replaces control characters and line
// breaks.
func (s *setter) clean(text string) (runes []rune, others bool) {
	for _, r := range text {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) {
			r = missing
		}
		if !hidden(r) {
			f := s.face(r)
			if f == nil {
				r = missing
			}
			others = others || f != nil && f != s.first
		}
		runes = append(runes, r)
	}
	return runes, others
}

// hidden reports whether a rune has no picture but affects others: joiners, direction marks and variation selectors.
func hidden(r rune) bool { return unicode.In(r, unicode.Cf, unicode.Variation_Selector) }

// shape returns the runs of a text in visual order, from left to right.
func (s *setter) shape(runes []rune) []shaping.Output {
	direction := di.DirectionLTR
	levels := s.paragraph.Segment(runes, bidi.Neutral)
	if right := func(run bidi.Run) bool { return run.Level > 0 }; levels.NumRuns() > 0 {
		all := true
		for i := range levels.NumRuns() {
			all = all && right(levels.Run(i))
		}
		if all {
			direction = di.DirectionRTL
		}
	}
	input := shaping.Input{Text: runes, RunEnd: len(runes), Direction: direction, Size: fixed.I(shapingSize), Language: "en"}
	s.script = language.Latin
	var runs []shaping.Output
	for _, part := range s.segmenter.Split(input, s) {
		if part.Face == nil {
			part.Face = s.first
		}
		runs = append(runs, s.shaper.Shape(part))
	}
	// Wrapping into one line sorts the runs.
	config := shaping.WrapConfig{Direction: direction, BreakPolicy: shaping.Never, DisableTrailingWhitespaceTrim: true}
	lines, _ := s.wrapper.WrapParagraph(config, 1<<24, runes, shaping.NewSliceIterator(runs))
	var out []shaping.Output
	for _, line := range lines {
		line := slices.Clone(line)
		slices.SortStableFunc(line, func(a, b shaping.Output) int { return int(a.VisualIndex) - int(b.VisualIndex) })
		out = append(out, line...)
	}
	return out
}

// advance returns the width of runs in pixels at shapingSize.
func advance(runs []shaping.Output) float64 {
	width := 0.0
	for i := range runs {
		for _, g := range runs[i].Glyphs {
			width += fromFixed(g.Advance)
		}
	}
	return width
}

func fromFixed(v fixed.Int26_6) float64 { return float64(v) / 64 }

// cut returns the end of a text that fits after an ellipsis, as the end of a name is more informative. It is shorter than the text.
func (s *setter) cut(runes []rune, runs []shaping.Output, width float64) []rune {
	const ellipsis = '…'
	widths := make([]float64, len(runes)) // width of the cluster starting at each rune
	for i := range runs {
		for _, g := range runs[i].Glyphs {
			if at := g.TextIndex(); at >= 0 && at < len(widths) {
				widths[at] += fromFixed(g.Advance)
			}
		}
	}
	left := width - advance(s.shape([]rune{ellipsis}))
	start := len(runes)
	for i, w := range slices.Backward(widths) {
		if left -= w; left < 0 {
			break
		}
		if w > 0 {
			start = i
		}
	}
	if runes[0] == ellipsis {
		start = max(start, 2)
	}
	rest := strings.TrimLeft(string(runes[min(start, len(runes)):]), ".$_/: ")
	return append([]rune{ellipsis}, []rune(rest)...)
}

// place makes a line of runs.
func (s *setter) place(runs []shaping.Output, size float64) *Line {
	line := &Line{}
	scale := size / shapingSize
	pen := 0.0
	for i := range runs {
		for _, g := range runs[i].Glyphs {
			if p := s.picture(runs[i].Face, g.GlyphID, size); p.mask != nil {
				line.Glyphs = append(line.Glyphs, Glyph{p.mask, (pen+fromFixed(g.XOffset))*scale + p.left, -fromFixed(g.YOffset)*scale + p.top})
			}
			pen += fromFixed(g.Advance)
		}
	}
	line.Width = pen * scale
	return line
}

// tail returns the last maxBytes bytes of a text, without a partial rune.
func tail(text string) string {
	if len(text) > maxBytes {
		text = strings.ToValidUTF8(text[len(text)-maxBytes:], "")
	}
	return text
}
