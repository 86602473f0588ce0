package graph

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"memcity/analysis/closure"
	"memcity/trace"
)

// Options bound a graph. A zero field stands for its default.
type Options struct {
	// Share is the part of the selected objects, 0 … 1, that a node must keep alive for [Graph.Paths] to go on from it;
	// 0.05 by default, as in the paper.
	Share float64
	// Nodes is the number of nodes of objects from which on no more are added; 80 by default.
	Nodes int
	// New is the number of nodes that one expansion may add; 40 by default. The largest are taken.
	New int
	// Roots is the number of nodes of GC roots of one kind; 8 by default. The others of the kind share one more, and so do
	// those that keep alive less than Share.
	Roots int
	// Levels is the number of nodes of one type on a path from which on the paths to GC roots turn back to them; 2 by
	// default.
	Levels int
	// Singles is the number of new objects of one type up to which each gets a node of its own; 0 by default.
	Singles int
	// Sites makes groups by type and allocation site, where the heap state knows the sites.
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

// Direction says which references an expansion follows.
type Direction uint8

// Directions.
const (
	PointedFrom Direction = iota // to what refers to the objects
	PointsTo                     // to what the objects refer to
)

// Graph is a heap graph. Read-only.
type Graph struct {
	Nodes []Node // those of objects by Distance, the largest first, then in the order in which they came; then GC roots
	Edges []Edge // by From, then To

	Selected int64 // number of selected objects
	// Cut is the number of groups that the last step left out because there were too many.
	Cut int
	// Strongest is the way that keeps most of the selected objects alive; nil if no GC root is in the graph.
	Strongest *Path

	source  *Source // nil for a graph that was kept: nothing goes on from it
	options Options
	removed map[string]bool // keys of nodes of GC roots

	unreachable bool // of a graph that was kept: see Unreachable
}

// Node is a group of objects of one type, or of GC roots.
type Node struct {
	Key  string // unique in the graph; stable over steps
	Name string // the type, with the allocation site if groups are made by it; what a GC root is

	Root     closure.RootName // of a node of GC roots; of several, only the kind is set
	Roots    int              // number of GC roots with different names; 0 for a node of objects
	Type     trace.TypeID     // NoType for GC roots
	Selected bool
	Objects  []trace.ObjectID // ascending, read-only; of GC roots: the objects in the graph that they refer to
	Bytes    int64            // shallow size of Objects
	Alive    int64            // selected objects that it keeps alive
	Distance int              // expansions from the selected objects, negative for points-to; unspecified for GC roots

	CanIn  bool // something that is not shown refers to it
	CanOut bool // it refers to something that is not shown

	typeName string  // of a node of objects
	in, out  bool    // expanded
	parents  []int32 // nodes from whose expansion it comes
	group    groupKey
}

// IsRoot reports whether the node stands for GC roots.
func (n *Node) IsRoot() bool { return n.Roots > 0 }

// RootsOf returns which GC roots node n of GC roots stands for. One that stands for several has all of their kind that no other
// node stands for and that refer to one of its objects.
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

// Edge is what refers from the objects of one node to those of another, or of the same.
type Edge struct {
	From, To    int32 // indices into Nodes
	References  int64 // of a GC root: one per name and object
	FromObjects int64 // different objects that refer; of GC roots: names
	ToObjects   int64 // different objects referred to
	Alive       int64 // selected objects that it keeps alive, see the package comment
	Fields      []Field
}

// Field counts references by where they are kept: a field, or "[elements]".
type Field struct {
	Name       string
	References int64
}

// groupKey distinguishes objects of different groups.
type groupKey struct {
	typ    trace.TypeID
	site   trace.SiteID
	single trace.ObjectID // NoObject for a group
}

// New returns the graph of the selected objects, one node per type. They must be in ascending order, without repetition. The
// cost is linear in the objects of the heap state. The error says what is wrong with the objects, or is ctx's.
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

// Find returns the index of the node with a key, -1 if there is none.
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
