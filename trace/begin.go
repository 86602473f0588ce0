package trace

// BeginsAt returns which of some GC points, by their index, every command, view and picture begins at where the user has chosen none: the
// last one with single objects that growth is judged by. What was taken at the end of the program may have released what leaks, and
// numbers by type count garbage. If no point has objects it is the last judged one; 0 if there is none. The cost is linear in the points.
func (r *Recording) BeginsAt(points []int) int {
	last := len(points) - 1
	if last >= 0 && points[last] >= r.Judged() {
		last--
	}
	for i := last; i >= 0; i-- {
		if r.Walked(points[i]) {
			return i
		}
	}
	return max(last, 0)
}

// Begin returns the GC point, from 0, that [Recording.BeginsAt] chooses of all; -1 if there is none.
func (r *Recording) Begin() int {
	points := make([]int, len(r.Points))
	for i := range points {
		points[i] = i
	}
	return min(r.BeginsAt(points), len(points)-1)
}
