package scene

import (
	"math"
	"slices"
	"unsafe"

	"memcity/assets"
	"memcity/city"
	"memcity/render/gfx"
)

// Lengths of tags in density-independent pixels.
const (
	tagFont   = 12.5
	tagPadX   = 7.0
	tagPadY   = 4.5
	tagRadius = 5.0
	tagMargin = 3.0   // between tags
	tagSign   = 4.5   // between a sign and the text
	tagWidest = 230.0 // of the text
	maxTags   = 300

	maxPartnerTags = 6 // of each direction of references
	largestTags    = 6 // of buildings that have no other reason for one
)

// tagLeaders are the lengths of the line from roof to tag that are tried in turn.
var tagLeaders = [...]float64{16, 30, 46, 64, 86, 112}

// tagStyle tells why a building has a tag.
type tagStyle uint8

const (
	tagSolid tagStyle = iota
	tagIncoming
	tagOutgoing
	tagHover
	tagSelected
	tagLarge
)

// tag is the name of a building over its roof, or what a bundle of references stands for over its district.
type tag struct {
	building int32 // -1 for a bundle
	style    tagStyle
	change   change
	growth   city.RGB // colour of the building
	name     line
	x, y     float64 // roof on the picture, pixels
	box      rectangle
}

// rectangle is a part of the picture in pixels, y down.
type rectangle struct{ x0, y0, x1, y1 float64 }

func (r rectangle) overlaps(o rectangle, margin float64) bool {
	return r.x0 < o.x1+margin && o.x0 < r.x1+margin && r.y0 < o.y1+margin && o.y0 < r.y1+margin
}

// tagMetrics are the sizes of tags in pixels.
type tagMetrics struct {
	padX, padY, text, margin float64 // text is the height of capitals
	sign, gap                float64 // side of a sign, and what is between it and the text
	leaders                  [len(tagLeaders)]float64
}

// lead returns how much of a tag is before its text.
func (m *tagMetrics) lead(c change) float64 {
	if c.shown() {
		return m.padX + m.sign + m.gap
	}
	return m.padX
}

// placeTags chooses boxes for tags, in order, so that none overlaps another and all lie in the picture. Those without
// room are left out. Cost is quadratic in the tags that are placed, at most limit.
func placeTags(tags []tag, m *tagMetrics, picture rectangle, limit int) []tag {
	placed := tags[:0]
	for _, t := range tags {
		if len(placed) >= limit {
			break
		}
		if t.x < picture.x0 || t.x > picture.x1 || t.y < picture.y0 || t.y > picture.y1+m.leaders[0] {
			continue
		}
		if t.fit(m, picture, placed) {
			placed = append(placed, t)
		}
	}
	return placed
}

// fit tries the places for a tag: over its roof, the box moved sideways at the border of the picture, higher when
// others are in the way, and under the upper border.
func (t *tag) fit(m *tagMetrics, picture rectangle, placed []tag) bool {
	width := math.Ceil(m.lead(t.change) + t.name.width + m.padX)
	height := math.Ceil(m.text + 2*m.padY)
	if width > picture.x1-picture.x0 || height > picture.y1-picture.y0 {
		return false
	}
	x := min(max(math.Round(t.x-width/2), picture.x0), picture.x1-width)
	for _, leader := range m.leaders {
		y := max(math.Round(t.y-leader-height), picture.y0)
		box := rectangle{x, y, x + width, y + height}
		if box.y1 > picture.y1 {
			continue
		}
		if !slices.ContainsFunc(placed, func(o tag) bool { return box.overlaps(o.box, m.margin) }) {
			t.box = box
			return true
		}
	}
	return false
}

// sprite is a rectangle on the picture.
type sprite struct {
	Place, Source, Shape [4]float32
	Color, Border        [4]uint8
}

// Kinds of sprites.
const (
	spriteGlyph  = 0
	spriteBox    = 1
	spriteShadow = 2
	spriteSign   = 3 // its change in place of a radius
)

var spriteLayout = []gfx.Attribute{
	{Location: 0, Components: 4, Offset: unsafe.Offsetof(sprite{}.Place)},
	{Location: 1, Components: 4, Offset: unsafe.Offsetof(sprite{}.Source)},
	{Location: 2, Components: 4, Offset: unsafe.Offsetof(sprite{}.Shape)},
	{Location: 3, Components: 4, Offset: unsafe.Offsetof(sprite{}.Color), Bytes: true},
	{Location: 4, Components: 4, Offset: unsafe.Offsetof(sprite{}.Border), Bytes: true},
}

// tags are the names over roofs.
type tags struct {
	glyphs  atlasTexture
	buffer  *gfx.Buffer
	array   *gfx.Array
	sprites []sprite
	wanted  []tag
	seen    map[int32]bool
	ranked  ranked
}

func (t *tags) init(d *gfx.Device) {
	t.buffer = d.NewBuffer()
	t.array = d.NewArray(t.buffer, int(unsafe.Sizeof(sprite{})), spriteLayout, nil)
	t.seen = map[int32]bool{}
}

func (t *tags) delete() {
	t.array.Delete()
	t.buffer.Delete()
	t.glyphs.texture.Delete()
}

// resize makes the atlas for the scale of the picture.
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

// drawTags draws the names of buildings over everything else.
func (s *Scene) drawTags(v *View, f *frame) error {
	t := &s.tags
	if err := t.resize(v); err != nil {
		return err
	}
	s.wantTags(v, f)
	m := tagMetrics{padX: v.dp(tagPadX), padY: v.dp(tagPadY), text: t.glyphs.ascent, margin: v.dp(tagMargin),
		sign: math.Round(t.glyphs.ascent), gap: v.dp(tagSign)}
	for i, l := range tagLeaders {
		m.leaders[i] = v.dp(l)
	}
	edge := v.dp(4)
	width, height := v.whole()
	picture := rectangle{float64(v.Insets.Left) + edge, float64(v.Insets.Top) + edge,
		float64(width-v.Insets.Right) - edge, float64(height-v.Insets.Bottom) - edge}
	t.sprites = t.sprites[:0]
	placed := placeTags(t.wanted, &m, picture, maxTags)
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
	p := s.programs.sprite
	p.Use()
	p.Vec2("viewport", float32(v.Width), float32(v.Height))
	t.glyphs.use(p)
	s.d.Depth(false, false)
	s.d.Cull(false)
	s.d.Blend(gfx.Over)
	t.array.Bind(0)
	s.d.DrawStrips(len(t.sprites))
	return nil
}

// leader adds the line from roof to tag.
func (t *tags) leader(v *View, g *tag) {
	width := math.Max(1, math.Round(v.dp(1)))
	fill, _ := g.style.colors(v)
	fill[3] = 200
	if v.Dark && (g.style == tagSolid || g.style == tagLarge) {
		fill = [4]uint8{0x93, 0xa3, 0xbd, 200}
	}
	x := min(max(math.Round(g.x-width/2), g.box.x0), g.box.x1-width)
	if g.y <= g.box.y1 {
		return
	}
	t.sprites = append(t.sprites, sprite{
		Place: [4]float32{float32(x) - 1, float32(g.box.y1) - 1, float32(width) + 2, float32(g.y-g.box.y1) + 2},
		Shape: [4]float32{spriteBox, 0, 0, 0.5}, Color: fill,
	})
}

// pill adds the box, the sign and the text of a tag.
func (t *tags) pill(v *View, g *tag, m *tagMetrics) {
	b := g.box
	fill, rim := g.style.colors(v)
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
	if g.change.shown() {
		ink := readable(g.change.color(g.growth), city.RGB{R: fill[0], G: fill[1], B: fill[2]})
		t.sprites = append(t.sprites, sprite{
			Place: [4]float32{float32(b.x0+m.padX) - 1, float32(baseline-m.sign) - 1, float32(m.sign) + 2, float32(m.sign) + 2},
			Shape: [4]float32{spriteSign, float32(g.change), 0, 1}, Color: opaque(ink),
		})
	}
	t.glyphs.each(g.name, b.x0+m.lead(g.change), func(gl glyph, pen float64) {
		t.sprites = append(t.sprites, sprite{
			Place:  [4]float32{float32(pen + gl.left), float32(baseline + gl.top), float32(gl.width), float32(gl.height)},
			Source: [4]float32{float32(gl.x), float32(gl.y), float32(gl.width), float32(gl.height)},
			Shape:  [4]float32{spriteGlyph, 0, 0, 0}, Color: [4]uint8{255, 255, 255, 255},
		})
	})
}

// colors returns fill and border of a tag.
func (t tagStyle) colors(v *View) (fill, rim [4]uint8) {
	rim = [4]uint8{255, 255, 255, 36}
	palette := city.Settings{ColorBlind: v.ColorBlind}.Palette()
	switch t {
	case tagSelected:
		return [4]uint8{0x14, 0x5a, 0xe6, 250}, [4]uint8{255, 255, 255, 120}
	case tagHover:
		return [4]uint8{0x24, 0x3b, 0x63, 250}, [4]uint8{0x8f, 0xbc, 0xff, 255}
	case tagIncoming:
		return darker(palette.Incoming), rim
	case tagOutgoing:
		return darker(palette.Outgoing), rim
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

// darker is a colour on which white text reads well.
func darker(c city.RGB) [4]uint8 {
	part := func(v uint8) uint8 { return uint8(int(v) * 68 / 100) }
	return [4]uint8{part(c.R), part(c.G), part(c.B), 240}
}
