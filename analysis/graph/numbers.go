package graph

import "memcity/trace"

// nodeNumbers maps objects of a heap to nodes. It takes 4 bytes per object, but only for blocks that contain an object with a node. A small
// graph of a heap with a billion objects is therefore cheap to create.
type nodeNumbers struct {
	blocks []*numberBlock // nil for blocks without nodes
}

// numberBlock contains the node plus one by object; 0 for none.
type numberBlock [blockSize]int32

const (
	blockBits = 12
	blockSize = 1 << blockBits
)

// newNodeNumbers returns an empty map for n objects.
func newNodeNumbers(n int) *nodeNumbers {
	return &nodeNumbers{blocks: make([]*numberBlock, (n+blockSize-1)>>blockBits)}
}

// of returns the node of an object, or -1.
func (n *nodeNumbers) of(o trace.ObjectID) int32 {
	b := n.blocks[o>>blockBits]
	if b == nil {
		return -1
	}
	return b[o%blockSize] - 1
}

// set assigns an object to a node; -1 removes it.
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
