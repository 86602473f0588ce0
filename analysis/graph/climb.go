package graph

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// target is an existing node or, if node is -1, a group that has no node yet.
type target struct {
	node  int32
	group groupKey
}

// climb walks from the given objects along their paths to GC roots and adds the path that most of them share to the graph. In each step it
// moves to the node or group that comes before most of the remaining objects, and drops the others. Ties go to the one that comes before
// the first of the objects. It stops when GC roots hold at least half of the remaining objects.
func (p *pathFinder) climb(ctx context.Context, from []trace.ObjectID, before func(trace.ObjectID) trace.ObjectID) error {
	return p.climbWithin(ctx, from, before, minSteps+stepsEach*len(from))
}

// Limits for the number of moves made step by step. Most paths are short and soon join.
const (
	minSteps  = 1 << 16
	stepsEach = 5
)

// climbWithin is climb with a limit for the number of moves from one object to the next. Beyond the limit it continues with
// [trails.follow], which must know all paths but handles long lists quickly.
func (p *pathFinder) climbWithin(ctx context.Context, from []trace.ObjectID, before func(trace.ObjectID) trace.ObjectID, steps int) error {
	c := newClimber(p, before)
	now := c.begin(from)
	now, err := c.steps(ctx, now, steps)
	if err != nil {
		return err
	}
	if len(now) > 0 {
		if err := c.follow(ctx, now); err != nil {
			return err
		}
	}
	below := int32(-1)
	nodes := make([]int32, len(c.list)) // node by label
	for i, t := range c.list {
		nodes[i] = t.node
	}
	for _, label := range c.labels {
		if nodes[label] < 0 {
			nodes[label] = p.add(&work{judged: true, Node: Node{
				Key:   p.nodeKey(p.nodes[below].Key+PointedFrom.sign(), c.list[label].group),
				group: c.list[label].group, parents: []int32{below}, Distance: p.nodes[below].Distance + 1}})
		}
		below = nodes[label]
	}
	p.nodes[below].in = true // so that its GC roots are shown
	return c.put(ctx, nodes)
}

// climber is the state of a climb. A label stands for a target.
type climber struct {
	*pathFinder
	before  func(trace.ObjectID) trace.ObjectID
	targets map[target]int32 // labels of targets that ofNode and ofType cannot contain
	ofNode  []int32          // by node: label plus one; 0 for none
	ofType  []int32          // by type: the same for groups; nil if groups depend on allocation sites
	list    []target         // target by label

	labels []int32 // labels followed so far
	passed []pass  // objects with these labels, each at least once

	// For the part of the paths that is not walked step by step:
	seq     []uint32         // by object: 1-based number among objects on paths; 0 for others
	objects []trace.ObjectID // by number less one; an object comes after its predecessor
	trail   []int32          // by number less one: trail of the labels from the object to the GC root
	trails  *trails
	stack   []trace.ObjectID
}

// pass assigns an object to the node of a label.
type pass struct {
	object trace.ObjectID
	label  int32
}

// stepper is the current position of one or more of the objects. at is NoObject once they are at a GC root.
type stepper struct {
	at     trace.ObjectID
	label  int32
	weight int64 // number of objects
}

func newClimber(p *pathFinder, before func(trace.ObjectID) trace.ObjectID) *climber {
	c := &climber{pathFinder: p, before: before, ofNode: make([]int32, len(p.nodes))}
	if p.options.Sites {
		c.targets = map[target]int32{}
	} else {
		c.ofType = make([]int32, len(p.source.heap.Types))
	}
	return c
}

func (c *climber) begin(from []trace.ObjectID) []stepper {
	now := make([]stepper, len(from))
	for i, o := range from {
		now[i] = stepper{o, c.labelOf(o), 1}
	}
	return now
}

// steps moves all steppers toward the GC roots while this takes at most limit moves. It returns the steppers that remain to be moved.
// Steppers that meet at an object continue as one, in the place of the first.
func (c *climber) steps(ctx context.Context, now []stepper, limit int) ([]stepper, error) {
	at := newNodeNumbers(c.source.heap.Len()) // by object: index in now
	var weight []int64                        // by label
	for len(now) <= limit {
		limit -= len(now)
		best, held, sum := c.heaviest(now, &weight)
		if held*2 >= sum {
			return nil, ctx.Err()
		}
		c.labels = append(c.labels, best)
		kept := now[:0]
		for i, s := range now {
			if err := poll.At(ctx, i); err != nil {
				return nil, err
			}
			if s.label != best || s.at == trace.NoObject {
				continue
			}
			c.passed = append(c.passed, pass{s.at, best})
			kept = c.join(kept, at, c.before(s.at), s.weight)
		}
		now = kept
	}
	return now, ctx.Err()
}

// join adds a stepper at o to the list, or its weight to a stepper that is already there.
func (c *climber) join(kept []stepper, at *nodeNumbers, o trace.ObjectID, weight int64) []stepper {
	if o == trace.NoObject {
		return append(kept, stepper{o, -1, weight})
	}
	if i := at.of(o); i >= 0 && int(i) < len(kept) && kept[i].at == o {
		kept[i].weight += weight
		return kept
	}
	at.set(o, int32(len(kept)))
	return append(kept, stepper{o, c.labelOf(o), weight})
}

// heaviest returns the label with the highest weight, the first one if there are ties. held is the weight of steppers at GC roots, sum that
// of all.
func (c *climber) heaviest(now []stepper, weight *[]int64) (best int32, held, sum int64) {
	*weight = append(*weight, make([]int64, len(c.list)-len(*weight))...)
	clear(*weight)
	for _, s := range now {
		sum += s.weight
		if s.at == trace.NoObject {
			held += s.weight
		} else {
			(*weight)[s.label] += s.weight
		}
	}
	most := int64(0)
	for _, s := range now {
		if s.at != trace.NoObject && (*weight)[s.label] > most {
			most, best = (*weight)[s.label], s.label
		}
	}
	return best, held, sum
}

// follow continues from the given positions with all remaining paths known.
func (c *climber) follow(ctx context.Context, now []stepper) error {
	c.seq, c.trails = make([]uint32, c.source.heap.Len()), newTrails()
	var ends []traveler
	var end []int32 // by trail: index in ends plus one
	for i, s := range now {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		at := int32(0)
		if s.at != trace.NoObject {
			c.classify(s.at)
			at = c.trail[c.seq[s.at]-1]
		}
		for int(at) >= len(end) {
			end = append(end, 0)
		}
		if end[at] == 0 {
			ends = append(ends, traveler{trail: at})
			end[at] = int32(len(ends))
		}
		ends[end[at]-1].weight += s.weight
	}
	labels, far := c.trails.follow(ends)
	c.labels = append(c.labels, labels...)
	return c.pass(ctx, now, far)
}

// classify computes the trails of an object and its predecessors. It terminates because the shortest paths form a tree.
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

// labelOf returns the label of an object's node, or of its group if it has no node.
func (c *climber) labelOf(o trace.ObjectID) int32 {
	t := target{node: c.node.of(o)}
	var known *int32
	if t.node >= 0 {
		known = &c.ofNode[t.node]
	} else if t.group = c.groupOf(o); c.ofType != nil {
		known = &c.ofType[t.group.typ]
	} else {
		return c.siteLabel(t)
	}
	if *known == 0 {
		c.list = append(c.list, t)
		*known = int32(len(c.list))
	}
	return *known - 1
}

func (c *climber) siteLabel(t target) int32 {
	label, ok := c.targets[t]
	if !ok {
		label = int32(len(c.list))
		c.targets[t], c.list = label, append(c.list, t)
	}
	return label
}

// pass records the objects on the paths that were followed together, each path as far as its trail was followed.
func (c *climber) pass(ctx context.Context, from []stepper, far []int32) error {
	left := make([]int32, len(c.objects)) // by number less one: number of objects to record on the path, starting with this one
	for _, s := range from {
		if s.at != trace.NoObject {
			n := c.seq[s.at] - 1
			left[n] = max(left[n], far[c.trail[n]])
		}
	}
	for n := len(left) - 1; n >= 0; n-- {
		if err := poll.At(ctx, n); err != nil {
			return err
		}
		if left[n] == 0 {
			continue
		}
		o := c.objects[n]
		c.passed = append(c.passed, pass{o, c.trails.labels[c.trail[n]]})
		if left[n] > 1 {
			next := c.seq[c.before(o)] - 1
			left[next] = max(left[next], left[n]-1)
		}
	}
	return nil
}

// put adds the recorded objects to their nodes.
func (c *climber) put(ctx context.Context, nodes []int32) error {
	for i, s := range c.passed {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		if c.node.of(s.object) < 0 {
			c.pathFinder.put(s.object, nodes[s.label])
		}
	}
	return nil
}
