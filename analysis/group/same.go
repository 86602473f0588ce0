package group

import (
	"context"
	"slices"

	"memcity/trace"
)

// Same returns, by leaf of g, the key of the group in another grouping of the same heap state that has the same objects. Leaves without
// such a group are missing. The cost is linear in objects.
func (g *Grouping) Same(ctx context.Context, other *Grouping, objects int) (map[int32]string, error) {
	at := map[int32]int32{} // by leaf: smallest group of the other grouping with all objects seen so far
	for o := range objects {
		if o%(1<<16) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, leaf := range g.Leaves(trace.ObjectID(o)) {
			node, seen := at[leaf]
			at[leaf] = other.Around(node, seen, trace.ObjectID(o))
		}
	}
	keys := map[int32]string{}
	for leaf, node := range at {
		if node > 0 && other.Tree.Nodes[node].Objects == g.Tree.Nodes[leaf].Objects {
			keys[leaf] = other.Tree.Key(node)
		}
	}
	return keys, nil
}

// Around returns the smallest group that contains o and, if seen is true, all objects of node.
func (g *Grouping) Around(node int32, seen bool, o trace.ObjectID) int32 {
	leaves := g.Leaves(o)
	if len(leaves) == 0 { // excluded by a filter
		return 0
	}
	if !seen {
		return leaves[0]
	}
	for node > 0 && !slices.ContainsFunc(leaves, func(leaf int32) bool { return g.Tree.Nodes.Within(leaf, node) }) {
		node = g.Tree.Nodes[node].Parent
	}
	return node
}

// With returns the smallest group that contains all given objects: 0 for the whole heap, -1 if there are no objects. The cost is linear in
// the objects.
func (g *Grouping) With(objects []trace.ObjectID) int32 {
	at := int32(-1)
	for _, o := range objects {
		if at = g.Around(at, at >= 0, o); at == 0 {
			break
		}
	}
	return at
}
