package drawing

import (
	"memcity/city/scene"
	"memcity/render/gfx"
)

// Draw draws one sample of the city and the overlay. Call it when the camera, the cities, the size or the theme has changed. For hover,
// selection and tags, Overlay suffices.
func (s *Scene) Draw(v View) error {
	if err := s.drawFirst(v); err != nil {
		return err
	}
	return s.compose()
}

// drawFirst draws the first sample of a picture.
func (s *Scene) drawFirst(v View) error {
	if s.to == nil {
		return errNoCity
	}
	if err := s.resize(&v); err != nil {
		return err
	}
	s.view, s.kept = v, false
	f := s.newFrame(&v, 0, 0)
	if err := s.drawBase(&v, &f); err != nil {
		return err
	}
	s.frame = f
	s.drawn = true
	s.samples, s.all = 0, 0
	s.shown, s.shownAll = s.targets.color, false
	s.clean = v.Quality == Full && f.width == v.Width && f.height == v.Height
	s.choice.set(&v)
	return nil
}

// drawBase draws one sample of the city and its surroundings.
func (s *Scene) drawBase(v *View, f *frame) error {
	t := s.targets
	d := s.d
	t.base.BindPart(f.width, f.height)
	d.Offset(0, 0)
	d.Cull(true)
	d.Blend(gfx.Replace)
	d.Depth(true, true)
	d.Clear(0, 0, 0, 0)
	s.shades[f.shade.first].texture.Bind(unitShadeFrom)
	s.shades[1].texture.Bind(unitShadeTo)

	programs := &s.programs.shaded[0]
	if f.shade.mix > 0 {
		programs = &s.programs.shaded[1]
	}
	plain, opaque, ghost := programs.plainLean, programs.lean, programs.leanGhost
	if v.Quality == Full {
		plain, opaque, ghost = programs.plainFull, programs.full, programs.fullGhost
		s.drawDepth(f)
	}
	s.drawBoxes(plain, opaque, f, 0, s.packed.solid)
	if !v.Transparent {
		s.drawSky(f)
	}
	s.drawGroundShade(programs.ground, v, f)
	s.drawSigns(v, f)
	s.drawGlows(v, f, scene.OnDistrict) // before translucent buildings, which may cover it
	if s.packed.solid < len(s.packed.instances) {
		if err := s.drawGhosts(ghost, f); err != nil {
			return err
		}
	}
	s.drawGlows(v, f, scene.OnBuilding)
	s.drawOutliers(v, f)
	s.drawPins(v, f)
	if v.Labels {
		return s.drawLabels(v, f) // after translucent buildings, which would cut letters into pieces
	}
	return nil
}

// maxDepthFirst is the maximum number of boxes for a depth pass, which avoids shading pixels repeatedly. With 2,000 boxes it saves a quarter
// of the CPU time per sample in a software renderer. With 5,000 or more, setting up small triangles twice costs more than it saves.
var maxDepthFirst = 2000

// drawDepth draws only the depth of the boxes, unless there are too many.
func (s *Scene) drawDepth(f *frame) {
	if s.packed.solid > maxDepthFirst {
		return
	}
	s.d.ColorWrites(false)
	s.drawBoxes(s.programs.depth, s.programs.depth, f, 0, s.packed.solid)
	s.d.ColorWrites(true)
}

// drawBoxes draws the visible instances in a range. Instances with marks use their own program.
func (s *Scene) drawBoxes(plain, marked *gfx.Program, f *frame, from, to int) {
	s.spans = s.packed.visible(s.spans, from, to, f.visible)
	var now *gfx.Program
	for _, span := range s.spans {
		p := plain
		if span.marked {
			p = marked
		}
		if p != now {
			now = p
			p.Use()
			f.set(p)
			if p != s.programs.depth {
				f.setLight(p)
				p.Vec3("shrunk", srgb(cool))
				p.Vec3("dustColor", srgb(scene.Settings{}.Palette().Dust))
			}
		}
		s.boxes.Bind(span.first)
		s.d.Draw(len(boxIndices), span.count)
	}
}

func srgb(c scene.RGB) [3]float32 {
	return [3]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255}
}

// drawGhosts draws the nearest layer of translucent buildings: first their depth, then the color of what remains visible. That needs no
// sorting and gives a stable picture. It keeps a copy of the depth without them for the overlay.
func (s *Scene) drawGhosts(p *gfx.Program, f *frame) error {
	t, d := s.targets, s.d
	if err := t.needSolid(); err != nil {
		return err
	}
	t.solid.CopyDepth(t.base, f.width, f.height)
	t.base.BindPart(f.width, f.height)
	n := len(s.packed.instances)
	d.ColorWrites(false)
	s.drawBoxes(s.programs.depth, s.programs.depth, f, s.packed.solid, n)
	d.ColorWrites(true)
	d.Depth(true, false)
	d.Blend(gfx.Over)
	s.drawBoxes(p, p, f, s.packed.solid, n)
	d.Blend(gfx.Replace)
	return nil
}

// Grid for the colors of sky and ground. It is finer vertically, where colors change most.
const (
	skyColumns = 16
	skyRows    = 32
)

// drawSky draws sky and ground behind everything else.
func (s *Scene) drawSky(f *frame) {
	p := s.programs.sky
	s.d.Depth(true, false)
	p.Use()
	f.set(p)
	f.setLight(p)
	p.Vec3("rayCorner", f.corner)
	p.Vec3("rayRight", f.across)
	p.Vec3("rayUp", f.up)
	p.Vec3("zenith", f.theme.zenith)
	p.Vec3("groundColor", f.theme.ground)
	c := s.bounds.Center()
	p.Vec3("groundCenter", [3]float32{float32(c.X), float32(c.Z), float32(max(s.bounds.Radius(), 1e-6))})
	p.IVec2("cells", skyColumns, skyRows)
	s.empty.Bind(0)
	s.d.DrawTriangles(6 * skyColumns * skyRows)
	s.d.Depth(true, true)
}

// drawGroundShade darkens the shaded ground around the city. Without a ground it draws the shade as translucent black.
func (s *Scene) drawGroundShade(p *gfx.Program, v *View, f *frame) {
	if s.useShade[0] == nil {
		return
	}
	patch := s.useShade[f.shade.first].extent()
	if f.shade.mix > 0 {
		to := s.useShade[1].extent()
		patch = [4]float32{min(patch[0], to[0]), min(patch[1], to[1]), max(patch[2], to[2]), max(patch[3], to[3])}
	}
	s.d.Depth(true, false)
	s.d.Blend(gfx.Multiply)
	alone := float32(0)
	if v.Transparent {
		s.d.Blend(gfx.Premultiplied)
		alone = 1
	}
	p.Use()
	f.set(p)
	f.setLight(p)
	p.Vec4("patchRect", patch)
	p.Float("alone", alone)
	s.empty.Bind(0)
	s.d.DrawStrip()
	s.d.Blend(gfx.Replace)
	s.d.Depth(true, true)
}
