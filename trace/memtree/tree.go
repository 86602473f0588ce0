package memtree

import (
	"math"
	"sync"

	"memcity/trace"
	"memcity/trace/pods"
	"memcity/trace/preorder"
	"memcity/trace/wire/memtree"
)

// take sets the tree of p from a wire tree, and returns the number of nodes merged with a sibling of the same name.
func (p *treePoint) take(wire *memtree.Tree, withKeys bool) (merged int) {
	tree := &trace.Tree{Nodes: make([]trace.Node, len(wire.Nodes))}
	for i, n := range wire.Nodes {
		tree.Nodes[i] = trace.Node{Name: trace.NameID(n.Name), Role: trace.NameID(n.Role), Place: n.Place,
			Objects: n.Objects, Bytes: n.Bytes}
	}
	tree.Deep = column(wire.Nodes, func(n *memtree.Node) int64 { return n.Deep })
	tree.Retained = column(wire.Nodes, func(n *memtree.Node) int64 { return n.Retained })
	var moved []int32
	if hasTwins(tree, len(wire.Texts)) {
		tree, moved = mergeTwins(tree)
	}
	tree.Fleet = fleetOf(wire, moved)
	p.tree, p.format = tree, wire.Format
	if withKeys {
		p.keys = &keyIndex{wire: wire, moved: moved}
	}
	return len(wire.Nodes) - len(tree.Nodes)
}

// fleetOf returns the fleet of a tree with node indexes mapped by moved; nil for unchanged indexes. Merged nodes get no entry.
func fleetOf(wire *memtree.Tree, moved []int32) *pods.Fleet {
	if wire.Fleet == nil || moved == nil {
		return wire.Fleet
	}
	f := *wire.Fleet
	f.Groups = map[int32]pods.Group{}
	came := map[int32]int{}
	for _, to := range moved {
		came[to]++
	}
	for n, g := range wire.Fleet.Groups {
		if came[moved[n]] == 1 {
			f.Groups[moved[n]] = g
		}
	}
	return &f
}

// column returns a number per node; nil if no node has one.
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

// hasTwins reports whether any siblings have the same name. names is the number of distinct names.
func hasTwins(t *trace.Tree, names int) bool {
	last := make([]int32, names) // by name: 1 + the parent under which it last occurred
	for i := range int32(len(t.Nodes)) {
		for c := range t.Children(i) {
			if name := t.Nodes[c].Name; last[name] == i+1 {
				return true
			} else {
				last[name] = i + 1
			}
		}
	}
	return false
}

// mergeTwins merges siblings of the same name into the first of them. It returns the tree and the new index of each node. Numbers are added
// up, except closure sizes, which become unknown.
func mergeTwins(t *trace.Tree) (merged *trace.Tree, moved []int32) {
	grown := preorder.NewGrowing(t.Nodes[0].Name)
	first := []int32{0}                 // by number in grown: first node with this path
	into := make([]int32, len(t.Nodes)) // by node: its number in grown
	for i := int32(1); i < int32(len(t.Nodes)); i++ {
		n := &t.Nodes[i]
		parent := into[n.Parent]
		if into[i] = grown.Child(parent, n.Name); into[i] < 0 {
			into[i] = grown.Add(parent, n.Name)
			first = append(first, i)
			continue
		}
		twin := first[into[i]]
		t.Nodes[twin].Objects = addCounts(t.Nodes[twin].Objects, n.Objects)
		t.Nodes[twin].Bytes = addCounts(t.Nodes[twin].Bytes, n.Bytes)
		for _, closure := range [][]int64{t.Deep, t.Retained} {
			if closure != nil {
				closure[twin] = -1
			}
		}
	}
	places, numbers, placeOf := grown.Flatten()
	merged = &trace.Tree{Nodes: make([]trace.Node, len(places))}
	for i, n := range numbers {
		merged.Nodes[i] = t.Nodes[first[n]]
		merged.Nodes[i].Place = places[i]
		if t.Deep != nil {
			merged.Deep = append(merged.Deep, t.Deep[first[n]])
		}
		if t.Retained != nil {
			merged.Retained = append(merged.Retained, t.Retained[first[n]])
		}
	}
	for i, n := range into {
		into[i] = placeOf[n]
	}
	return merged, into
}

// addCounts adds nonnegative numbers. It returns the largest int64 on overflow.
func addCounts(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// keyIndex finds nodes by their keys in the file.
type keyIndex struct {
	wire  *memtree.Tree
	moved []int32 // index in the merged tree; nil if no nodes were merged

	once  sync.Once
	nodes map[string]int32 // set by build; the first node if several have the same key
}

// build builds the keys from the paths of the nodes. Time and memory are linear in the total length of the keys.
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
