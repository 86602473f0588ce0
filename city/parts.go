package city

import (
	"cmp"
	"slices"

	"memcity/trace"
)

// Parts lists the groups of a tree below its root, at most limit children of each, the largest in bytes first.
func Parts(t *trace.Tree, limit int) []PartOf {
	var parts []PartOf
	var list func(n int32, level int)
	list = func(n int32, level int) {
		children := slices.Collect(t.Children(n))
		slices.SortStableFunc(children, func(a, b int32) int {
			return cmp.Or(cmp.Compare(t.Nodes[b].Bytes, t.Nodes[a].Bytes), cmp.Compare(t.Nodes[b].Objects, t.Nodes[a].Objects))
		})
		for i, c := range children[:min(len(children), limit)] {
			node := &t.Nodes[c]
			at := len(parts)
			parts = append(parts, PartOf{Name: t.Names.Text(node.Name), Role: t.Names.Text(node.Role), Level: level,
				Amount: Amount{node.Objects, node.Bytes}})
			list(c, level+1)
			if i == limit-1 {
				parts[at].Smaller = len(children) - limit
			}
		}
	}
	if len(t.Nodes) > 0 {
		list(0, 0)
	}
	return parts
}
