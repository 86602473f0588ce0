package trees

import "memcity/trace"

// SharesNames reports whether two series hold the same names in lower case.
func SharesNames(a, b *Series) bool { return a.lowered == b.lowered }

// SharesPoint reports whether two series share the numbers of a GC point.
func SharesPoint(a, b *Series, point int) bool {
	return a.points[point].objects.are(&b.points[point].objects)
}

// Extends reports whether the data of a meta tree is reused for a series and a window.
func (m *Meta) Extends(s *Series, w Window) bool { return m.extends(s, s.cut(w)) }

// Narrow reports whether the object counts of a GC point take 32 bits each.
func Narrow(s *Series, point int) bool { return s.points[point].objects.narrow != nil }

// SharesColumns reports whether two GC points of a series share their columns.
func SharesColumns(s *Series, a, b int) bool {
	return &s.points[a].columns[0] == &s.points[b].columns[0]
}

// TreeOf rebuilds the tree of a GC point.
func TreeOf(s *Series, point int) *trace.Tree {
	return s.treeOf(point)
}

// BestOf returns the candidates kept among some equally good ones, by number, and the maximum length of the list.
func BestOf(values []int64, limit int) (kept []int32, longest int) {
	b := best{limit: limit}
	for i, v := range values {
		b.add(candidate{value: v, node: int32(i)})
		longest = max(longest, len(b.list))
	}
	b.cut()
	for _, c := range b.list {
		kept = append(kept, c.node)
	}
	return kept, longest
}
