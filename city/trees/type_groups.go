package trees

import (
	"strings"
)

// TypeGroups finds the groups of types by their full names: where a type has several, as below different threads, the one with
// most objects at a GC point. It is empty if the series is not grouped by type. Cost is linear in the groups.
func (s *Series) TypeGroups(point int) map[string]int32 {
	groups := map[string]int32{}
	for i := range s.Nodes {
		node := int32(i)
		if s.Role(node) != TypeRole {
			continue
		}
		name := s.FullType(node)
		if before, ok := groups[name]; !ok || s.Objects(point, node) > s.Objects(point, before) {
			groups[name] = node
		}
	}
	return groups
}

// FullType returns the name of the type that a group is of, with the packages that a type's group lies in before its name.
func (s *Series) FullType(node int32) string {
	name := s.Name(node)
	for up := s.Nodes[node].Parent; up > 0 && s.Role(up) == PackageRole; up = s.Nodes[up].Parent {
		pkg := s.Name(up)
		if strings.HasPrefix(pkg, "(") { // of types without one
			break
		}
		name = pkg + "." + name
	}
	return name
}
