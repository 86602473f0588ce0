package drawing

import (
	"cmp"
	"slices"

	"github.com/g3n/engine/core"

	budgetpkg "memcity/city/budget"
	"memcity/city/scene"
	"memcity/render/gfx"
)

// glows highlights districts and buildings with broken budgets, and draws the districts. They have shining edges and striped faces, which are visible without color.
// Nearly broken budgets only have thin edges that do not shine. Glows are not animated.
type glows struct {
	core.Node
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
	g.boxes = s.d.NewArray(g.buffer, instanceSize, instanceLayout, s.boxes.indices)
	g.lines = s.d.NewArray(g.buffer, instanceSize, instanceLayout, nil)
}

// Dispose frees the buffers.
func (g *glows) Dispose() {
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

// Draw draws the glows of districts. Translucent buildings, which come later, may cover them.
func (g *glows) Draw(p *pass) error {
	g.draw(p, scene.OnDistrict)
	return nil
}

// glowsOnBuildings draws the glows of buildings.
type glowsOnBuildings struct{ core.Node }

// Draw draws the glows of buildings, over translucent ones.
func (*glowsOnBuildings) Draw(p *pass) error {
	p.glows.draw(p, scene.OnBuilding)
	return nil
}

// draw draws the glows of districts or of buildings.
func (g *glows) draw(p *pass, of scene.Kind) {
	pixel := p.v.dp(1) * float64(p.f.width) / float64(p.v.Width)
	for i := range g.list {
		switch {
		case g.list[i].target.Kind != of:
		case g.list[i].state.Status == budgetpkg.BudgetBroken:
			g.drawBroken(p, i, pixel)
		default:
			g.drawEdges(p, flatMaterial, p.programs.outline, i, nearEdge*pixel, nearOpacity)
		}
	}
}

func (g *glows) drawBroken(p *pass, i int, pixel float64) {
	g.drawEdges(p, xrayMaterial, p.programs.outline, i, glowEdge*pixel, glowThrough)
	hatch := p.programs.hatch
	p.use(hatchMaterial, hatch)
	p.f.setLight(hatch)
	hatch.Float("period", float32(hatchPeriod*pixel))
	g.boxes.Bind(i)
	p.d.Draw(len(boxIndices), 1)
	g.drawEdges(p, flatMaterial, p.programs.glow, i, glowWidth*pixel, glowLight)
	g.drawEdges(p, flatMaterial, p.programs.outline, i, glowEdge*pixel, 1)
}

func (g *glows) drawEdges(p *pass, m *gfx.Material, program *gfx.Program, i int, width, opacity float64) {
	p.use(m, program)
	program.Float("width", float32(max(width, 1)))
	program.Float("opacity", float32(opacity))
	g.lines.Bind(i)
	p.d.DrawInstances(edgeVertices, 1)
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
