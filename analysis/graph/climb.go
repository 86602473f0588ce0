package graph

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// target is a node that was there before the climb or, if that is -1, a group, whose objects get a node.
type target struct {
	node  int32
	group groupKey
}

// climb goes from some objects to what is before them on their paths to GC roots, again and again, always to those of the one node or
// group that lead to most of them, and adds them to the graph, until these are held by GC roots. Of nodes or groups that lead to as many,
// the one that leads to the first of the objects is taken.
func (p *pathFinder) climb(ctx context.Context, from []trace.ObjectID, before func(trace.ObjectID) trace.ObjectID) error {
	c := climber{pathFinder: p, before: before, seq: make([]uint32, p.source.heap.Len()), trails: newTrails(), targets: map[target]int32{}}
	var ends []traveller
	var end []int32 // by trail: its index in ends, plus one
	for i, o := range from {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		c.classify(o)
		at := c.trail[c.seq[o]-1]
		for int(at) >= len(end) {
			end = append(end, 0)
		}
		if end[at] == 0 {
			ends = append(ends, traveller{trail: at})
			end[at] = int32(len(ends))
		}
		ends[end[at]-1].weight++
	}
	labels, far := c.trails.follow(ends)
	below := int32(-1)
	nodes := make([]int32, len(c.list)) // by label
	for i, t := range c.list {
		nodes[i] = t.node
	}
	for _, label := range labels {
		if nodes[label] < 0 {
			nodes[label] = p.add(&work{judged: true, Node: Node{
				Key:   p.nodeKey(p.nodes[below].Key+PointedFrom.sign(), c.list[label].group),
				group: c.list[label].group, parents: []int32{below}, Distance: p.nodes[below].Distance + 1}})
		}
		below = nodes[label]
	}
	p.nodes[below].in = true // its GC roots are shown
	return c.put(ctx, from, far, nodes)
}

// climber knows the objects on the paths.
type climber struct {
	*pathFinder
	before  func(trace.ObjectID) trace.ObjectID
	seq     []uint32         // by object: its number among those on paths, from 1
	objects []trace.ObjectID // by number less one; what is before an object has a lower number
	trail   []int32          // by number less one: of the targets from the object to the GC root
	trails  *trails
	targets map[target]int32 // labels in trails
	list    []target         // by label
	last    target           // looked up last, and what was found
	label   int32
	stack   []trace.ObjectID
}

// classify finds the trails of an object and of those before it.
func (c *climber) classify(o trace.ObjectID) {
	for ; o != trace.NoObject && c.seq[o] == 0; o = c.before(o) {
		c.stack = append(c.stack, o)
	}
	at := int32(0)
	if o != trace.NoObject {
		at = c.trail[c.seq[o]-1]
	}
	for i := len(c.stack) - 1; i >= 0; i-- {
		o := c.stack[i]
		at = c.trails.child(at, c.labelOf(o))
		c.objects, c.trail = append(c.objects, o), append(c.trail, at)
		c.seq[o] = uint32(len(c.objects))
	}
	c.stack = c.stack[:0]
}

func (c *climber) labelOf(o trace.ObjectID) int32 {
	t := target{node: c.node.of(o)}
	if t.node < 0 {
		t.group = c.groupOf(o)
	}
	if t == c.last && len(c.list) > 0 {
		return c.label
	}
	label, ok := c.targets[t]
	if !ok {
		label = int32(len(c.list))
		c.targets[t], c.list = label, append(c.list, t)
	}
	c.last, c.label = t, label
	return label
}

// put adds the objects that were passed to their nodes: those on the paths of the selected ones as far as these were followed.
func (c *climber) put(ctx context.Context, from []trace.ObjectID, far, nodes []int32) error {
	left := make([]int32, len(c.objects)) // by number less one: how many objects of the path, from this one on
	for _, o := range from {
		n := c.seq[o] - 1
		left[n] = max(left[n], far[c.trail[n]])
	}
	for n := len(left) - 1; n >= 0; n-- {
		if err := poll.At(ctx, n); err != nil {
			return err
		}
		if left[n] == 0 {
			continue
		}
		o := c.objects[n]
		if c.node.of(o) < 0 {
			c.pathFinder.put(o, nodes[c.trails.labels[c.trail[n]]])
		}
		if left[n] > 1 {
			next := c.seq[c.before(o)] - 1
			left[next] = max(left[next], left[n]-1)
		}
	}
	return nil
}
