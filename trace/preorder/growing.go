package preorder

import (
	"iter"
	"slices"
)

// Growing is a tree to which nodes can be added in any order, each after its parent. Nodes are numbered in order of addition, root first.
// Siblings have different names. The zero value has no nodes.
type Growing[Name ~uint32] struct {
	nodes  []growingNode[Name]
	byName map[uint64]int32 // key of parent and name to node
}

// growingNode uses 0 for no relative, since the root is never a child.
type growingNode[Name ~uint32] struct {
	name              Name
	parent            int32 // -1 for the root
	first, last, next int32
	expect            int32 // child likely to be requested next, which is the one after the last requested
}

// NewGrowing returns a tree with only a root.
func NewGrowing[Name ~uint32](root Name) *Growing[Name] {
	return &Growing[Name]{nodes: []growingNode[Name]{{name: root, parent: -1}}, byName: map[uint64]int32{}}
}

// Regrow returns a growing tree with the nodes of a finished tree. node returns the name and parent of the node at a place. Its number
// becomes numbers[place]; numbers must be a permutation of 0 to len-1. The cost is linear in the nodes.
func Regrow[Name ~uint32](numbers []int32, node func(place int32) (name Name, parent int32)) *Growing[Name] {
	g := &Growing[Name]{nodes: make([]growingNode[Name], len(numbers)), byName: make(map[uint64]int32, len(numbers))}
	for place, n := range numbers {
		name, parent := node(int32(place))
		g.nodes[n] = growingNode[Name]{name: name, parent: -1}
		if parent >= 0 {
			g.link(numbers[parent], n)
		}
	}
	return g
}

// Len returns the number of nodes.
func (g *Growing[Name]) Len() int { return len(g.nodes) }

// Name returns the name of node n.
func (g *Growing[Name]) Name(n int32) Name { return g.nodes[n].name }

// Children yields the children of node n, in order.
func (g *Growing[Name]) Children(n int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for c := g.nodes[n].first; c != 0; c = g.nodes[c].next {
			if !yield(c) {
				return
			}
		}
	}
}

// Child returns the child with the given name; -1 if there is none. It takes constant time, and needs no hashing if children are requested
// in order of addition.
func (g *Growing[Name]) Child(parent int32, name Name) int32 {
	c := g.nodes[parent].expect
	if c == 0 || g.nodes[c].name != name {
		var ok bool
		if c, ok = g.byName[growingKey(parent, name)]; !ok {
			return -1
		}
	}
	g.nodes[parent].expect = g.nodes[c].next
	g.nodes[c].expect = g.nodes[c].first
	return c
}

// Add adds a last child to parent and returns its number. The parent must not have a child of that name.
func (g *Growing[Name]) Add(parent int32, name Name) int32 {
	c := int32(len(g.nodes))
	g.nodes = append(g.nodes, growingNode[Name]{name: name})
	g.link(parent, c)
	return c
}

// link makes c the last child of parent.
func (g *Growing[Name]) link(parent, c int32) {
	g.nodes[c].parent = parent
	p := &g.nodes[parent]
	if p.first == 0 {
		p.first = c
	} else {
		g.nodes[p.last].next = c
	}
	p.last = c
	g.byName[growingKey(parent, g.nodes[c].name)] = c
}

func growingKey[Name ~uint32](parent int32, name Name) uint64 {
	return uint64(parent)<<32 | uint64(name)
}

// Sort sorts all siblings by compare, which receives their numbers. The sort is stable.
func (g *Growing[Name]) Sort(compare func(a, b int32) int) {
	var children []int32
	for n := range g.nodes {
		children = slices.AppendSeq(children[:0], g.Children(int32(n)))
		if len(children) < 2 {
			continue
		}
		slices.SortStableFunc(children, compare)
		g.nodes[n].first, g.nodes[n].last = children[0], children[len(children)-1]
		for i, c := range children {
			g.nodes[c].next = 0
			if i > 0 {
				g.nodes[children[i-1]].next = c
			}
		}
	}
}

// Flatten returns the tree in pre-order, with siblings in order of addition or as sorted. numbers contains the number of the node at each
// place, and placeOf is its inverse. The cost is linear in the nodes. The tree may continue to grow.
func (g *Growing[Name]) Flatten() (places []Place, numbers, placeOf []int32) {
	if len(g.nodes) == 0 {
		return nil, nil, nil
	}
	places, numbers, placeOf = make([]Place, 0, len(g.nodes)), make([]int32, 0, len(g.nodes)), make([]int32, len(g.nodes))
	for n := int32(0); n >= 0; n = g.after(n, places, placeOf) {
		place := Place{Parent: -1}
		if parent := g.nodes[n].parent; parent >= 0 {
			place.Parent = placeOf[parent]
		}
		placeOf[n] = int32(len(places))
		places, numbers = append(places, place), append(numbers, n)
	}
	return places, numbers, placeOf
}

// after returns the node after n in pre-order, -1 for none, and sets the ends of subtrees that end with n.
func (g *Growing[Name]) after(n int32, places []Place, placeOf []int32) int32 {
	if first := g.nodes[n].first; first != 0 {
		return first
	}
	for ; n >= 0; n = g.nodes[n].parent {
		places[placeOf[n]].End = int32(len(places))
		if next := g.nodes[n].next; next != 0 {
			return next
		}
	}
	return -1
}
