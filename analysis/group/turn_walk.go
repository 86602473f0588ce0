package group

import (
	"context"
	"slices"

	"memcity/trace"
)

// EachTurned calls do for each node below a transformer, see [Grouping.Transformed]. Each transformer's own node comes first. do receives
// the objects of the node, each once, and must not keep the slice or call methods of the grouping. An error of do ends the walk. The order
// depends only on the tree.
//
// The cost is one pass over the objects and one transformation per group above a transformer. Each transformation adds the number of nodes
// below it times the number of distinct combinations of classes there. EachTurned requires Options.Objects.
func (g *Grouping) EachTurned(ctx context.Context, do func(node int32, objects []trace.ObjectID) error) error {
	g.needObjects("EachTurned")
	if len(g.stages) == 1 {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	sorted, start := g.sorted()
	w := turnedWalk{grouping: g, do: do}
	all := make([]uint32, len(start)-1)
	for c := range all {
		all[c] = uint32(c)
	}
	of := func(cell uint32) []trace.ObjectID { return sorted[start[cell]:start[cell+1]] }
	return w.below(ctx, -1, all, of)
}

// sorted returns the objects sorted by cell of the first stage: those of cell c are sorted[start[c]:start[c+1]].
func (g *Grouping) sorted() (sorted []trace.ObjectID, start []uint32) {
	c := g.stages[0].cells
	start = make([]uint32, len(c.tuples)+1)
	for o := range g.Heap.Len() {
		start[c.cell(trace.ObjectID(o))+1]++
	}
	for i := range c.tuples {
		start[i+1] += start[i]
	}
	next := slices.Clone(start)
	sorted = make([]trace.ObjectID, g.Heap.Len())
	for o := range sorted {
		cell := c.cell(trace.ObjectID(o))
		sorted[next[cell]] = trace.ObjectID(o)
		next[cell]++
	}
	return sorted, start
}

// turnedWalk visits the subtrees below transformers.
type turnedWalk struct {
	grouping *Grouping
	do       func(node int32, objects []trace.ObjectID) error
}

// below visits everything below the transformer's node top; -1 for the first stage. cells contains the cells that occur there, and of
// returns the objects of a cell.
func (w *turnedWalk) below(ctx context.Context, top int32, cells []uint32, of func(cell uint32) []trace.ObjectID) error {
	g := w.grouping
	from, end := int32(0), int32(len(g.Tree.Nodes))
	if top >= 0 {
		from, end = top, g.Tree.Nodes[top].End
	}
	for n := from; n < end; n++ {
		if above := g.Tree.Nodes[n].Parent; n == top || g.turned[n] != n || g.turned[above] != top {
			continue
		}
		if err := w.turn(ctx, n, w.objects(g.Tree.Nodes[n].Parent, max(top, 0), cells, of, true)); err != nil {
			return err
		}
		n = g.Tree.Nodes[n].End - 1
	}
	return nil
}

// turn transforms the objects for a transformer's node and visits everything below it.
func (w *turnedWalk) turn(ctx context.Context, top int32, objects []trace.ObjectID) error {
	g := w.grouping
	objects, err := g.stages[g.depth[top]-1].transform(ctx, objects)
	if err != nil {
		return err
	}
	st := g.stages[g.depth[top]]
	lists := map[uint32][]trace.ObjectID{}
	var present []uint32
	for _, o := range objects {
		c := st.cells.cell(o)
		if lists[c] == nil {
			present = append(present, c)
		}
		lists[c] = append(lists[c], o)
	}
	slices.Sort(present)
	of := func(cell uint32) []trace.ObjectID { return lists[cell] }
	for n := top; n < g.Tree.Nodes[top].End; n++ {
		if g.turned[n] != top {
			continue
		}
		if err := w.do(n, w.objects(n, top, present, of, false)); err != nil {
			return err
		}
	}
	if st.transform == nil {
		return ctx.Err()
	}
	return w.below(ctx, top, present, of)
}

// objects returns the objects of node n below top. If done is true, it returns only those that end there after all levels.
func (w *turnedWalk) objects(n, top int32, cells []uint32, of func(cell uint32) []trace.ObjectID, done bool) (objects []trace.ObjectID) {
	st := w.grouping.stages[w.grouping.depth[n]]
	path := w.grouping.path(n, top)
	for _, c := range cells {
		if st.placer.fits(path, &st.cells.tuples[c], done) {
			objects = append(objects, of(c)...)
		}
	}
	return objects
}
