package trees

import "memcity/trace"

// EndsFinal reports whether growth is not judged by the last point, as it is from the end of the program; see [trace.Recording.Judged].
func (s *Series) EndsFinal(of *trace.Recording) bool {
	return s.Len() > 0 && s.Source(s.Len()-1) >= of.Judged()
}

// BeginsAt returns the point that a window begins at: the last one with single objects that growth is judged by. What was
// taken at the end of the program may have released what leaks, and numbers by type count garbage. If no point has objects it is
// the last judged one. The cost is linear in the points.
func (s *Series) BeginsAt(of *trace.Recording) int {
	last := s.Len() - 1
	if s.EndsFinal(of) {
		last--
	}
	for i := last; i >= 0; i-- {
		if of.Walked(s.Source(i)) {
			return i
		}
	}
	return max(last, 0)
}

// GrowthBegins returns, for each point, the one that growth up to it is measured from: the first of [trace.Recording.Compared], as if
// the recording ended there. It is -1 for that point itself, for one that does not count the same thing, and for one that is not judged.
func (s *Series) GrowthBegins(of *trace.Recording) []int {
	begins := make([]int, s.Len())
	for at := range begins {
		begins[at] = -1
		source := s.Source(at)
		compared := of.Compared(0, source)
		if source >= of.Judged() || compared[len(compared)-1] != source {
			continue
		}
		for _, p := range compared {
			if from := s.PointOf(p); from >= 0 && from < at {
				begins[at] = from
				break
			}
		}
	}
	return begins
}
