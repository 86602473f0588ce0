package closure

import (
	"context"

	"memcity/analysis/closure/amounts"
	"memcity/analysis/closure/retained"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// DominatorTree says which single object every object depends on: the immediate dominator, without which it would die, and
// of several such the closest. It takes 8 bytes per object, and 4 per reference to an object that several others hold together.
// Read-only once built.
type DominatorTree struct {
	heap *trace.Heap
	tree retained.Tree
}

// Retained computes the retained size of every group of groups, as [Graph.Sizes] does, but for all groups at once, whatever their
// number, see [retained.Sizes]. It returns false if that took too long, or if there are no GC roots, so that nothing is known. An error is
// ctx's.
func (d *DominatorTree) Retained(ctx context.Context, groups Groups, progress trace.Progress) (sizes []trace.Amount, ok bool, err error) {
	if len(d.heap.Roots) == 0 {
		return nil, false, nil
	}
	return retained.Sizes(ctx, d.heap, &d.tree, retained.Groups(groups), progress)
}

// Dominators are the immediate dominators and the retained sizes of the objects. It takes 12 bytes per object, 13 in heaps of 4 GiB
// and more.
type Dominators struct {
	// Top is how many objects and shallow bytes are reachable.
	Top trace.Amount

	of    []trace.ObjectID // by object: its immediate dominator, trace.NoObject for none
	sizes *amounts.Column
}

// Of returns the immediate dominator of o; NoObject if no single object keeps o alive, or if o is unreachable.
func (d *Dominators) Of(o trace.ObjectID) trace.ObjectID { return d.of[o] }

// Retained returns the retained size of o: the object and all that would be freed with it. Of an unreachable object it is the object
// alone.
func (d *Dominators) Retained(o trace.ObjectID) trace.Amount { return d.sizes.Of(o) }

// FindTree builds the dominator tree of the reachable objects of h below a node that stands for all GC roots, by
// the semi-NCA algorithm (Georgiadis: Linear-Time Algorithms for Dominators and Related Problems, Princeton, 2005,
// section 2.3) with path compression. References are [trace.Heap.References] and, from the header of every object, the
// class object of its type. Weak, soft and phantom references, and what else [WeakByType] names, hold nothing: what only they
// lead to counts as held by the node of the GC roots. The cost is two traversals in practice, and in the worst case that of path
// compression, a logarithm more; the shape of the heap does not matter: lists, wide arrays and deep trees take no longer. In
// addition to the heap, memory at its peak is 20 bytes per object, 4 per object that other references lead to than that of the spanning
// tree, headers among them, 4 per such reference, and a bit per reference. Without GC roots everything is unreachable. Where the heap has
// an index, the tree is taken from there, and kept there. An error is ctx's.
func FindTree(ctx context.Context, h *trace.Heap) (*DominatorTree, error) {
	if tree := retained.Kept(h); tree != nil {
		return &DominatorTree{h, *tree}, nil
	}
	w, dominator, err := dominate(ctx, h)
	if err != nil {
		return nil, err
	}
	tree, err := arrange(ctx, w, dominator)
	if err == nil {
		tree.tree.Keep(h)
	}
	return tree, err
}

// FindDominators finds the immediate dominators of the reachable objects of h and their retained sizes, as [FindTree] does, but keeps
// no tree. Memory at its peak is as much. An error is ctx's.
func FindDominators(ctx context.Context, h *trace.Heap) (*Dominators, error) {
	w, dominator, err := dominate(ctx, h)
	if err != nil {
		return nil, err
	}
	scratch.Release(&w.parent)
	w.sideEdges.release()
	w.sideEdges = nil
	collect(h)
	defer scratch.Release(&w.vertex)
	defer scratch.Release(&dominator)
	return sum(ctx, w, dominator)
}

// dominate walks over what is reachable, and returns the immediate dominators by the numbers of the walk.
func dominate(ctx context.Context, h *trace.Heap) (*walker, []uint32, error) {
	collect(h)
	w := newWalker(h)
	w.header = headers(h)
	w.parent = scratch.Make[uint32](h.Len() + 1)[:1]
	w.sideEdges, w.headers = &sideEdges{}, make([]uint32, len(w.header))
	var weak []trace.ObjectID
	var err error
	if w.skip, weak, err = weakEdges(ctx, h); err != nil {
		return nil, nil, err
	}
	for i := range h.Roots {
		if err := w.startHeld(ctx, h.Roots[i].Object); err != nil {
			return nil, nil, err
		}
	}
	if err := w.startLoose(ctx, weak); err != nil {
		return nil, nil, err
	}
	w.leave()
	w.skip = nil
	collect(h)
	if err := w.sortSideEdges(ctx); err != nil {
		return nil, nil, err
	}
	collect(h)
	s := semiNCA{parent: w.parent, forest: scratch.Make[link](len(w.parent)), edges: w.sideEdges}
	if err := s.run(ctx); err != nil {
		return nil, nil, err
	}
	scratch.Release(&s.forest)
	collect(h)
	return w, s.semi, nil
}

// startHeld visits what is held from outside.
func (w *walker) startHeld(ctx context.Context, o trace.ObjectID) error {
	if n := w.number[o]; n != 0 {
		w.sideEdges.add(0, n)
		return nil
	}
	return w.start(ctx, o)
}

// startLoose goes on from what only references lead to that hold nothing, as if it were held from outside. Some objects have these
// references.
func (w *walker) startLoose(ctx context.Context, weak []trace.ObjectID) error {
	held := uint32(len(w.vertex)) // numbers below are held by something else
	for i, o := range weak {
		if err := poll.At(ctx, i); err != nil {
			return err
		}
		if n := w.number[o]; n != 0 && n < held {
			if err := w.startBehind(ctx, o, held); err != nil {
				return err
			}
		}
	}
	for at := held; w.skip != nil && at < uint32(len(w.vertex)); at++ {
		if err := poll.At(ctx, int(at)); err != nil {
			return err
		}
		if err := w.startBehind(ctx, w.vertex[at], held); err != nil {
			return err
		}
	}
	return nil
}

// startBehind visits what references of an object lead to that hold nothing, unless it is held by something else.
func (w *walker) startBehind(ctx context.Context, o trace.ObjectID, held uint32) error {
	for i, end := w.heap.RefStart.Row(o); i < end; i++ {
		if to := w.heap.RefTo[i]; w.skip.Test(uint(i)) && (w.number[to] == 0 || w.number[to] >= held) {
			if err := w.startHeld(ctx, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// semiNCA finds immediate dominators over numbers in pre-order, 0 being the root.
type semiNCA struct {
	parent []uint32 // in the spanning tree
	forest []link   // of what was treated
	semi   []uint32 // first the semidominators, then the dominators
	edges  *sideEdges
	path   []uint32
	steps  poll.Steps
}

// release frees all but the spanning tree.
func (s *semiNCA) release() {
	scratch.Release(&s.forest)
	scratch.Release(&s.semi)
	s.edges.release()
}

// A link leads to an ancestor in the spanning tree: at first the parent, later, by path compression, a further one. Label
// is the least semidominator on the way, without that of the ancestor.
type link struct{ ancestor, label uint32 }

func (s *semiNCA) run(ctx context.Context) error {
	s.steps = poll.Count(ctx)
	s.semi = scratch.Make[uint32](len(s.parent))
	for v := uint32(len(s.parent)) - 1; v > 0; v-- {
		if err := s.steps.Add(1); err != nil {
			return err
		}
		least := s.parent[v]
		for _, from := range s.edges.row(v) {
			switch {
			case from <= v:
				least = min(least, from)
			case s.forest[from].ancestor <= v:
				least = min(least, s.forest[from].label)
			default:
				least = min(least, s.eval(from, v))
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

// sum adds up the retained sizes of what a walk visited. What dominates has lower numbers.
func sum(ctx context.Context, w *walker, dominator []uint32) (*Dominators, error) {
	sizes, err := amounts.Shallow(ctx, w.heap)
	if err != nil {
		return nil, err
	}
	sums := &Dominators{of: scratch.Make[trace.ObjectID](w.heap.Len()), sizes: sizes}
	for o := range sums.of {
		sums.of[o] = trace.NoObject
	}
	for v := len(w.vertex) - 1; v > 0; v-- {
		if err := poll.At(ctx, v); err != nil {
			return nil, err
		}
		o := w.vertex[v]
		if dominator[v] == 0 {
			sums.Top.Add(sizes.Of(o))
			continue
		}
		by := w.vertex[dominator[v]]
		sums.of[o] = by
		sizes.Add(by, o)
	}
	return sums, ctx.Err()
}
