package graph

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace"
)

// judge returns how many of the objects started from each node keeps alive that was not judged before. The number is right for those
// that keep alive enough to go on from, and in the first round for those, of the nodes from fresh on, that may be shown nevertheless; of
// others it may be too large, but is less than of any of these.
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

// judge finds what nodes keep alive: not of each by itself, but of many small ones together, most of which keep alive too little even so.
type judge struct {
	*pathFinder
	*spreader
	base  []uint32 // numbers of the objects started from
	reach map[int32]int64
	fresh int     // the first node of the round
	shown int     // how many of those that keep alive too little are shown
	best  []int64 // what these keep alive, as far as it is known; the most first
}

// parts divides nodes for one pass: where they are too many, the largest half of the parts has one node each. Of a queue, it is that the
// earlier nodes are the larger ones.
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

// round judges nodes as far as one pass does, and returns those that are still to be judged, in their order.
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

// settle notes what a node keeps alive.
func (j *judge) settle(n int32, reach int64) {
	j.reach[n] = reach
	if reach >= j.need || j.shown == 0 || int(n) < j.fresh {
		return
	}
	at, _ := slices.BinarySearchFunc(j.best, reach, func(a, b int64) int { return cmp.Compare(b, a) })
	j.best = slices.Insert(j.best, at, reach)
	j.best = j.best[:min(len(j.best), j.shown)]
}

// least returns how much a node must keep alive to make a difference.
func (j *judge) least() int64 {
	switch {
	case j.shown == 0:
		return j.need
	case len(j.best) < j.shown:
		return 0
	}
	return min(j.need, j.best[j.shown-1])
}
