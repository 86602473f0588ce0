package trees

// SharesNames reports whether two series hold the same names in lower case.
func SharesNames(a, b *Series) bool { return a.lowered == b.lowered }

// SharesPoint reports whether two series hold the same numbers of a GC point.
func SharesPoint(a, b *Series, point int) bool {
	return &a.points[point].objects[0] == &b.points[point].objects[0]
}

// BestOf returns the candidates that are kept of some that fit equally well, by number, and how long the list became between two
// of them at most.
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
