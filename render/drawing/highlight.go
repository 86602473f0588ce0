package drawing

import (
	"github.com/g3n/engine/core"

	"memcity/city/scene"
	"memcity/render/gfx"
)

// selected draws the selected targets again over the city. It has the buffers for the hovered one too. Their instances contain the colors
// of faces and edges instead of two tween ends.
type selected struct {
	core.Node
	buffer *gfx.Buffer
	boxes  *gfx.Array
	lines  *gfx.Array
	list   []instance
}

const edgeVertices = 9 * 6

// Line widths of edges, in density-independent pixels.
const (
	hoverEdge    = 1.6
	selectedEdge = 3.0
	districtEdge = 3.2 // selected district
)

func (h *selected) init(s *Scene) {
	h.buffer = s.d.NewBuffer()
	h.boxes = s.d.NewArray(h.buffer, instanceSize, instanceLayout, s.boxes.indices)
	h.lines = s.d.NewArray(h.buffer, instanceSize, instanceLayout, nil)
}

// Dispose frees the buffers.
func (h *selected) Dispose() {
	h.boxes.Delete()
	h.lines.Delete()
	h.buffer.Delete()
}

// instanceOf returns the box of a target; ok is false if it has none.
func (s *Scene) instanceOf(t scene.Target) (in instance, ok bool) {
	switch {
	case t.Index < 0:
	case t.Kind == scene.OnBuilding && int(t.Index) < len(s.packed.place):
		return s.packed.whole(t.Index), true
	case t.Kind == scene.OnDistrict && int(t.Index) < s.packed.slabs:
		return s.packed.instances[t.Index], true
	case t.Kind == scene.OnBlock && int(t.Index) < len(s.to.Blocks):
		return s.packed.instances[s.packed.blocks+int(t.Index)], true
	}
	return instance{}, false
}

// Slots of highlights in the buffer.
const (
	slotSelected = iota
	slotHover
	slotAlso
)

// Draw draws the selected targets.
func (h *selected) Draw(p *pass) error {
	for i, t := range p.v.Also {
		h.drawOne(p, t, slotAlso+i)
	}
	h.drawOne(p, p.v.Selected, slotSelected)
	return nil
}

func (h *selected) drawOne(p *pass, t scene.Target, slot int) {
	in, ok := p.instanceOf(t)
	if !ok {
		return
	}
	c := scene.Settings{ColorBlind: p.v.ColorBlind}.Palette().Selected
	in.Color0, in.Color1 = opaque(c), [4]uint8{0xe4, 0xef, 0xff, 255}
	if t.Kind == scene.OnDistrict { // visible through the buildings on it
		in.Color0[3], in.Color1 = 90, opaque(c)
		h.drawBox(p, in, slot, districtEdge, 1)
		return
	}
	in.Color0[3], in.Color1 = 0, opaque(c) // keep its color, which has a meaning
	h.drawBox(p, in, slot, selectedEdge, 0.38)
}

// hovered draws the target under the pointer again over the city.
type hovered struct{ core.Node }

// Draw draws the hovered target.
func (*hovered) Draw(p *pass) error {
	v := p.v
	in, ok := p.instanceOf(v.Hover)
	if !ok {
		return nil
	}
	if v.Hover == v.Selected {
		in.Color0, in.Color1 = [4]uint8{255, 255, 255, 0}, [4]uint8{255, 255, 255, 255}
	} else {
		in.Color0, in.Color1 = [4]uint8{0x4d, 0x94, 0xff, 0}, [4]uint8{0x12, 0x5c, 0xf0, 255}
		if v.Dark {
			in.Color1 = [4]uint8{0xa6, 0xcb, 0xff, 255}
		}
		if v.Hover.Kind == scene.OnDistrict {
			in.Color0[3] = 40
		}
	}
	p.selected.drawBox(p, in, slotHover, hoverEdge, 0.22)
	return nil
}

// put sets an instance. It uploads nothing if the instance is unchanged.
func (h *selected) put(slot int, in instance) {
	for len(h.list) <= slot {
		h.list = append(h.list, instance{H0: -1})
	}
	if h.list[slot] != in {
		h.list[slot] = in
		gfx.Upload(h.buffer, h.list)
	}
}

// drawBox draws the faces and edges of a box. through is the opacity of hidden edges.
func (h *selected) drawBox(p *pass, in instance, slot int, edge float64, through float32) {
	h.put(slot, in)
	width := float32(p.v.dp(edge)) * float32(p.f.width) / float32(p.v.Width)
	if through > 0 {
		h.drawEdges(p, xrayMaterial, slot, width, through)
	}
	if in.Color0[3] > 0 {
		program := p.programs.highlight
		p.use(faceMaterial, program)
		p.f.setLight(program)
		h.boxes.Bind(slot)
		p.d.Draw(len(boxIndices), 1)
	}
	h.drawEdges(p, flatMaterial, slot, width, 1)
}

func (h *selected) drawEdges(p *pass, m *gfx.Material, slot int, width, opacity float32) {
	program := p.programs.outline
	p.use(m, program)
	program.Float("width", max(width, 1))
	program.Float("opacity", opacity)
	h.lines.Bind(slot)
	p.d.DrawInstances(edgeVertices, 1)
}
