package drawing

import (
	"memcity/city/scene"
	"memcity/render/gfx"
)

// highlights draws the hovered and selected targets again over the city. Their instances contain the colors of faces and edges instead of
// two tween ends.
type highlights struct {
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

func (h *highlights) init(s *Scene) {
	h.buffer = s.d.NewBuffer()
	h.boxes = s.d.NewArray(h.buffer, instanceSize, instanceLayout, s.indices)
	h.lines = s.d.NewArray(h.buffer, instanceSize, instanceLayout, nil)
}

func (h *highlights) delete() {
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

// drawSelected draws the selected targets over the city.
func (s *Scene) drawSelected(v *View, f *frame) {
	for i, t := range v.Also {
		s.drawOneSelected(v, f, t, slotAlso+i)
	}
	s.drawOneSelected(v, f, v.Selected, slotSelected)
}

func (s *Scene) drawOneSelected(v *View, f *frame, t scene.Target, slot int) {
	in, ok := s.instanceOf(t)
	if !ok {
		return
	}
	c := scene.Settings{ColorBlind: v.ColorBlind}.Palette().Selected
	in.Color0, in.Color1 = opaque(c), [4]uint8{0xe4, 0xef, 0xff, 255}
	if t.Kind == scene.OnDistrict { // visible through the buildings on it
		in.Color0[3], in.Color1 = 90, opaque(c)
		s.drawHighlight(v, f, in, slot, districtEdge, 1)
		return
	}
	in.Color0[3], in.Color1 = 0, opaque(c) // keep its color, which has a meaning
	s.drawHighlight(v, f, in, slot, selectedEdge, 0.38)
}

// drawHover draws the hovered target over the city.
func (s *Scene) drawHover(v *View, f *frame) {
	in, ok := s.instanceOf(v.Hover)
	if !ok {
		return
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
	s.drawHighlight(v, f, in, slotHover, hoverEdge, 0.22)
}

// put sets an instance. It uploads nothing if the instance is unchanged.
func (h *highlights) put(slot int, in instance) {
	for len(h.list) <= slot {
		h.list = append(h.list, instance{H0: -1})
	}
	if h.list[slot] != in {
		h.list[slot] = in
		gfx.Upload(h.buffer, h.list)
	}
}

// drawHighlight draws the faces and edges of a box. through is the opacity of hidden edges.
func (s *Scene) drawHighlight(v *View, f *frame, in instance, slot int, edge float64, through float32) {
	h := &s.highlights
	h.put(slot, in)
	d := s.d
	d.Blend(gfx.Over)
	width := float32(v.dp(edge)) * float32(f.width) / float32(v.Width)
	if through > 0 {
		d.Depth(false, false)
		s.drawEdges(f, slot, width, through)
	}
	d.Depth(true, false)
	d.Cull(true)
	if in.Color0[3] > 0 {
		p := s.programs.highlight
		d.Offset(2, 4)
		p.Use()
		f.set(p)
		f.setLight(p)
		h.boxes.Bind(slot)
		d.Draw(len(boxIndices), 1)
		d.Offset(0, 0)
	}
	s.drawEdges(f, slot, width, 1)
	d.Blend(gfx.Replace)
}

func (s *Scene) drawEdges(f *frame, slot int, width, opacity float32) {
	p := s.programs.outline
	p.Use()
	f.set(p)
	p.Float("width", max(width, 1))
	p.Float("opacity", opacity)
	s.d.Cull(false)
	s.highlights.lines.Bind(slot)
	s.d.DrawInstances(edgeVertices, 1)
	s.d.Cull(true)
}
