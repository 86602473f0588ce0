package trees

import (
	"cmp"

	"memcity/analysis/group"
)

// Of returns the series with the packages of the program under study; nil for the default.
func (s *Series) Of(domain *group.Domain) *Series {
	out := *s
	out.domain = domain
	return &out
}

// Owned reports whether a group is a type of the program under study, not of the JDK or a library. It is false for groups that are not
// types.
func (s *Series) Owned(node int32) bool {
	return s.Role(node) == TypeRole && cmp.Or(s.domain, group.DefaultDomain()).Owns(s.FullType(node))
}
