package closure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// Dominators says which single object every object depends on: the immediate dominator, without which it would die, and
// of several such the closest. It takes 16 bytes per object. Read-only once built.
type Dominators struct {
	// Objects and Bytes are, by object, the retained size: the object and all that would be freed with it. Of an unreachable
	// object it is the object alone.
	Objects []uint32
	Bytes   []int64

	// Top is how many objects and shallow bytes are reachable.
	Top trace.Amount

	of []uint32 // by object: its immediate dominator, trace.NoObject for none
}

// Of returns the immediate dominator of o; NoObject if no single object keeps o alive, or if o is unreachable.
func (d *Dominators) Of(o trace.ObjectID) trace.ObjectID { return trace.ObjectID(d.of[o]) }

// FindDominators builds the dominator tree of the reachable objects of h below a node that stands for all GC roots, by
// the semi-NCA algorithm (Georgiadis: Linear-Time Algorithms for Dominators and Related Problems, Princeton, 2005,
// section 2.3) with path compression. References are [trace.Heap.References] and, from the header of every object, the
// class object of its type. Weak, soft and phantom references, and what else [WeakByType] names, hold nothing: what only they
// lead to counts as held by the node of the GC roots. The cost is two traversals in practice, and in the worst case that of path
// compression, a logarithm more; the shape of the heap does not matter: lists, wide arrays and deep trees take no longer. In
// addition to the heap, memory at its peak is 32 bytes per object and 8 per reference that is not in the spanning tree, and a bit
// per reference. Without GC roots
// everything is unreachable. An error is ctx's.
func FindDominators(ctx context.Context, h *trace.Heap) (*Dominators, error) {
	w := newWalker(h)
	w.header = headers(h)
	w.parent = make([]uint32, 1, h.Len()+1)
	w.sideEdges = &sideEdges{first: make([]uint32, h.Len()+1)}
	var err error
	if w.skip, err = weakEdges(ctx, h); err != nil {
		return nil, err
	}
	for i := range h.Roots {
		if err := w.startHeld(ctx, h.Roots[i].Object); err != nil {
			return nil, err
		}
	}
	if err := w.startLoose(ctx); err != nil {
		return nil, err
	}
	w.frames, w.skip = nil, nil
	s := semiNCA{parent: w.parent, forest: make([]link, len(w.parent)), semi: w.sideEdges.first, edges: w.sideEdges}
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	w.sideEdges.chunks, s.forest = nil, nil
	d := &Dominators{Objects: s.parent[:h.Len()], Bytes: make([]int64, h.Len()), of: w.number[:h.Len()]}
	return d, d.sum(ctx, h, w.vertex, s.semi)
}

// startHeld visits what is held from outside.
func (w *walker) startHeld(ctx context.Context, o trace.ObjectID) error {
	if n := w.number[o]; n != 0 {
		w.sideEdges.add(0, n)
		return nil
	}
	return w.start(ctx, o)
}

// startLoose goes on from what only references lead to that hold nothing, as if it were held from outside.
func (w *walker) startLoose(ctx context.Context) error {
	if w.skip == nil {
		return nil
	}
	h, held := w.heap, uint32(len(w.vertex)) // numbers below are held by something else
	for at := 1; at < len(w.vertex); at++ {
		if err := poll.At(ctx, at); err != nil {
			return err
		}
		o := w.vertex[at]
		for i := h.RefStart[o]; i < h.RefStart[o+1]; i++ {
			if to := h.RefTo[i]; w.skip.Test(uint(i)) && (w.number[to] == 0 || w.number[to] >= held) {
				if err := w.startHeld(ctx, to); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// semiNCA finds immediate dominators over numbers in pre-order, 0 being the root.
type semiNCA struct {
	parent []uint32 // in the spanning tree
	forest []link   // of what was treated
	semi   []uint32 // first the lists of edges, then the semidominators, at last the dominators
	edges  *sideEdges
	path   []uint32
	steps  poll.Steps
}

// A link leads to an ancestor in the spanning tree: at first the parent, later, by path compression, a further one. Label
// is the least semidominator on the way, without that of the ancestor.
type link struct{ ancestor, label uint32 }

func (s *semiNCA) run(ctx context.Context) error {
	s.steps = poll.Count(ctx)
	for v := uint32(len(s.parent)) - 1; v > 0; v-- {
		if err := s.steps.Add(1); err != nil {
			return err
		}
		least := s.parent[v]
		for e := s.semi[v]; e != 0; {
			edge := s.edges.at(e)
			e = edge.next
			switch {
			case edge.from <= v:
				least = min(least, edge.from)
			case s.forest[edge.from].ancestor <= v:
				least = min(least, s.forest[edge.from].label)
			default:
				least = min(least, s.eval(edge.from, v))
			}
		}
		s.semi[v], s.forest[v] = least, link{s.parent[v], least}
	}
	for v := 1; v < len(s.parent); v++ {
		if err := poll.At(ctx, v); err != nil {
			return err
		}
		d := s.parent[v]
		for d > s.semi[v] {
			d = s.semi[d]
		}
		s.semi[v] = d
	}
	return ctx.Err()
}

// eval returns the least semidominator of v and its ancestors of numbers above root, all of which have been treated, and
// shortens the path to them. The ancestor that v has a link to is above root.
func (s *semiNCA) eval(v, root uint32) uint32 {
	s.path = s.path[:0]
	above := v
	for up := s.forest[v].ancestor; up > root; up = s.forest[up].ancestor {
		s.path = append(s.path, above)
		above = up
	}
	s.steps.Add(1 + len(s.path))
	// The last one has its label already; every other takes over that of the one above it.
	last := s.forest[above]
	for i := len(s.path) - 1; i >= 0; i-- {
		last.label = min(last.label, s.forest[s.path[i]].label)
		s.forest[s.path[i]] = last
	}
	return last.label
}

// sum turns numbers into objects and sums up what each dominates. It may overwrite what d was made of.
func (d *Dominators) sum(ctx context.Context, h *trace.Heap, vertex []trace.ObjectID, dominator []uint32) error {
	err := inParts(ctx, h.Len(), func(from, to int) {
		for o := from; o < to; o++ {
			d.of[o], d.Objects[o], d.Bytes[o] = uint32(trace.NoObject), 1, h.Size(trace.ObjectID(o))
		}
	})
	for v := len(vertex) - 1; v > 0 && err == nil; v-- {
		err = poll.At(ctx, v)
		o := vertex[v]
		if dominator[v] == 0 {
			d.Top.Objects += int64(d.Objects[o])
			d.Top.Bytes += d.Bytes[o]
			continue
		}
		by := vertex[dominator[v]]
		d.of[o] = uint32(by)
		d.Objects[by] += d.Objects[o]
		d.Bytes[by] += d.Bytes[o]
	}
	return err
}
