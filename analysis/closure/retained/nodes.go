package retained

import "slices"

// nodes are numbered so that one stands after the node above it.
type nodes struct {
	list   []node
	last   []uint32 // by place of an object: the last node on its chain
	recent []recent
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

// recent is a node that was made for a set below another.
type recent struct{ node, up, set uint32 }

// recentNodes is how many nodes are remembered: 200 KB, so that they stay in a cache of the processor. Siblings mostly come soon
// after each other.
const recentNodes = 1 << 14

func newNodes(objects int) nodes {
	return nodes{list: []node{{None, -1}}, last: make([]uint32, objects), recent: make([]recent, recentNodes)}
}

func (n *nodes) add(up uint32, set int32) uint32 {
	if len(n.list) == cap(n.list) {
		n.list = slices.Grow(n.list, len(n.list)/8+64)
	}
	n.list = append(n.list, node{up, set})
	return uint32(len(n.list) - 1)
}

// below returns a node that brings in a set below another.
func (n *nodes) below(up uint32, set int32) uint32 {
	r := &n.recent[(up*0x9e3779b1^uint32(set)*0x85ebca6b)>>(32-14)]
	if r.node == top || r.up != up || r.set != uint32(set) {
		*r = recent{n.add(up, set), up, uint32(set)}
	}
	return r.node
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
