package city

// sharesNames reports whether two series hold the same names in lower case.
func sharesNames(a, b *Series) bool { return a.lowered == b.lowered }

// sharesPoint reports whether two series hold the same numbers of a GC point.
func sharesPoint(a, b *Series, point int) bool {
	return &a.points[point].objects[0] == &b.points[point].objects[0]
}
