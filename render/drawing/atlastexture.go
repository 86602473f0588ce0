package drawing

import (
	"memcity/render/gfx"
)

// atlasTexture is an atlas on the GPU.
type atlasTexture struct {
	*atlas
	texture *gfx.Texture
	mipmaps bool
}

// upload copies new glyphs to the GPU.
func (t *atlasTexture) upload(d *gfx.Device) {
	if t.texture == nil || t.texture.Height != t.height {
		t.texture.Delete()
		t.texture = d.NewTexture(gfx.R8, t.width, t.height, true)
		t.first, t.last = 0, t.height
	}
	if t.first == t.last {
		return
	}
	t.texture.SetBytes(0, t.first, t.width, t.last-t.first, t.pixels[t.first*t.width:], t.width)
	t.first, t.last = 0, 0
	if t.mipmaps {
		t.texture.UseMipmaps()
	}
}

func (t *atlasTexture) use(p *gfx.Program) {
	t.texture.Bind(unitGlyphs)
	p.Int("glyphs", unitGlyphs)
	p.Vec2("atlasSize", float32(t.width), float32(t.height))
}
