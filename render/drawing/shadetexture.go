package drawing

import (
	"math"

	"memcity/city/scene"
	"memcity/render/gfx"
)

// shadeTexture is a shade map on the GPU.
type shadeTexture struct {
	texture *gfx.Texture
	shade   *Shade // nil for none
	of      *scene.City
}

func (t *shadeTexture) init(d *gfx.Device) {
	t.texture = d.NewTexture(gfx.RG16F, 1, 1, true)
	t.texture.SetHalfs([]uint16{0, 0})
}

func (t *shadeTexture) set(d *gfx.Device, c *scene.City, shade *Shade) {
	if t.shade == shade && t.of == c {
		return
	}
	if t.texture.Width != shade.Width || t.texture.Height != shade.Height {
		t.texture.Delete()
		t.texture = d.NewTexture(gfx.RG16F, shade.Width, shade.Height, true)
	}
	t.texture.SetHalfs(shade.Half)
	t.shade, t.of = shade, c
}

// SetShade sets the shade maps of the two cities of the last SetCity, computed by ComputeShade. from may be nil. Without maps the scene has
// no shadows. Uploading takes about 5 ms for ShadeSize in a software renderer, and nothing for maps already set.
func (s *Scene) SetShade(from, to *Shade) {
	if from == nil {
		from = to
	}
	if s.shades[0].shade != from && s.shades[1].shade == from {
		s.shades[0], s.shades[1] = s.shades[1], s.shades[0]
	}
	s.shades[0].set(s.d, s.from, from)
	if to != from {
		s.shades[1].set(s.d, s.to, to)
	}
	s.useShade[0], s.useShade[1] = from, to
	s.drawn = false
}

// shadeValues contains the shader inputs for the maps.
type shadeValues struct {
	rect, rectTo, info [4]float32
	mix                float32
	first              int // map that is read first: only the second at the end of a tween
}

func (s *Scene) shadeValues(mix float32) shadeValues {
	a, to := s.useShade[0], s.useShade[1]
	if a == nil {
		return shadeValues{rect: [4]float32{0, 0, 1, 1}, info: [4]float32{0, 1, 1, 0}}
	}
	v := shadeValues{}
	if to != a && mix >= 1 {
		a, v.first = to, 1
	}
	slope := sun.Y / math.Hypot(sun.X, sun.Z)
	v.rect = a.rect()
	v.info = [4]float32{float32(a.Texel), float32(a.Texel * slope * 1.5), float32(a.Reach), 1}
	if to != a && mix > 0 {
		v.rectTo = to.rect()
		v.mix = eased(mix)
	}
	return v
}

// rect returns the corner of the map and the reciprocals of its width and depth.
func (s *Shade) rect() [4]float32 {
	return [4]float32{float32(s.X), float32(s.Z), float32(1 / (s.Texel * float64(s.Width))),
		float32(1 / (s.Texel * float64(s.Height)))}
}

// extent returns the ground covered by the map: x0, z0, x1, z1.
func (s *Shade) extent() [4]float32 {
	return [4]float32{float32(s.X), float32(s.Z), float32(s.X + s.Texel*float64(s.Width)), float32(s.Z + s.Texel*float64(s.Height))}
}
