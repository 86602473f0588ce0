package drawing

import (
	"image"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"memcity/render/typeset"
)

// atlas is a picture with glyphs of a font at one size, and with glyph masks of other fonts. It is filled on demand. It does not use OpenGL.
type atlas struct {
	font   *opentype.Font
	face   font.Face
	size   float64 // pixels per em
	buffer sfnt.Buffer
	widths map[rune]advance
	ascent float64 // height of capitals
	phases int     // number of subpixel positions at which glyphs are drawn
	gap    int     // empty texels around a glyph
	glyphs map[glyphKey]glyph
	masks  map[*typeset.Mask]glyph
	full   bool // a glyph did not fit
	width  int
	height int
	pixels []byte
	x, y   int // position of the next glyph
	row    int // height of the current row
	first  int // range of rows changed since the last upload; last is exclusive
	last   int
}

type glyphKey struct {
	r     rune
	phase int
}

// glyph is the place of a glyph in the atlas, and its offset from the pen.
type glyph struct {
	x, y, width, height int
	left, top           float64
	advance             float64
}

// Limits of an atlas in texels. Glyphs beyond them are not drawn.
const (
	atlasWidth     = 1024
	maxAtlasHeight = 4096
	maxGlyphs      = 1 << 16
)

// newAtlas creates an atlas for an OpenType font at a size in pixels per em.
func newAtlas(data []byte, size float64, phases, gap int) (*atlas, error) {
	parsed, err := opentype.Parse(data)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	a := &atlas{font: parsed, face: face, size: size, ascent: fromFixed(face.Metrics().CapHeight), phases: phases, gap: gap, width: atlasWidth}
	a.clear()
	return a, nil
}

// clear removes all glyphs.
func (a *atlas) clear() {
	a.widths, a.glyphs, a.masks = map[rune]advance{}, map[glyphKey]glyph{}, map[*typeset.Mask]glyph{}
	a.height = 128
	a.pixels = make([]byte, a.width*a.height)
	a.x, a.y, a.row = a.gap, a.gap, 0
	a.first, a.last = 0, a.height
	a.full = false
}

func fromFixed(v fixed.Int26_6) float64 { return float64(v) / 64 }

// missingGlyph replaces runes that the font lacks.
const missingGlyph = '□'

// advance is the distance that the pen moves for a rune.
type advance struct {
	width float64
	known bool // the font has the rune
}

// advance returns the advance of a rune, or of the missing glyph. It does not kern: names contain many dots, which kerning would hide under
// their neighbors.
func (a *atlas) advance(r rune) advance {
	v, ok := a.widths[r]
	if !ok {
		known := a.known(r)
		width, _ := a.face.GlyphAdvance(known)
		v = advance{fromFixed(width), known == r}
		if len(a.widths) < maxGlyphs {
			a.widths[r] = v
		}
	}
	return v
}

// known returns r if the font has it, else the missing glyph.
func (a *atlas) known(r rune) rune {
	if i, err := a.font.GlyphIndex(&a.buffer, r); err == nil && i != 0 {
		return r
	}
	return missingGlyph
}

func (a *atlas) glyph(r rune, phase int) glyph {
	key := glyphKey{r, phase}
	if g, ok := a.glyphs[key]; ok {
		return g
	}
	if known := a.known(r); known != r {
		return a.glyph(known, phase)
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(64 * phase / a.phases)}
	bounds, mask, at, advance, ok := a.face.Glyph(dot, r)
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

// mask returns the glyph of a mask.
func (a *atlas) mask(m *typeset.Mask) glyph {
	g, ok := a.masks[m]
	if !ok {
		if a.place(&g, m.Width, m.Height); g.width > 0 {
			for y := range m.Height {
				copy(a.pixels[(g.y+y)*a.width+g.x:], m.Pixels[y*m.Width:][:m.Width])
			}
		}
		a.masks[m] = g
	}
	return g
}

// place reserves space for a glyph. The glyph's size stays 0 if there is none.
func (a *atlas) place(g *glyph, width, height int) {
	if a.x+width+a.gap > a.width {
		a.x, a.y, a.row = a.gap, a.y+a.row+a.gap, 0
	}
	for a.y+height+a.gap > a.height && a.height < maxAtlasHeight {
		a.height *= 2
		a.pixels = append(a.pixels, make([]byte, len(a.pixels))...)
	}
	if width+2*a.gap > a.width || a.y+height+a.gap > a.height {
		a.full = a.full || width+2*a.gap <= a.width
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
