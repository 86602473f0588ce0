package graph

import (
	"context"
	"slices"

	"memcity/trace"
)

// complete makes sure that the graph shows what keeps most of the objects started from alive. The search ends where it has as many
// nodes as it may, and where none keeps enough alive; the GC roots that it has met by then may lead to a few of the objects only.
// If less than half of those that GC roots hold are reached, the most frequent shortest path from GC roots to the others is added,
// though the graph gets more nodes than it may: one for each type on the path. The cost is that of [closure.Roots.Closest].
func (p *pathFinder) complete(ctx context.Context) error {
	left, err := p.unreached(ctx)
	if err != nil || len(left)*2 <= len(p.base) {
		return err
	}
	closest, err := p.source.roots.Closest(ctx, nil)
	if err != nil {
		return err
	}
	p.climb(left, closest.Before)
	return nil
}

// unreached returns the objects started from that GC roots hold, but none of those that are shown.
func (p *pathFinder) unreached(ctx context.Context) ([]trace.ObjectID, error) {
	v, err := p.view(ctx)
	if err != nil {
		return nil, err
	}
	s := v.wholeCycles().spreader(len(p.nodes))
	for _, w := range p.nodes {
		if w == nil || !w.in {
			continue
		}
		for _, o := range w.Objects {
			if p.source.roots.IsDirect(o) {
				s.seed(v.at[o], 1)
			}
		}
	}
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	var left []trace.ObjectID
	for _, o := range p.base {
		if s.words[s.of[v.at[o]]] == 0 && p.source.roots.Held(o) {
			left = append(left, o)
		}
	}
	return left, nil
}

// step is an object on the paths, and how many of the objects at their ends it leads to.
type step struct {
	object trace.ObjectID
	weight int64
}

// climb goes from some objects to what is before them on their paths, again and again, always to those of the one node or type that
// lead to most, and adds them to the graph, until these are held by GC roots.
func (p *pathFinder) climb(from []trace.ObjectID, before func(trace.ObjectID) trace.ObjectID) {
	var steps []step
	for _, o := range from {
		steps = append(steps, step{o, 1})
	}
	made := map[groupKey]int32{} // nodes of this path
	below := int32(-1)
	for {
		steps, below = p.heaviest(steps, made, below)
		held, all := int64(0), int64(0)
		next := make([]step, 0, len(steps))
		for _, s := range steps {
			all += s.weight
			if o := before(s.object); o != trace.NoObject {
				next = append(next, step{o, s.weight})
			} else {
				held += s.weight
			}
		}
		if held*2 >= all {
			p.nodes[below].in = true // its GC roots are shown
			return
		}
		steps = joined(next)
	}
}

// joined adds up the steps to the same object, and orders them by it.
func joined(steps []step) []step {
	keys := make([]uint64, len(steps)) // numbers are sorted faster
	for i, s := range steps {
		keys[i] = uint64(s.object)<<32 | uint64(i)
	}
	slices.Sort(keys)
	all := make([]step, 0, len(steps))
	for _, key := range keys {
		s := steps[uint32(key)]
		if last := len(all) - 1; last >= 0 && all[last].object == s.object {
			all[last].weight += s.weight
		} else {
			all = append(all, s)
		}
	}
	return all
}

// target is a node, or, if that is -1, a group that gets one.
type target struct {
	node  int32
	group groupKey
}

func (p *pathFinder) targetOf(o trace.ObjectID) target {
	if n := p.of(o); n >= 0 {
		return target{node: n}
	}
	return target{-1, p.groupOf(o)}
}

// heaviest keeps the steps to objects of the one node that lead to most, and returns the node, which it makes where there is none.
// Below is the node that the steps come from.
func (p *pathFinder) heaviest(steps []step, made map[groupKey]int32, below int32) ([]step, int32) {
	weights := map[target]int64{}
	last := p.targetOf(steps[0].object)
	best := last
	sum := int64(0) // of the last, which many have in a row
	settle := func() {
		if weights[last] += sum; weights[last] > weights[best] {
			best = last
		}
		sum = 0
	}
	for _, s := range steps {
		if at := p.targetOf(s.object); at != last {
			settle()
			last = at
		}
		sum += s.weight
	}
	settle()
	if len(weights) > 1 {
		steps = slices.DeleteFunc(steps, func(s step) bool { return p.targetOf(s.object) != best })
	}
	node := best.node
	if node < 0 {
		var ok bool
		if node, ok = made[best.group]; !ok {
			node = p.add(&work{judged: true, Node: Node{Key: p.nodeKey(p.nodes[below].Key+PointedFrom.sign(), best.group),
				group: best.group, parents: []int32{below}, Distance: p.nodes[below].Distance + 1}})
			made[best.group] = node
		}
		for _, s := range steps {
			p.put(s.object, node)
		}
	}
	return steps, node
}
