package graph

import (
	"context"
	"fmt"
	"math"
	"slices"

	"memcity/trace"
)

// rejectedShown is the number of nodes to show among those that refer to the base objects but keep too few of them alive to continue. It is
// enough to show that there are others, and their types.
const rejectedShown = 6

// Paths adds the paths from a node to the most interesting GC roots, or from all selected objects if key is empty.
//
// It expands incoming references in rounds, starting with the nodes that keep most objects alive. It continues only from nodes that keep
// alive at least [Options].Share of the objects it started from. It ends when no such node is left or the graph has reached its node limit.
// If most objects then have no path to a GC root, it adds the most frequent shortest path. Nodes are not split: an object stays in its
// first node. Otherwise a few types that refer to one another would fill the picture with fragments.
//
// progress, unless it is nil, is called with the number of rounds and of objects found. A round costs as much as an expansion, and there
// are at most as many rounds as nodes. Paths returns an error if there is no such node, if the node stands for GC roots, or if ctx is done.
func (g *Graph) Paths(ctx context.Context, key string, progress func(rounds, objects int)) (*Graph, error) {
	p := pathFinder{builder: newBuilder(g), open: map[int32]int64{}}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Key == key || key == "" && n.Selected {
			if n.IsRoot() {
				return nil, fmt.Errorf("node %q: a GC root has no paths to other roots", key)
			}
			p.base = append(p.base, n.Objects...)
			p.open[int32(i)] = math.MaxInt64
			p.nodes[i].judged = true
		}
	}
	if key != "" && len(p.open) == 0 {
		return nil, fmt.Errorf("node %q: the graph has no such node", key)
	}
	p.need = int64(math.Ceil(p.options.Share * float64(len(p.base))))
	for rounds := 1; len(p.open) > 0; rounds++ {
		if err := p.round(ctx, rounds == 1); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(rounds, p.met)
		}
	}
	if err := p.complete(ctx); err != nil {
		return nil, err
	}
	return p.freeze(ctx)
}

type pathFinder struct {
	*builder
	base []trace.ObjectID // objects that the search starts from
	need int64
	open map[int32]int64 // nodes to continue from, with the number of base objects they keep alive
}

// round expands the most important nodes and judges the new ones.
func (p *pathFinder) round(ctx context.Context, first bool) error {
	x := p.expansion(PointedFrom)
	x.paths = true
	if first { // else selected objects of many types would have many holders of little weight
		x.together = map[groupKey]int32{}
	}
	for _, n := range p.next() {
		p.restoreRoots(p.nodes[n].Objects)
		x.start(n)
	}
	if err := x.run(ctx); err != nil {
		return err
	}
	reach, err := p.judge(ctx, first, x.first)
	if err != nil {
		return err
	}
	good, rejected := 0, 0
	for n, r := range reach {
		switch {
		case r >= p.need:
			p.open[n] = r
			if int(n) >= x.first {
				good++
			}
		case first:
			rejected++
		}
	}
	p.keepLargest(x.first, good+min(rejected, rejectedShown), func(w *work) int64 { return reach[p.node.of(w.Objects[0])] })
	for n := range reach {
		if p.nodes[n] == nil {
			delete(p.open, n)
		}
	}
	return nil
}

// next removes and returns the open nodes that keep alive at least half as many objects as the best one.
func (p *pathFinder) next() (nodes []int32) {
	var most int64
	for _, reach := range p.open {
		most = max(most, reach)
	}
	for n, reach := range p.open {
		if reach >= most/2 {
			nodes = append(nodes, n)
			delete(p.open, n)
		}
	}
	slices.Sort(nodes)
	return nodes
}
