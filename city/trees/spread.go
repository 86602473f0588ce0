package trees

// Spread returns at most so many of some GC points, evenly, with the first and the last; most is 2 at least.
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
