// Package contraction has what graphs are made smaller with: nodes that many objects share, rows of edges, and strongly connected parts.
package contraction

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace/poll"
)

// None stands for a node that there is none of.
const None = ^uint32(0)

// Maker makes the nodes of a contracted graph, each below the only one that leads to it, if there is one. It takes 16 bytes per node.
type Maker struct {
	Up      []uint32 // by node: the only node that leads to it, [None] if there are others or GC roots
	Entries []Entry  // by node, ascending

	first    []uint32 // by node: the first of its entries, which follow each other
	siblings Siblings
}

// Entry says that a node has an object of something, such as a set of groups or a GC root.
type Entry struct{ Of, Node uint32 }

// NewMaker returns a maker without nodes.
func NewMaker() Maker { return Maker{siblings: NewSiblings()} }

// Len returns the number of nodes.
func (m *Maker) Len() int { return len(m.Up) }

// Done frees what is needed only while nodes are made.
func (m *Maker) Done() { m.siblings, m.first = nil, nil }

// Siblings remembers some nodes by the node above them and what they bring in: 200 KB of them, so that they stay in a cache of the processor.
// Siblings mostly come soon after each other.
type Siblings []sibling

type sibling struct{ node, up, set uint32 }

const siblingBits = 14

// NewSiblings remembers nothing.
func NewSiblings() Siblings { return make(Siblings, 1<<siblingBits) }

// Node returns the node below another one that brings in a set, and makes it if it is not remembered. Its number is not 0.
func (s Siblings) Node(up, set uint32, add func() uint32) uint32 {
	at := &s[(up*0x9e3779b1^set*0x85ebca6b)>>(32-siblingBits)]
	if at.node == 0 || at.up != up || at.set != set {
		*at = sibling{add(), up, set}
	}
	return at.node
}

// Add makes a node with some sets, of which 0 is none.
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

// EachBelow calls do for the nodes below others.
func (m *Maker) EachBelow(do func(up, node uint32)) {
	for n, up := range m.Up {
		if up != None {
			do(up, uint32(n))
		}
	}
}

// Below returns a node with a set below another one.
func (m *Maker) Below(up, set uint32) uint32 {
	return m.siblings.Node(up, set, func() uint32 { return m.Add(up, set) })
}

// maxAbove is how many nodes above one are looked at for a set. To miss one costs a node, and changes no answer.
const maxAbove = 16

// HasAbove reports whether a node has a set, or one of some nodes above it.
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

// longRow is from how many edges on sorting a row can be cancelled: a node may have millions.
const longRow = 1 << 12

// Rows makes rows of edges, each of which is there once: those of a node are to[first[node]:first[node+1]]. Each is called twice, and yields the
// same edges. The errors are its, or ctx's.
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
