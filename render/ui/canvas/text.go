package canvas

import (
	"slices"
	"strings"

	"gioui.org/font"
	"gioui.org/font/opentype"
	"gioui.org/text"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/math/fixed"

	"memcity/assets"
	wordspkg "memcity/words"
)

// Style is a text style; Size is in dp.
type Style struct {
	Size   float32
	Weight font.Weight
}

// LeastSize is the minimum text size in dp, as smaller texts are hard to read. Texts that do not fit are left out.
const LeastSize = 11

var (
	Title   = Style{15.5, font.SemiBold}
	Heading = Style{12.5, font.SemiBold}
	Strong  = Style{12.5, font.Medium}
	Body    = Style{12.5, font.Normal}
	Small   = Style{LeastSize, font.Normal}
	SmallB  = Style{LeastSize, font.Medium}
)

// capHeight is the height of Inter's capitals relative to the size, for vertical centering.
const capHeight = 0.727

// Font names: the embedded one, and the fallback list.
const (
	typeface  = "Inter"
	typefaces = typeface + ", sans-serif"
)

// Typewriter is the pseudo-weight that selects the monospaced font, as styles distinguish fonts by weight.
const (
	Typewriter         font.Weight = -1000
	typewriterTypeface             = "Go Mono"
)

// Typesetter shapes text and caches the results. Use it on one goroutine only.
type Typesetter struct {
	Shaper  *text.Shaper
	Lines   map[lineKey]line
	Letters Letters
	fits    map[fitKey]string
	icons   map[iconKey]stamp

	// Heavy makes all text one weight bolder. Gio blends colors in linear light, which makes dark text on a light background thinner than
	// designed.
	Heavy bool
}

type lineKey struct {
	Text   string
	Px     fixed.Int26_6
	weight font.Weight
	edited bool // set by an editor, with the font's own letter spacing
}

type fitKey struct {
	lineKey
	width int
	left  bool
}

// line is a line of shaped text, in pixels.
type line struct {
	Key    lineKey
	Glyphs []text.Glyph
	Width  float32
}

// maxLines is the maximum number of cached lines. A full screen shows a few hundred.
const maxLines = 4000

func NewTypesetter(systemFonts bool) (*Typesetter, error) {
	t := &Typesetter{Lines: map[lineKey]line{}, fits: map[fitKey]string{}}
	var faces []font.FontFace
	for _, f := range []struct {
		data   []byte
		weight font.Weight
	}{{assets.InterRegular, font.Normal}, {assets.InterMedium, font.Medium}, {assets.InterSemiBold, font.SemiBold}} {
		face, err := opentype.Parse(f.data)
		if err != nil {
			return nil, err
		}
		if err := t.Letters.add(f.data); err != nil {
			return nil, err
		}
		faces = append(faces, font.FontFace{Font: font.Font{Typeface: typeface, Weight: f.weight}, Face: face})
	}
	mono, err := opentype.Parse(gomono.TTF)
	if err != nil {
		return nil, err
	}
	if err := t.Letters.add(gomono.TTF); err != nil {
		return nil, err
	}
	faces = append(faces, font.FontFace{Font: font.Font{Typeface: typewriterTypeface}, Face: mono})
	options := []text.ShaperOption{text.WithCollection(faces)}
	if !systemFonts {
		options = append(options, text.NoSystemFonts())
	}
	t.Shaper = text.NewShaper(options...)
	return t, nil
}

// Font returns the font of a style, for widgets that set text themselves.
func (t *Typesetter) Font(st Style) font.Font {
	w := st.Weight
	if t.Heavy {
		w = bolder(w)
	}
	return font.Font{Typeface: typefaces, Weight: w}
}

func toFixed(px float32) fixed.Int26_6 { return fixed.Int26_6(px*64 + 0.5) }

// Line shapes a line of text at a size in pixels. Line breaks count as spaces.
func (t *Typesetter) Line(s string, px float32, weight font.Weight) line {
	if t.Heavy {
		weight = bolder(weight)
	}
	key := lineKey{Text: s, Px: toFixed(px), weight: weight}
	if l, ok := t.Lines[key]; ok {
		return l
	}
	if len(t.Lines) >= maxLines {
		clear(t.Lines)
	}
	face := font.Font{Typeface: typefaces, Weight: weight}
	if weight == Typewriter {
		face = font.Font{Typeface: typewriterTypeface + ", " + typefaces}
	}
	t.Shaper.LayoutString(text.Parameters{
		Font: face, PxPerEm: key.Px, MaxLines: 1, MaxWidth: 1 << 20,
	}, wordspkg.OneLine(s))
	l := line{Key: key}
	tracking := float32(0)
	if isLatin(s) && weight != Typewriter {
		tracking = px * 64 * letterSpacing
	}
	for g, ok := t.Shaper.NextGlyph(); ok; g, ok = t.Shaper.NextGlyph() {
		if g.Flags&text.FlagTruncator != 0 {
			continue
		}
		g.X += fixed.Int26_6(float32(len(l.Glyphs)) * tracking)
		l.Glyphs = append(l.Glyphs, g)
		l.Width = max(l.Width, float32(g.X+g.Advance)/64)
	}
	t.Lines[key] = l
	return l
}

// Release releases the resources of Gio.
func (t *Typesetter) Release() { t.Letters.surface.Release() }

func bolder(w font.Weight) font.Weight {
	switch w {
	case font.Normal:
		return font.Medium
	case Typewriter:
		return Typewriter
	}
	return font.SemiBold
}

// letterSpacing tightens Latin text slightly, relative to its size, as Inter is spaced for print.
const letterSpacing = -0.012

func isLatin(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x24f && r < 0x2000 || r > 0x27ff })
}

// Within reports whether s is at most width pixels wide. It does not shape a text that cannot fit: letters are at least an eighth of the
// size wide, and have at most four bytes.
func (t *Typesetter) Within(s string, px float32, weight font.Weight, width float32) bool {
	return len(s) <= int(32*width/max(px, 1))+4 && t.Line(s, px, weight).Width <= width
}

// Fit cuts s to at most width pixels. On the left it removes whole parts of a qualified name while its last part fits.
func (t *Typesetter) Fit(s string, px float32, weight font.Weight, width float32, left bool) string {
	if t.Within(s, px, weight, width) {
		return s
	}
	if t.Heavy {
		weight = bolder(weight)
		defer func() { t.Heavy = true }()
		t.Heavy = false
	}
	key := fitKey{lineKey{Text: s, Px: toFixed(px), weight: weight}, int(width), left}
	if f, ok := t.fits[key]; ok {
		return f
	}
	if len(t.fits) >= maxLines {
		clear(t.fits)
	}
	runes := []rune(wordspkg.OneLine(s))
	// As in Within.
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
		if t.Line(cut(mid), px, weight).Width <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	if left {
		lo = wholeParts(runes, lo)
	}
	f := cut(lo)
	if lo == 0 && t.Line(f, px, weight).Width > width {
		f = ""
	}
	t.fits[key] = f
	return f
}

// wholeParts returns the number of runes of a name to keep, if the last n fit. It keeps whole parts. Parts end at dots, slashes and spaces,
// otherwise at $ and #; those of a path end only at slashes. Text in brackets belongs to the part before it. It keeps all n if whole parts
// would leave most of the space empty.
func wholeParts(name []rune, n int) int {
	const least = 4 // minimum share of the fitting runes to use: one in 4
	start := len(name) - n
	if start <= 0 || n == 0 {
		return n
	}
	for _, ends := range partEnds(name) {
		depth := 0
		for i, r := range name[:len(name)-1] {
			switch keep := len(name) - i - 1; {
			case strings.ContainsRune("<([{", r):
				depth++
			case strings.ContainsRune(">)]}", r):
				depth--
			case depth == 0 && keep <= n && least*keep >= n && strings.ContainsRune(ends, r):
				return keep
			}
		}
	}
	return n
}

// partEnds returns the characters that parts of a name end at, preferred ones first.
func partEnds(name []rune) []string {
	if name[0] == '/' || name[0] == '~' || len(name) > 2 && name[1] == ':' && name[2] == '\\' {
		return []string{`/\`}
	}
	return []string{"./ ", "$#"}
}

// separators are characters after which names are broken preferably.
const separators = ".$#/-_ :[<,"

// TwoLines breaks a name into at most two lines of width pixels; see Canvas.NameLines.
func (t *Typesetter) TwoLines(s string, px float32, weight font.Weight, width float32) []string {
	s = wordspkg.OneLine(s)
	whole := t.Fit(s, px, weight, width, true)
	tail, cut := strings.CutPrefix(whole, "…")
	if !cut || tail == "" || !strings.HasSuffix(s, tail) {
		return []string{whole}
	}
	// The line starts without an ellipsis, so slightly more would fit.
	if i := strings.IndexAny(tail, separators); i >= 0 && i+1 < len(tail) && i < len(tail)/2 {
		tail = tail[i+1:]
	}
	return []string{t.Fit(s[:len(s)-len(tail)], px, weight, width, true), tail}
}

// Wrap breaks s into lines of at most width pixels, between words if possible.
func (t *Typesetter) Wrap(s string, px float32, weight font.Weight, width float32) []string {
	var lines []string
	for _, paragraph := range strings.Split(s, "\n") {
		current := ""
		for _, word := range words(paragraph) {
			next := word
			if current != "" {
				next = current + " " + word
			}
			if t.Within(next, px, weight, width) {
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

// MaxPieces is the maximum number of lines for one word.
const MaxPieces = 8

// breakWord appends all but the last line of a word to lines, and returns the last one. It drops the end of a word that needs more than
// MaxPieces lines.
func (t *Typesetter) breakWord(lines []string, word string, px float32, weight font.Weight, width float32) (all []string, last string) {
	word = wordspkg.OneLine(word)
	for range MaxPieces - 1 {
		piece, cut := strings.CutSuffix(t.Fit(word, px, weight, width, false), "…")
		if !cut || piece == "" || !strings.HasPrefix(word, piece) {
			break
		}
		if i := strings.LastIndexAny(piece, separators); i > len(piece)/2 {
			piece = piece[:i+1]
		}
		lines, word = append(lines, piece), word[len(piece):]
	}
	return lines, t.Fit(word, px, weight, width, false)
}

// words splits a text at spaces, but not between a number and its unit.
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
	return w == "%" || w == "ms" || w == "s" || w == "min" || w == "h" || slices.Contains(wordspkg.SizeUnits, w)
}
