package drawing

import (
	"cmp"
	"slices"

	budgetpkg "memcity/city/budget"
	"memcity/city/scene"
	"memcity/render/gfx"
)

// glows highlights districts and buildings with broken budgets. These have shining edges and striped faces, which are visible without color.
// Nearly broken budgets only have thin edges that do not shine. Glows are not animated.
type glows struct {
	buffer *gfx.Buffer
	boxes  *gfx.Array
	lines  *gfx.Array
	list   []glow // largest boxes first, so that boxes on a slab are drawn over its glow
}

// glow is a box with a broken or nearly broken budget.
type glow struct {
	target scene.Target
	state  budgetpkg.BudgetState // worst state
}

// Sizes of glows, in density-independent pixels.
const (
	glowWidth   = 17.0 // light along an edge
	glowEdge    = 2.2
	nearEdge    = 1.4
	hatchPeriod = 11.0
)

// Opacities of glows: the light, hidden edges, stripes on buildings and on slabs, and edges of nearly broken budgets.
const (
	glowLight   = 0.85
	glowThrough = 0.3
	hatchBody   = 105
	hatchSlab   = 80
	nearOpacity = 0.75
)

// budget is the color of broken budgets.
var budget = scene.Settings{}.Palette().Budget

// maxGlows is the maximum number of glows. The worst come first.
const maxGlows = 200

func (g *glows) init(s *Scene) {
	g.buffer = s.d.NewBuffer()
	g.boxes = s.d.NewArray(g.buffer, instanceSize, instanceLayout, s.indices)
	g.lines = s.d.NewArray(g.buffer, instanceSize, instanceLayout, nil)
}

func (g *glows) delete() {
	g.boxes.Delete()
	g.lines.Delete()
	g.buffer.Delete()
}

// collectGlows finds the glows of the packed city.
func (s *Scene) collectGlows() {
	var list []glow
	for target, states := range s.to.Budgeted() {
		if states[0].Status >= budgetpkg.BudgetNear {
			list = append(list, glow{target, states[0]})
		}
	}
	order := func(x, y glow) int {
		return cmp.Or(cmp.Compare(y.state.Status, x.state.Status), cmp.Compare(x.target.Kind, y.target.Kind),
			cmp.Compare(x.target.Index, y.target.Index))
	}
	slices.SortFunc(list, order)
	list = list[:min(len(list), maxGlows)]
	slices.Reverse(list) // draw nearly broken ones first
	s.setGlows(list)
}

// setGlows sets the glows of the packed city.
func (s *Scene) setGlows(list []glow) {
	instances := make([]instance, 0, len(list))
	kept := list[:0]
	for _, l := range list {
		in, ok := s.instanceOf(l.target)
		if !ok {
			continue
		}
		kept = append(kept, l)
		in.Color0 = opaque(budget)
		in.Color0[3] = hatchBody
		if l.target.Kind == scene.OnDistrict {
			in.Color0[3] = hatchSlab
		}
		in.Color1 = opaque(budget)
		instances = append(instances, in)
	}
	s.glows.list = kept
	gfx.Upload(s.glows.buffer, instances)
}

// drawGlows draws the glows of districts or of buildings.
func (s *Scene) drawGlows(v *View, f *frame, of scene.Kind) {
	if len(s.glows.list) == 0 {
		return
	}
	pixel := v.dp(1) * float64(f.width) / float64(v.Width)
	s.d.Blend(gfx.Over)
	for i := range s.glows.list {
		if s.glows.list[i].target.Kind != of {
			continue
		}
		if s.glows.list[i].state.Status == budgetpkg.BudgetBroken {
			s.drawBroken(f, i, pixel)
			continue
		}
		s.d.Depth(true, false)
		s.drawGlowEdges(s.programs.outline, f, i, nearEdge*pixel, nearOpacity)
	}
	s.d.Blend(gfx.Replace)
	s.d.Depth(true, true)
}

func (s *Scene) drawBroken(f *frame, i int, pixel float64) {
	d := s.d
	d.Depth(false, false)
	s.drawGlowEdges(s.programs.outline, f, i, glowEdge*pixel, glowThrough)
	d.Depth(true, false)
	d.Cull(true)
	d.Offset(1, 2)
	p := s.programs.hatch
	p.Use()
	f.set(p)
	f.setLight(p)
	p.Float("period", float32(hatchPeriod*pixel))
	s.glows.boxes.Bind(i)
	d.Draw(len(boxIndices), 1)
	d.Offset(0, 0)
	s.drawGlowEdges(s.programs.glow, f, i, glowWidth*pixel, glowLight)
	s.drawGlowEdges(s.programs.outline, f, i, glowEdge*pixel, 1)
}

func (s *Scene) drawGlowEdges(p *gfx.Program, f *frame, i int, width, opacity float64) {
	p.Use()
	f.set(p)
	p.Float("width", float32(max(width, 1)))
	p.Float("opacity", float32(opacity))
	s.d.Cull(false)
	s.glows.lines.Bind(i)
	s.d.DrawInstances(edgeVertices, 1)
	s.d.Cull(true)
}

// maxBudgetTags is the maximum number of tags for broken budgets.
const maxBudgetTags = 6

// wantBudgets adds the tags of broken budgets, which show how much of the budget is in use.
func (s *Scene) wantBudgets(v *View, f *frame) {
	left, tagged := maxBudgetTags, map[int]bool{}
	for i := len(s.glows.list) - 1; i >= 0 && left > 0; i-- {
		l := &s.glows.list[i]
		if l.state.Status != budgetpkg.BudgetBroken {
			return
		}
		in, ok := s.instanceOf(l.target)
		if !ok || tagged[l.state.Rule] { // several groups may share a budget
			continue
		}
		node := int32(-1)
		if l.target.Kind == scene.OnBuilding {
			if s.tags.seen[l.target.Index] {
				continue
			}
			s.tags.seen[l.target.Index] = true
			node = s.to.Buildings[l.target.Index].Node
		} else {
			node = s.to.Districts[l.target.Index].Node
		}
		text := s.label(node) + ": " + l.state.Short()
		if s.want(v, f, &in, in.height(f.mix), text, tag{building: -1, style: tagBudget, broken: true}) {
			tagged[l.state.Rule] = true
			left--
		}
	}
}
