package closure

import (
	"context"
	"slices"

	"memcity/analysis/closure/retained"
	"memcity/trace"
)

// contract contracts a leading graph for what unions of groups retain: first what only one object leads to, which needs little memory, and then all
// that is below a dominator, see [retained.Contract]. The rows of the leading graph are gone afterwards. The cost is two passes over what
// leads to the target, and that of a dominator tree of the nodes. It takes 12 bytes per object of that, and 56 per node, of which 30 are
// kept. An error is ctx's.
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
	first, to, err := f.edges(ctx, nodes, j.roots)
	if err != nil {
		return nil, err
	}
	set := make([]uint32, nodes.Len())
	for _, e := range nodes.Entries {
		set[e.Node] = e.Of
	}
	c := &contracted{node: nodes.of}
	f, nodes = nil, nil
	j.lead = &leading{in: j.lead.in}
	collect(j.graph.heap)
	tree, err := treeOf(ctx, first, to, func() { collect(j.graph.heap) })
	if err != nil {
		return nil, err
	}
	first, to = nil, nil
	groups := retained.Groups(j.place.groups)
	groups.Of = func(o trace.ObjectID) int32 { return int32(set[o-1]) - 1 }
	less, err := retained.Contract(ctx, &tree, groups)
	if err != nil {
		return nil, err
	}
	last := slices.Repeat([]uint32{none}, len(set))
	for p, o := range tree.Order {
		last[o-1] = less.Last[p]
	}
	for n, node := range c.node {
		c.node[n] = last[node]
	}
	c.start, c.to, c.set = less.Start, less.To, make([]uint32, len(less.Set))
	for n, set := range less.Set {
		c.set[n] = uint32(set + 1)
	}
	if err := j.sizeNodes(ctx, c); err != nil {
		return nil, err
	}
	c.node = nil
	return c, nil
}

// treeOf builds the dominator tree of nodes, as [ImmediateDominators] does, with the nodes for objects.
func treeOf(ctx context.Context, first, to []uint32, collect func()) (retained.Tree, error) {
	_, w, by, err := dominateNodes(ctx, first, to)
	if err != nil {
		return retained.Tree{}, err
	}
	return arrange(ctx, w, by, collect)
}
