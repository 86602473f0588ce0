package city

import "slices"

// SelectRows selects some groups and no others, in the order of selecting; no keys select nothing. Walk tells that keys
// moved the selection there: going back skips the groups that such moves led over.
type SelectRows struct {
	Keys []string // never written to
	Walk bool
}

func (a SelectRows) step(s State) State {
	before := s
	s.Table.walked = ""
	n := len(a.Keys)
	if n == 0 {
		s.Selection, s.More, s.Isolated = "", nil, false
		return s.came(before)
	}
	s.Selection, s.More = a.Keys[n-1], slices.Clone(a.Keys[:n-1])
	if !a.Walk {
		return s.came(before)
	}
	s.Table.walked = s.Selection
	if before.Selection != "" && before.Selection == before.Table.walked {
		return s
	}
	return s.came(before)
}

// ColorAt returns the colour that a group has in the city at a GC point, and whether it is a building; ok is false if it
// has no plot. Colours that the user gave are not looked at.
func (p *Plan) ColorAt(node int32, point int, settings Settings) (color RGB, building, ok bool) {
	t := p.Target(node)
	switch t.Kind {
	case OnBuilding:
		return p.buildingAt(point, t.Index, settings, settings.Palette(), 0).Color, true, true
	case OnDistrict:
		return settings.Palette().level(p.districts[t.Index].level, p.levels), false, true
	}
	return RGB{}, false, false
}

// TreeSizes are the deep and retained bytes that a source of ready-made trees tells of a GC point; nil if it tells none.
// Numbers of objects are -1 there, as nobody knows them. Cost is linear in the groups.
func TreeSizes(s *Series, point int) *Sizes {
	sp := &s.points[point]
	if sp.tree == nil || sp.tree.Deep == nil && sp.tree.Retained == nil {
		return nil
	}
	sizes := &Sizes{Series: s, Point: sp.source, Groups: make([]GroupSizes, len(s.Nodes)), Whole: true}
	told := func(list []int64, node int) (Amount, bool) {
		if node >= len(list) || list[node] < 0 {
			return Amount{}, false
		}
		return Amount{-1, list[node]}, true
	}
	for i, column := range sp.columns {
		g := &sizes.Groups[s.nodes[column]]
		g.Deep, g.HasDeep = told(sp.tree.Deep, i)
		g.Retained, g.HasRetained = told(sp.tree.Retained, i)
	}
	return sizes
}
