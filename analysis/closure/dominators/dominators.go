package dominators

import (
	"context"

	"memcity/analysis/closure"
	"memcity/analysis/closure/amounts"
	"memcity/analysis/closure/internal/dfs"
	"memcity/analysis/closure/retained"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"

	"github.com/bits-and-blooms/bitset"
)

// Tree contains the immediate dominator of each object: the closest single object without which it would be freed. It takes 8
// bytes per object, and 4 per reference to an object that several objects hold jointly. It is read-only once built.
type Tree struct {
	heap *trace.Heap
	tree retained.Tree
}

// Retained returns the retained size of each of the given groups. Unlike [closure.Graph.Sizes], it handles any number of groups together;
// see [retained.Sizes]. ok is false if that takes too long, or if the heap has no GC roots. It returns an error only if ctx is done.
func (d *Tree) Retained(ctx context.Context, groups closure.Groups, progress trace.Progress) (sizes []trace.Amount, ok bool, err error) {
	if len(d.heap.Roots) == 0 {
		return nil, false, nil
	}
	return retained.Sizes(ctx, d.heap, &d.tree, retained.Groups(groups), progress)
}

// Table contains the immediate dominator and the retained size of each object. It takes 12 bytes per object, or 13 in heaps of 4 GiB
// and more.
type Table struct {
	// Top is the number of reachable objects and their total shallow size.
	Top trace.Amount

	of    []trace.ObjectID // immediate dominator by object; trace.NoObject for none
	sizes *amounts.Column
}

// Of returns the immediate dominator of o. It is NoObject if no single object keeps o alive, or if o is unreachable.
func (d *Table) Of(o trace.ObjectID) trace.ObjectID { return d.of[o] }

// Retained returns the retained size of o: the object and everything that would be freed with it. For an unreachable object it is the
// shallow size.
func (d *Table) Retained(o trace.ObjectID) trace.Amount { return d.sizes.Of(o) }

// FindTree builds the dominator tree of the reachable objects of h. Its root is a virtual node above all GC roots. It uses the semi-NCA
// algorithm with path compression (Georgiadis: Linear-Time Algorithms for Dominators and Related Problems, Princeton, 2005, section 2.3).
//
// Edges are [trace.Heap.References] and, for the header of each object, a reference to the class object of its type. Weak, soft and phantom
// references, and the others that [closure.WeakByType] names, hold nothing. The root node dominates objects that only they lead to. Without GC
// roots all objects are unreachable.
//
// In practice the cost is two traversals. The worst case adds the logarithmic factor of path compression. The shape of the heap does not
// matter: lists, wide arrays and deep trees take no longer. Peak memory, in addition to the heap, is 20 bytes per object, 4 per object with
// references outside the spanning tree (headers included), 4 per such reference, and a bit per reference.
//
// If the heap has an index, FindTree reads the tree from it or stores the tree there. It returns an error only if ctx is done.
func FindTree(ctx context.Context, h *trace.Heap) (*Tree, error) {
	if tree := retained.Kept(h); tree != nil {
		return &Tree{h, *tree}, nil
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

// Find returns the immediate dominators of the reachable objects of h and their retained sizes. It works as [FindTree] does and
// needs as much memory at its peak, but keeps no tree. It returns an error only if ctx is done.
func Find(ctx context.Context, h *trace.Heap) (*Table, error) {
	w, dominator, err := dominate(ctx, h)
	if err != nil {
		return nil, err
	}
	scratch.Release(&w.Parent)
	w.SideEdges.Release()
	w.SideEdges = nil
	dfs.Collect(h)
	defer scratch.Release(&w.Vertex)
	defer scratch.Release(&dominator)
	return sum(ctx, w, dominator)
}

// dominate walks the reachable objects and returns their immediate dominators, both by the numbers of the walk.
func dominate(ctx context.Context, h *trace.Heap) (*dfs.Walker, []uint32, error) {
	dfs.Collect(h)
	w := dfs.New(h)
	w.Header = dfs.Headers(h)
	w.Parent = scratch.Make[uint32](h.Len() + 1)[:1]
	w.SideEdges, w.Headers = &dfs.SideEdges{}, make([]uint32, len(w.Header))
	var weak []trace.ObjectID
	var err error
	if w.Skip, weak, err = closure.WeakEdges(ctx, h); err != nil {
		return nil, nil, err
	}
	for i := range h.Roots {
		if err := w.StartHeld(ctx, h.Roots[i].Object); err != nil {
			return nil, nil, err
		}
	}
	if err := w.StartLoose(ctx, weak); err != nil {
		return nil, nil, err
	}
	w.Leave()
	w.Skip = nil
	dfs.Collect(h)
	if err := w.SortSideEdges(ctx); err != nil {
		return nil, nil, err
	}
	dfs.Collect(h)
	s := semiNCA{parent: w.Parent, forest: scratch.Make[link](len(w.Parent)), edges: w.SideEdges}
	if err := s.run(ctx); err != nil {
		return nil, nil, err
	}
	scratch.Release(&s.forest)
	dfs.Collect(h)
	return w, s.semi, nil
}

// semiNCA finds immediate dominators by numbers in pre-order. The root is 0.
type semiNCA struct {
	parent []uint32 // parents in the spanning tree
	forest []link   // links of the nodes treated so far
	semi   []uint32 // semidominators first, then dominators
	edges  *dfs.SideEdges
	path   []uint32
	steps  poll.Steps
}

// release frees everything but the spanning tree.
func (s *semiNCA) release() {
	scratch.Release(&s.forest)
	scratch.Release(&s.semi)
	s.edges.Release()
}

// A link leads to an ancestor in the spanning tree. This is the parent at first, and a more distant one after path compression. label is
// the least semidominator on the path there, excluding the ancestor itself.
type link struct{ ancestor, label uint32 }

func (s *semiNCA) run(ctx context.Context) error {
	s.steps = poll.Count(ctx)
	s.semi = scratch.Make[uint32](len(s.parent))
	for v := uint32(len(s.parent)) - 1; v > 0; v-- {
		if err := s.steps.Add(1); err != nil {
			return err
		}
		least := s.parent[v]
		for _, from := range s.edges.Row(v) {
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

// eval returns the least semidominator of v and its ancestors with numbers above root, and shortens the path to them. All of them must have
// been treated, and the ancestor that v links to must be above root.
func (s *semiNCA) eval(v, root uint32) uint32 {
	s.path = s.path[:0]
	above := v
	for up := s.forest[v].ancestor; up > root; up = s.forest[up].ancestor {
		s.path = append(s.path, above)
		above = up
	}
	s.steps.Add(1 + len(s.path))
	// The topmost node has its label already. Each other node takes the label of the node above it if that is lower.
	last := s.forest[above]
	for i := len(s.path) - 1; i >= 0; i-- {
		last.label = min(last.label, s.forest[s.path[i]].label)
		s.forest[s.path[i]] = last
	}
	return last.label
}

// sum adds up the retained sizes of the visited objects. Dominators have lower numbers than the objects that they dominate.
func sum(ctx context.Context, w *dfs.Walker, dominator []uint32) (*Table, error) {
	sizes, err := amounts.Shallow(ctx, w.Heap)
	if err != nil {
		return nil, err
	}
	sums := &Table{of: scratch.Make[trace.ObjectID](w.Heap.Len()), sizes: sizes}
	for o := range sums.of {
		sums.of[o] = trace.NoObject
	}
	for v := len(w.Vertex) - 1; v > 0; v-- {
		if err := poll.At(ctx, v); err != nil {
			return nil, err
		}
		o := w.Vertex[v]
		if dominator[v] == 0 {
			sums.Top.Add(sizes.Of(o))
			continue
		}
		by := w.Vertex[dominator[v]]
		sums.of[o] = by
		sizes.Add(by, o)
	}
	return sums, ctx.Err()
}

// Reachable returns the same objects as the function [closure.Reachable]. It returns an error only if ctx is done.
func (d *Tree) Reachable(ctx context.Context) (*bitset.BitSet, error) {
	if reachable, ok := closure.KnownReachable(d.heap); ok {
		return reachable, ctx.Err()
	}
	return closure.ListedReachable(ctx, d.heap, d.tree.Order)
}
