package scene

import (
	"memcity/city/trees"
)

// Overlaps reports whether some group has less than the sum of its children at the end of the window, as an object may be
// in several groups, or as a measure counts objects that are shared.
func (p *Plan) Overlaps() bool { return p.overlaps }

func overlaps(s *trees.Series, point int) bool {
	sums := make([]int64, len(s.Nodes))
	for i := len(s.Nodes) - 1; i >= 0; i-- {
		node := int32(i)
		own := s.Objects(point, node)
		if sums[i] > own {
			return true
		}
		if parent := s.Nodes[i].Parent; parent >= 0 {
			sums[parent] += own
		}
	}
	return false
}
