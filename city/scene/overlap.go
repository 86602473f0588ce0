package scene

import (
	"memcity/city/trees"
)

// Overlaps reports whether any group is smaller than the sum of its children at the end of the window. An object may be in several groups,
// and some size kinds count shared objects several times.
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
