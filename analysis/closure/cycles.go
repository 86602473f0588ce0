package closure

import "memcity/trace"

// cycles finds the strongly connected components of more than one object during a depth-first search (Tarjan: Depth-First
// Search and Linear Graph Algorithms, 1972; with the smaller stack of Pearce: A Space-Efficient Algorithm for Finding
// Strongly Connected Components, 2016).
type cycles struct {
	low   []uint32 // by number: the lowest number that it is known to lead back to; closed once its component is known
	stack []uint32 // numbers that were left and lead back to one that was not

	// Components one after the other, in the order in which their first objects were left. The last object of each is
	// its first in pre-order. Ends are indexes into members.
	members []trace.ObjectID
	ends    []uint32
}

const closed = 1<<32 - 1

// meet takes note of a reference to what was visited before.
func (c *cycles) meet(from, to uint32) {
	if c.low[to] != closed && to < c.low[from] {
		c.low[from] = to
	}
}

// leave is called when all that the object with a number refers to was followed. Before is the number of the one that
// it was reached from, 0 if it is the start.
func (c *cycles) leave(before, number uint32, vertex []trace.ObjectID) {
	if low := c.low[number]; low < number {
		c.stack = append(c.stack, number)
		c.low[before] = min(c.low[before], low)
		return
	}
	c.low[number] = closed
	top := len(c.stack)
	for top > 0 && c.stack[top-1] > number {
		top--
		c.low[c.stack[top]] = closed
		c.members = append(c.members, vertex[c.stack[top]])
	}
	if top < len(c.stack) {
		c.stack = c.stack[:top]
		c.members = append(c.members, vertex[number])
		c.ends = append(c.ends, uint32(len(c.members)))
	}
}
