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

// Orders are the orders that siblings of a tree can have, the usual one first.
func Orders() []trends.Order {
	return []trends.Order{trends.GrowthOrder, trends.StartOrder, trends.EndOrder}
}

// MaxTrees is how many trees can stand side by side.
const MaxTrees = 6

// State is what the tree view shows: the memory tree of a GC point as a sunburst or an icicle plot.
type State struct {
	Kind     Kind
	Order    trends.Order // of siblings, the same at every GC point; one of TreeOrders
	Scaled   bool         // the drawing is as large as the group drilled into is, its largest value in the window filling the room
	Growth   bool         // colours show growth, else groups
	Together bool         // trees of several GC points stand side by side
	Points   []int        // GC points of those, ascending; at most MaxTrees. Never written to

	Root Root
}

// Root is what a tree view is drilled into: a group, or what is left of it after its first groups were shown separately some
// times. The zero TreeRoot is the whole heap.
type Root struct {
	Key  string // of the group; empty for the root of the heap
	Rest int    // times that its first groups are left out
}

// MaxRest bounds TreeRoot.Rest.
const MaxRest = 10_000

// Up is what lies above in the tree; ok is false for the whole heap. Parents are those of a series, as names may hold the
// sign that joins them.
func (r Root) Up(s *trees.Series) (up Root, ok bool) {
	if r.Rest > 0 {
		return Root{r.Key, r.Rest - 1}, true
	}
	if r.Key == "" {
		return Root{}, false
	}
	node, found := s.Find(r.Key)
	switch {
	case !found: // as with another grouping
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
