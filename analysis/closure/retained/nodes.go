package retained

import (
	"context"

	"memcity/analysis/closure/contraction"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// nodes are numbered so that one stands after the node above it.
type nodes struct {
	list   []node
	last   []uint32 // by place of an object: the last node on its chain
	recent contraction.Siblings
	read   uint32 // see readAhead
}

// A node brings in a set of groups, or is a join: then set is firstJoin less its number.
type node struct {
	up  uint32
	set int32
}

const (
	top       = 0 // the node that stands for the GC roots, above all chains
	firstJoin = -2
)

// findNodes finds the last node of every chain.
func findNodes(ctx context.Context, tree *Tree, groups *Groups) (nodes, error) {
	n, path, joins := newNodes(len(tree.Order)), newPath(groups.Count), tree.Joins.At
	sizes := make([]trace.Amount, groups.Count) // of nothing
	join := 0
	for p, o := range tree.Order {
		if err := poll.At(ctx, p); err != nil {
			return nodes{}, err
		}
		above := n.above(tree, uint32(p))
		path.leave(above, sizes)
		last := above
		if join < len(joins) && joins[join] == uint32(p) {
			last = n.add(above, int32(firstJoin-join))
			join++
		}
		if set := groups.Of(o); set >= 0 && path.lacks(groups.Sets[set]) {
			last = n.below(last, set)
			path.enter(last)
			path.bring(groups.Sets[set])
		} else if last != above {
			path.enter(last)
		}
		n.last[p] = last
	}
	n.recent = nil
	return n, nil
}

// above returns the last node on the chain to the dominator of the object at p.
func (n *nodes) above(tree *Tree, p uint32) uint32 {
	if by := tree.Up[p]; by != None {
		return n.last[by]
	}
	return top
}

func newNodes(objects int) nodes {
	return nodes{list: []node{{None, -1}}, last: scratch.Make[uint32](objects), recent: contraction.NewSiblings()}
}

func (n *nodes) add(up uint32, set int32) uint32 {
	if len(n.list) == cap(n.list) {
		n.list = scratch.Grow(n.list, len(n.list)/8+64)
	}
	n.list = append(n.list, node{up, set})
	return uint32(len(n.list) - 1)
}

// below returns a node that brings in a set below another.
func (n *nodes) below(up uint32, set int32) uint32 {
	return n.recent.Node(up, uint32(set), func() uint32 { return n.add(up, set) })
}

// readAhead brings some nodes and those above them into the caches of the processor. None of these reads waits for another, so that many
// are under way at a time, where following one chain after the other waits for each: with 18 million objects that takes twice as long.
func (n *nodes) readAhead(some []uint32) {
	for _, at := range some {
		if up := n.list[at].up; up != None {
			n.read ^= n.list[up].up // what is not used would not be read
		}
	}
}

// use says that what is joint of a join went into what is joint of another.
type use struct {
	by   uint32
	next uint32 // number of the next use of the same join, 0 for none
}

// uses are numbered from 1, and in chunks: there may be as many as references.
type uses struct {
	chunks [][]use
	count  uint32
}

const useChunk = 1 << 15

func (u *uses) at(number uint32) *use { return &u.chunks[(number-1)/useChunk][(number-1)%useChunk] }

func (u *uses) add(added use) (number uint32) {
	if u.count%useChunk == 0 {
		u.chunks = append(u.chunks, make([]use, 0, useChunk))
	}
	last := &u.chunks[len(u.chunks)-1]
	*last = append(*last, added)
	u.count++
	return u.count
}
