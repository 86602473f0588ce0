package trace

// InitialOf returns the index, among the given GC points, at which every command, view and picture begins by default. It is the last judged
// point with single objects. Unjudged points are skipped because leaked objects may be released at the end of the program. Counts by type
// are skipped because they include garbage. If no point has objects, it is the last judged point, or 0 if there is none. The cost is linear
// in the points.
func (r *Recording) InitialOf(points []int) int {
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

// Initial returns the 0-based GC point that [Recording.InitialOf] chooses among all points; -1 if there are none.
func (r *Recording) Initial() int {
	points := make([]int, len(r.Points))
	for i := range points {
		points[i] = i
	}
	return min(r.InitialOf(points), len(points)-1)
}
