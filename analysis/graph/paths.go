package graph

import (
	"context"
	"fmt"
	"math"
	"slices"

	"memcity/trace"
)

// rejectedShown is the number of nodes shown of those that refer to the objects started from but keep too few of them
// alive to go on: enough to see that there are others, and of what type.
const rejectedShown = 6

// Paths adds the ways from a node, or from all selected objects if key is empty, to the most interesting GC roots: it looks
// for what refers to them again and again, going on only from nodes that keep alive [Options].Share of the objects
// started from, from those that keep most alive first. It ends when there is nothing to go on from, or the graph has as
// many nodes as it may; if that leaves most objects without a GC root, the most frequent shortest path to one is added. Progress, if not nil, is called with the number of rounds done and of objects found. The cost of
// a round is that of one expansion; there are no more rounds than nodes. The error says that there is no such node or
// that it is a GC root, or is ctx's.
//
// Ways part no nodes: what holds objects of several nodes stays in the node that it came into first. Else a few types
// that hold each other would fill the picture with pieces.
func (g *Graph) Paths(ctx context.Context, key string, progress func(rounds, objects int)) (*Graph, error) {
	p := pathFinder{builder: newBuilder(g), open: map[int32]int64{}}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Key == key || key == "" && n.Selected {
			if n.IsRoot() {
				return nil, fmt.Errorf("node %q: nothing leads from a GC root to others", key)
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
	base []trace.ObjectID // started from
	need int64
	open map[int32]int64 // nodes to go on from, and how many objects of base they keep alive
}

// round expands the most important nodes and judges those that come.
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

// next takes the nodes out of those to go on from that keep at least half as many objects alive as the first of them.
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
