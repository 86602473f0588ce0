package dominators

import (
	"context"

	"memcity/analysis/closure/internal/dfs"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// NoNode stands for the absence of a node.
const NoNode = ^uint32(0)

// Immediate returns the immediate dominator of each node, by node, for paths that start at node 0. It is [NoNode] for node 0 and
// for unreachable nodes. The edges of node n are to[first[n]:first[n+1]]. Algorithm and cost are those of [FindTree]. It returns an error
// only if ctx is done.
func Immediate(ctx context.Context, first, to []uint32) ([]uint32, error) {
	nodes := len(first) - 1
	dominator := make([]uint32, max(nodes, 0))
	for i := range dominator {
		dominator[i] = NoNode
	}
	if nodes <= 0 {
		return dominator, nil
	}
	number, vertex, s, err := span(ctx, first, to)
	if err == nil {
		defer s.release()
		err = s.run(ctx)
	}
	if err != nil {
		return nil, err
	}
	for n, v := range number {
		if v != NoNode && n != 0 {
			dominator[n] = vertex[s.semi[v]]
		}
	}
	return dominator, nil
}

// span numbers the nodes reachable from node 0 in pre-order and prepares the search. Other nodes get [NoNode].
func span(ctx context.Context, first, to []uint32) (number, vertex []uint32, s *semiNCA, err error) {
	nodes := len(first) - 1
	number = make([]uint32, nodes)
	for i := range number {
		number[i] = NoNode
	}
	vertex = make([]uint32, 0, nodes)
	sides := &dfs.SideEdges{}
	s = &semiNCA{edges: sides, parent: make([]uint32, 0, nodes)}
	next := make([]uint32, 0, nodes) // next edge to follow, by number
	visit := func(parent, node uint32) {
		number[node] = uint32(len(vertex))
		vertex, s.parent, next = append(vertex, node), append(s.parent, parent), append(next, first[node])
	}
	visit(0, 0)
	for steps, at := 1, uint32(0); ; steps++ {
		if err := poll.At(ctx, steps); err != nil {
			return nil, nil, nil, err
		}
		if next[at] == first[vertex[at]+1] {
			if at == 0 {
				break
			}
			at = s.parent[at]
			continue
		}
		node := to[next[at]]
		next[at]++
		switch {
		case number[node] == NoNode:
			visit(at, node)
			at = number[node]
		case node != 0:
			sides.Add(at, number[node])
		}
	}
	s.forest = scratch.Make[link](len(vertex))
	if err = sides.AddRows(ctx, len(vertex), nil, nil); err == nil {
		err = sides.Sort(ctx)
	}
	return number, vertex, s, err
}
