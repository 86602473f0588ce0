package trees

import "memcity/trace"

// Initial returns the point that [trace.Recording.InitialOf] chooses.
func (s *Series) Initial(of *trace.Recording) int {
	sources := make([]int, s.Len())
	for i := range sources {
		sources[i] = s.Source(i)
	}
	return of.InitialOf(sources)
}

// GrowthStarts returns, for each point, the start of its growth: the first point of [trace.Recording.Compared], as if the recording ended
// there. It is -1 for the start itself, for a point that counts different things, and for one that is not judged.
func (s *Series) GrowthStarts(of *trace.Recording) []int {
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
