package trees

import (
	"math"
	"slices"

	"memcity/trace"
)

// numbers is a column of counts. It takes half the memory if all counts fit in 32 bits, as in most groups of most heaps. Only one of the
// fields is used.
type numbers struct {
	narrow []uint32
	wide   []int64
}

// newNumbers copies values.
func newNumbers(values []int64) numbers {
	for _, v := range values {
		if v < 0 || v > math.MaxUint32 {
			return numbers{wide: slices.Clone(values)}
		}
	}
	n := numbers{narrow: make([]uint32, len(values))}
	for i, v := range values {
		n.narrow[i] = uint32(v)
	}
	return n
}

// at returns the value of a column; 0 beyond the end, for groups that had no objects yet.
func (n *numbers) at(i int32) int64 {
	switch {
	case int(i) < len(n.narrow):
		return int64(n.narrow[i])
	case int(i) < len(n.wide):
		return n.wide[i]
	}
	return 0
}

// are reports whether two columns share their memory and are not empty.
func (n *numbers) are(o *numbers) bool {
	if n.wide != nil {
		return len(n.wide) > 0 && o.wide != nil && &n.wide[0] == &o.wide[0]
	}
	return len(n.narrow) > 0 && len(o.narrow) > 0 && &n.narrow[0] == &o.narrow[0]
}

// copyColumns copies the values of some columns, which are adjacent if together is true, to out. N must fit the values.
func copyColumns[N uint32 | int64](out []N, values *numbers, columns []int32, together bool) {
	if narrow, ok := any(out).([]uint32); ok && together {
		have := copy(narrow, values.narrow[min(int(columns[0]), len(values.narrow)):])
		clear(narrow[have:])
		return
	}
	for i, column := range columns {
		out[i] = N(values.at(column))
	}
}

// Max returns the largest total of some nodes at any GC point of a window.
func (s *Series) Max(w Window, unit Unit, nodes []int32) int64 {
	columns := make([]int32, len(nodes))
	for i, n := range nodes {
		columns[i] = s.columns[n]
	}
	slices.Sort(columns) // existing values come first
	most := int64(0)
	for point := max(w.From, 0); point <= w.To && point < len(s.points); point++ {
		values := &s.points[point].objects
		if unit == Bytes {
			values = &s.points[point].bytes
		}
		if values.wide != nil {
			most = max(most, sumOf(values.wide, columns))
		} else {
			most = max(most, sumOf(values.narrow, columns))
		}
	}
	return most
}

// sumOf returns the sum of the values in ascending columns.
func sumOf[N uint32 | int64](values []N, columns []int32) (sum int64) {
	for _, c := range columns {
		if int(c) >= len(values) {
			break
		}
		sum += int64(values[c])
	}
	return sum
}

// treeOf rebuilds the tree of a GC point, without estimates and closure sizes. Groups have the role of the series.
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
