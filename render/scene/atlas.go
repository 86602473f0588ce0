package scene

import (
	"errors"
	"fmt"
	"image"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// withFallback returns fonts that begin with the given one.
func withFallback(first []byte, others [][]byte) [][]byte { return append([][]byte{first}, others...) }

// typeface is a font at one size.
type typeface struct {
	font *opentype.Font
	face font.Face
}

// atlas is a picture of glyphs of fonts at one size, filled as texts need them. It knows nothing of OpenGL.
type atlas struct {
	faces  []typeface
	buffer sfnt.Buffer
	widths map[rune]float64 // advances
	ascent float64
	phases int // positions within a pixel at which glyphs are drawn
	gap    int // empty texels around a glyph
	glyphs map[glyphKey]glyph
	width  int
	height int
	pixels []byte
	x, y   int // where the next glyph goes
	row    int // height of the current row
	first  int // rows from first to last changed since the last upload
	last   int
}

type glyphKey struct {
	r     rune
	phase int
}

// glyph is a picture in the atlas and where it goes relative to the pen.
type glyph struct {
	x, y, width, height int
	left, top           float64
	advance             float64
}

// Limits of an atlas in texels. What does not fit is drawn as nothing.
const (
	atlasWidth     = 1024
	maxAtlasHeight = 4096
	maxGlyphs      = 1 << 16
	maxName        = 512 // bytes of a name that are looked at, from its end
)

// newAtlas makes an atlas at a size in pixels per em. Fonts, at least one, are files in OpenType format, of collections
// the first font; runes are taken from the first that has them, and the ascent is that of the first one's capitals.
func newAtlas(fonts [][]byte, size float64, phases, gap int) (*atlas, error) {
	var faces []typeface
	for i, data := range fonts {
		f, err := newTypeface(data, size)
		if err != nil {
			return nil, fmt.Errorf("font %d: %w", i+1, err)
		}
		faces = append(faces, f)
	}
	return &atlas{
		faces: faces, widths: map[rune]float64{}, ascent: fromFixed(faces[0].face.Metrics().CapHeight), phases: phases, gap: gap,
		glyphs: map[glyphKey]glyph{}, width: atlasWidth, height: 128, pixels: make([]byte, atlasWidth*128),
		x: gap, y: gap,
	}, nil
}

func newTypeface(data []byte, size float64) (typeface, error) {
	if len(data) == 0 { // which the parser does not expect
		return typeface{}, errors.New("no bytes")
	}
	collection, err := opentype.ParseCollection(data)
	if err != nil {
		return typeface{}, err
	}
	parsed, err := collection.Font(0)
	if err != nil {
		return typeface{}, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	return typeface{parsed, face}, err
}

func fromFixed(v fixed.Int26_6) float64 { return float64(v) / 64 }

// missingGlyph stands for what no font has.
const missingGlyph = '\ufffd'

// known returns r and the first font that has it; the missing glyph of the first font if none has.
func (a *atlas) known(r rune) (rune, font.Face) {
	for _, f := range a.faces {
		if i, err := f.font.GlyphIndex(&a.buffer, r); err == nil && i != 0 {
			return r, f.face
		}
	}
	return missingGlyph, a.faces[0].face
}

// advance returns how far the pen moves for a rune. Pairs are not kerned: names are full of dots, which kerning would
// hide under their neighbours.
func (a *atlas) advance(r rune) float64 {
	width, ok := a.widths[r]
	if !ok {
		known, face := a.known(r)
		v, _ := face.GlyphAdvance(known)
		width = fromFixed(v)
		if len(a.widths) < maxGlyphs {
			a.widths[r] = width
		}
	}
	return width
}

// measure returns the width of a text in pixels.
func (a *atlas) measure(text string) float64 {
	width := 0.0
	for _, r := range text {
		width += a.advance(r)
	}
	return width
}

// each calls f with every glyph of the text and the pen's place for it, starting at x. Glyphs without ink are left out.
func (a *atlas) each(text string, x float64, f func(g glyph, pen float64)) {
	for _, r := range text {
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

func (a *atlas) glyph(r rune, phase int) glyph {
	key := glyphKey{r, phase}
	if g, ok := a.glyphs[key]; ok {
		return g
	}
	known, face := a.known(r)
	if known != r {
		return a.glyph(known, phase)
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(64 * phase / a.phases)}
	bounds, mask, at, advance, ok := face.Glyph(dot, r)
	g := glyph{advance: fromFixed(advance)}
	if alpha, isAlpha := mask.(*image.Alpha); ok && isAlpha && !bounds.Empty() {
		a.place(&g, bounds.Dx(), bounds.Dy())
		if g.width > 0 {
			g.left, g.top = float64(bounds.Min.X), float64(bounds.Min.Y)
			for y := range g.height {
				src := alpha.Pix[alpha.PixOffset(at.X, at.Y+y):]
				copy(a.pixels[(g.y+y)*a.width+g.x:], src[:g.width])
			}
		}
	}
	a.glyphs[key] = g
	return g
}

// place finds room for a glyph; its size stays 0 if there is none.
func (a *atlas) place(g *glyph, width, height int) {
	if a.x+width+a.gap > a.width {
		a.x, a.y, a.row = a.gap, a.y+a.row+a.gap, 0
	}
	for a.y+height+a.gap > a.height && a.height < maxAtlasHeight {
		a.height *= 2
		a.pixels = append(a.pixels, make([]byte, len(a.pixels))...)
	}
	if width+2*a.gap > a.width || a.y+height+a.gap > a.height {
		return
	}
	g.x, g.y, g.width, g.height = a.x, a.y, width, height
	a.x += width + a.gap
	a.row = max(a.row, height)
	if a.first == a.last {
		a.first = g.y
	}
	a.first, a.last = min(a.first, g.y), max(a.last, g.y+height)
}

// shorten returns text, cut from the left so that it is at most width wide: the end of a name says more than its start.
// It returns "" if not even three characters fit.
func (a *atlas) shorten(text string, width float64) string {
	if len(text) > maxName {
		text = strings.ToValidUTF8(text[len(text)-maxName:], "")
	}
	if a.measure(text) <= width {
		return text
	}
	runes := []rune(text)
	left := width - a.advance('…')
	keep := 0
	for i := len(runes) - 1; i >= 0; i-- {
		left -= a.advance(runes[i])
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
