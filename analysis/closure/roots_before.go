package closure

import "memcity/trace"

// Before returns the object before o on the path that [Closest.Path] reports; NoObject if a GC root holds o itself or none
// reaches it. The path to that object is the rest of it.
func (c *Closest) Before(o trace.ObjectID) trace.ObjectID {
	p := c.parent[c.graph.rank[o]]
	if p == none {
		return trace.NoObject
	}
	return c.graph.order[p]
}
