package drawing

import (
	"github.com/g3n/engine/core"

	"memcity/city/scene"
	"memcity/render/gfx"
)

// masts reports whether a city has masts.
func masts(c *scene.City) bool { return c.Plan != nil && c.Plan.HasMasts() }

// packMasts packs masts before the buildings. Like blocks they are opaque, without darkened feet.
func (p *packed) packMasts(from, to *scene.City) {
	if p.mast = p.mast[:0]; !masts(from) && !masts(to) {
		return
	}
	for i := range to.Buildings {
		a, b := from.Buildings[i].Mast, to.Buildings[i].Mast
		switch {
		case a == nil && b == nil:
			p.mast = append(p.mast, -1)
			continue
		case a == nil:
			a = &scene.Mast{Base: b.Base, Color: b.Color}
		case b == nil:
			b = &scene.Mast{Base: a.Base, Color: a.Color}
		}
		p.mast = append(p.mast, int32(len(p.instances)))
		p.instances = append(p.instances, instance{Base0: corners(a.Base), Base1: corners(b.Base), Bottom: float32(to.Buildings[i].Bottom),
			H0: float32(a.Height), H1: float32(b.Height), Kind: kindSlab, Color0: opaque(a.Color), Color1: opaque(b.Color)})
	}
}

// outliers draws shining edges around buildings and masts in which one pod of a fleet is far above the others. They are not animated.
type outliers struct {
	core.Node
	buffer *gfx.Buffer
	lines  *gfx.Array
	list   []instance
}

// Sizes in density-independent pixels, and opacities, of outliers.
const (
	outlierGlow    = 13.0
	outlierEdge    = 1.8
	outlierLight   = 0.9
	outlierThrough = 0.35
	maxOutliers    = 200
)

func (o *outliers) init(d *gfx.Device) {
	o.buffer = d.NewBuffer()
	o.lines = d.NewArray(o.buffer, instanceSize, instanceLayout, nil)
}

// Dispose frees the buffers.
func (o *outliers) Dispose() {
	o.lines.Delete()
	o.buffer.Delete()
}

// collectOutliers finds the outliers of the packed city.
func (s *Scene) collectOutliers() {
	o := &s.outliers
	o.list = o.list[:0]
	color := opaque(scene.Settings{}.Palette().Outlier)
	for i := range s.packed.mast {
		if len(o.list) >= maxOutliers || s.to.Buildings[i].Mast == nil || !s.to.Buildings[i].Mast.Outlier {
			continue
		}
		for _, in := range []instance{s.packed.whole(int32(i)), s.packed.instances[s.packed.mast[i]]} {
			in.Color0, in.Color1 = color, color
			o.list = append(o.list, in)
		}
	}
	gfx.Upload(o.buffer, o.list)
}

// Draw draws the outliers over the boxes.
func (o *outliers) Draw(p *pass) error {
	if len(o.list) == 0 {
		return nil
	}
	pixel := p.v.dp(1) * float64(p.f.width) / float64(p.v.Width)
	edges := func(m *gfx.Material, program *gfx.Program, width, opacity float64) {
		p.use(m, program)
		program.Float("width", float32(max(width*pixel, 1)))
		program.Float("opacity", float32(opacity))
		for i := range o.list {
			o.lines.Bind(i)
			p.d.DrawInstances(edgeVertices, 1)
		}
	}
	edges(xrayMaterial, p.programs.outline, outlierEdge, outlierThrough)
	edges(flatMaterial, p.programs.glow, outlierGlow, outlierLight)
	edges(flatMaterial, p.programs.outline, outlierEdge, 1)
	return nil
}
