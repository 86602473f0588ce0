package drawing

import (
	"math"
	"slices"
	"unsafe"

	"github.com/g3n/engine/core"

	"memcity/assets"
	"memcity/city/scene"
	pinspkg "memcity/city/view/pins"
	"memcity/render/gfx"
)

// Sizes of tags, in density-independent pixels.
const (
	tagFont     = 12.5
	tagPadX     = 7.0
	tagPadY     = 4.5
	tagRadius   = 5.0
	tagMargin   = 3.0   // between tags
	tagSign     = 4.5   // between a sign and the text
	tagLine     = 16.0  // between the baselines of two lines
	tagWidest   = 270.0 // maximum text width
	plateWidest = 560.0 // maximum text width for a finding
	plateShare  = 0.45  // the same as a fraction of the picture
)

// Numbers of tags.
const (
	maxTags        = 40    // maximum in the largest picture
	fewTags        = 10    // maximum at 1280x720 density-independent pixels; others scale with the side
	fewestTags     = 3     // minimum, even if the city is small in the picture
	groundPerTag   = 28000 // density-independent pixels per tag, of the rectangle around the city
	maxPartnerTags = 6     // maximum for references
	maxBundleTags  = 1     // maximum for bundles in each direction
	districtTags   = 3     // maximum for districts with unreadable names
	largestTags    = 6     // maximum for buildings without another reason
)

// tagLeaders are the lengths of the line from roof to tag to try, in order.
var tagLeaders = [...]float64{16, 30, 46, 62, 78}

// tagStyle selects the reason for a tag.
type tagStyle uint8

const (
	tagSolid tagStyle = iota
	tagIncoming
	tagOutgoing
	tagHover
	tagSelected
	tagLarge
	tagBundle
	tagDistrict
	tagBudget
	tagFinding
	tagOtherFinding
)

// must reports whether the tag is mandatory, regardless of the number of tags.
func (t tagStyle) must() bool { return t == tagSelected || t == tagHover || t == tagFinding }

// tag is a name or label in the picture: of a building over its roof, of a district on its slab, or of a reference bundle over its
// district.
type tag struct {
	building int32 // -1 for a district or a bundle
	style    tagStyle
	change   change
	growth   scene.RGB        // color of the building
	mark     *scene.RGB       // the user's color; nil for none
	gone     bool             // all of its objects are gone
	broken   bool             // its budget is broken
	pin      int              // finding of the plate, 1-based; 0 for none
	arrow    line             // arrow to its place outside the picture; empty if it is inside
	below    bool             // placed below its place instead of above
	emphasis pinspkg.Emphasis // emphasis of the finding
	hides    bool             // may cover the building of the finding, which is its own
	name     line
	more     line    // second line under the name; may be empty
	x, y     float64 // position of the roof in the picture, in pixels
	box      rectangle
}

// rectangle is a part of the picture in pixels, y down.
type rectangle struct{ x0, y0, x1, y1 float64 }

func (r rectangle) overlaps(o rectangle, margin float64) bool {
	return r.x0 < o.x1+margin && o.x0 < r.x1+margin && r.y0 < o.y1+margin && o.y0 < r.y1+margin
}

// tagMetrics contains the sizes of tags in pixels.
type tagMetrics struct {
	padX, padY, text, margin float64 // text is the height of capitals
	sign, gap                float64 // side of a sign, and its distance from the text
	between                  float64 // between the baselines of two lines
	leaders                  [len(tagLeaders)]float64
}

// lead returns the width of a tag before its text.
func (m *tagMetrics) lead(t *tag) float64 {
	lead := m.padX
	if t.mark != nil {
		lead += m.sign + m.gap
	}
	if t.broken {
		lead += m.sign + m.gap
	}
	if t.change.shown() || t.gone {
		lead += m.sign + m.gap
	}
	if !t.arrow.empty() {
		lead += t.arrow.width + m.gap
	}
	return lead
}

// sprite is a rectangle in the picture.
type sprite struct {
	Place, Source, Shape [4]float32
	Color, Border        [4]uint8
}

// Kinds of sprites.
const (
	spriteGlyph  = 0
	spriteBox    = 1
	spriteShadow = 2
	spriteSign   = 3 // with its change, or signFlag or signGone, in place of a radius
)

// Signs other than those of changes: of marked, vanished and over-budget buildings; see sign.glsl.
const (
	signFlag    = 5
	signGone    = 6
	signWarning = 7
)

var spriteLayout = []gfx.Attribute{
	{Location: 0, Components: 4, Offset: unsafe.Offsetof(sprite{}.Place)},
	{Location: 1, Components: 4, Offset: unsafe.Offsetof(sprite{}.Source)},
	{Location: 2, Components: 4, Offset: unsafe.Offsetof(sprite{}.Shape)},
	{Location: 3, Components: 4, Offset: unsafe.Offsetof(sprite{}.Color), Bytes: true},
	{Location: 4, Components: 4, Offset: unsafe.Offsetof(sprite{}.Border), Bytes: true},
}

// tags draws the names over roofs.
type tags struct {
	core.Node
	glyphs  atlasTexture
	buffer  *gfx.Buffer
	array   *gfx.Array
	sprites []sprite
	wanted  []tag
	covered []rectangle
	kept    []rectangle // parts that tags leave clear although nothing covers them
	seen    map[int32]bool
	roofs   roofs
	ranked  ranked
	drawn   []Label // tags in the last picture
}

// Label is a tag in the picture.
type Label struct {
	Text           string // all lines
	Pin            int    // index of the finding in the city's pins if the tag is a plate; else -1
	X0, Y0, X1, Y1 float64
}

// Labels returns the tags in the last picture, the most important first. It is read-only.
func (s *Scene) Labels() []Label { return s.tags.drawn }

// note stores the placed tags.
func (t *tags) note(placed []tag) {
	t.drawn = t.drawn[:0]
	for i := range placed {
		g := &placed[i]
		l := Label{Text: g.name.text, Pin: g.pin - 1, X0: g.box.x0, Y0: g.box.y0, X1: g.box.x1, Y1: g.box.y1}
		if !g.arrow.empty() {
			l.Text = g.arrow.text + " " + l.Text
		}
		if !g.more.empty() {
			l.Text += "\n" + g.more.text
		}
		t.drawn = append(t.drawn, l)
	}
}

func (t *tags) init(d *gfx.Device) {
	t.buffer = d.NewBuffer()
	t.array = d.NewArray(t.buffer, int(unsafe.Sizeof(sprite{})), spriteLayout, nil)
	t.seen = map[int32]bool{}
}

// Dispose frees the buffers.
func (t *tags) Dispose() {
	t.array.Delete()
	t.buffer.Delete()
	t.glyphs.texture.Delete()
}

// resize creates the atlas for the scale of the picture.
func (t *tags) resize(v *View) error {
	size := v.dp(tagFont)
	if a := t.glyphs.atlas; a != nil && a.size == size {
		if a.full {
			a.clear()
		}
		return nil
	}
	var err error
	t.glyphs.atlas, err = newAtlas(assets.InterMedium, size, 4, 1)
	return err
}

// Draw draws the tags over everything else.
func (t *tags) Draw(p *pass) error {
	s, v, f := p.Scene, p.v, p.f
	if err := t.resize(v); err != nil {
		return err
	}
	s.wantTags(v, f)
	m := tagMetrics{padX: v.dp(tagPadX), padY: v.dp(tagPadY), text: t.glyphs.ascent, margin: v.dp(tagMargin),
		sign: math.Round(t.glyphs.ascent), gap: v.dp(tagSign), between: math.Round(v.dp(tagLine))}
	for i, l := range tagLeaders {
		m.leaders[i] = v.dp(l)
	}
	edge := v.dp(4)
	width, height := v.whole()
	picture := rectangle{edge, edge, float64(width) - edge, float64(height) - edge}
	t.covered = t.covered[:0]
	for _, c := range v.Covered {
		r := rectangle{float64(c.Min.X), float64(c.Min.Y), float64(c.Max.X), float64(c.Max.Y)}
		t.covered = append(t.covered, r)
		picture = picture.without(r, edge)
	}
	t.sprites = t.sprites[:0]
	t.kept = s.keepClear(t.kept[:0], f)
	for i := range t.wanted {
		if g := &t.wanted[i]; g.style.must() {
			g.comeIn(picture, t.glyphs.atlas)
		}
	}
	placed := placeTags(t.wanted, &m, picture, t.covered, t.kept, s.tagBudget(v, f))
	t.note(placed)
	for i := range slices.Backward(placed) { // the most important on top
		t.leader(v, &placed[i])
	}
	for i := range slices.Backward(placed) {
		t.pill(v, &placed[i], &m)
	}
	if len(t.sprites) == 0 {
		return nil
	}
	for i := range t.sprites {
		t.sprites[i].Place[0] -= float32(v.Part.At.X)
		t.sprites[i].Place[1] -= float32(v.Part.At.Y)
	}
	gfx.Upload(t.buffer, t.sprites)
	t.glyphs.upload(s.d)
	program := s.programs.sprite
	program.Use()
	program.Vec2("viewport", float32(v.Width), float32(v.Height))
	t.glyphs.use(program)
	s.d.SetMaterial(xrayMaterial)
	t.array.Bind(0)
	s.d.DrawStrips(len(t.sprites))
	return nil
}

// leader adds the line from roof to tag.
func (t *tags) leader(v *View, g *tag) {
	width := math.Max(1, math.Round(v.dp(1)))
	fill, _ := g.colors(v)
	fill[3] = 200
	if g.style == tagDistrict {
		return
	}
	if v.Dark && (g.style == tagSolid || g.style == tagLarge) {
		fill = [4]uint8{0x93, 0xa3, 0xbd, 200}
	}
	x := min(max(math.Round(g.x-width/2), g.box.x0), g.box.x1-width)
	line := g.line()
	if line.y1 <= line.y0 {
		return
	}
	t.sprites = append(t.sprites, sprite{
		Place: [4]float32{float32(x) - 1, float32(line.y0) - 1, float32(width) + 2, float32(line.y1-line.y0) + 2},
		Shape: [4]float32{spriteBox, 0, 0, 0.5}, Color: fill,
	})
}

// pill adds the box, the sign and the text of a tag.
func (t *tags) pill(v *View, g *tag, m *tagMetrics) {
	b := g.box
	fill, rim := g.colors(v)
	shadow := v.dp(5)
	place := func(grow, down float64) [4]float32 {
		return [4]float32{float32(b.x0 - grow), float32(b.y0 - grow + down), float32(b.x1 - b.x0 + 2*grow),
			float32(b.y1 - b.y0 + 2*grow)}
	}
	t.sprites = append(t.sprites,
		sprite{Place: place(shadow, v.dp(1.5)), Shape: [4]float32{spriteShadow, float32(v.dp(tagRadius)), 0, float32(shadow)},
			Color: [4]uint8{8, 16, 32, 90}},
		sprite{Place: place(0.5, 0), Shape: [4]float32{spriteBox, float32(v.dp(tagRadius)), float32(v.dp(1)), 0},
			Color: fill, Border: rim})
	baseline := math.Round(b.y0 + m.padY + m.text)
	ground := scene.RGB{R: fill[0], G: fill[1], B: fill[2]}
	at := b.x0 + m.padX
	sign := func(kind float32, color scene.RGB) {
		t.sprites = append(t.sprites, sprite{
			Place: [4]float32{float32(at) - 1, float32(baseline-m.sign) - 1, float32(m.sign) + 2, float32(m.sign) + 2},
			Shape: [4]float32{spriteSign, kind, 0, 1}, Color: opaque(readable(color, ground)),
		})
		at += m.sign + m.gap
	}
	if g.broken {
		sign(signWarning, budget)
	}
	if g.mark != nil {
		sign(signFlag, *g.mark)
	}
	if g.change.shown() {
		sign(float32(g.change), g.change.color(g.growth))
	}
	if g.gone {
		sign(signGone, gone)
	}
	ink := [4]uint8{255, 255, 255, 255}
	t.write(g.arrow, at, baseline, ink)
	if g.style == tagBundle {
		ink[3] = 210
	}
	t.write(g.name, b.x0+m.lead(g), baseline, ink)
	if !g.more.empty() {
		ink[3] = moreInk
		t.write(g.more, b.x0+m.padX, baseline+m.between, ink)
	}
}

// moreInk is the opacity of a tag's second line.
const moreInk = 215

// write adds the letters of a line.
func (t *tags) write(l line, x, baseline float64, ink [4]uint8) {
	t.glyphs.each(l, x, func(gl glyph, pen float64) {
		t.sprites = append(t.sprites, sprite{
			Place:  [4]float32{float32(pen + gl.left), float32(baseline + gl.top), float32(gl.width), float32(gl.height)},
			Source: [4]float32{float32(gl.x), float32(gl.y), float32(gl.width), float32(gl.height)},
			Shape:  [4]float32{spriteGlyph, 0, 0, 0}, Color: ink,
		})
	})
}

// colors returns the fill and border colors of a tag.
func (g *tag) colors(v *View) (fill, rim [4]uint8) {
	rim = [4]uint8{255, 255, 255, 36}
	palette := v.findingColors()
	switch g.style {
	case tagSelected:
		return [4]uint8{0x14, 0x5a, 0xe6, 250}, [4]uint8{255, 255, 255, 120}
	case tagHover:
		return [4]uint8{0x24, 0x3b, 0x63, 250}, [4]uint8{0x8f, 0xbc, 0xff, 255}
	case tagIncoming:
		return darker(palette.Incoming), rim
	case tagOutgoing:
		return darker(palette.Outgoing), rim
	case tagDistrict:
		return [4]uint8{0x17, 0x33, 0x5c, 215}, [4]uint8{0xa9, 0xcf, 0xf2, 150}
	case tagBudget:
		return [4]uint8{0x3a, 0x0a, 0x26, 245}, [4]uint8{0xff, 0x14, 0x8c, 220}
	case tagFinding:
		finding, _ := palette.Found(g.emphasis)
		return darker(finding), [4]uint8{255, 255, 255, 110}
	case tagOtherFinding:
		finding, _ := palette.Found(g.emphasis)
		return darkest(finding), rim
	case tagBundle:
		return [4]uint8{0x2c, 0x37, 0x4c, 170}, [4]uint8{255, 255, 255, 30}
	case tagLarge:
		if v.Dark {
			return [4]uint8{0x2c, 0x37, 0x4c, 205}, [4]uint8{255, 255, 255, 40}
		}
		return [4]uint8{0x46, 0x52, 0x66, 225}, rim
	}
	if v.Dark {
		return [4]uint8{0x2c, 0x37, 0x4c, 240}, [4]uint8{255, 255, 255, 60}
	}
	return [4]uint8{0x1f, 0x29, 0x3a, 232}, rim
}

// findingColors returns the palette of plates, lights and threads. The dark theme has its own only for color-blind users, whose culprits are
// dark in the light theme.
func (v *View) findingColors() *scene.Palette {
	s := scene.Settings{ColorBlind: v.ColorBlind}
	if v.ColorBlind && v.Dark {
		s.Theme = scene.Dark
	}
	return s.Palette()
}

// maxPlate is the maximum luminance of a plate: white text then has a contrast of at least 4.5 (WCAG 2.1).
const maxPlate = 0.18

// darker returns a darker color that contrasts with white text.
func darker(c scene.RGB) [4]uint8 {
	percent := 68
	for percent > 1 {
		if d := percentOf(c, percent, 0); (scene.RGB{R: d[0], G: d[1], B: d[2]}).Luminance() <= maxPlate {
			break
		}
		percent--
	}
	return percentOf(c, percent, 240)
}

// darkest returns a color that recedes behind [darker].
func darkest(c scene.RGB) [4]uint8 { return percentOf(c, 38, 235) }

func percentOf(c scene.RGB, percent int, opacity uint8) [4]uint8 {
	part := func(v uint8) uint8 { return uint8(int(v) * percent / 100) }
	return [4]uint8{part(c.R), part(c.G), part(c.B), opacity}
}
