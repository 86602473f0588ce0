package drawing

import (
	"github.com/g3n/engine/core"

	"memcity/city/scene"
	"memcity/render/gfx"
)

// signs draws flat signs in the city: arrows and pluses on the roofs of opaque buildings, and outlines of the plots of empty buildings. They
// need one draw call. They contain bases and heights like packed buildings, so they follow tweens.
type signs struct {
	core.Node
	buffer *gfx.Buffer
	array  *gfx.Array
	list   []instance
}

// kindSign plus the change is the kind of a sign. The sign of a plot has its width and depth in place of heights.
const kindSign = 8

// roofLeast is the minimum side of a roof with a sign, in density-independent pixels.
const roofLeast = 14

func (g *signs) init(d *gfx.Device) {
	g.buffer = d.NewBuffer()
	g.array = d.NewArray(g.buffer, instanceSize, instanceLayout, nil)
}

// Dispose frees the buffers.
func (g *signs) Dispose() {
	g.array.Delete()
	g.buffer.Delete()
}

// collect computes the signs of a packed pair of cities. The cost is linear: a tenth of that of packing.
func (g *signs) collect(p *packed, to *scene.City) {
	g.list = g.list[:0]
	of := areaUnit(to)
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

// Draw draws the signs.
func (g *signs) Draw(p *pass) error {
	if len(g.list) == 0 {
		return nil
	}
	program := p.programs.sign
	p.use(flatMaterial, program)
	pixel := float32(p.v.dp(1)) * float32(p.f.width) / float32(p.v.Width)
	program.Float("pixel", pixel)
	program.Float("least", roofLeast*pixel)
	program.Vec2("fogRange", p.f.fogStart, p.f.fogEnd)
	g.array.Bind(0)
	p.d.DrawStrips(len(g.list))
	return nil
}
