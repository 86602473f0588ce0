package trees

import (
	"slices"

	"memcity/trace"
)

// NewSeries merges the trees of a recording's GC points, which share one dictionary. It costs time linear in all nodes;
// trees that list their groups in the same order are matched without hashing.
func NewSeries(points []PointTree) *Series { return (&Series{}).With(points) }

// With returns the series with more GC points at its end, in order. It is what [NewSeries] makes of all of them; s stays
// as it is, and what is known of its points is shared. Cost is linear in the nodes of s and of the new trees.
func (s *Series) With(points []PointTree) *Series {
	if len(points) == 0 {
		return s
	}
	out := &Series{Names: s.Names, Times: slices.Clip(s.Times), points: slices.Clip(s.points)}
	if out.Names == nil {
		out.Names = points[0].Tree.Names
	}
	u := s.union()
	columns := make([][]int32, len(points))
	for i, p := range points {
		out.Times = append(out.Times, p.Time)
		columns[i] = u.add(p.Tree)
	}
	if len(u.nodes) == len(s.Nodes) && s.lowered != nil {
		out.Nodes, out.columns, out.nodes, out.lowered = s.Nodes, s.columns, s.nodes, s.lowered
	} else {
		u.flatten(out)
		out.lowered = &lowered{}
	}
	for i, p := range points {
		out.points = append(out.points, newSeriesPoint(p, columns[i], len(u.nodes)))
	}
	return out
}

// Only returns the series of those GC points that keep accepts by their number in the recording. Groups that the others
// alone had are gone. It is s if all are kept, and costs as much as [NewSeries] if not.
func (s *Series) Only(keep func(source int) bool) *Series {
	var kept []PointTree
	for i, p := range s.points {
		if keep(p.source) {
			kept = append(kept, PointTree{s.Times[i], p.source, p.tree, p.pointers})
		}
	}
	if len(kept) == s.Len() {
		return s
	}
	return NewSeries(kept)
}

func newSeriesPoint(p PointTree, columns []int32, size int) seriesPoint {
	values := make([]int64, 2*size)
	sp := seriesPoint{p.Source, values[:size:size], values[size:], p.Tree, p.Pointers, columns}
	for i, c := range columns {
		sp.objects[c] += p.Tree.Nodes[i].Objects
		sp.bytes[c] += p.Tree.Nodes[i].Bytes
	}
	return sp
}

// union grows a tree whose nodes are in order of appearance.
type union struct {
	nodes  []unionNode
	byName map[uint64]int32 // parent and name to node
}

type unionNode struct {
	name, role        trace.NameID
	parent            int32
	first, last, next int32 // children and next sibling; 0 for none, as the root is nobody's child
	expect            int32 // child that the tree at hand lists next if it keeps the order
}

// union returns a union of the trees of s, whose nodes are its columns.
func (s *Series) union() *union {
	u := &union{nodes: make([]unionNode, len(s.Nodes)), byName: make(map[uint64]int32, len(s.Nodes))}
	for i := range s.Nodes {
		n, column := &s.Nodes[i], s.columns[i]
		u.nodes[column] = unionNode{name: n.Name, role: n.Role, parent: -1}
		if n.Parent >= 0 {
			u.link(s.columns[n.Parent], column)
		}
	}
	return u
}

// add merges t and returns the union's node for each of its nodes.
func (u *union) add(t *trace.Tree) []int32 {
	if len(t.Nodes) == 0 {
		return nil
	}
	if len(u.nodes) == 0 {
		u.nodes = append(u.nodes, unionNode{name: t.Nodes[0].Name, role: t.Nodes[0].Role, parent: -1})
	}
	nodes := make([]int32, len(t.Nodes))
	u.nodes[0].expect = u.nodes[0].first
	for i := int32(1); i < int32(len(t.Nodes)); i++ {
		n := &t.Nodes[i]
		nodes[i] = u.child(nodes[n.Parent], n)
	}
	return nodes
}

// child returns the child of parent that n stands for, adding it if it is new.
func (u *union) child(parent int32, n *trace.Node) int32 {
	c := u.nodes[parent].expect
	if c == 0 || u.nodes[c].name != n.Name {
		key := uint64(parent)<<32 | uint64(n.Name)
		var ok bool
		if c, ok = u.byName[key]; !ok {
			c = int32(len(u.nodes))
			u.nodes = append(u.nodes, unionNode{name: n.Name, role: n.Role})
			u.link(parent, c)
		}
	}
	u.nodes[parent].expect = u.nodes[c].next
	u.nodes[c].expect = u.nodes[c].first
	return c
}

// link makes c the last child of parent.
func (u *union) link(parent, c int32) {
	u.nodes[c].parent = parent
	p := &u.nodes[parent]
	if p.first == 0 {
		p.first = c
	} else {
		u.nodes[p.last].next = c
	}
	p.last = c
	u.byName[uint64(parent)<<32|uint64(u.nodes[c].name)] = c
}

// flatten writes the union to s in pre-order.
func (u *union) flatten(s *Series) {
	order := make([]int32, len(u.nodes))
	s.columns = make([]int32, len(u.nodes))
	s.Nodes = make([]SeriesNode, 0, len(u.nodes))
	for at := int32(0); len(s.Nodes) < len(u.nodes); {
		n := &u.nodes[at]
		order[at] = int32(len(s.Nodes))
		s.columns[len(s.Nodes)] = at
		node := SeriesNode{Name: n.name, Role: n.role, Parent: -1}
		if n.parent >= 0 {
			node.Parent = order[n.parent]
			node.Level = s.Nodes[node.Parent].Level + 1
		}
		s.Nodes = append(s.Nodes, node)
		if n.first != 0 {
			at = n.first
			continue
		}
		for at != 0 {
			s.Nodes[order[at]].End = int32(len(s.Nodes))
			if next := u.nodes[at].next; next != 0 {
				at = next
				break
			}
			at = u.nodes[at].parent
		}
	}
	if len(s.Nodes) > 0 {
		s.Nodes[0].End = int32(len(s.Nodes))
	}
	s.nodes = order
}

// Matching returns the nodes of s that stand for the nodes of o, another series of the same recording; -1 where there is
// none.
func (s *Series) Matching(o *Series) []int32 {
	out := make([]int32, len(o.Nodes))
	if len(out) == 0 || len(s.Nodes) == 0 || s.Names != o.Names {
		for i := range out {
			out[i] = -1
		}
		return out
	}
	byName := make(map[uint64]int32, len(s.Nodes))
	for i := range s.Nodes {
		byName[uint64(uint32(s.Nodes[i].Parent))<<32|uint64(s.Nodes[i].Name)] = int32(i)
	}
	for i := 1; i < len(out); i++ {
		out[i] = -1
		if parent := out[o.Nodes[i].Parent]; parent >= 0 {
			if n, ok := byName[uint64(parent)<<32|uint64(o.Nodes[i].Name)]; ok {
				out[i] = n
			}
		}
	}
	return out
}
