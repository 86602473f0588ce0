package trees

import (
	"slices"

	"memcity/trace"
)

// Measured returns a ready-made tree with the sizes of a measure in place of the shallow ones, and 0 where it has none. Known reports whether
// it came with that measure.
func Measured(t *trace.Tree, m Measure) (measured *trace.Tree, known bool) {
	if m == Shallow {
		return t, true
	}
	column := map[Measure][]int64{Deep: t.Deep, Retained: t.Retained}[m]
	nodes := slices.Clone(t.Nodes)
	for n := range nodes {
		nodes[n].Objects, nodes[n].Bytes = 0, 0
		if column != nil {
			nodes[n].Bytes = max(0, column[n])
		}
	}
	return &trace.Tree{Names: t.Names, Nodes: nodes}, column != nil
}
