package trees

import (
	"strings"

	"memcity/trace"
)

// TypeGroups are groups of types by their package and name, separated by a dot in all runtimes.
type TypeGroups map[string]int32

// Of returns the group of a type, given its full name; ok is false if there is none.
func (t TypeGroups) Of(name string) (node int32, ok bool) {
	if pkg, rest := trace.SplitType(name); pkg != "" {
		name = pkg + "." + rest
	}
	node, ok = t[name]
	return node, ok
}

// TypeGroups returns the groups of types. If a type has several groups, such as below different threads, it returns the one
// with most objects at a GC point. It is empty if the series is not grouped by type. The cost is linear in the groups.
func (s *Series) TypeGroups(point int) TypeGroups {
	groups := TypeGroups{}
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

// FullType returns the name of a group's type, prefixed with the packages of its enclosing groups.
func (s *Series) FullType(node int32) string {
	name := s.Name(node)
	for up := s.Nodes[node].Parent; up > 0 && s.Role(up) == PackageRole; up = s.Nodes[up].Parent {
		pkg := s.Name(up)
		if strings.HasPrefix(pkg, "(") { // group of types without a package
			break
		}
		name = pkg + "." + name
	}
	return name
}
