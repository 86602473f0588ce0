package drawing

import (
	"fmt"
	"image"

	"memcity/render/gfx"
)

// Panel is a picture of a part of the user interface to draw over the city.
type Panel struct {
	ID      string
	Version uint64      // the texture is uploaded when it changes
	Image   *image.RGBA // opaque; drawing cuts the corners
	X, Y    int         // top left corner in framebuffer pixels
	Radius  float32     // corner radius in pixels
	Shadow  float32     // extent of the soft shadow in pixels; 0 for none
	Opacity float32     // 0 to 1
}

// panels contains the textures of panels.
type panels struct {
	textures map[string]*panelTexture
	buffer   *gfx.Buffer
	array    *gfx.Array
	shadows  []sprite
	target   *gfx.Texture // target for pictures with panels
	frame    *gfx.Framebuffer
}

type panelTexture struct {
	texture *gfx.Texture
	version uint64
	image   *image.RGBA
	used    bool
}

func (p *panels) delete() {
	for _, t := range p.textures {
		t.texture.Delete()
	}
	p.array.Delete()
	p.buffer.Delete()
	p.frame.Delete()
	p.target.Delete()
}

// Present draws the last picture, with panels over it, into an OpenGL framebuffer; 0 is the window's. The first panel is at the bottom.
// Present frees the textures of panels that are no longer listed.
func (s *Scene) Present(framebuffer uint32, list []Panel) error {
	if s.targets == nil {
		return errNoCity
	}
	return s.present(s.d.WrapFramebuffer(framebuffer, s.view.Width, s.view.Height), list)
}

// Snapshot returns the last picture with panels over it.
func (s *Scene) Snapshot(list []Panel) (*image.RGBA, error) {
	if s.targets == nil {
		return nil, errNoCity
	}
	p := &s.panels
	if p.target == nil || p.target.Width != s.view.Width || p.target.Height != s.view.Height {
		p.frame.Delete()
		p.target.Delete()
		p.target = s.d.NewTexture(gfx.RGBA8, s.view.Width, s.view.Height, false)
		var err error
		if p.frame, err = s.d.NewFramebuffer(p.target, nil); err != nil {
			p.target.Delete()
			p.target, p.frame = nil, nil
			return nil, err
		}
	}
	if err := s.present(p.frame, list); err != nil {
		return nil, err
	}
	return p.frame.Read(), nil
}

func (s *Scene) present(target *gfx.Framebuffer, list []Panel) error {
	if err := s.uploadPanels(list); err != nil {
		return err
	}
	target.Bind()
	if target == s.panels.frame { // a third of the cost, but a window's framebuffer may not support it
		target.CopyColor(s.output(), target.Width, target.Height)
	} else {
		picture := s.targets.work
		if s.output() == s.targets.finalTarget {
			picture = s.targets.final
		}
		s.copy(screenMaterial, s.programs.copy, picture, picture.Width, picture.Height)
	}
	s.d.SetMaterial(xrayMaterial)
	for i := range list {
		s.drawPanel(&list[i], i)
	}
	return nil
}

func (s *Scene) drawPanel(panel *Panel, i int) {
	if panel.Opacity <= 0 || panel.Image == nil || panel.Image.Rect.Empty() {
		return
	}
	width, height := float32(s.view.Width), float32(s.view.Height)
	if panel.Shadow > 0 {
		p := s.programs.sprite
		p.Use()
		p.Vec2("viewport", width, height)
		p.Vec2("atlasSize", 1, 1)
		s.panels.array.Bind(i)
		s.d.DrawStrips(1)
	}
	p := s.programs.panel
	p.Use()
	size := panel.Image.Rect.Size()
	s.panels.textures[panel.ID].texture.Bind(unitSource)
	p.Int("source", unitSource)
	p.Vec2("viewport", width, height)
	at := image.Pt(panel.X, panel.Y).Sub(s.view.Part.At)
	p.Vec4("place", [4]float32{float32(at.X), float32(at.Y), float32(size.X), float32(size.Y)})
	p.Vec2("size", float32(size.X), float32(size.Y))
	p.Float("radius", panel.Radius)
	p.Float("opacity", min(panel.Opacity, 1))
	s.empty.Bind(0)
	s.d.DrawStrip()
}

// uploadPanels uploads changed panels and all shadows to the GPU.
func (s *Scene) uploadPanels(list []Panel) error {
	p := &s.panels
	p.shadows = p.shadows[:0]
	for _, t := range p.textures {
		t.used = false
	}
	for i := range list {
		panel := &list[i]
		p.shadows = append(p.shadows, panelShadow(panel, &s.view))
		if panel.Image == nil || panel.Image.Rect.Empty() {
			continue
		}
		if size := panel.Image.Rect.Size(); size.X > maxPicture || size.Y > maxPicture {
			return fmt.Errorf("panel %s: %dx%d pixels are too many", panel.ID, size.X, size.Y)
		}
		p.upload(s.d, panel)
	}
	gfx.Upload(p.buffer, p.shadows)
	for id, t := range p.textures {
		if !t.used {
			t.texture.Delete()
			delete(p.textures, id)
		}
	}
	return nil
}

func (p *panels) upload(d *gfx.Device, panel *Panel) {
	size := panel.Image.Rect.Size()
	t := p.textures[panel.ID]
	if t == nil {
		t = &panelTexture{}
		p.textures[panel.ID] = t
	}
	t.used = true
	resized := t.texture == nil || t.texture.Width != size.X || t.texture.Height != size.Y
	if !resized && t.version == panel.Version && t.image == panel.Image {
		return
	}
	if resized {
		t.texture.Delete()
		t.texture = d.NewTexture(gfx.RGBA8, size.X, size.Y, false)
	}
	t.version, t.image = panel.Version, panel.Image
	r := panel.Image.Rect
	t.texture.SetBytes(0, 0, size.X, size.Y, panel.Image.Pix[panel.Image.PixOffset(r.Min.X, r.Min.Y):], panel.Image.Stride)
}

// panelShadow returns the shadow of a panel, slightly below it.
func panelShadow(panel *Panel, v *View) sprite {
	if panel.Image == nil {
		return sprite{}
	}
	size := panel.Image.Rect.Size()
	grow := panel.Shadow
	strength := float32(70)
	if v.Dark {
		strength = 150
	}
	at := image.Pt(panel.X, panel.Y).Sub(v.Part.At)
	return sprite{
		Place: [4]float32{float32(at.X) - grow, float32(at.Y) - grow + grow*0.2,
			float32(size.X) + 2*grow, float32(size.Y) + 2*grow},
		Shape: [4]float32{spriteShadow, panel.Radius, 0, grow},
		Color: [4]uint8{10, 18, 36, uint8(strength * min(max(panel.Opacity, 0), 1))},
	}
}
