package trees

// SharesNames reports whether two series hold the same names in lower case.
func SharesNames(a, b *Series) bool { return a.lowered == b.lowered }

// SharesPoint reports whether two series hold the same numbers of a GC point.
func SharesPoint(a, b *Series, point int) bool {
	return &a.points[point].objects[0] == &b.points[point].objects[0]
}
