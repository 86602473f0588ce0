package scene

import (
	"sort"
)

// Grew returns the number of buildings that grew over the window, in the unit of the plan.
func (p *Plan) Grew() int {
	changes := p.Meta.Of(p.settings.Unit)
	return sort.Search(len(p.growers), func(i int) bool { return changes[p.buildings[p.growers[i]].node].Growth() <= 0 })
}

// Needs returns the smallest child count at which a node has a plot; 0 if the node is empty at every GC point of the recording. It is the
// node's rank among its siblings by maximum, or that of an enclosing group, whichever is larger. Groups that grew strongly have a plot at
// any child count. The cost is linear in the siblings of the node and of its ancestors.
func (p *Plan) Needs(node int32) int {
	most := func(n int32) int64 { return p.most(p.settings.Unit, n) }
	nodes := p.Series.Nodes
	if node < 0 || int(node) >= len(nodes) || most(node) <= 0 {
		return 0
	}
	needs := 1
	for group := range nodes.Up(node) {
		parent, place := nodes[group].Parent, 1
		if parent < 0 || p.strong[group] {
			break
		}
		for c := range nodes.Children(parent) {
			if most(c) > most(group) || most(c) == most(group) && c < group {
				place++
			}
		}
		needs = max(needs, place)
	}
	return needs
}
