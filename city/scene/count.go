package scene

import (
	"sort"
)

// Grew returns how many buildings grew over the window, in the metric of the plan.
func (p *Plan) Grew() int {
	changes := p.Meta.Of(p.settings.Metric)
	return sort.Search(len(p.growers), func(i int) bool { return changes[p.buildings[p.growers[i]].node].Growth() <= 0 })
}

// Needs returns the least child count with which a node would have a plot: its place among its siblings by their maximum,
// or that of a group around it among its own, whichever is later. It is 0 if the node never has a plot, being empty at
// every GC point of the window. Cost: all siblings of the node and of the groups around it.
func (p *Plan) Needs(node int32) int {
	most := func(n int32) int64 { return p.most(p.settings.Metric, n) }
	nodes := p.Series.Nodes
	if node < 0 || int(node) >= len(nodes) || most(node) <= 0 {
		return 0
	}
	needs := 1
	for ; nodes[node].Parent >= 0; node = nodes[node].Parent {
		parent, place := nodes[node].Parent, 1
		for c := parent + 1; c < nodes[parent].End; c = nodes[c].End {
			if most(c) > most(node) || most(c) == most(node) && c < node {
				place++
			}
		}
		needs = max(needs, place)
	}
	return needs
}
