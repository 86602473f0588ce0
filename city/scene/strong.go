package scene

import (
	"cmp"
	"slices"

	"memcity/city/trees"
)

// Groups with a plot regardless of their size: leaf groups that grew by this share of the heap growth, in objects or bytes. Growth colors
// begin at the same share, independently of the red threshold. The limit keeps a plan readable if hundreds of groups grow.
const (
	strongShare = noiseOfHeap
	maxStrong   = 50
)

// strong returns by node whether the group, or a group in it, grew strongly. It depends on growth alone. Plots do not move when findings
// arrive, which are about growing groups.
func strong(s *trees.Series, m *trees.Meta) []bool {
	shown := make([]bool, len(s.Nodes))
	var list []grower
	within := make([]bool, len(s.Nodes)) // true if a group in it grew strongly
	matter := [2]float64{}
	for unit := range matter {
		matter[unit] = float64(heapGrowth(s, trees.Unit(unit)))
	}
	for i := len(s.Nodes) - 1; i > 0; i-- {
		node := int32(i)
		share := 0.0
		for unit, all := range matter {
			if growth := m.Of(trees.Unit(unit))[node].Growth(); growth > 0 && all > 0 {
				share = max(share, float64(growth)/all)
			}
		}
		if share < strongShare && !within[node] {
			continue
		}
		if !within[node] {
			list = append(list, grower{node, share})
		}
		within[s.Nodes[node].Parent] = true
	}
	slices.SortFunc(list, func(x, y grower) int { return cmp.Or(cmp.Compare(y.share, x.share), cmp.Compare(x.node, y.node)) })
	for _, g := range list[:min(len(list), maxStrong)] {
		for node := range s.Nodes.Up(g.node) {
			shown[node] = true
		}
	}
	return shown
}

// grower is a group with its share of the heap growth.
type grower struct {
	node  int32
	share float64
}
