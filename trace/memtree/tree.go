package memtree

import (
	"math"
	"sync"

	"memcity/trace"
	"memcity/trace/wire/memtree"
)

// take makes p's tree of a wire tree, and returns how many nodes were merged with a sibling of the same name.
func (p *treePoint) take(wire *memtree.Tree, withKeys bool) (merged int) {
	tree := &trace.Tree{Nodes: make([]trace.Node, len(wire.Nodes))}
	for i, n := range wire.Nodes {
		tree.Nodes[i] = trace.Node{Name: trace.NameID(n.Name), Role: trace.NameID(n.Role), Parent: n.Parent, End: n.End,
			Objects: n.Objects, Bytes: n.Bytes}
	}
	tree.Deep = column(wire.Nodes, func(n *memtree.Node) int64 { return n.Deep })
	tree.Retained = column(wire.Nodes, func(n *memtree.Node) int64 { return n.Retained })
	var moved []int32
	if hasTwins(tree, len(wire.Texts)) {
		tree, moved = mergeTwins(tree)
	}
	p.tree, p.texts, p.format = tree, wire.Texts, wire.Format
	if withKeys {
		p.keys = &keyIndex{wire: wire, moved: moved}
	}
	return len(wire.Nodes) - len(tree.Nodes)
}

// column returns one number per node, or nil if it is known of none.
func column(nodes []memtree.Node, of func(*memtree.Node) int64) []int64 {
	known := false
	for i := range nodes {
		known = known || of(&nodes[i]) >= 0
	}
	if !known {
		return nil
	}
	values := make([]int64, len(nodes))
	for i := range nodes {
		values[i] = of(&nodes[i])
	}
	return values
}

// hasTwins reports whether any siblings have the same name, of which there are names different ones.
func hasTwins(t *trace.Tree, names int) bool {
	last := make([]int32, names) // by name: the parent it was last seen under, plus 1
	for i := range int32(len(t.Nodes)) {
		for c := i + 1; c < t.Nodes[i].End; c = t.Nodes[c].End {
			if name := t.Nodes[c].Name; last[name] == i+1 {
				return true
			} else {
				last[name] = i + 1
			}
		}
	}
	return false
}

// mergeTwins returns the tree with siblings of one name as one node, in the place of the first, and each node's new
// index. Numbers are added up; those of closures are not known then.
func mergeTwins(t *trace.Tree) (merged *trace.Tree, moved []int32) {
	type place struct {
		parent int32
		name   trace.NameID
	}
	first := map[place]int32{}          // index of the node that others are merged with
	into := make([]int32, len(t.Nodes)) // per node: the node that it is merged with
	children := make([][]int32, len(t.Nodes))
	for i := range int32(len(t.Nodes)) {
		n := &t.Nodes[i]
		at := place{-1, n.Name}
		if n.Parent >= 0 {
			at.parent = into[n.Parent]
		}
		twin, ok := first[at]
		if !ok {
			first[at], into[i] = i, i
			if at.parent >= 0 {
				children[at.parent] = append(children[at.parent], i)
			}
			continue
		}
		into[i] = twin
		t.Nodes[twin].Objects = addCounts(t.Nodes[twin].Objects, n.Objects)
		t.Nodes[twin].Bytes = addCounts(t.Nodes[twin].Bytes, n.Bytes)
		for _, closure := range [][]int64{t.Deep, t.Retained} {
			if closure != nil {
				closure[twin] = -1
			}
		}
	}
	merged, moved = flatten(t, children)
	for i, twin := range into {
		moved[i] = moved[twin]
	}
	return merged, moved
}

// flatten returns the nodes that are reached over children in pre-order, and the new index of each. Its depth is that
// of the tree, at most memtree.MaxDepth.
func flatten(t *trace.Tree, children [][]int32) (flat *trace.Tree, moved []int32) {
	flat, moved = &trace.Tree{}, make([]int32, len(t.Nodes))
	var visit func(i, parent int32)
	visit = func(i, parent int32) {
		at := int32(len(flat.Nodes))
		moved[i] = at
		node := t.Nodes[i]
		node.Parent = parent
		flat.Nodes = append(flat.Nodes, node)
		if t.Deep != nil {
			flat.Deep = append(flat.Deep, t.Deep[i])
		}
		if t.Retained != nil {
			flat.Retained = append(flat.Retained, t.Retained[i])
		}
		for _, c := range children[i] {
			visit(c, at)
		}
		flat.Nodes[at].End = int32(len(flat.Nodes))
	}
	visit(0, -1)
	return flat, moved
}

// addCounts adds numbers from 0; what is too large becomes the largest.
func addCounts(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// keyIndex finds nodes by the keys of the file they come from.
type keyIndex struct {
	wire  *memtree.Tree
	moved []int32 // index in the merged tree; nil if nothing was merged

	once  sync.Once
	nodes map[string]int32 // after build; of several nodes with one key, the first
}

// build makes the keys from the path that leads to each node: time and memory as long as all keys together.
func (k *keyIndex) build() {
	k.nodes = make(map[string]int32, len(k.wire.Nodes))
	for i := range int32(len(k.wire.Nodes)) {
		at := i
		if k.moved != nil {
			at = k.moved[i]
		}
		key := k.wire.Key(i)
		if _, ok := k.nodes[key]; !ok {
			k.nodes[key] = at
		}
	}
}
