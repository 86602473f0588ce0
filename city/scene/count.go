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
// or that of a group around it among its own, whichever is later; groups that grew strongly have one with any. It is 0 if the node
// never has a plot, being empty at every GC point of the window. Cost: all siblings of the node and of the groups around it.
func (p *Plan) Needs(node int32) int {
	most := func(n int32) int64 { return p.most(p.settings.Metric, n) }
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
