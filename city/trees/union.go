package trees

import (
	"slices"

	"memcity/trace"
	"memcity/trace/preorder"
)

// NewSeries merges the trees of a recording's GC points, which share one dictionary. The cost is linear in all nodes. Trees with the same
// group order are matched without hashing.
func NewSeries(points []PointTree) *Series { return (&Series{}).With(points) }

// With returns the series with more GC points at its end, in order. It equals [NewSeries] of all of them. s does not change, and the
// results share its data. The cost is linear in the nodes of s and of the new trees.
func (s *Series) With(points []PointTree) *Series {
	if len(points) == 0 {
		return s
	}
	out := &Series{Names: s.Names, Times: slices.Clip(s.Times), points: slices.Clip(s.points), domain: s.domain}
	if out.Names == nil {
		out.Names = points[0].Tree.Names
	}
	u := s.union()
	columns := make([][]int32, len(points))
	for i, p := range points {
		out.Times = append(out.Times, p.Time)
		columns[i] = u.add(p.Tree)
	}
	if u.Len() == len(s.Nodes) && s.lowered != nil {
		out.Nodes, out.columns, out.nodes, out.lowered = s.Nodes, s.columns, s.nodes, s.lowered
	} else {
		u.flatten(out)
		out.lowered = &lowerNames{}
	}
	scratch := make([]int64, u.Len())
	for i, p := range points {
		var before *seriesPoint
		if n := len(out.points); n > 0 {
			before = &out.points[n-1]
		}
		out.points = append(out.points, newSeriesPoint(p, columns[i], scratch, before))
	}
	return out
}

// Only returns the series of the GC points that keep accepts, by their number in the recording. Groups without objects at these points are
// removed. It returns s if all are kept; otherwise the cost is that of [NewSeries].
func (s *Series) Only(keep func(source int) bool) *Series {
	var kept []PointTree
	for i := range s.points {
		if p := &s.points[i]; keep(p.source) {
			t := s.treeOf(i)
			t.Estimates, t.Deep, t.Retained, t.Fleet = p.estimates, p.deep, p.retained, p.fleet
			kept = append(kept, PointTree{s.Times[i], p.source, t, p.pointers})
		}
	}
	if len(kept) == s.Len() {
		return s
	}
	return (&Series{domain: s.domain}).With(kept)
}

// newSeriesPoint copies the data of a tree that a series needs, which takes a third of its memory. Scratch has the length of the columns.
// before is the previous point, nil for none.
func newSeriesPoint(p PointTree, columns []int32, scratch []int64, before *seriesPoint) seriesPoint {
	column := func(value func(*trace.Node) int64) numbers {
		clear(scratch)
		for i, c := range columns {
			scratch[c] += value(&p.Tree.Nodes[i])
		}
		return newNumbers(scratch)
	}
	objects := column(func(n *trace.Node) int64 { return n.Objects })
	bytes := column(func(n *trace.Node) int64 { return n.Bytes })
	if before != nil && slices.Equal(before.columns, columns) {
		columns = before.columns
	}
	return seriesPoint{source: p.Source, objects: objects, bytes: bytes, pointers: p.Pointers, columns: columns,
		estimates: p.Tree.Estimates, deep: p.Tree.Deep, retained: p.Tree.Retained, fleet: p.Tree.Fleet}
}

// union contains the groups of several trees, in order of appearance. Its nodes are the columns of a series.
type union struct {
	*preorder.Growing[trace.NameID]
	roles []trace.NameID
}

// union returns a union of the trees of s.
func (s *Series) union() *union {
	u := &union{Growing: preorder.Regrow(s.columns, func(place int32) (trace.NameID, int32) {
		n := &s.Nodes[place]
		return n.Name, n.Parent
	}), roles: make([]trace.NameID, len(s.Nodes))}
	for i, column := range s.columns {
		u.roles[column] = s.Nodes[i].Role
	}
	return u
}

// add merges t and returns the union's node for each of its nodes.
func (u *union) add(t *trace.Tree) []int32 {
	if len(t.Nodes) == 0 {
		return nil
	}
	if u.Len() == 0 {
		u.Growing, u.roles = preorder.NewGrowing(t.Nodes[0].Name), append(u.roles, t.Nodes[0].Role)
	}
	nodes := make([]int32, len(t.Nodes))
	for i := int32(1); i < int32(len(t.Nodes)); i++ {
		n := &t.Nodes[i]
		parent := nodes[n.Parent]
		c := u.Child(parent, n.Name)
		if c < 0 {
			c = u.Add(parent, n.Name)
			u.roles = append(u.roles, n.Role)
		}
		nodes[i] = c
	}
	return nodes
}

// flatten writes the union to s.
func (u *union) flatten(s *Series) {
	var places []trace.Place
	places, s.columns, s.nodes = u.Flatten()
	s.Nodes = make([]SeriesNode, len(places))
	for i, place := range places {
		n := SeriesNode{Name: u.Name(s.columns[i]), Role: u.roles[s.columns[i]], Place: place}
		if place.Parent >= 0 {
			n.Level = s.Nodes[place.Parent].Level + 1
		}
		s.Nodes[i] = n
	}
}

// Matching returns the nodes of s for the nodes of o, another series of the same recording; -1 where there is none.
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
