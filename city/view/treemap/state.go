package treemap

import (
	"slices"
	"strings"

	"memcity/city/trees"
	"memcity/city/view/trends"
)

// Kinds of drawings.
const (
	Sunburst Kind = iota
	Icicle
)

// String returns "sunburst" or "icicle".
func (k Kind) String() string { return KindNames[k] }

// ParseKind reads "sunburst" or "icicle".
func ParseKind(text string) (Kind, error) {
	return trees.ParseName[Kind]("kind", KindNames, text)
}

// Orders returns the orders of siblings, the default first.
func Orders() []trends.Order {
	return []trends.Order{trends.GrowthOrder, trends.StartOrder, trends.EndOrder}
}

// MaxTrees is the maximum number of trees side by side.
const MaxTrees = 6

// State is the state of the tree view.
type State struct {
	Kind     Kind
	Order    trends.Order // of siblings, the same at every GC point; one of Orders
	Scaled   bool         // true to scale the drawing with the root group, whose largest value in the window fills the space
	Growth   bool         // true for colors by growth, false for colors by group
	Together bool         // true to show trees of several GC points side by side
	Points   []int        // GC points of these trees, ascending; at most MaxTrees; read-only

	Root Root
}

// Root is the drill-down of a tree view: a group, or its remainder after some rounds of showing its first children separately. The zero
// Root is the whole heap.
type Root struct {
	Key  string // of the group; empty for the root of the heap
	Rest int    // number of rounds
}

// MaxRest is the maximum of Root.Rest.
const MaxRest = 10_000

// Up returns the root one level up; ok is false for the whole heap. It takes parents from a series, because names may contain the separator
// of keys.
func (r Root) Up(s *trees.Series) (up Root, ok bool) {
	if r.Rest > 0 {
		return Root{r.Key, r.Rest - 1}, true
	}
	if r.Key == "" {
		return Root{}, false
	}
	node, found := s.Find(r.Key)
	switch {
	case !found: // such as with another grouping
		if i := strings.LastIndexByte(r.Key, '#'); i > 0 && r.Key[:i] != s.Key(0) {
			return Root{Key: r.Key[:i]}, true
		}
		return Root{}, true
	case node == 0:
		return Root{}, false
	case s.Nodes[node].Parent == 0:
		return Root{}, true
	}
	return Root{Key: s.Key(s.Nodes[node].Parent)}, true
}

// Path returns the roots from the whole heap down to r, both included.
func (r Root) Path(s *trees.Series) []Root {
	path := []Root{r}
	for up, ok := r.Up(s); ok; up, ok = up.Up(s) {
		path = append(path, up)
	}
	slices.Reverse(path)
	return path
}
