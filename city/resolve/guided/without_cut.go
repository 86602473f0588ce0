package guided

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/city/heapgraph"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/trace"
)

// cut returns the effect of a removal. The error is a missingError if its target is missing at this GC point.
func (w *remover) cut(ctx context.Context, c whatif.Removal) (closure.Removal, error) {
	switch c.Kind {
	case whatif.CutGroup:
		objects, err := w.objects(ctx, c.Grouping(), c.Key)
		if err != nil {
			return closure.Removal{}, err
		}
		return closure.Removal{Objects: recording.ObjectsIn(objects)}, nil
	case whatif.CutReferences:
		return w.cutReferences(ctx, c)
	case whatif.CutRoot:
		return w.cutRoot(ctx, c.Key)
	case whatif.CutNode, whatif.CutEdge:
		return w.cutGraph(ctx, c)
	}
	return w.cutSuggested(ctx, c)
}

// objects returns the objects of a group.
func (w *remover) objects(ctx context.Context, by trees.Grouping, key string) (*bitset.BitSet, error) {
	by, err := w.Grouping(by)
	if err != nil {
		return nil, err
	}
	g, err := w.Recording.GroupHeap(ctx, w.HeapState, by)
	if err != nil {
		return nil, err
	}
	for n := range g.Tree.Nodes {
		if g.Tree.Key(int32(n)) == key {
			return g.KeyedObjects(ctx, []string{key})
		}
	}
	return nil, missingError{"the group has no objects at this GC point"}
}

func (w *remover) cutReferences(ctx context.Context, c whatif.Removal) (cut closure.Removal, err error) {
	from, err := w.objects(ctx, c.Grouping(), c.Key)
	if err != nil {
		return cut, err
	}
	to, err := w.objects(ctx, c.Grouping(), c.To)
	if err != nil {
		return cut, err
	}
	if c.Field == "" {
		return closure.Removal{From: recording.ObjectsIn(from), To: recording.ObjectsIn(to)}, nil
	}
	for _, o := range recording.ObjectsIn(from) {
		for i, target := range w.Heap().References(o) {
			if to.Test(uint(target)) && w.Heap().FieldAt(o, i) == c.Field {
				cut.References = append(cut.References, closure.Reference{From: o, Index: i})
			}
		}
	}
	if len(cut.References) == 0 {
		return cut, missingError{"the reference does not exist at this GC point"}
	}
	return cut, nil
}

// cutRoot removes the GC roots with the given name.
func (w *remover) cutRoot(ctx context.Context, name string) (closure.Removal, error) {
	roots, err := w.Roots(ctx)
	if err != nil {
		return closure.Removal{}, err
	}
	wanted := func(n closure.RootName) bool { return n.String() == name }
	if !slices.ContainsFunc(roots.Names, wanted) {
		return closure.Removal{}, missingError{"the GC root does not exist at this GC point"}
	}
	return roots.Removal(wanted), nil
}

// cutGraph removes a node of a heap graph, or the references of an edge.
func (w *remover) cutGraph(ctx context.Context, c whatif.Removal) (closure.Removal, error) {
	by, err := w.Grouping(c.Grouping())
	if err != nil {
		return closure.Removal{}, err
	}
	for _, key := range c.Graph.Objects.Keys.All() { // otherwise there is no graph
		if _, err := w.objects(ctx, by, key); err != nil {
			return closure.Removal{}, err
		}
	}
	g, err := w.FirstGraph(ctx, w.HeapState, by, c.Graph.Objects, w.progress)
	if err != nil {
		return closure.Removal{}, err
	}
	for _, step := range c.Graph.Steps.All() {
		if g, err = heapgraph.Walk(ctx, g, step, w.progress); err != nil {
			return closure.Removal{}, err
		}
	}
	from, to := g.Find(c.Key), g.Find(c.To)
	if from < 0 || c.Kind == whatif.CutEdge && to < 0 {
		return closure.Removal{}, missingError{"it is not in the heap graph at this GC point"}
	}
	switch n := &g.Nodes[from]; {
	case n.IsRoot():
		return w.cutRootNode(ctx, g, from, to)
	case c.Kind == whatif.CutEdge:
		return closure.Removal{From: n.Objects, To: g.Nodes[to].Objects}, nil
	default:
		return closure.Removal{Objects: n.Objects}, nil
	}
}

// cutRootNode removes the GC roots of a node. Unless to is -1, it removes only their references to the objects of that node.
func (w *remover) cutRootNode(ctx context.Context, g *graph.Graph, from, to int) (closure.Removal, error) {
	roots, err := w.Roots(ctx)
	if err != nil {
		return closure.Removal{}, err
	}
	cut := roots.Removal(g.RootsOf(from))
	if to < 0 {
		return cut, nil
	}
	set := bitset.New(uint(w.Heap().Len()))
	for _, o := range g.Nodes[to].Objects {
		set.Set(uint(o))
	}
	others := func(o trace.ObjectID) bool { return !set.Test(uint(o)) }
	cut.Roots = slices.DeleteFunc(cut.Roots, func(i int) bool { return others(w.Heap().Roots[i].Object) })
	cut.References = slices.DeleteFunc(cut.References, func(r closure.Reference) bool { return others(w.Heap().References(r.From)[r.Index]) })
	cut.Objects = nil
	return cut, nil
}

// cutSuggested removes the references that the guide suggests to clear.
func (w *remover) cutSuggested(ctx context.Context, c whatif.Removal) (closure.Removal, error) {
	cut, err := suggestedCut(ctx, w.Recording, w.HeapState, c, w.progress)
	if err != nil {
		return closure.Removal{}, err
	}
	if cut.IsEmpty() {
		return cut, missingError{"these references do not exist at this GC point"}
	}
	return cut, nil
}
