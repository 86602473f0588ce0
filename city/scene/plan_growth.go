package scene

import (
	"slices"

	"memcity/city/trees"
)

// Room that plots of a recording that grows have in addition to what their buildings took at most so far. It is a share, so that
// a building that grows evenly outgrows its plot only each time it has become half as large again; the rest is for groups
// of a few objects, which come and go.
const (
	roomShare   = 0.5
	roomObjects = 8
	roomBytes   = 256
)

// A group that comes later gets a plot once it takes a share of the weight of all, or once all such groups together do.
const (
	deservingShare = 0.002
	deservingSum   = 0.05
)

// rankBonus is how much larger than a group with a plot another one must be to take its place.
const rankBonus = 1.5

// NewRoomyPlan lays out as [NewPlan] does, but with room for buildings to grow into, as long as the recording grows.
func NewRoomyPlan(s *trees.Series, m *trees.Meta, settings Settings) *Plan {
	return (&planner{plan: &Plan{Series: s, Meta: m, settings: settings.Normal(), roomy: true}}).layOut()
}

// Next returns the plan for what the recording of p has grown to. While every building fits its plot, and no group without
// one deserves it, all plots stay where they are, kept is true, and buildings and districts have the same indexes. Else
// the city is laid out anew, with room to grow into: neighbours stay neighbours as far as the shapes of plots allow. Cost
// is that of [NewPlan].
func (p *Plan) Next(s *trees.Series, m *trees.Meta) (next *Plan, kept bool) {
	next = &Plan{Series: s, Meta: m, settings: p.settings, roomy: true}
	b := &planner{plan: next, anchor: newAnchor(p, s)}
	if len(s.Nodes) > 0 && b.anchor.whole && len(p.buildings) > 0 {
		b.weigh()
		if b.fits() && b.blocksFit() && !b.deserving() {
			b.keep()
			return next, true
		}
		next.hidden = nil
	}
	return b.layOut(), false
}

// SamePlots reports whether all plots of p are those of o, in the same order, as of a plan that was kept.
func (p *Plan) SamePlots(o *Plan) bool {
	return p == o || p.index != nil && p.index == o.index
}

// weight is f of a maximum, with the room to grow into.
func (p *Plan) weight(value int64) float64 {
	if !p.roomy || value <= 0 {
		return p.settings.Area.weigh(value)
	}
	more := int64(roomObjects)
	if p.settings.Metric == trees.Bytes {
		more = roomBytes
	}
	return p.settings.Area.weigh(value + int64(float64(value)*roomShare) + more)
}

// fits reports whether every building of the plan before still fits its plot.
func (b *planner) fits() bool {
	a, next := b.anchor, b.plan
	for i := range a.plan.buildings {
		old := &a.plan.buildings[i]
		if node := a.nodes[old.node]; !next.Series.IsLeaf(node) || next.settings.Area.weigh(next.most(next.settings.Metric, node)) > old.weight {
			return false
		}
	}
	return true
}

// deserving reports whether groups without a plot deserve one: by their weight, or as they grew strongly.
func (b *planner) deserving() bool {
	sum := 0.0
	for i := range b.anchor.plan.districts {
		if b.deservesBlock(int32(i)) {
			return true
		}
		for _, c := range b.shown[b.anchor.nodes[b.anchor.plan.districts[i].node]] {
			if c == rest || b.anchor.targets[c].OfGroup() {
				continue
			}
			if sum += b.weights[c]; b.plan.strong[c] || b.weights[c] > deservingShare*b.weights[0] || sum > deservingSum*b.weights[0] {
				return true
			}
		}
	}
	return false
}

// keep gives the plan the plots of the one before.
func (b *planner) keep() {
	a, p := b.anchor, b.plan
	old := a.plan
	p.Ground, p.SlabHeight, p.levels, p.largest = old.Ground, old.SlabHeight, old.levels, -1
	p.target, p.hidden = a.targets, nil
	p.buildings, p.districts = slices.Clone(old.buildings), slices.Clone(old.districts)
	for i := range p.buildings {
		p.buildings[i].node = a.nodes[p.buildings[i].node]
	}
	for i := range p.districts {
		d := &p.districts[i]
		d.node, d.children = a.nodes[d.node], a.all(d.children)
		for c := range p.Series.Nodes.Children(d.node) {
			if !p.target[c].OfGroup() {
				p.hidden = append(p.hidden, c)
			}
		}
	}
	b.keepBlocks()
	p.finish()
	p.index = old.index
}
