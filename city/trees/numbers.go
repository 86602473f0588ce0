package trees

import (
	"math"

	"memcity/trace"
)

// numbers is a column of counts, in half the memory where all fit 32 bits, as they do for most groups of most heaps. One of the
// two is used.
type numbers struct {
	narrow []uint32
	wide   []int64
}

func newNumbers(values []int64) numbers {
	for _, v := range values {
		if v < 0 || v > math.MaxUint32 {
			return numbers{wide: values}
		}
	}
	n := numbers{narrow: make([]uint32, len(values))}
	for i, v := range values {
		n.narrow[i] = uint32(v)
	}
	return n
}

// at is the value in a column, which ends where no later group had objects yet.
func (n *numbers) at(i int32) int64 {
	switch {
	case int(i) < len(n.narrow):
		return int64(n.narrow[i])
	case int(i) < len(n.wide):
		return n.wide[i]
	}
	return 0
}

// treeOf makes the tree of a GC point again, without estimates and sizes of closures. Groups have the role of the series.
func (s *Series) treeOf(point int) *trace.Tree {
	p := &s.points[point]
	t := &trace.Tree{Names: s.Names, Nodes: make([]trace.Node, len(p.columns))}
	place := make([]int32, len(s.Nodes)) // by node of the series
	for i, column := range p.columns {
		node := s.nodes[column]
		place[node] = int32(i)
		n := &s.Nodes[node]
		parent := int32(-1)
		if i > 0 {
			parent = place[n.Parent]
		}
		t.Nodes[i] = trace.Node{Name: n.Name, Role: n.Role, Place: trace.Place{Parent: parent, End: int32(i + 1)},
			Objects: p.objects.at(column), Bytes: p.bytes.at(column)}
	}
	for i := len(t.Nodes) - 1; i > 0; i-- {
		parent := &t.Nodes[t.Nodes[i].Parent]
		parent.End = max(parent.End, t.Nodes[i].End)
	}
	return t
}
