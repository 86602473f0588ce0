package group

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// Names of the groups that are there whatever the chain is.
const (
	RootName    = "Heap"
	Unreachable = "Unreachable"

	unreachableRole = "Reachability"
)

// Grouping is a heap state grouped by a chain.
type Grouping struct {
	Heap *trace.Heap
	Tree *trace.Tree

	reachable *bitset.BitSet // nil if all objects are, or nothing is known
	leaf      [2][]int32     // node by type, of reachable and of other objects
}

// New groups the objects of h by a chain, with names from the dictionary names. Objects that are not in reachable form a
// group "Unreachable" of their own below the root, grouped by the same chain; a nil set means that all are reachable.
//
// Cost is one pass over the objects, in parallel; the result does not depend on the number of processors. An error is
// ctx's, or says that the chain is empty.
func New(ctx context.Context, h *trace.Heap, names *trace.Names, chain []*Classifier, reachable *bitset.BitSet) (*Grouping, error) {
	if len(chain) == 0 {
		return nil, fmt.Errorf("grouping: no classifier")
	}
	g := &Grouping{Heap: h, reachable: reachable}
	totals, err := g.countTypes(ctx)
	if err != nil {
		return nil, err
	}
	b := treeBuilder{names: names, nodes: []buildNode{{name: names.ID(RootName), parent: -1}}, byName: map[buildKey]int32{}}
	for side := range totals {
		g.leaf[side] = make([]int32, len(h.Types))
		top := int32(0)
		for t := range h.Types {
			g.leaf[side][t] = -1
			total := totals[side][t]
			if total.objects == 0 {
				continue
			}
			if side == 1 {
				top = b.child(0, Unreachable, unreachableRole)
			}
			leaf := b.path(top, &h.Types[t], chain)
			g.leaf[side][t] = leaf
			b.add(leaf, total)
		}
	}
	order := b.finish()
	g.Tree = &trace.Tree{Names: names, Nodes: b.tree}
	for side := range g.leaf {
		for t, n := range g.leaf[side] {
			if n >= 0 {
				g.leaf[side][t] = order[n]
			}
		}
	}
	return g, nil
}

// Leaf returns the node that object o is in.
func (g *Grouping) Leaf(o trace.ObjectID) int32 {
	side := 0
	if g.reachable != nil && !g.reachable.Test(uint(o)) {
		side = 1
	}
	return g.leaf[side][g.Heap.TypeOf[o]]
}

type total struct{ objects, bytes int64 }

// countTypes sums up objects and bytes by type, of reachable and of other objects.
func (g *Grouping) countTypes(ctx context.Context) (sums [2][]total, err error) {
	n := g.Heap.Len()
	parts := min(runtime.GOMAXPROCS(0), n/minPart+1)
	partial := make([][2][]total, parts)
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() { partial[i] = g.countRange(ctx, n/parts*i, end(n, parts, i)) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return sums, err
	}
	sums = partial[0]
	for _, p := range partial[1:] {
		for side := range sums {
			for t := range sums[side] {
				sums[side][t].objects += p[side][t].objects
				sums[side][t].bytes += p[side][t].bytes
			}
		}
	}
	return sums, nil
}

// minPart is the number of objects below which another goroutine does not pay.
const minPart = 1 << 16

func end(n, parts, i int) int {
	if i == parts-1 {
		return n
	}
	return n / parts * (i + 1)
}

// countRange counts objects and the sum of extents, from which bytes follow: the arithmetic is done once a type, but for
// arrays, whose sizes are rounded up one by one.
func (g *Grouping) countRange(ctx context.Context, from, to int) (sums [2][]total) {
	h := g.Heap
	for side := range sums {
		sums[side] = make([]total, len(h.Types))
	}
	for o := from; o < to; o++ {
		if o%checkEvery == 0 && ctx.Err() != nil {
			return sums
		}
		side := 0
		if g.reachable != nil && !g.reachable.Test(uint(o)) {
			side = 1
		}
		t := h.TypeOf[o]
		s := &sums[side][t]
		s.objects++
		if h.Types[t].Kind != trace.Instance {
			s.bytes += h.Size(trace.ObjectID(o))
		}
	}
	for side := range sums {
		for t := range sums[side] {
			if h.Types[t].Kind == trace.Instance {
				sums[side][t].bytes = sums[side][t].objects * h.Types[t].Base
			}
		}
	}
	return sums
}

const checkEvery = 1 << 20

// treeBuilder collects groups in order of appearance.
type treeBuilder struct {
	names  *trace.Names
	nodes  []buildNode
	byName map[buildKey]int32
	tree   []trace.Node
}

type buildNode struct {
	name, role        trace.NameID
	parent            int32
	first, last, next int32 // children, next sibling; 0 for none
	total
}

type buildKey struct {
	parent int32
	name   trace.NameID
}

func (b *treeBuilder) path(node int32, t *trace.Type, chain []*Classifier) int32 {
	packaged := false
	for _, c := range chain {
		for _, key := range c.keys(t, packaged) {
			node = b.child(node, key, c.Role)
		}
		packaged = packaged || c.Name == "package"
	}
	return node
}

func (b *treeBuilder) child(parent int32, name, role string) int32 {
	key := buildKey{parent, b.names.ID(name)}
	if n, ok := b.byName[key]; ok {
		return n
	}
	n := int32(len(b.nodes))
	b.nodes = append(b.nodes, buildNode{name: key.name, role: b.names.ID(role), parent: parent})
	b.byName[key] = n
	p := &b.nodes[parent]
	if p.first == 0 {
		p.first = n
	} else {
		b.nodes[p.last].next = n
	}
	p.last = n
	return n
}

func (b *treeBuilder) add(leaf int32, t total) {
	for n := leaf; n >= 0; n = b.nodes[n].parent {
		b.nodes[n].objects += t.objects
		b.nodes[n].bytes += t.bytes
	}
}

// finish writes the tree in pre-order and returns the place of each node.
func (b *treeBuilder) finish() []int32 {
	order := make([]int32, len(b.nodes))
	b.tree = make([]trace.Node, 0, len(b.nodes))
	var write func(n, parent int32)
	write = func(n, parent int32) {
		at := int32(len(b.tree))
		order[n] = at
		d := &b.nodes[n]
		b.tree = append(b.tree, trace.Node{Name: d.name, Role: d.role, Parent: parent, Objects: d.objects, Bytes: d.bytes})
		for c := d.first; c != 0; c = b.nodes[c].next {
			write(c, at)
		}
		b.tree[at].End = int32(len(b.tree))
	}
	write(0, -1)
	return order
}
