package closure

import (
	"context"
	"slices"

	"memcity/analysis/closure/contraction"
	"memcity/analysis/closure/internal/dfs"
	"memcity/analysis/closure/internal/rows"
)

// condense contracts the leading graph for deep sizes of groups, or for GC roots. Both only ask whether an object is reached. Objects in a
// cycle share a node. An object joins its predecessor's node if this is the only one and the object adds no group. Successors of the same
// node that add the same groups share a node. Edges lead to higher nodes, so a sweep is one pass.
//
// The cost is three passes over the references. It takes at most 24 bytes per object of the leading graph, and 4 per edge. It returns an
// error only if ctx is done.
func (j *jobs) condense(ctx context.Context, kind Kind) (*contractedGraph, error) {
	parts, err := contraction.FindComponents(ctx, kindGraph{j.lead, kind})
	if err != nil {
		return nil, err
	}
	dfs.Collect(j.graph.heap)
	c := condenser{lead: j.lead, kind: kind, parts: parts, Maker: contraction.NewMaker(),
		node: slices.Repeat([]uint32{none}, int(parts.Count)), several: rows.NewMarks(int(parts.Count))}
	if j.place != nil {
		c.met = make([]uint32, len(j.place.groups.Sets)+1)
	}
	j.lead.eachHeld(j.roots, func(_ RootID, n uint32) { c.several.Set(parts.Of[n]) })
	if err := parts.Each(ctx, func(part uint32, members []uint32) {
		c.place(part, members)
		c.pass(part, members)
	}); err != nil {
		return nil, err
	}
	c.Done()
	dfs.Collect(j.graph.heap) // frees the old arrays of slices that grew
	out := &contractedGraph{entries: c.Entries, node: parts.Of}
	if out.start, out.to, err = contraction.Rows(ctx, c.Len(), func(do func(from, to uint32)) error { return c.eachEdge(ctx, do) }); err != nil {
		return nil, err
	}
	parts.List = nil
	for n, part := range parts.Of {
		out.node[n] = c.node[part]
	}
	if j.place == nil {
		j.lead.eachHeld(j.roots, func(root RootID, n uint32) {
			out.held = append(out.held, contraction.Entry{Of: uint32(root), Node: out.node[n]})
		})
	}
	if err := j.sizeNodes(ctx, out); err != nil {
		return nil, err
	}
	out.node = nil
	return out, nil
}

// condenser assigns nodes to the parts of a leading graph. Parts are in topological order.
type condenser struct {
	lead  *leadingGraph
	kind  Kind
	parts *contraction.Components
	contraction.Maker
	node    []uint32   // by part: its node once assigned; until then its first predecessor's node, or none
	several rows.Marks // parts with several predecessor nodes, or held by GC roots
	sets    []uint32   // buffer for the sets of one part
	met     []uint32   // by set: the last part that had it, plus one
}

// place assigns a node to a part. All predecessors must have been placed.
func (c *condenser) place(part uint32, members []uint32) {
	up := c.node[part]
	if c.several.Has(part) {
		up = none
	}
	c.findSets(part, members, up)
	switch {
	case up != none && len(c.sets) == 0:
		c.node[part] = up
	case up != none && len(c.sets) == 1:
		c.node[part] = c.Below(up, c.sets[0])
	default:
		c.node[part] = c.Add(up, c.sets...)
	}
}

// findSets finds the sets of a part that neither its predecessor's node nor a node above has.
func (c *condenser) findSets(part uint32, members []uint32, up uint32) {
	c.sets = c.sets[:0]
	if c.lead.set == nil {
		return
	}
	for _, n := range members {
		set := c.lead.set[n]
		if set == 0 || c.met[set] == part+1 {
			continue
		}
		if c.met[set] = part + 1; !c.HasAbove(up, set) {
			c.sets = append(c.sets, set)
		}
	}
}

// pass propagates the node of a part to its successors.
func (c *condenser) pass(part uint32, members []uint32) {
	node := c.node[part]
	c.eachOut(part, members, func(to uint32) {
		switch c.node[to] {
		case none:
			c.node[to] = node
		case node:
		default:
			c.several.Set(to)
		}
	})
}

// eachOut calls do for each other part that the given part leads to.
func (c *condenser) eachOut(part uint32, members []uint32, do func(to uint32)) {
	for _, n := range members {
		for _, t := range c.lead.to[c.lead.start[n]:c.lead.start[n+1]] {
			if to := c.parts.Of[t]; to != part {
				do(to)
			}
		}
		if h := c.lead.header(c.kind, n); h != none {
			if to := c.parts.Of[h]; to != part {
				do(to)
			}
		}
	}
}

// eachEdge calls do for each edge between nodes.
func (c *condenser) eachEdge(ctx context.Context, do func(from, to uint32)) error {
	c.EachBelow(do)
	return c.parts.Each(ctx, func(part uint32, members []uint32) {
		c.eachOut(part, members, func(to uint32) {
			if c.several.Has(to) && c.node[to] != c.node[part] {
				do(c.node[part], c.node[to])
			}
		})
	})
}
