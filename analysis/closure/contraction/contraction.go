// Package contraction builds contracted graphs: nodes shared by many objects, sorted rows of edges, and strongly connected components.
package contraction

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace/poll"
)

// None stands for the absence of a node.
const None = ^uint32(0)

// Maker creates the nodes of a contracted graph. A node is placed below its predecessor if it has only one. It takes 16 bytes per node.
type Maker struct {
	Up      []uint32 // by node: its only predecessor; [None] if there are several, or GC roots
	Entries []Entry  // ascending by node

	first    []uint32 // by node: index of its first entry
	siblings Siblings
}

// Entry records that a node contains an object of Of, such as a set of groups or a GC root.
type Entry struct{ Of, Node uint32 }

// NewMaker returns a maker without nodes.
func NewMaker() Maker { return Maker{siblings: NewSiblings()} }

// Len returns the number of nodes.
func (m *Maker) Len() int { return len(m.Up) }

// Done releases the memory that is only needed to create nodes.
func (m *Maker) Done() { m.siblings, m.first = nil, nil }

// Siblings is a cache of nodes by the node above them and the set that they add. It takes 200 KB, to fit into a processor cache. Siblings
// are mostly created close together.
type Siblings []sibling

type sibling struct{ node, up, set uint32 }

const siblingBits = 14

// NewSiblings returns an empty cache.
func NewSiblings() Siblings { return make(Siblings, 1<<siblingBits) }

// Node returns the node below up that adds set. If it is not in the cache, Node calls add to create it. Node 0 is never cached.
func (s Siblings) Node(up, set uint32, add func() uint32) uint32 {
	at := &s[(up*0x9e3779b1^set*0x85ebca6b)>>(32-siblingBits)]
	if at.node == 0 || at.up != up || at.set != set {
		*at = sibling{add(), up, set}
	}
	return at.node
}

// Add creates a node with the given sets. It skips sets that are 0.
func (m *Maker) Add(up uint32, sets ...uint32) uint32 {
	n := uint32(len(m.Up))
	m.Up, m.first = append(m.Up, up), append(m.first, uint32(len(m.Entries)))
	for _, set := range sets {
		if set != 0 {
			m.Entries = append(m.Entries, Entry{set, n})
		}
	}
	return n
}

// EachBelow calls do for each node that has a node above it.
func (m *Maker) EachBelow(do func(up, node uint32)) {
	for n, up := range m.Up {
		if up != None {
			do(up, uint32(n))
		}
	}
}

// Below returns a node below up that adds set.
func (m *Maker) Below(up, set uint32) uint32 {
	return m.siblings.Node(up, set, func() uint32 { return m.Add(up, set) })
}

// maxAbove limits how many nodes upward HasAbove searches. A set that it misses costs an extra node but does not change results.
const maxAbove = 16

// HasAbove reports whether a node or one of the nearest nodes above it has the given set.
func (m *Maker) HasAbove(node, set uint32) bool {
	for range maxAbove {
		if node == None {
			return false
		}
		end := len(m.Entries)
		if int(node)+1 < len(m.first) {
			end = int(m.first[node+1])
		}
		for _, e := range m.Entries[m.first[node]:end] {
			if e.Of == set {
				return true
			}
		}
		node = m.Up[node]
	}
	return false
}

// longRow is the minimum length of rows for which sorting can be canceled. A node may have millions of edges.
const longRow = 1 << 12

// Rows builds sorted rows of distinct edges. The edges of a node are to[first[node]:first[node+1]]. Rows calls each twice, which must yield
// the same edges both times. It returns an error only if each does or ctx is done.
func Rows(ctx context.Context, nodes int, each func(do func(from, to uint32)) error) (first, to []uint32, err error) {
	first = make([]uint32, nodes+1)
	if err := each(func(from, _ uint32) { first[from+1]++ }); err != nil {
		return nil, nil, err
	}
	for i := range nodes {
		first[i+1] += first[i]
	}
	to = make([]uint32, first[nodes])
	at := slices.Clone(first)
	if err := each(func(from, t uint32) {
		to[at[from]] = t
		at[from]++
	}); err != nil {
		return nil, nil, err
	}
	end := uint32(0)
	for i := range nodes {
		if err := poll.At(ctx, i); err != nil {
			return nil, nil, err
		}
		row := to[first[i]:first[i+1]]
		if len(row) < longRow {
			slices.Sort(row)
		} else if err := poll.Sort(ctx, row, cmp.Compare[uint32]); err != nil {
			return nil, nil, err
		}
		first[i] = end
		end += uint32(copy(to[end:], slices.Compact(row)))
	}
	first[nodes] = end
	return first, to[:end], nil
}
