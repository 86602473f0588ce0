package drawing

import (
	"math"
	"unsafe"

	"github.com/g3n/engine/core"

	"memcity/assets"
	"memcity/city/scene"
	"memcity/layout"
	"memcity/render/gfx"
)

// letter is a glyph of a name on a slab.
type letter struct {
	Origin [4]float32 // x, y, z, opacity
	Extent [4]float32 // x and z along the width, x and z along the height
	Source [4]float32 // in texels
	Color  [4]uint8
}

var letterLayout = []gfx.Attribute{
	{Location: 0, Components: 4, Offset: unsafe.Offsetof(letter{}.Origin)},
	{Location: 1, Components: 4, Offset: unsafe.Offsetof(letter{}.Extent)},
	{Location: 2, Components: 4, Offset: unsafe.Offsetof(letter{}.Source)},
	{Location: 3, Components: 4, Offset: unsafe.Offsetof(letter{}.Color), Bytes: true},
}

// Sizes of names on slabs.
const (
	labelGlyph   = 56   // pixels per em in the atlas; twice that in pictures higher than labelFine
	labelFine    = 1600 // in pixels
	labelSize    = 0.92 // em as a fraction of the strip's depth
	labelSqueeze = 0.7  // minimum scale of a long name
	labelShown   = 5.0  // pixels per em at which a name appears
	labelClear   = 8.5  // pixels per em at which it is opaque
	maxLetters   = 20000
)

// labels draws the names on slabs.
type labels struct {
	core.Node
	glyphs  atlasTexture
	buffer  *gfx.Buffer
	array   *gfx.Array
	letters []letter
	camera  scene.Camera // camera that letters were chosen for
	aspect  float64
	scale   float32 // in pixels
	city    *scene.City
	fonts   uint64 // version of the fonts
}

func (l *labels) init(d *gfx.Device) error {
	l.glyphs.mipmaps = true
	l.buffer = d.NewBuffer()
	l.array = d.NewArray(l.buffer, int(unsafe.Sizeof(letter{})), letterLayout, nil)
	return l.resize(1)
}

// resize creates the atlas for a picture of the given height in pixels.
func (l *labels) resize(height int) error {
	em := float64(labelGlyph)
	if height > labelFine {
		em *= 2
	}
	if l.glyphs.atlas != nil && em == l.glyphs.size {
		return nil
	}
	var err error
	l.glyphs.atlas, err = newAtlas(assets.InterSemiBold, em, 1, 8)
	l.city = nil
	return err
}

// Dispose frees the buffers.
func (l *labels) Dispose() {
	l.array.Delete()
	l.buffer.Delete()
	l.glyphs.texture.Delete()
}

// Draw draws the names that are large enough to read.
func (l *labels) Draw(p *pass) error {
	s, v, f := p.Scene, p.v, p.f
	_, height := v.whole()
	if err := l.resize(height); err != nil {
		return err
	}
	fonts := s.fonts.Version()
	if l.city != s.to || l.camera != v.Camera || l.aspect != v.aspect() || l.scale != f.pixelScale || l.fonts != fonts {
		l.city, l.camera, l.aspect, l.scale, l.fonts = s.to, v.Camera, v.aspect(), f.pixelScale, fonts
		l.choose(s, v, f)
		gfx.Upload(l.buffer, l.letters)
	}
	if len(l.letters) == 0 {
		return nil
	}
	l.glyphs.upload(s.d)
	p.use(flatMaterial, s.programs.label)
	l.glyphs.use(s.programs.label)
	l.array.Bind(0)
	s.d.DrawStrips(len(l.letters))
	return nil
}

// choose computes the letters of the names that are readable from the camera. They run along X, upright for an eye in front of the city, and
// are rotated by half a turn for an eye behind it.
func (l *labels) choose(s *Scene, v *View, f *frame) {
	l.letters = l.letters[:0]
	if l.glyphs.full {
		l.glyphs.clear()
	}
	c := s.to
	slab := slabHeight(c)
	eye := v.Camera.Viewpoint(s.bounds)
	turned := math.Cos(v.Camera.Yaw) < 0
	put := func(strip layout.Rect, y float64, color scene.RGB, name func() string) {
		if strip.W <= 0 || strip.D <= 0 || len(l.letters) > maxLetters {
			return
		}
		x, z := strip.Center()
		at := [3]float32{float32(x), float32(y), float32(z)}
		if _, _, _, w := f.project(at); w <= 0 {
			return
		}
		nearX := min(max(eye.X, strip.X), strip.X+strip.W)
		dx, dy, dz := nearX-eye.X, float64(at[1])-eye.Y, z-eye.Z
		away := math.Sqrt(dx*dx + dy*dy + dz*dz)
		flat := math.Abs(dy) / away // foreshortening of the strip
		pixels := labelSize * strip.D * float64(f.pixelScale) / away * math.Sqrt(flat)
		if pixels < labelShown {
			return
		}
		l.write(s, strip, name(), color, at[1]+float32(slab*0.01), float32(min((pixels-labelShown)/(labelClear-labelShown), 1)), turned)
	}
	for i := range c.Districts {
		d := &c.Districts[i]
		put(d.Label, float64(d.Level+1)*slab, d.Color, func() string { return s.withVerdict(s.name(d.Node), d.Node, false) })
	}
	if c.Plan != nil && !v.Transparent {
		if _, value, ok := c.Plan.GridUnit(); ok {
			ground := v.theme().ground
			color := scene.RGB{R: uint8(255 * ground[0]), G: uint8(255 * ground[1]), B: uint8(255 * ground[2])}
			put(unitStrip(c), 0, color, func() string { return unitText(c.Plan.Settings().Unit, value) })
		}
	}
	for i := range c.Blocks {
		if b := &c.Blocks[i]; b.Height > 0 {
			put(blockStrip(b, &c.Districts[b.District]), b.Bottom+b.Height, b.Color, b.Name)
		}
	}
}

// blockStrip returns the strip for the name of a block, along its front. It is 1.5 times as deep as that of its district, and less for a
// small block.
func blockStrip(b *scene.Block, d *scene.District) layout.Rect {
	deep := min(1.5*d.Label.D, 0.45*b.Base.D, 0.2*b.Base.W)
	return layout.Rect{X: b.Base.X, Z: b.Base.Z + b.Base.D - 1.15*deep, W: b.Base.W, D: deep}
}

// write adds the letters of a name on a strip.
func (l *labels) write(s *Scene, strip layout.Rect, text string, ground scene.RGB, y, opacity float32, turned bool) {
	room := strip.W - 0.5*strip.D
	if room <= 0 {
		return
	}
	scale := labelSize * strip.D / l.glyphs.size
	name := l.glyphs.line(s.fonts, text, room/(scale*labelSqueeze))
	if name.empty() {
		return
	}
	scale *= min(room/(name.width*scale), 1)
	cap := l.glyphs.ascent * scale
	ink := labelInk(ground)
	l.glyphs.each(name, 0, func(g glyph, pen float64) {
		x := strip.X + 0.25*strip.D + (pen+g.left)*scale
		z := strip.Z + (strip.D+cap)/2 + g.top*scale
		w, h := float64(g.width)*scale, float64(g.height)*scale
		if turned {
			x, z, w, h = 2*strip.X+strip.W-x, 2*strip.Z+strip.D-z, -w, -h
		}
		l.letters = append(l.letters, letter{
			Origin: [4]float32{float32(x), y, float32(z), opacity},
			Extent: [4]float32{float32(w), 0, 0, float32(h)},
			Source: [4]float32{float32(g.x), float32(g.y), float32(g.width), float32(g.height)},
			Color:  ink,
		})
	})
}

// labelInk returns white for dark slabs and navy for light ones.
func labelInk(slab scene.RGB) [4]uint8 {
	if slab.Luminance() > 0.36 {
		return [4]uint8{0x0f, 0x2a, 0x50, 245}
	}
	return [4]uint8{255, 255, 255, 240}
}

// label returns the text of a node's tag.
func (s *Scene) label(node int32) string {
	if s.names != nil || s.to.Plan == nil {
		return s.name(node)
	}
	return s.to.Plan.Label(node)
}

// name returns the name of a node.
func (s *Scene) name(node int32) string {
	if s.names != nil {
		return s.names(node)
	}
	if s.to.Plan == nil {
		return ""
	}
	return s.to.Plan.Name(node)
}
