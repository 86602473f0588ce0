package graph

import "memcity/trace"

// nodeNumbers are the nodes of the objects of a heap. It takes 4 bytes for each object of the blocks in which an object has a node, so
// that the graph of one object does not take memory for a heap of a billion, and is made at once.
type nodeNumbers struct {
	blocks []*numberBlock // nil where no object has a node
}

// numberBlock has, by object, the number of the node and 1.
type numberBlock [blockSize]int32

const (
	blockBits = 12
	blockSize = 1 << blockBits
)

// newNodeNumbers returns those of n objects, none of which has a node.
func newNodeNumbers(n int) *nodeNumbers {
	return &nodeNumbers{blocks: make([]*numberBlock, (n+blockSize-1)>>blockBits)}
}

// of returns the node of an object, -1 if it has none.
func (n *nodeNumbers) of(o trace.ObjectID) int32 {
	b := n.blocks[o>>blockBits]
	if b == nil {
		return -1
	}
	return b[o%blockSize] - 1
}

// set gives an object a node; -1 for none.
func (n *nodeNumbers) set(o trace.ObjectID, node int32) {
	b := n.blocks[o>>blockBits]
	if b == nil {
		if node < 0 {
			return
		}
		b = new(numberBlock)
		n.blocks[o>>blockBits] = b
	}
	b[o%blockSize] = node + 1
}
