package part

import (
	"memcity/render/ui/model"
)

// sum is the total of several groups. A group inside another one of them is not counted again.
type sum struct {
	model.Group
	Inside int // number of groups inside another selected one
}

func SumOf(groups []*model.Group) sum {
	keys := make(map[string]bool, len(groups))
	for _, g := range groups {
		keys[g.Key] = true
	}
	var s sum
	for _, g := range groups {
		if liesIn(g, keys) {
			s.Inside++
			continue
		}
		s.Objects += g.Objects
		s.Bytes += g.Bytes
		s.FirstObjects += g.FirstObjects
		s.FirstBytes += g.FirstBytes
		s.LastObjects += g.LastObjects
		s.LastBytes += g.LastBytes
	}
	return s
}

// liesIn reports whether a group that contains g is among the keys.
func liesIn(g *model.Group, keys map[string]bool) bool {
	for _, p := range g.Path {
		if p.Key != g.Key && keys[p.Key] {
			return true
		}
	}
	return false
}
