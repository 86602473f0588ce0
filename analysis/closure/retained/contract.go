package retained

import (
	"context"

	"memcity/trace/poll"
)

// Contracted is a graph that says as much about what unions of groups retain as the graph that a tree is of: an object is reached past
// the objects of a union if and only if its node is. Nodes that bring in nothing are left out, and objects that bring in the same below
// the same node share one. Node 0 stands for the GC roots.
type Contracted struct {
	Start, To []uint32 // the edges of node n are To[Start[n]:Start[n+1]]
	Set       []int32  // by node: the set of groups that its objects are in, as an index into Sets, or −1 for those of no matter

	// Last is the node of each object, by its place in the order of the tree. Its own groups are those of the node, or of one above it
	// that all paths pass.
	Last []uint32
}

// Contract contracts the graph that a tree is of. The cost is a pass over the tree and what holds the joins. It takes 4 bytes per object, and 20
// per node, of which there are as many as objects at most. An error is ctx's.
func Contract(ctx context.Context, tree *Tree, groups Groups) (*Contracted, error) {
	n, err := findNodes(ctx, tree, &groups)
	if err != nil {
		return nil, err
	}
	c := &Contracted{Start: make([]uint32, len(n.list)+1), Set: make([]int32, len(n.list)), Last: n.last}
	if err := n.eachEdge(ctx, tree, func(from, _ uint32) { c.Start[from+1]++ }); err != nil {
		return nil, err
	}
	for i := range n.list {
		c.Start[i+1] += c.Start[i]
		c.Set[i] = max(n.list[i].set, -1)
	}
	c.To = make([]uint32, c.Start[len(n.list)])
	at := append([]uint32(nil), c.Start...)
	return c, n.eachEdge(ctx, tree, func(from, to uint32) {
		c.To[at[from]] = to
		at[from]++
	})
}

// eachEdge calls do for the edges between nodes, each once: from the node above one to it, and from what holds a join.
func (n *nodes) eachEdge(ctx context.Context, tree *Tree, do func(from, to uint32)) error {
	steps := poll.Count(ctx)
	met := make([]uint32, len(n.list)) // the join that a node was met for last
	for i := 1; i < len(n.list); i++ {
		if err := steps.Add(1); err != nil {
			return err
		}
		to := uint32(i)
		if set := n.list[i].set; set > firstJoin {
			do(n.list[i].up, to)
			continue
		}
		join := firstJoin - n.list[i].set
		for _, p := range tree.Joins.From[tree.Joins.Start[join]:tree.Joins.Start[join+1]] {
			if from := n.last[p]; met[from] != to {
				met[from] = to
				do(from, to)
			}
		}
		if err := steps.Add(int(tree.Joins.Start[join+1] - tree.Joins.Start[join])); err != nil {
			return err
		}
	}
	return nil
}
