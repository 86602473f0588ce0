package trees

// Spread returns at most most of the given GC points, evenly spaced, including the first and the last; most is at least 2.
func Spread(points []int, most int) []int {
	if len(points) <= most {
		return points
	}
	chosen := make([]int, most)
	for i := range chosen {
		chosen[i] = points[i*(len(points)-1)/(most-1)]
	}
	return chosen
}
