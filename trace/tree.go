package trace

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"memcity/trace/pods"
	"memcity/trace/preorder"
)

// NameID is an index into a [Names] dictionary.
type NameID uint32

// Names is a dictionary of texts shared by the trees of one recording, so that trees can be merged by number. It is safe for concurrent
// use. NameID 0 is the empty text.
type Names struct {
	mu    sync.RWMutex
	texts []string
	ids   map[string]NameID
}

// NewNames returns a dictionary with only the empty text.
func NewNames() *Names {
	return &Names{texts: []string{""}, ids: map[string]NameID{"": 0}}
}

// ID returns the number of text, adding the text if it is new. A text longer than [MaxName] is shortened by [ClipName].
func (n *Names) ID(text string) NameID {
	text = ClipName(text)
	n.mu.RLock()
	id, ok := n.ids[text]
	n.mu.RUnlock()
	if ok {
		return id
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if id, ok := n.ids[text]; ok {
		return id
	}
	id = NameID(len(n.texts))
	text = strings.Clone(text)
	n.texts = append(n.texts, text)
	n.ids[text] = id
	return id
}

// Text returns the text of id. It panics if id is not in the dictionary.
func (n *Names) Text(id NameID) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.texts[id]
}

// Place is the position of a node in its tree: the index of its parent and the index after the last node of its subtree.
type Place = preorder.Place

// Node is a group of objects in a [Tree]. Its numbers count the distinct objects of the whole group, so the children's numbers may add up
// to more or less.
type Node struct {
	Name NameID // last part of the path
	Role NameID // classifier of the group, such as "Type"; empty for the root
	Place

	Objects int64
	Bytes   int64 // shallow
}

// Amount returns the objects and bytes of the group.
func (n *Node) Amount() Amount { return Amount{Objects: n.Objects, Bytes: n.Bytes} }

// Tree is a memory tree: a heap state grouped by a chain of classifiers. Nodes are in pre-order, root first. Siblings have different names.
type Tree struct {
	Names *Names
	Nodes preorder.Nodes[Node, *Node]

	// Deep and Retained are the bytes reachable from each node's objects, and the bytes that would be freed with them. They come from the
	// source of a ready-made tree; -1 for nodes without a value. Nil if the source has none.
	Deep, Retained []int64

	// Estimates are the errors, by node, of groups computed from a sample of their objects. Groups without an entry are exact. Nil if all
	// are.
	Estimates map[int32]Estimate

	// Fleet contains the pods of a tree whose numbers are medians over pods. Nil for a tree of one program.
	Fleet *pods.Fleet
}

// Name returns the last name of the path of node i.
func (t *Tree) Name(i int32) string { return t.Names.Text(t.Nodes[i].Name) }

// IsLeaf reports whether node i has no children.
func (t *Tree) IsLeaf(i int32) bool { return t.Nodes.IsLeaf(i) }

// Children yields the children of node i, in order.
func (t *Tree) Children(i int32) iter.Seq[int32] { return t.Nodes.Children(i) }

// Path returns the names from the root to node i; nil for -1.
func (t *Tree) Path(i int32) []string { return t.Nodes.Path(i, t.Name) }

// Key returns the path of node i joined by "#", as older tools write it. A name with a "#" makes keys ambiguous; [Tree.Path] is
// unambiguous.
func (t *Tree) Key(i int32) string { return t.Nodes.Key(i, t.Name) }

// PointerMap contains a count of objects for each pair of nodes of one tree; see [Pointers]. Row N is To[Start[N]:Start[N+1]], with Counts
// in parallel. To is ascending within a row. Counts are positive.
type PointerMap struct {
	Start  []uint32 // one more entry than nodes
	To     []int32
	Counts []int64
}

// Row returns the nodes for which row n has entries, and their counts.
func (m *PointerMap) Row(n int32) (to []int32, counts []int64) {
	a, b := m.Start[n], m.Start[n+1]
	return m.To[a:b], m.Counts[a:b]
}

// Count returns the entry of row n for node to; 0 if there is none.
func (m *PointerMap) Count(n, to int32) int64 {
	nodes, counts := m.Row(n)
	if i, ok := slices.BinarySearch(nodes, to); ok {
		return counts[i]
	}
	return 0
}

// Pointers are the references between the groups of one tree (Memory Cities VII-D, table II). Every count is the number of distinct objects
// in the second group M, so the two maps are not transposes of each other. Only leaves have entries.
type Pointers struct {
	// PointsTo[N][M] is the number of objects in M to which some object of N refers.
	PointsTo PointerMap
	// PointedFrom[N][M] is the number of objects in M that refer to some object of N.
	PointedFrom PointerMap
}
