package trees

import (
	"memcity/trace"
)

// NodesOf returns the nodes of s for the nodes of a tree of the same grouping; -1 where there is none. The tree is in pre-order, given by
// names and parents; the parent of the root is -1.
func (s *Series) NodesOf(names *trace.Names, nodes int, node func(i int) (name trace.NameID, parent int32)) []int32 {
	out := make([]int32, nodes)
	ids := make(map[string]trace.NameID, len(s.Nodes)) // of the series, because the tree may have another dictionary
	byName := make(map[uint64]int32, len(s.Nodes))
	for i := range s.Nodes {
		n := &s.Nodes[i]
		ids[s.Names.Text(n.Name)] = n.Name
		byName[uint64(uint32(n.Parent))<<32|uint64(n.Name)] = int32(i)
	}
	for i := range out {
		name, above := node(i)
		if out[i] = -1; above < 0 {
			if len(s.Nodes) > 0 {
				out[i] = 0
			}
			continue
		}
		id, ok := ids[names.Text(name)]
		if parent := out[above]; ok && parent >= 0 {
			if node, ok := byName[uint64(uint32(parent))<<32|uint64(id)]; ok {
				out[i] = node
			}
		}
	}
	return out
}

// PackageRole is the role of groups by package.
const PackageRole = "Package"

const TypeRole = "Type"
