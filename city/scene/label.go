package scene

import (
	"memcity/city/trees"
	"memcity/trace"
)

// labelPart separates a name from that of the enclosing group.
const labelPart = " · "

// Label returns a name that distinguishes a building from others. It includes the enclosing group if another building of the same name is
// not much smaller. It also does for a package name, which says little about its contents.
func (p *Plan) Label(node int32) string {
	s := p.Series
	name := s.Name(node)
	if !s.IsLeaf(node) || !p.repeated[node] && s.Role(node) != trees.PackageRole {
		return name
	}
	for up := s.Nodes[node].Parent; up > 0; up = s.Nodes[up].Parent {
		if s.Role(up) != s.Role(node) || s.Role(up) == "" {
			return ShortName(s.Name(up), s.Role(up)) + labelPart + name
		}
	}
	return name
}

// ShortName returns a type name without its package, and other names unchanged.
func ShortName(name, role string) string {
	if role != trees.TypeRole {
		return name
	}
	_, short := trace.SplitType(name)
	return short
}

// namesakeShare is the share of a building's maximum from which another building of the same name makes the name ambiguous.
const namesakeShare = 0.1

// findRepeated marks buildings with ambiguous names.
func (p *Plan) findRepeated() {
	changes := p.Meta.Of(p.settings.Unit)
	largest := map[string][2]int64{} // the two largest maxima, by name
	for i := range p.buildings {
		node := p.buildings[i].node
		top, most := largest[p.Series.Name(node)], changes[node].Max
		switch {
		case most > top[0]:
			top = [2]int64{most, top[0]}
		case most >= top[1]:
			top[1] = most
		}
		largest[p.Series.Name(node)] = top
	}
	p.repeated = map[int32]bool{}
	for i := range p.buildings {
		node := p.buildings[i].node
		top, most := largest[p.Series.Name(node)], changes[node].Max
		other := top[0]
		if most == top[0] {
			other = top[1]
		}
		if float64(other) >= namesakeShare*float64(most) && other > 0 {
			p.repeated[node] = true
		}
	}
}
