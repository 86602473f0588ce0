package trees

import (
	"slices"

	"memcity/trace"
)

// Measured returns a ready-made tree with sizes of kind m in place of the shallow ones; 0 for missing sizes. Known reports whether the tree
// came with that kind.
func Measured(t *trace.Tree, m SizeKind) (measured *trace.Tree, known bool) {
	if m == Shallow {
		return t, true
	}
	column := map[SizeKind][]int64{Deep: t.Deep, Retained: t.Retained}[m]
	nodes := slices.Clone(t.Nodes)
	for n := range nodes {
		nodes[n].Objects, nodes[n].Bytes = 0, 0
		if column != nil {
			nodes[n].Bytes = max(0, column[n])
		}
	}
	return &trace.Tree{Names: t.Names, Nodes: nodes}, column != nil
}
