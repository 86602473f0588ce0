package closure

import "context"

// contract contracts a leading graph for what unions of groups retain: what only one object leads to shares a node with others that do so and
// bring in the same groups, see [folded]. The rows of the leading graph are gone afterwards. The cost is four passes over what leads to the
// target; it takes 12 bytes per object of that, and 16 per node and 4 per edge, of which 28 per node and the edges are kept. An error is
// ctx's.
func (j *jobs) contract(ctx context.Context) (*contracted, error) {
	f, err := j.fold(ctx)
	if err != nil {
		return nil, err
	}
	nodes, err := f.nodes(ctx)
	if err != nil {
		return nil, err
	}
	collect(j.graph.heap)
	c := &contracted{node: nodes.of}
	if c.start, c.to, err = f.edges(ctx, nodes, j.roots); err != nil {
		return nil, err
	}
	c.set = make([]uint32, len(c.start)-1)
	for _, e := range nodes.Entries {
		c.set[e.Node+1] = e.Of
	}
	for n := range c.node {
		c.node[n]++ // node 0 stands for the GC roots
	}
	f, nodes = nil, nil
	j.lead = &leading{in: j.lead.in}
	collect(j.graph.heap)
	if err := j.sizeNodes(ctx, c); err != nil {
		return nil, err
	}
	c.node = nil
	return c, nil
}
