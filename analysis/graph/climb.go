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
	return p.climbWithin(ctx, from, before, minSteps+stepsEach*len(from))
}

// What a climb may go step by step: most paths are short, and soon lead over the same objects.
const (
	minSteps  = 1 << 16
	stepsEach = 5
)

// climbWithin is climb that makes no more than some steps from one object to the next. From where it has come to then it goes by
// [trails.follow], for which all of the paths have to be known, but to which long lists are as short ones.
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
	nodes := make([]int32, len(c.list)) // by label
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
	p.nodes[below].in = true // its GC roots are shown
	return c.put(ctx, nodes)
}

// climber knows the objects on the paths.
type climber struct {
	*pathFinder
	before  func(trace.ObjectID) trace.ObjectID
	targets map[target]int32 // labels, as far as they are not in the next two
	ofNode  []int32          // by node: the label and 1, 0 if it has none
	ofType  []int32          // by type, for groups of all objects of types that are alike
	list    []target         // by label

	labels []int32 // that were followed
	passed []pass  // objects of these labels, each at least once

	// For what is not gone step by step:
	seq     []uint32         // by object: its number among those on paths, from 1
	objects []trace.ObjectID // by number less one; what is before an object has a lower number
	trail   []int32          // by number less one: of the targets from the object to the GC root
	trails  *trails
	stack   []trace.ObjectID
}

// pass is an object that is to be put into the node of a label.
type pass struct {
	object trace.ObjectID
	label  int32
}

// stepper is where some of the objects have come to; NoObject stands for the GC roots.
type stepper struct {
	at     trace.ObjectID
	label  int32
	weight int64 // how many they are
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

// steps goes to what is before, as long as it takes no more than some steps. It returns where that ended if something is left to do. Those
// that have come to the same object go on as one, in place of the first.
func (c *climber) steps(ctx context.Context, now []stepper, limit int) ([]stepper, error) {
	at := newNodeNumbers(c.source.heap.Len()) // by object: its place in now
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

// join adds some that have come to an object to a list.
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

// heaviest returns the label of most weight, of several that of the first; and the weight of those that have come to GC roots, and of all.
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

// follow goes on from where others have come to, with all of their paths in view.
func (c *climber) follow(ctx context.Context, now []stepper) error {
	c.seq, c.trails = make([]uint32, c.source.heap.Len()), newTrails()
	var ends []traveller
	var end []int32 // by trail: its index in ends, plus one
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
			ends = append(ends, traveller{trail: at})
			end[at] = int32(len(ends))
		}
		ends[end[at]-1].weight += s.weight
	}
	labels, far := c.trails.follow(ends)
	c.labels = append(c.labels, labels...)
	return c.pass(ctx, now, far)
}

// classify finds the trails of an object and of the objects before it on its shortest path. It ends because these paths form a tree.
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

// labelOf returns the label of the node of an object or, if it has none, of its group.
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

// pass notes the objects of the paths that were gone together: those as far as the trails were followed.
func (c *climber) pass(ctx context.Context, from []stepper, far []int32) error {
	left := make([]int32, len(c.objects)) // by number less one: how many objects of the path, from this one on
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

// put adds the objects that were passed to their nodes.
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
