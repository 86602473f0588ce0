package drawing

import (
	"memcity/city/scene"
	"memcity/render/gfx"
)

// signs draws flat signs in the city: arrows and pluses on the roofs of opaque buildings, and outlines of the plots of empty buildings. They
// need one draw call. They contain bases and heights like packed buildings, so they follow tweens.
type signs struct {
	buffer *gfx.Buffer
	array  *gfx.Array
	list   []instance
}

// kindSign plus the change is the kind of a sign. The sign of a plot has its width and depth in place of heights.
const kindSign = 8

// roofLeast is the minimum side of a roof with a sign, in density-independent pixels.
const roofLeast = 14

func (g *signs) init(s *Scene) {
	g.buffer = s.d.NewBuffer()
	g.array = s.d.NewArray(g.buffer, instanceSize, instanceLayout, nil)
}

func (g *signs) delete() {
	g.array.Delete()
	g.buffer.Delete()
}

// collect computes the signs of a packed pair of cities. The cost is linear: a tenth of that of packing.
func (g *signs) collect(p *packed, to *scene.City) {
	g.list = g.list[:0]
	of := metric(to)
	for i := range to.Buildings {
		b, in := &to.Buildings[i], &p.instances[p.place[i]]
		c := changeOf(b, of)
		if c == absent || in.Base0[2] <= in.Base0[0] && in.Base1[2] > in.Base1[0] {
			g.list = append(g.list, plotSign(b, p.whole(int32(i)), to, p.tops != nil && to.Compared != nil))
		}
		if b.Solid && c.shown() && b.Opacity >= 1 { // not for one dimmed beside isolated ones
			g.list = append(g.list, roofSign(in, c))
		}
	}
}

// plotSign returns the outline of a plot, which fades as its building grows. Parts that are gone do not count as a building.
func plotSign(b *scene.Building, sign instance, c *scene.City, parts bool) instance {
	if parts {
		none := corners(b.Plot.Scaled(0))
		if sign.Base1 = none; sign.H0 <= 0 {
			sign.Base0 = none
		}
	}
	sign.H0, sign.H1, sign.Kind = float32(b.Plot.W), float32(b.Plot.D), kindSign+float32(absent)
	slab := scene.RGB{}
	if b.District >= 0 && int(b.District) < len(c.Districts) {
		slab = c.Districts[b.District].Color
	}
	sign.Color0 = signInk(opaque(slab))
	return sign
}

// roofSign returns an arrow or a plus on a roof.
func roofSign(in *instance, c change) instance {
	sign := *in
	sign.Kind = kindSign + float32(c)
	sign.Color0 = signInk(roofColor(in))
	return sign
}

// drawSigns draws the signs of the city.
func (s *Scene) drawSigns(v *View, f *frame) {
	if len(s.signs.list) == 0 {
		return
	}
	s.signs.array.Bind(0)
	s.drawFlat(v, f, len(s.signs.list))
	s.d.Blend(gfx.Replace)
	s.d.Depth(true, true)
}

// drawFlat draws signs of the bound array.
func (s *Scene) drawFlat(v *View, f *frame, count int) {
	p := s.programs.sign
	p.Use()
	f.set(p)
	pixel := float32(v.dp(1)) * float32(f.width) / float32(v.Width)
	p.Float("pixel", pixel)
	p.Float("least", roofLeast*pixel)
	p.Vec2("fogRange", f.fogStart, f.fogEnd)
	s.d.Depth(true, false)
	s.d.Cull(false)
	s.d.Blend(gfx.Over)
	s.d.DrawStrips(count)
	s.d.Cull(true)
}
