package city

import (
	"slices"
	"strings"

	"memcity/trace"
)

// Millis is a time in milliseconds since the start of the recording.
type Millis = trace.Millis

// Series is the union of the memory trees of all GC points of one recording and grouping. Nodes are matched by path;
// a node that a point lacks counts 0 there. Read-only.
type Series struct {
	Names *trace.Names
	Nodes []SeriesNode // pre-order; empty if there are no trees
	Times []Millis

	points  []seriesPoint
	lowered lowered // for Search
}

// SeriesNode is a group at any GC point.
type SeriesNode struct {
	Name, Role trace.NameID
	Parent     int32 // -1 for the root
	End        int32 // index after the last node of the sub-tree
	Level      int32 // 0 for the root
}

// IsLeaf reports whether node i has no children at any GC point.
func (s *Series) IsLeaf(i int32) bool { return s.Nodes[i].End == i+1 }

type seriesPoint struct {
	source         int
	objects, bytes []int64 // by node
	tree           *trace.Tree
	pointers       *trace.Pointers
	nodes          []int32 // node of the series, by node of tree
}

// PointTree is the memory tree of one GC point, with the references between its groups if they are known.
type PointTree struct {
	Time     trace.Millis
	Source   int // number of the GC point in the recording, from 0
	Tree     *trace.Tree
	Pointers *trace.Pointers
}

// NewSeries merges the trees of a recording's GC points, which share one dictionary. It costs time linear in all nodes;
// trees that list their groups in the same order are matched without hashing.
func NewSeries(points []PointTree) *Series {
	s := &Series{}
	if len(points) == 0 {
		return s
	}
	s.Names = points[0].Tree.Names
	u := union{byName: map[uint64]int32{}}
	maps := make([][]int32, len(points))
	for i, p := range points {
		s.Times = append(s.Times, p.Time)
		maps[i] = u.add(p.Tree)
	}
	order := u.flatten(s)
	s.points = make([]seriesPoint, len(points))
	for i, p := range points {
		s.points[i] = newSeriesPoint(p, maps[i], order, len(s.Nodes))
	}
	return s
}

func newSeriesPoint(p PointTree, nodes, order []int32, size int) seriesPoint {
	columns := make([]int64, 2*size)
	sp := seriesPoint{p.Source, columns[:size:size], columns[size:], p.Tree, p.Pointers, nodes}
	for i := range nodes {
		n := order[nodes[i]]
		nodes[i] = n
		sp.objects[n] += p.Tree.Nodes[i].Objects
		sp.bytes[n] += p.Tree.Nodes[i].Bytes
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
			c = u.grow(parent, n)
			u.byName[key] = c
		}
	}
	u.nodes[parent].expect = u.nodes[c].next
	u.nodes[c].expect = u.nodes[c].first
	return c
}

func (u *union) grow(parent int32, n *trace.Node) int32 {
	c := int32(len(u.nodes))
	u.nodes = append(u.nodes, unionNode{name: n.Name, role: n.Role, parent: parent})
	p := &u.nodes[parent]
	if p.first == 0 {
		p.first = c
	} else {
		u.nodes[p.last].next = c
	}
	p.last = c
	return c
}

// flatten writes the union to s in pre-order and returns the new place of each node.
func (u *union) flatten(s *Series) []int32 {
	order := make([]int32, len(u.nodes))
	s.Nodes = make([]SeriesNode, 0, len(u.nodes))
	for at := int32(0); len(s.Nodes) < len(u.nodes); {
		n := &u.nodes[at]
		order[at] = int32(len(s.Nodes))
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
	return order
}

// Len returns the number of GC points.
func (s *Series) Len() int { return len(s.points) }

// Source returns which GC point of the recording a point is. Those that could not be read are left out of a series.
func (s *Series) Source(point int) int { return s.points[point].source }

// PointOf is the reverse of Source; -1 if the point was left out.
func (s *Series) PointOf(source int) int {
	return slices.IndexFunc(s.points, func(p seriesPoint) bool { return p.source == source })
}

// NodeOf returns the node of the series that a node of the tree of a GC point stands for.
func (s *Series) NodeOf(point int, node int32) int32 { return s.points[point].nodes[node] }

// Objects returns the number of objects of node at a GC point.
func (s *Series) Objects(point int, node int32) int64 { return s.points[point].objects[node] }

// Bytes returns the shallow bytes of node at a GC point.
func (s *Series) Bytes(point int, node int32) int64 { return s.points[point].bytes[node] }

// HasPointers reports whether the references between groups are known at a GC point.
func (s *Series) HasPointers(point int) bool { return s.points[point].pointers != nil }

// Path returns the names from the root to node.
func (s *Series) Path(node int32) []string {
	path := make([]string, s.Nodes[node].Level+1)
	for ; node >= 0; node = s.Nodes[node].Parent {
		path[s.Nodes[node].Level] = s.Names.Text(s.Nodes[node].Name)
	}
	return path
}

// Key returns the path of node joined by "#".
func (s *Series) Key(node int32) string { return strings.Join(s.Path(node), "#") }

// Name returns the last name of the path of node.
func (s *Series) Name(node int32) string { return s.Names.Text(s.Nodes[node].Name) }

// Role returns what node was grouped by; empty for the root.
func (s *Series) Role(node int32) string { return s.Names.Text(s.Nodes[node].Role) }

// Find returns the node with the given key. Names may hold "#" themselves, so all ways to cut the key are tried; the
// first in order of nodes wins. Cost is the size of the levels on the way.
func (s *Series) Find(key string) (node int32, ok bool) {
	if len(s.Nodes) == 0 {
		return 0, false
	}
	return s.find(0, key)
}

func (s *Series) find(node int32, key string) (int32, bool) {
	rest, ok := strings.CutPrefix(key, s.Name(node))
	if !ok {
		return 0, false
	}
	if rest == "" {
		return node, true
	}
	rest, ok = strings.CutPrefix(rest, "#")
	if !ok {
		return 0, false
	}
	for c := node + 1; c < s.Nodes[node].End; c = s.Nodes[c].End {
		if found, ok := s.find(c, rest); ok {
			return found, true
		}
	}
	return 0, false
}
