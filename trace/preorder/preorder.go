// Package preorder implements the tree shared by all groupings. Its nodes are in one slice, each before its children and after the subtrees
// of its elder siblings. A subtree is a range of indexes, so it can be skipped by a jump to its end.
//
//	index    0    1    2    3    4
//	node     heap a    b    c    d       heap ─┬─ a ─┬─ b
//	Parent   -1   0    1    1    0             │     └─ c
//	End      5    4    3    4    5             └─ d
//
// [Nodes] reads trees with any additional data in the nodes. [Growing] builds a tree from nodes in any order.
package preorder

import (
	"iter"
	"strings"
)

// Place is the position of a node in its tree. Node types embed it.
//
// Node 0 is the root and the only node with Parent -1. For every other node i, the parent is less than i, i is less than its End, and its
// End is at most the End of the parent. A node without children has End i+1.
type Place struct {
	Parent int32 // index of the parent; -1 for the root
	End    int32 // index after the last node of the subtree
}

func (p *Place) place() *Place { return p }

type placed[N any] interface {
	*N
	place() *Place
}

// Nodes is a tree of nodes that embed [Place]. It may be empty. Methods panic if an index is out of range.
type Nodes[N any, P placed[N]] []N

// Len returns the number of nodes.
func (t Nodes[N, P]) Len() int { return len(t) }

// Parent returns the index of the parent of node i; -1 for the root.
func (t Nodes[N, P]) Parent(i int32) int32 { return P(&t[i]).place().Parent }

// End returns the index after the last node of the subtree of node i.
func (t Nodes[N, P]) End(i int32) int32 { return P(&t[i]).place().End }

// IsLeaf reports whether node i has no children.
func (t Nodes[N, P]) IsLeaf(i int32) bool { return P(&t[i]).place().End == i+1 }

// Within reports whether node i is in the subtree of top, including top.
func (t Nodes[N, P]) Within(i, top int32) bool { return i >= top && i < P(&t[top]).place().End }

// Children yields the children of node i, in order. The cost is linear in the children, regardless of their subtrees.
func (t Nodes[N, P]) Children(i int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		end := P(&t[i]).place().End
		for c := i + 1; c < end; c = P(&t[c]).place().End {
			if !yield(c) {
				return
			}
		}
	}
}

// Up yields node i, its parent, and so on up to the root; nothing for -1.
func (t Nodes[N, P]) Up(i int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for ; i >= 0; i = P(&t[i]).place().Parent {
			if !yield(i) {
				return
			}
		}
	}
}

// Walk visits the nodes in order. It skips the descendants of a node for which visit returns false.
func (t Nodes[N, P]) Walk(visit func(i int32) (below bool)) {
	for i := int32(0); i < int32(len(t)); {
		if visit(i) {
			i++
		} else {
			i = P(&t[i]).place().End
		}
	}
}

// Path returns the names from the root to node i; nil for -1.
func (t Nodes[N, P]) Path(i int32, name func(i int32) string) []string {
	if i < 0 {
		return nil
	}
	depth := 0
	for range t.Up(i) {
		depth++
	}
	path := make([]string, depth)
	for up := range t.Up(i) {
		depth--
		path[depth] = name(up)
	}
	return path
}

// Separator separates the names in a key.
const Separator = "#"

// Key returns the path of node i joined by "#". A name with a "#" makes keys ambiguous; [Nodes.Path] is unambiguous.
func (t Nodes[N, P]) Key(i int32, name func(i int32) string) string {
	return strings.Join(t.Path(i, name), Separator)
}

// Find returns the first node in order with a key; -1 for none. Names may contain "#", so it tries all ways to split the key. The cost is
// linear in the size of the levels on the path.
func (t Nodes[N, P]) Find(key string, name func(i int32) string) int32 {
	if len(t) == 0 {
		return -1
	}
	return t.find(0, key, name)
}

func (t Nodes[N, P]) find(i int32, key string, name func(i int32) string) int32 {
	rest, ok := strings.CutPrefix(key, name(i))
	if !ok {
		return -1
	}
	if rest == "" {
		return i
	}
	if rest, ok = strings.CutPrefix(rest, Separator); !ok {
		return -1
	}
	for c := range t.Children(i) {
		if found := t.find(c, rest, name); found >= 0 {
			return found
		}
	}
	return -1
}

// Descend follows a path of names downward from node i as long as nodes match. It returns i if no child of i matches the first name.
func (t Nodes[N, P]) Descend(i int32, path []string, name func(i int32) string) int32 {
next:
	for _, want := range path {
		for c := range t.Children(i) {
			if name(c) == want {
				i = c
				continue next
			}
		}
		break
	}
	return i
}
