package group

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// pairs is a list of cells with a node that contains each.
type pairs []struct {
	cell uint32
	node int32
}

func (p *pairs) add(cell uint32, nodes []int32) {
	for _, n := range nodes {
		*p = append(*p, struct {
			cell uint32
			node int32
		}{cell, n})
	}
}

// turner builds the subtrees below transformers.
type turner struct {
	grouping *Grouping
	builder  *builder
	totals   [][]total // by stage and cell; all zero between calls
}

// turnAll builds the subtrees below the nodes of the first stage.
func (t *turner) turnAll(ctx context.Context, done *pairs) error {
	sorted, start := t.grouping.sorted()
	return t.turnPairs(ctx, 0, *done, func(cell uint32) []trace.ObjectID { return sorted[start[cell]:start[cell+1]] })
}

// turnPairs transforms the objects of each node of a stage. of returns the objects of a cell.
func (t *turner) turnPairs(ctx context.Context, stage int, done pairs, of func(cell uint32) []trace.ObjectID) error {
	slices.SortStableFunc(done, func(a, b struct {
		cell uint32
		node int32
	}) int {
		return int(a.node) - int(b.node)
	})
	for i := 0; i < len(done); {
		node := done[i].node
		var objects []trace.ObjectID
		for ; i < len(done) && done[i].node == node; i++ {
			objects = append(objects, of(done[i].cell)...)
		}
		if err := t.turn(ctx, stage, node, objects); err != nil {
			return err
		}
	}
	return nil
}

// turn builds the subtree below a node of a stage that contains the given objects.
func (t *turner) turn(ctx context.Context, stage int, node int32, objects []trace.ObjectID) error {
	st := t.grouping.stages[stage]
	objects, err := st.transform(ctx, objects)
	if err != nil || len(objects) == 0 {
		return err
	}
	b := t.builder
	name := st.transformer.Role
	for b.has(node, name) {
		name += " (transformed)"
	}
	top := b.child(node, b.names.ID(name), b.names.ID(transformerRole))
	if b.err != nil {
		return b.err
	}
	b.nodes[top].turned, b.nodes[top].stage = true, int32(stage+1)
	return t.group(ctx, stage+1, top, objects)
}

const transformerRole = "Transformer"

// group groups objects below node top by a stage.
func (t *turner) group(ctx context.Context, stage int, top int32, objects []trace.ObjectID) error {
	st := t.grouping.stages[stage]
	t.see(st, objects)
	present, totals := t.count(stage, objects)
	done := pairs{}
	for _, c := range present {
		st.placer.place(ctx, top, &st.cells.tuples[c], totals[c])
		totals[c] = total{}
		if st.transform != nil {
			done.add(c, st.placer.done)
		}
		if t.builder.err != nil {
			return t.builder.err
		}
	}
	if st.transform == nil {
		return nil
	}
	lists := map[uint32][]trace.ObjectID{}
	for _, o := range objects {
		c := st.cells.cell(o)
		lists[c] = append(lists[c], o)
	}
	return t.turnPairs(ctx, stage, done, func(cell uint32) []trace.ObjectID { return lists[cell] })
}

// see records objects that reach a stage, if one of its classifiers requests their number.
func (t *turner) see(st *stage, objects []trace.ObjectID) {
	if !st.countsEvaluations() {
		return
	}
	if st.seen == nil {
		st.seen = bitset.New(uint(t.grouping.Heap.Len()))
	}
	for _, o := range objects {
		st.seen.Set(uint(o))
	}
}

// count counts objects by the cells of a stage. It returns the cells that occur, ascending. The caller must reset the totals to zero.
func (t *turner) count(stage int, objects []trace.ObjectID) (present []uint32, totals []total) {
	cells := t.grouping.stages[stage].cells
	for len(t.totals) <= stage {
		t.totals = append(t.totals, nil)
	}
	if t.totals[stage] == nil {
		t.totals[stage] = make([]total, len(cells.tuples))
	}
	totals = t.totals[stage]
	for _, o := range objects {
		c := cells.cell(o)
		if totals[c].objects == 0 {
			present = append(present, c)
		}
		totals[c].add(total{1, t.grouping.Heap.Size(o)})
	}
	slices.Sort(present)
	return present, totals
}

// turnedObjects returns the objects of node n, which is the transformer's node top or a node below it.
func (g *Grouping) turnedObjects(ctx context.Context, n, top int32) (*bitset.BitSet, error) {
	above, err := g.doneObjects(ctx, g.Tree.Nodes[top].Parent)
	if err != nil {
		return nil, err
	}
	objects, err := g.stages[g.depth[top]-1].transform(ctx, above)
	if err != nil {
		return nil, err
	}
	return g.pick(objects, n, top, false), nil
}

// doneObjects returns the objects that reach node n through all levels of its stage.
func (g *Grouping) doneObjects(ctx context.Context, n int32) ([]trace.ObjectID, error) {
	top, stage := g.turned[n], g.depth[n]
	var objects []trace.ObjectID
	if top < 0 {
		top = 0
		objects = make([]trace.ObjectID, g.Heap.Len())
		for o := range objects {
			objects[o] = trace.ObjectID(o)
		}
	} else {
		above, err := g.doneObjects(ctx, g.Tree.Nodes[top].Parent)
		if err != nil {
			return nil, err
		}
		if objects, err = g.stages[stage-1].transform(ctx, above); err != nil {
			return nil, err
		}
	}
	set := g.pick(objects, n, top, true)
	list := make([]trace.ObjectID, 0, set.Count())
	for o := range set.EachSet() {
		list = append(list, trace.ObjectID(o))
	}
	return list, nil
}

// pick returns the given objects below node top that are in node n. If done is true, it selects only those that passed all levels and end
// at n.
func (g *Grouping) pick(objects []trace.ObjectID, n, top int32, done bool) *bitset.BitSet {
	st, path := g.stages[g.depth[n]], g.path(n, top)
	fits := make([]int8, len(st.cells.tuples)) // by cell: 0 for unknown, 1 for yes, -1 for no
	set := bitset.New(uint(g.Heap.Len()))
	for _, o := range objects {
		c := st.cells.cell(o)
		if fits[c] == 0 {
			fits[c] = -1
			if st.placer.fits(path, &st.cells.tuples[c], done) {
				fits[c] = 1
			}
		}
		if fits[c] > 0 {
			set.Set(uint(o))
		}
	}
	return set
}

// path returns the names of the nodes from top to n, excluding top.
func (g *Grouping) path(n, top int32) []trace.NameID {
	var path []trace.NameID
	for at := n; at != top; at = g.Tree.Nodes[at].Parent {
		path = append(path, g.Tree.Nodes[at].Name)
	}
	slices.Reverse(path)
	return path
}

// fits reports whether objects with the classes t are in the node at the given path. If done is true, they must also end there after all
// levels.
func (l *placer) fits(path []trace.NameID, t *tuple, done bool) bool {
	for i, level := range l.plan.levels {
		if level.drops && len(l.pathsOf(i, t)) == 0 {
			return false
		}
	}
	if t.lost {
		if len(path) == 0 {
			return !done
		}
		if path[0] != l.lost[0] {
			return false
		}
		path = path[1:]
	}
	return l.fitsFrom(0, path, t, done)
}

func (l *placer) fitsFrom(level int, names []trace.NameID, t *tuple, done bool) bool {
	if len(names) == 0 && !done {
		return true
	}
	if level == len(l.plan.levels) {
		return len(names) == 0
	}
	for _, path := range l.pathsOf(level, t) {
		common := min(len(path), len(names))
		if !slices.Equal(path[:common], names[:common]) {
			continue
		}
		if len(path) > len(names) {
			if !done {
				return true
			}
			continue
		}
		if l.fitsFrom(level+1, names[len(path):], t, done) {
			return true
		}
	}
	return false
}
