package structure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// Closures finds the deep closures of data structures: their own objects and those of all data structures that they contain, directly or
// over others. It takes 4 bytes per object and per data structure. It is not safe for concurrent use.
type Closures struct {
	detection  *Detection
	seen       []uint32 // by object: last call that found it
	structures []uint32 // by ID: last call that found it
	call       uint32
	list       []ID
}

// Closures returns a finder of closures.
func (d *Detection) Closures() *Closures {
	return &Closures{detection: d, seen: make([]uint32, d.Heap.Len()), structures: make([]uint32, d.Len())}
}

// begin starts a new call.
func (c *Closures) begin() {
	if c.call++; c.call == 0 {
		clear(c.seen)
		clear(c.structures)
		c.call = 1
	}
	c.list = c.list[:0]
}

func (c *Closures) add(id ID) {
	if c.structures[id] != c.call {
		c.structures[id] = c.call
		c.list = append(c.list, id)
	}
}

// each calls do for each object of the given data structures once: heads, then parts, leaves and nested heads. deep includes nested data
// structures. It returns an error only if ctx is done.
func (c *Closures) each(ctx context.Context, ids []ID, deep bool, do func(o trace.ObjectID)) error {
	c.begin()
	d := c.detection
	take := func(o trace.ObjectID) {
		if c.seen[o] != c.call {
			c.seen[o] = c.call
			do(o)
		}
	}
	for _, id := range ids {
		c.add(id)
	}
	for at := 0; at < len(c.list); at++ {
		if err := poll.At(ctx, at+1); err != nil {
			return err
		}
		id := c.list[at]
		take(d.Heads[id])
		for _, o := range d.Members(id) {
			take(o)
		}
		if deep {
			for _, head := range d.Nested(id) {
				c.add(d.Of(head))
			}
		}
	}
	return ctx.Err()
}

// Objects returns the objects of the given data structures, each once. deep includes nested data structures. The cost is linear in their
// members. It returns an error only if ctx is done.
func (c *Closures) Objects(ctx context.Context, ids []ID, deep bool) ([]trace.ObjectID, error) {
	var all []trace.ObjectID
	err := c.each(ctx, ids, deep, func(o trace.ObjectID) { all = append(all, o) })
	return all, err
}

// Deep returns the size of the deep closure of a data structure. The cost is linear in its objects. It returns an error only if ctx is
// done.
func (c *Closures) Deep(ctx context.Context, id ID) (trace.Amount, error) {
	var size trace.Amount
	h := c.detection.Heap
	err := c.each(ctx, []ID{id}, true, func(o trace.ObjectID) {
		size.Objects++
		size.Bytes += h.Size(o)
	})
	return size, err
}

// Leaves returns the contents of the given data structures, each once. If deep is true, contents of nested data structures replace their
// heads. It returns an error only if ctx is done.
func (c *Closures) Leaves(ctx context.Context, ids []ID, deep bool) ([]trace.ObjectID, error) {
	c.begin()
	d := c.detection
	var all []trace.ObjectID
	take := func(list []trace.ObjectID) {
		for _, o := range list {
			if c.seen[o] != c.call {
				c.seen[o] = c.call
				all = append(all, o)
			}
		}
	}
	for _, id := range ids {
		c.add(id)
	}
	for at := 0; at < len(c.list); at++ {
		if err := poll.At(ctx, at+1); err != nil {
			return nil, err
		}
		id := c.list[at]
		take(d.Leaves(id))
		if !deep {
			take(d.Nested(id))
			continue
		}
		for _, head := range d.Nested(id) {
			c.add(d.Of(head))
		}
	}
	return all, ctx.Err()
}

// atMost returns, by ID, an upper bound of the number of objects in the deep closure: the sum of the sizes of all contained data
// structures. Data structures with several containers count several times. If containment has cycles, the bound is the number of all
// objects.
func (d *Detection) atMost(ctx context.Context) ([]int64, error) {
	bound := make([]int64, d.Len())
	left := make([]uint32, d.Len()) // by ID: number of nested data structures that are not done yet
	from, err := newReverse(ctx, d)
	if err != nil {
		return nil, err
	}
	var done []ID
	for id := range d.Heads {
		if err := poll.At(ctx, id); err != nil {
			return nil, err
		}
		bound[id] = d.sizes[id].Objects
		if left[id] = uint32(len(d.Nested(ID(id)))); left[id] == 0 {
			done = append(done, ID(id))
		}
	}
	all := int64(d.Heap.Len())
	for at := 0; at < len(done); at++ {
		if err := poll.At(ctx, at); err != nil {
			return nil, err
		}
		for _, above := range from.of(done[at]) {
			bound[above] = min(bound[above]+bound[done[at]], all)
			if left[above]--; left[above] == 0 {
				done = append(done, above)
			}
		}
	}
	for id := range left {
		if left[id] > 0 {
			bound[id] = all
		}
	}
	return bound, nil
}

// reverse is the reversed containment graph.
type reverse struct {
	start []uint32
	from  []ID
}

func newReverse(ctx context.Context, d *Detection) (*reverse, error) {
	r := &reverse{start: make([]uint32, d.Len()+1)}
	for id := range d.Heads {
		if err := poll.At(ctx, id); err != nil {
			return nil, err
		}
		for _, head := range d.Nested(ID(id)) {
			r.start[d.Of(head)]++
		}
	}
	sum := uint32(0)
	for i := range r.start {
		sum += r.start[i]
		r.start[i] = sum
	}
	r.from = make([]ID, sum)
	for id := d.Len() - 1; id >= 0; id-- {
		if err := poll.At(ctx, id); err != nil {
			return nil, err
		}
		for _, head := range d.Nested(ID(id)) {
			to := d.Of(head)
			r.start[to]--
			r.from[r.start[to]] = ID(id)
		}
	}
	return r, nil
}

func (r *reverse) of(id ID) []ID { return r.from[r.start[id]:r.start[id+1]] }

// Deeps returns the sizes of the deep closures of data structures, in the given order, as far as a budget allows. Other sizes are -1. The
// budget is eight times the number of objects in the heap state. Closures count by their upper bound, see atMost. At least one is computed.
// It returns an error only if ctx is done.
func (d *Detection) Deeps(ctx context.Context, ids []ID, progress trace.Progress) (sizes []trace.Amount, err error) {
	bound, err := d.atMost(ctx)
	if err != nil {
		return nil, err
	}
	budget := int64(deepBudget) * int64(d.Heap.Len()+minSteps)
	c := d.Closures()
	sizes = make([]trace.Amount, len(ids))
	for i, id := range ids {
		if i%reportEvery == 0 {
			progress.Report(int64(i), int64(len(ids)), "measuring data structures")
		}
		switch contained := d.Nested(id); {
		case len(contained) == 0:
			sizes[i] = d.sizes[id]
		case budget <= 0 || i > 0 && bound[id] > budget:
			sizes[i] = trace.Amount{Objects: -1, Bytes: -1}
		default:
			budget -= bound[id]
			if sizes[i], err = c.Deep(ctx, id); err != nil {
				return nil, err
			}
		}
	}
	return sizes, ctx.Err()
}

const deepBudget = 8
