package ui

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gioui.org/font"
	"gioui.org/font/opentype"
	"gioui.org/text"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/math/fixed"

	"memcity/assets"
)

// style is how a text is set; size in dp.
type style struct {
	size   float32
	weight font.Weight
}

var (
	title   = style{15.5, font.SemiBold}
	heading = style{12.5, font.SemiBold}
	strong  = style{12.5, font.Medium}
	body    = style{12.5, font.Normal}
	small   = style{11, font.Normal}
	smallB  = style{11, font.Medium}
)

// capHeight is the height of Inter's capitals over the size; lines of text are centred by it.
const capHeight = 0.727

// Names of fonts: the embedded one, and all that are asked for, the next where one lacks a letter.
const (
	typeface  = "Inter"
	typefaces = typeface + ", sans-serif"
)

// typewriter stands for the font of code, whose letters are all as wide: among styles fonts are told apart by weight.
const (
	typewriter         font.Weight = -1000
	typewriterTypeface             = "Go Mono"
)

// typesetter shapes text and remembers what it shaped. It belongs to one goroutine.
type typesetter struct {
	shaper  *text.Shaper
	lines   map[lineKey]line
	letters letters
	fits    map[fitKey]string

	// heavy sets everything one weight bolder. Gio mixes colours in linear light, which makes dark text on a light
	// ground thinner than the font means it to be.
	heavy bool
}

type lineKey struct {
	text   string
	px     fixed.Int26_6
	weight font.Weight
}

type fitKey struct {
	lineKey
	width int
	left  bool
}

// line is one line of shaped text, in pixels.
type line struct {
	key    lineKey
	glyphs []text.Glyph
	width  float32
}

// maxLines bounds the memory for shaped lines; a full screen shows a few hundred.
const maxLines = 4000

func newTypesetter(systemFonts bool) (*typesetter, error) {
	t := &typesetter{lines: map[lineKey]line{}, fits: map[fitKey]string{}}
	var faces []font.FontFace
	for _, f := range []struct {
		data   []byte
		weight font.Weight
	}{{assets.InterRegular, font.Normal}, {assets.InterMedium, font.Medium}, {assets.InterSemiBold, font.SemiBold}} {
		face, err := opentype.Parse(f.data)
		if err != nil {
			return nil, err
		}
		if err := t.letters.add(f.data); err != nil {
			return nil, err
		}
		faces = append(faces, font.FontFace{Font: font.Font{Typeface: typeface, Weight: f.weight}, Face: face})
	}
	mono, err := opentype.Parse(gomono.TTF)
	if err != nil {
		return nil, err
	}
	if err := t.letters.add(gomono.TTF); err != nil {
		return nil, err
	}
	faces = append(faces, font.FontFace{Font: font.Font{Typeface: typewriterTypeface}, Face: mono})
	options := []text.ShaperOption{text.WithCollection(faces)}
	if !systemFonts {
		options = append(options, text.NoSystemFonts())
	}
	t.shaper = text.NewShaper(options...)
	return t, nil
}

// font returns the font of a style, for widgets that set text themselves.
func (t *typesetter) font(st style) font.Font {
	w := st.weight
	if t.heavy {
		w = bolder(w)
	}
	return font.Font{Typeface: typefaces, Weight: w}
}

func toFixed(px float32) fixed.Int26_6 { return fixed.Int26_6(px*64 + 0.5) }

// line shapes one line of text at a size in pixels. Line breaks count as spaces.
func (t *typesetter) line(s string, px float32, weight font.Weight) line {
	if t.heavy {
		weight = bolder(weight)
	}
	key := lineKey{s, toFixed(px), weight}
	if l, ok := t.lines[key]; ok {
		return l
	}
	if len(t.lines) >= maxLines {
		clear(t.lines)
	}
	face := font.Font{Typeface: typefaces, Weight: weight}
	if weight == typewriter {
		face = font.Font{Typeface: typewriterTypeface + ", " + typefaces}
	}
	t.shaper.LayoutString(text.Parameters{
		Font: face, PxPerEm: key.px, MaxLines: 1, MaxWidth: 1 << 20,
	}, oneLine(s))
	l := line{key: key}
	tracking := float32(0)
	if isLatin(s) && weight != typewriter {
		tracking = px * 64 * letterSpacing
	}
	for g, ok := t.shaper.NextGlyph(); ok; g, ok = t.shaper.NextGlyph() {
		if g.Flags&text.FlagTruncator != 0 {
			continue
		}
		g.X += fixed.Int26_6(float32(len(l.glyphs)) * tracking)
		l.glyphs = append(l.glyphs, g)
		l.width = max(l.width, float32(g.X+g.Advance)/64)
	}
	t.lines[key] = l
	return l
}

func bolder(w font.Weight) font.Weight {
	switch w {
	case font.Normal:
		return font.Medium
	case typewriter:
		return typewriter
	}
	return font.SemiBold
}

// letterSpacing tightens Latin text a little, in units of its size: Inter is set wide for print.
const letterSpacing = -0.012

func isLatin(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x24f && r < 0x2000 || r > 0x27ff })
}

// maxText bounds the bytes of one text, so that a hostile name costs no time.
const maxText = 4096

func oneLine(s string) string {
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[len(s)-maxText:], "")
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError || r == 0x2028 || r == 0x2029 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return ' '
		}
		return r
	}, s)
}

// within reports whether s is at most width pixels wide. A text that cannot be is not even shaped: no letter worth seeing
// is narrower than an eighth of its size, and none has more than four bytes.
func (t *typesetter) within(s string, px float32, weight font.Weight, width float32) bool {
	return len(s) <= int(32*width/max(px, 1))+4 && t.line(s, px, weight).width <= width
}

// fit shortens s so that it is at most width pixels wide: at the left, which keeps the class of a qualified name, or at
// the right.
func (t *typesetter) fit(s string, px float32, weight font.Weight, width float32, left bool) string {
	if t.within(s, px, weight, width) {
		return s
	}
	if t.heavy {
		weight = bolder(weight)
		defer func() { t.heavy = true }()
		t.heavy = false
	}
	key := fitKey{lineKey{s, toFixed(px), weight}, int(width), left}
	if f, ok := t.fits[key]; ok {
		return f
	}
	if len(t.fits) >= maxLines {
		clear(t.fits)
	}
	runes := []rune(oneLine(s))
	// As in within.
	if most := int(8*width/max(px, 1)) + 1; len(runes) > most {
		if left {
			runes = runes[len(runes)-most:]
		} else {
			runes = runes[:most]
		}
	}
	cut := func(n int) string {
		if left {
			return "…" + string(runes[len(runes)-n:])
		}
		return strings.TrimRight(string(runes[:n]), " ") + "…"
	}
	lo, hi := 0, len(runes)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if t.line(cut(mid), px, weight).width <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	f := cut(lo)
	if lo == 0 && t.line(f, px, weight).width > width {
		f = ""
	}
	t.fits[key] = f
	return f
}

// separators are where names are broken best: after them.
const separators = ".$#/-_ :[<,"

// twoLines breaks a name into at most two lines of width pixels; see canvas.nameLines.
func (t *typesetter) twoLines(s string, px float32, weight font.Weight, width float32) []string {
	s = oneLine(s)
	whole := t.fit(s, px, weight, width, true)
	tail, cut := strings.CutPrefix(whole, "…")
	if !cut || tail == "" || !strings.HasSuffix(s, tail) {
		return []string{whole}
	}
	// The line starts without dots, so a little more fits than what is taken here.
	if i := strings.IndexAny(tail, separators); i >= 0 && i+1 < len(tail) && i < len(tail)/2 {
		tail = tail[i+1:]
	}
	return []string{t.fit(s[:len(s)-len(tail)], px, weight, width, true), tail}
}

// wrap breaks s into lines of at most width pixels, between words where it can.
func (t *typesetter) wrap(s string, px float32, weight font.Weight, width float32) []string {
	var lines []string
	for _, paragraph := range strings.Split(s, "\n") {
		current := ""
		for _, word := range words(paragraph) {
			next := word
			if current != "" {
				next = current + " " + word
			}
			if t.within(next, px, weight, width) {
				current = next
				continue
			}
			if current != "" {
				lines = append(lines, current)
			}
			lines, current = t.breakWord(lines, word, px, weight, width)
		}
		lines = append(lines, current)
	}
	return lines
}

// maxPieces bounds the lines that one word is broken into.
const maxPieces = 8

// breakWord adds all but the last line of a word to lines, and returns that last one. What is too long for maxPieces
// lines is left out at the end.
func (t *typesetter) breakWord(lines []string, word string, px float32, weight font.Weight, width float32) (all []string, last string) {
	word = oneLine(word)
	for range maxPieces - 1 {
		piece, cut := strings.CutSuffix(t.fit(word, px, weight, width, false), "…")
		if !cut || piece == "" || !strings.HasPrefix(word, piece) {
			break
		}
		if i := strings.LastIndexAny(piece, separators); i > len(piece)/2 {
			piece = piece[:i+1]
		}
		lines, word = append(lines, piece), word[len(piece):]
	}
	return lines, t.fit(word, px, weight, width, false)
}

// words splits a text where lines may break: at spaces, but not between a number and its unit.
func words(s string) []string {
	var list []string
	for _, w := range strings.Fields(s) {
		if n := len(list); n > 0 && isUnit(w) {
			list[n-1] += " " + w
		} else {
			list = append(list, w)
		}
	}
	return list
}

func isUnit(w string) bool {
	w = strings.TrimRight(w, ",.;)")
	return w == "%" || w == "ms" || w == "s" || w == "min" || w == "h" || slices.Contains(sizeUnits, w)
}
