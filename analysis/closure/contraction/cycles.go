package contraction

import "memcity/trace"

// Cycles finds the strongly connected components of more than one object during a depth-first search (Tarjan: Depth-First
// Search and Linear Graph Algorithms, 1972; with the smaller stack of Pearce: A Space-Efficient Algorithm for Finding
// Strongly Connected Components, 2016).
type Cycles struct {
	Low   []uint32 // by number: the lowest number that it is known to lead back to; closed once its component is known
	stack []uint32 // numbers that were left and lead back to one that was not

	// Components one after the other, in the order in which their first objects were left. The last object of each is
	// its first in pre-order. Ends are indexes into Members.
	Members []trace.ObjectID
	Ends    []uint32
}

const closed = 1<<32 - 1

// Meet takes note of a reference to what was visited before.
func (c *Cycles) Meet(from, to uint32) {
	if c.Low[to] != closed && to < c.Low[from] {
		c.Low[from] = to
	}
}

// Leave is called when all that the object with a number refers to was followed. Before is the number of the one that
// it was reached from, 0 if it is the start.
func (c *Cycles) Leave(before, number uint32, vertex []trace.ObjectID) {
	if low := c.Low[number]; low < number {
		c.stack = append(c.stack, number)
		c.Low[before] = min(c.Low[before], low)
		return
	}
	c.Low[number] = closed
	top := len(c.stack)
	for top > 0 && c.stack[top-1] > number {
		top--
		c.Low[c.stack[top]] = closed
		c.Members = append(c.Members, vertex[c.stack[top]])
	}
	if top < len(c.stack) {
		c.stack = c.stack[:top]
		c.Members = append(c.Members, vertex[number])
		c.Ends = append(c.Ends, uint32(len(c.Members)))
	}
}
