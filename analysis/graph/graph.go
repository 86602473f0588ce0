package graph

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/analysis/closure"
	"memcity/trace"
)

// Options limit a graph. A zero field selects its default.
type Options struct {
	// Share is the fraction of the selected objects, from 0 to 1, that a node must keep alive for [Graph.Paths] to continue from it. The
	// default is 0.05, as in the paper.
	Share float64
	// Nodes is the maximum number of nodes of objects; 80 by default.
	Nodes int
	// New is the maximum number of nodes that one expansion adds, largest first; 40 by default.
	New int
	// Roots is the maximum number of separate nodes for GC roots of a kind; 8 by default. The others of the kind share one more node, as do
	// those that keep alive less than Share.
	Roots int
	// Levels is the number of nodes of a type on a path to GC roots after which recursion joins the last of them; 2 by default.
	Levels int
	// Singles is the maximum number of new objects of a type for which each gets a node of its own; 0 by default.
	Singles int
	// Sites groups objects by type and allocation site, if the heap state has allocation sites.
	Sites bool
}

func (o Options) complete() Options {
	o.Nodes = cmp.Or(max(o.Nodes, 0), 80)
	o.New = cmp.Or(max(o.New, 0), 40)
	o.Roots = cmp.Or(max(o.Roots, 0), 8)
	o.Levels = cmp.Or(max(o.Levels, 0), 2)
	if !(o.Share > 0) {
		o.Share = 0.05
	}
	return o
}

// Direction selects the references that an expansion follows.
type Direction uint8

// Directions.
const (
	PointedFrom Direction = iota // incoming references
	PointsTo                     // outgoing references
)

// Graph is a heap graph. It is read-only once built.
type Graph struct {
	Nodes []Node // nodes of objects by Distance, largest first, ties in order of creation; then GC roots
	Edges []Edge // sorted by From, then To

	Selected int64 // number of selected objects
	// Cut is the number of groups that the last step omitted because there were too many.
	Cut int
	// Strongest is the path that keeps most of the selected objects alive; nil if the graph contains no GC root.
	Strongest *Path

	source  *Source // nil for a graph read from an index, which allows no further steps
	options Options
	removed map[string]bool // keys of removed nodes of GC roots

	unreachable bool // result of Unreachable for a graph read from an index
}

// Node is a group of objects of one type, or of GC roots.
type Node struct {
	Key  string // unique in the graph, stable across steps
	Name string // type, with the allocation site if grouped by it; description of a GC root

	Root     closure.RootName // for GC roots; only the kind is set if there are several
	Roots    int              // number of GC roots with distinct names; 0 for objects
	Type     trace.TypeID     // NoType for GC roots
	Selected bool
	Objects  []trace.ObjectID // ascending, read-only; for GC roots: the objects in the graph that they refer to
	Bytes    int64            // shallow size of Objects
	Alive    int64            // number of selected objects that it keeps alive
	Distance int              // expansions from the selected objects, negative for points-to; undefined for GC roots

	CanIn  bool // true if something outside the graph refers to it
	CanOut bool // true if it refers to something outside the graph

	typeName string  // empty for GC roots
	in, out  bool    // true if expanded
	parents  []int32 // nodes from which it was reached
	group    groupKey
}

// IsRoot reports whether the node stands for GC roots.
func (n *Node) IsRoot() bool { return n.Roots > 0 }

// RootsOf returns a predicate for the GC roots that node n, a node of GC roots, stands for. A node for several roots includes all of its
// kind that have no node of their own and that refer to one of its objects.
func (g *Graph) RootsOf(n int) func(closure.RootName) bool {
	node := &g.Nodes[n]
	if node.Roots == 1 {
		return func(name closure.RootName) bool { return name == node.Root }
	}
	wanted := map[closure.RootName]bool{}
	for _, o := range node.Objects {
		for _, r := range g.rootsOf(o) {
			name := g.source.roots.Names[r]
			wanted[name] = name.Kind == node.Root.Kind && g.Find(rootKey(name)) < 0
		}
	}
	return func(name closure.RootName) bool { return wanted[name] }
}

// Edge counts the references from the objects of one node to those of another node or the same one.
type Edge struct {
	From, To    int32 // indices into Nodes
	References  int64 // for a GC root: one per name and object
	FromObjects int64 // number of referring objects; for GC roots: of names
	ToObjects   int64 // number of referenced objects
	Alive       int64 // number of selected objects that it keeps alive, see the package comment
	Fields      []Field
}

// Field counts references by field. [Elements] stands for array elements.
type Field struct {
	Name       string
	References int64
}

// groupKey identifies a group of objects.
type groupKey struct {
	typ    trace.TypeID
	site   trace.SiteID
	single trace.ObjectID // the only object of the group; NoObject if it has several
}

// New returns the graph of the selected objects, with one node per type. They must be distinct and ascending. The cost is linear in the
// objects of the heap state. It returns an error if the selection is invalid or ctx is done.
func New(ctx context.Context, s *Source, selected []trace.ObjectID, o Options) (*Graph, error) {
	for i, a := range selected {
		if int(a) >= s.heap.Len() {
			return nil, fmt.Errorf("object %d: the heap state has only %d objects", a, s.heap.Len())
		}
		if i > 0 && selected[i-1] >= a {
			return nil, fmt.Errorf("object %d: requested out of order", a)
		}
	}
	b := newBuilder(&Graph{source: s, options: o.complete(), Selected: int64(len(selected))})
	of := map[groupKey]int32{}
	for _, a := range selected {
		key := b.groupOf(a)
		n, ok := of[key]
		if !ok {
			n = b.add(&work{Node: Node{Key: b.nodeKey("", key), Selected: true, group: key}})
			of[key] = n
		}
		b.put(a, n)
	}
	return b.freeze(ctx)
}

// Find returns the index of the node with the given key, or -1.
func (g *Graph) Find(key string) int {
	return slices.IndexFunc(g.Nodes, func(n Node) bool { return n.Key == key })
}

func (g *Graph) find(key string) (int32, error) {
	if i := g.Find(key); i >= 0 {
		return int32(i), nil
	}
	return 0, fmt.Errorf("node %q: the graph has no such node", key)
}

// Bytes returns the shallow size of the selected objects.
func (g *Graph) Bytes() (sum int64) {
	for i := range g.Nodes {
		if g.Nodes[i].Selected {
			sum += g.Nodes[i].Bytes
		}
	}
	return sum
}
