package scene

import (
	"slices"

	"memcity/city/trees"
)

// Spare room of plots while a recording grows, added to the largest value so far. A building that grows steadily outgrows its plot only
// each time it is half as large again, because the room is a share. The absolute part is for groups of a few objects, which come and go.
const (
	roomShare   = 0.5
	roomObjects = 8
	roomBytes   = 256
)

// A later group gets a plot once it has this share of the total weight, or once all groups without a plot together have it.
const (
	deservingShare = 0.002
	deservingSum   = 0.05
)

// rankBonus is the factor by which a group without a plot must be larger than a group with one to replace it.
const rankBonus = 1.5

// NewRoomyPlan is like [NewPlan], but leaves room for buildings to grow while the recording grows.
func NewRoomyPlan(s *trees.Series, m *trees.Meta, settings Settings) *Plan {
	return (&planner{plan: &Plan{Series: s, Meta: m, settings: settings.Normal(), whole: wholeMeta(s, m), roomy: true}}).layOut()
}

// Next returns the plan of a recording that has grown since p. If every building still fits its plot and no group without a plot deserves
// one, all plots and indexes stay the same, and kept is true. Otherwise it makes a new layout with room to grow, which keeps neighbors
// together as far as the plot shapes permit. The cost is that of [NewPlan].
func (p *Plan) Next(s *trees.Series, m *trees.Meta) (next *Plan, kept bool) {
	next = &Plan{Series: s, Meta: m, whole: m, settings: p.settings, roomy: true}
	if all := (trees.Window{To: max(s.Len()-1, 0)}); m.Window != all {
		next.whole = p.whole.Next(s, all)
	}
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

// SamePlots reports whether p and o have the same plots in the same order, as in a kept plan.
func (p *Plan) SamePlots(o *Plan) bool {
	return p == o || p.index != nil && p.index == o.index
}

// weight returns the layout weight of a maximum, including room to grow.
func (p *Plan) weight(value int64) float64 {
	if !p.roomy || value <= 0 {
		return p.settings.Area.weigh(value)
	}
	more := int64(roomObjects)
	if p.settings.Unit == trees.Bytes {
		more = roomBytes
	}
	return p.settings.Area.weigh(value + int64(float64(value)*roomShare) + more)
}

// fits reports whether every building of the previous plan still fits its plot.
func (b *planner) fits() bool {
	a, next := b.anchor, b.plan
	for i := range a.plan.buildings {
		old := &a.plan.buildings[i]
		if node := a.nodes[old.node]; !next.Series.IsLeaf(node) || next.settings.Area.weigh(next.most(next.settings.Unit, node)) > old.weight {
			return false
		}
	}
	return true
}

// deserving reports whether groups without a plot deserve one, by their weight or because they grew strongly.
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

// keep copies the plots of the previous plan.
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
