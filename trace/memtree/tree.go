package memtree

import (
	"math"
	"sync"

	"memcity/trace"
	"memcity/trace/pods"
	"memcity/trace/preorder"
	"memcity/trace/wire/memtree"
)

// take makes p's tree of a wire tree, and returns how many nodes were merged with a sibling of the same name.
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

// fleetOf returns the fleet of a tree by the new indexes of its nodes; nil for those of before. Of nodes that were merged nothing is known.
func fleetOf(wire *memtree.Tree, moved []int32) *pods.Fleet {
	if wire.Fleet == nil || moved == nil {
		return wire.Fleet
	}
	f := &pods.Fleet{Pods: wire.Fleet.Pods, Leaks: wire.Fleet.Leaks, Groups: map[int32]pods.Group{}}
	came := map[int32]int{}
	for _, to := range moved {
		came[to]++
	}
	for n, g := range wire.Fleet.Groups {
		if came[moved[n]] == 1 {
			f.Groups[moved[n]] = g
		}
	}
	return f
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

// mergeTwins returns the tree with siblings of one name as one node, in the place of the first, and each node's new
// index. Numbers are added up; those of closures are not known then.
func mergeTwins(t *trace.Tree) (merged *trace.Tree, moved []int32) {
	grown := preorder.NewGrowing(t.Nodes[0].Name)
	first := []int32{0}                 // by number in grown: the node that others are merged with
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
