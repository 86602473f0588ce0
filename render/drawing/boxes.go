package drawing

import (
	"github.com/g3n/engine/core"

	"memcity/city/scene"
	"memcity/render/gfx"
)

// boxes draws the slabs and the opaque buildings, with one instanced draw call if none are marked.
type boxes struct {
	core.Node
	indices   *gfx.Buffer // for the three faces of a box
	instances *gfx.Buffer
	array     *gfx.Array
	spans     []span
}

func (b *boxes) init(d *gfx.Device) {
	b.indices = d.NewIndices(boxIndices)
	b.instances = d.NewBuffer()
	b.array = d.NewArray(b.instances, instanceSize, instanceLayout, b.indices)
}

// Dispose frees the buffers.
func (b *boxes) Dispose() {
	b.array.Delete()
	b.instances.Delete()
	b.indices.Delete()
}

// Draw draws the opaque boxes.
func (b *boxes) Draw(p *pass) error {
	plain, marked := p.shaded().plainLean, p.shaded().lean
	if p.v.Quality == Full {
		plain, marked = p.shaded().plainFull, p.shaded().full
		if p.packed.solid <= maxDepthFirst {
			b.draw(p, depthMaterial, p.programs.depth, p.programs.depth, 0, p.packed.solid)
		}
	}
	b.draw(p, solidMaterial, plain, marked, 0, p.packed.solid)
	return nil
}

// maxDepthFirst is the maximum number of boxes for a depth pass, which avoids shading pixels repeatedly. With 2,000 boxes it saves a quarter
// of the CPU time per sample in a software renderer. With 5,000 or more, setting up small triangles twice costs more than it saves.
var maxDepthFirst = 2000

// shaded returns the programs for the shade maps of the sample.
func (p *pass) shaded() *shaded {
	if p.f.shade.mix > 0 {
		return &p.programs.shaded[1]
	}
	return &p.programs.shaded[0]
}

// draw draws the visible instances in a range. Instances with marks use their own program.
func (b *boxes) draw(p *pass, m *gfx.Material, plain, marked *gfx.Program, from, to int) {
	b.spans = p.packed.visible(b.spans, from, to, p.f.visible)
	var now *gfx.Program
	for _, span := range b.spans {
		program := plain
		if span.marked {
			program = marked
		}
		if program != now {
			now = program
			p.use(m, program)
			if program != p.programs.depth {
				p.f.setLight(program)
				program.Vec3("shrunk", srgb(cool))
				program.Vec3("dustColor", srgb(scene.Settings{}.Palette().Dust))
			}
		}
		b.array.Bind(span.first)
		p.d.Draw(len(boxIndices), span.count)
	}
}

func srgb(c scene.RGB) [3]float32 {
	return [3]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255}
}

// ghosts draws the nearest layer of translucent buildings: first their depth, then the color of what remains visible. That needs no sorting
// and gives a stable picture.
type ghosts struct{ core.Node }

// Draw draws the translucent buildings. It keeps a copy of the depth without them for the overlay.
func (g *ghosts) Draw(p *pass) error {
	t, first, n := p.targets, p.packed.solid, len(p.packed.instances)
	if err := t.needSolid(); err != nil {
		return err
	}
	t.solid.CopyDepth(t.base, p.f.width, p.f.height)
	t.base.BindPart(p.f.width, p.f.height)
	program := p.shaded().leanGhost
	if p.v.Quality == Full {
		program = p.shaded().fullGhost
	}
	p.boxes.draw(p, depthMaterial, p.programs.depth, p.programs.depth, first, n)
	p.boxes.draw(p, glassMaterial, program, program, first, n)
	return nil
}
