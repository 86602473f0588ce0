package closure

import (
	"context"

	"memcity/trace/poll"
)

// NoNode stands for a node that there is none of.
const NoNode = ^uint32(0)

// ImmediateDominators returns, by node, its immediate dominator as seen from node 0: the last node that every path from
// there passes before it. It is [NoNode] for node 0 and for nodes that no path leads to. The edges of node n are
// to[first[n]:first[n+1]]. The method is that of [FindTree], and so is the cost. An error is ctx's.
func ImmediateDominators(ctx context.Context, first, to []uint32) ([]uint32, error) {
	nodes := len(first) - 1
	dominator := make([]uint32, max(nodes, 0))
	for i := range dominator {
		dominator[i] = NoNode
	}
	if nodes <= 0 {
		return dominator, nil
	}
	number, w, by, err := dominateNodes(ctx, first, to)
	if err != nil {
		return nil, err
	}
	for n, v := range number {
		if v != NoNode && n != 0 {
			dominator[n] = w.vertex[by[v]]
		}
	}
	return dominator, nil
}

// dominateNodes numbers the nodes that node 0 leads to in pre-order, [NoNode] for the others, and returns the immediate dominators by number.
func dominateNodes(ctx context.Context, first, to []uint32) (number []uint32, w *spanning[uint32], dominator []uint32, err error) {
	number, w, err = span(ctx, first, to)
	if err != nil {
		return nil, nil, nil, err
	}
	s := semiNCA{parent: w.parent, forest: make([]link, len(w.parent)), edges: w.sideEdges}
	err = s.run(ctx)
	return number, w, s.semi, err
}

func span(ctx context.Context, first, to []uint32) (number []uint32, w *spanning[uint32], err error) {
	nodes := len(first) - 1
	number = make([]uint32, nodes)
	for i := range number {
		number[i] = NoNode
	}
	w = &spanning[uint32]{sideEdges: newSideEdges(nodes)}
	visit := func(parent, node uint32) frame {
		number[node] = uint32(len(w.vertex))
		w.vertex, w.parent = append(w.vertex, node), append(w.parent, parent)
		return frame{first[node], first[node+1], number[node]}
	}
	frames := []frame{visit(0, 0)}
	for steps := 1; len(frames) > 0; steps++ {
		if err := poll.At(ctx, steps); err != nil {
			return nil, nil, err
		}
		f := &frames[len(frames)-1]
		if f.at == f.end {
			frames = frames[:len(frames)-1]
			continue
		}
		next := to[f.at]
		f.at++
		switch {
		case number[next] == NoNode:
			frames = append(frames, visit(f.number, next))
		case next != 0:
			w.sideEdges.add(f.number, number[next])
		}
	}
	return number, w, w.sideEdges.sort(ctx, nil)
}
