package trace

// BeginsAt returns the index of the GC point, among the given ones, at which every command, view and picture begins by default: the last
// point with single objects by which growth is judged. At the end of the program, leaked objects may be released, and counts by type
// include garbage. If no point has objects, it is the last judged point, or 0 if there is none. The cost is linear in the points.
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
