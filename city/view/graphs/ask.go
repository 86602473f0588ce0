package graphs

import (
	"slices"
)

// Query asks for the heap graph of the objects that are in any of some groups, and of some single ones, after some
// steps.
type Query struct {
	Keys    []string
	Objects []uint32
	Steps   []Step
}

// Same reports whether a and o ask for the same.
func (a *Query) Same(o *Query) bool {
	if a == nil || o == nil {
		return a == o
	}
	return a.SameObjects(o) && slices.Equal(a.Steps, o.Steps)
}

// SameObjects reports whether a and o ask for the graph of the same objects.
func (a *Query) SameObjects(o *Query) bool {
	return slices.Equal(a.Keys, o.Keys) && slices.Equal(a.Objects, o.Objects)
}
