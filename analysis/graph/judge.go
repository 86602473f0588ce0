package graph

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace"
)

// judge returns, for each node that was not judged before, the number of base objects that it keeps alive. The number is exact if it is
// large enough to continue the search from the node. In the first round, it is also exact for new nodes, starting at index fresh, that may
// be shown without continuing. For all other nodes it may be too high, but it stays below each of the exact numbers.
func (p *pathFinder) judge(ctx context.Context, first bool, fresh int) (map[int32]int64, error) {
	j := judge{pathFinder: p, reach: map[int32]int64{}, fresh: fresh}
	if first {
		j.shown = rejectedShown
	}
	var open []int32
	for n, w := range p.nodes {
		if w != nil && !w.judged {
			open = append(open, int32(n))
			w.judged = true
		}
	}
	if len(open) == 0 {
		return j.reach, nil
	}
	v, err := p.view(ctx, false)
	if err != nil {
		return nil, err
	}
	j.spreader, j.base = v.spreader(), v.numbers(p.base)
	slices.SortStableFunc(open, func(a, b int32) int { return cmp.Compare(len(p.nodes[b].Objects), len(p.nodes[a].Objects)) })
	for len(open) > 0 {
		if open, err = j.round(ctx, open); err != nil {
			return nil, err
		}
	}
	return j.reach, nil
}

// judge computes the number of objects that nodes keep alive. It tests many small nodes together, because most of these groups keep alive
// too little even as a whole.
type judge struct {
	*pathFinder
	*spreader
	base  []uint32 // numbers of the base objects
	reach map[int32]int64
	fresh int     // index of the first new node
	shown int     // number of nodes to show among those that keep alive too little
	best  []int64 // highest numbers known for these, in descending order
}

// parts divides nodes into at most 64 parts for one pass. If there are more than 64 nodes, the first 32 parts have one node each. These are
// the largest nodes, as callers sort nodes by size.
func parts(open []int32) (parts [][]int32) {
	single := min(len(open), 64)
	if len(open) > 64 {
		single = 32
	}
	for ; single > 0; single-- {
		parts, open = append(parts, open[:1]), open[1:]
	}
	for left := 64 - len(parts); len(open) > 0; left-- {
		n := (len(open) + left - 1) / left
		parts, open = append(parts, open[:n]), open[n:]
	}
	return parts
}

// round makes one pass and settles nodes as far as it can. It returns the remaining nodes in their order.
func (j *judge) round(ctx context.Context, open []int32) (left []int32, err error) {
	parts := parts(open)
	j.spreader.clear()
	for i, part := range parts {
		for _, n := range part {
			j.seedAll(j.nodes[n].Objects, 1<<i)
		}
	}
	if err := j.spreader.run(ctx); err != nil {
		return nil, err
	}
	counts := j.counts(j.base)
	for i, part := range parts {
		if len(part) == 1 {
			j.settle(part[0], counts[i])
		}
	}
	for i, part := range parts {
		switch {
		case len(part) == 1:
		case counts[i] >= j.least():
			left = append(left, part...)
		default:
			for _, n := range part {
				j.reach[n] = counts[i]
			}
		}
	}
	return left, nil
}

func (j *judge) seedAll(objects []trace.ObjectID, query uint64) {
	for _, o := range objects {
		j.seed(j.Number(o), query)
	}
}

// settle records the exact number for a node.
func (j *judge) settle(n int32, reach int64) {
	j.reach[n] = reach
	if reach >= j.need || j.shown == 0 || int(n) < j.fresh {
		return
	}
	at, _ := slices.BinarySearchFunc(j.best, reach, func(a, b int64) int { return cmp.Compare(b, a) })
	j.best = slices.Insert(j.best, at, reach)
	j.best = j.best[:min(len(j.best), j.shown)]
}

// least returns the number of objects that a node must keep alive to matter.
func (j *judge) least() int64 {
	switch {
	case j.shown == 0:
		return j.need
	case len(j.best) < j.shown:
		return 0
	}
	return min(j.need, j.best[j.shown-1])
}
