package trees

import (
	"strconv"
	"strings"
)

// Condition returns an expression for the filter where(…) that is true for the objects of the given nodes. ok is false if a node is not a
// package or type. The chain of by determines whether packages are nested. The cost is linear in the levels.
func (s *Series) Condition(by Grouping, nodes ...int32) (expression string, ok bool) {
	nested := by.By.Has("packages")
	var any []string
	for _, node := range nodes {
		var all, packages []string
		for at := node; s.Nodes[at].Level > 0; at = s.Nodes[at].Parent {
			switch s.Role(at) {
			case PackageRole:
				packages = append([]string{s.Name(at)}, packages...)
			case TypeRole:
				property := "object.type"
				if up := s.Nodes[at].Parent; s.Nodes[up].Level > 0 && s.Role(up) == PackageRole {
					property = "object.name"
				}
				all = append(all, property+" == "+strconv.Quote(s.Name(at)))
			default:
				return "", false
			}
		}
		if len(packages) > 0 {
			name := strings.Join(packages, ".")
			in := "object.package == " + strconv.Quote(name)
			if nested && len(all) == 0 {
				in = "(" + in + " or object.package startsWith " + strconv.Quote(name+".") + ")"
			}
			all = append([]string{in}, all...)
		}
		if len(all) == 0 { // the whole heap
			return "", false
		}
		any = append(any, strings.Join(all, " and "))
	}
	return strings.Join(any, " or "), len(any) > 0
}
