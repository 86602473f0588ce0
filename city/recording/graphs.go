package recording

import (
	"context"
	"slices"
	"sync"
	"weak"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/graph"
	"memcity/city/heapgraph"
	"memcity/city/memory"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/trace"
)

// GraphPicture builds the heap graph after all steps and lays it out.
func (o *Recording) GraphPicture(ctx context.Context, q graphs.Query, progress trace.Progress) (*graphs.Picture, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Paths)
	defer end()
	g, err := o.Graph(ctx, q, progress)
	if err != nil {
		return nil, err
	}
	picture := o.Picture(q, g)
	return picture, o.nameGroups(ctx, q.Heap, g, picture)
}

// nodePositions contains the node positions of the last requested heap graph.
type nodePositions struct {
	mu    sync.Mutex
	heap  weak.Pointer[HeapState]
	by    trees.Grouping
	of    graphs.Objects
	seats map[string]float64 // X in the last picture, by node key
}

// exploredGraphs contains the graphs of one query's objects. It is read-only once built.
type exploredGraphs struct {
	by      trees.Grouping
	objects graphs.Objects
	steps   []graphs.Step
	graphs  []*graph.Graph // the first graph, then one after each step
}

// of reports whether the graphs were built from the objects of the given query.
func (e *exploredGraphs) of(q graphs.Query) bool {
	return e != nil && e.by == q.Heap.By && e.objects == q.Objects
}

// Follow loads a heap state for a later call of [Recording.Graph]. Its references also determine reachability, so grouping needs no
// separate search.
func (o *Recording) Follow(ctx context.Context, point int, progress trace.Progress) error {
	ctx, end := o.Memory.Begin(ctx, memory.Paths)
	defer end()
	_, err := o.Load(ctx, point, Referenced, progress)
	return err
}

// Graph returns the heap graph of the objects in the given groups, after the given steps. It caches the graphs after the first steps with
// the heap state, so one more step costs only itself. A step to a missing node, such as after a change of the GC point, is skipped. The
// result may come from an index, see [graph.Graph.IsKept].
func (o *Recording) Graph(ctx context.Context, q graphs.Query, progress trace.Progress) (*graph.Graph, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Paths)
	defer end()
	h, err := o.Load(ctx, q.Heap.Point, Referenced, progress)
	if err != nil {
		return nil, err
	}
	o.explored.mu.Lock()
	defer o.explored.mu.Unlock()
	if now := weak.Make(h); o.explored.heap != now || o.explored.by != q.Heap.By || o.explored.of != q.Objects {
		o.explored.heap, o.explored.by, o.explored.of, o.explored.seats = now, q.Heap.By, q.Objects, nil
	}
	steps := q.Steps.Slice()
	if kept := h.explored.Load(); kept.of(q) && slices.Equal(kept.steps, steps) {
		return kept.graphs[len(steps)], nil
	}
	found, err := Remembered(o, "graph", q, func() (found foundGraph, keep bool, err error) {
		found.Graph, err = o.findGraph(ctx, h, q, steps, progress)
		return found, err == nil && found.Graph.Size() <= maxKeptGraph, err
	})
	return found.Graph, err
}

// foundGraph wraps a graph for package gob. A value that encodes itself must be inside another one.
type foundGraph struct{ Graph *graph.Graph }

// maxKeptGraph is the maximum number of objects in a graph that an index stores. Each takes one or two bytes.
const maxKeptGraph = 16 << 20

// findGraph returns the heap graph after all steps. It starts from the cached graph with the most of these steps.
func (o *Recording) findGraph(ctx context.Context, h *HeapState, q graphs.Query, steps []graphs.Step, progress trace.Progress) (*graph.Graph,
	error) {
	kept, done := h.explored.Load(), 0
	if !kept.of(q) {
		first, err := o.FirstGraph(ctx, h, q.Heap.By, q.Objects, progress)
		if err != nil {
			return nil, err
		}
		kept = &exploredGraphs{by: q.Heap.By, objects: q.Objects, graphs: []*graph.Graph{first}}
	}
	for done < min(len(steps), len(kept.steps)) && steps[done] == kept.steps[done] {
		done++
	}
	next := &exploredGraphs{kept.by, kept.objects, steps[:done:done], kept.graphs[: done+1 : done+1]}
	for _, step := range steps[done:] {
		g, err := heapgraph.Walk(ctx, next.graphs[len(next.graphs)-1], step, progress)
		if err != nil {
			return nil, err
		}
		next.graphs, next.steps = append(next.graphs, g), append(next.steps, step)
	}
	h.explored.Store(next)
	return next.graphs[len(next.graphs)-1], nil
}

// FirstGraph returns the heap graph of the given objects before any step.
func (o *Recording) FirstGraph(ctx context.Context, h *HeapState, by trees.Grouping, of graphs.Objects, progress trace.Progress) (*graph.Graph, error) {
	set := bitset.New(uint(h.heap.Len()))
	if !of.Keys.Empty() {
		g, err := o.GroupHeap(ctx, h, by)
		if err != nil {
			return nil, err
		}
		if set, err = g.KeyedObjects(ctx, of.Keys.Slice()); err != nil {
			return nil, err
		}
	}
	for _, object := range of.Single.All() {
		if err := h.Check(trace.ObjectID(object)); err != nil {
			return nil, err
		}
		set.Set(uint(object))
	}
	if err := o.heaps.Extend(ctx, h, "graph", memory.PerSelected*int64(set.Count())); err != nil {
		return nil, err
	}
	progress.Report(0, 0, "inverting references")
	source, err := h.GraphSource(ctx)
	if err != nil {
		return nil, err
	}
	return graph.New(ctx, source, ObjectsIn(set), graph.Options{})
}

// Picture lays out the graph that [Recording.Graph] returned for a query. Nodes of the previous picture keep their order.
func (o *Recording) Picture(q graphs.Query, g *graph.Graph) *graphs.Picture {
	o.explored.mu.Lock()
	defer o.explored.mu.Unlock()
	var out *graphs.Picture
	out, o.explored.seats = heapgraph.Place(g, o.explored.seats)
	knows := o.Now().Knows
	out.Query, out.Point = q, q.Heap.Point
	out.NoReferences, out.NoRoots = !knows.Has(trace.KnowsReferences), !knows.Has(trace.KnowsRoots)
	return out
}

// nameGroups sets the city groups that contain the nodes of a picture.
func (o *Recording) nameGroups(ctx context.Context, heap trees.HeapState, g *graph.Graph, p *graphs.Picture) error {
	h, err := o.Load(ctx, heap.Point, Keeping, nil)
	if err != nil {
		return err
	}
	by, err := o.GroupHeap(ctx, h, heap.By)
	if err != nil {
		return err
	}
	for i := range g.Nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !g.Nodes[i].IsRoot() {
			if at := by.With(g.Nodes[i].Objects); at > 0 {
				p.Nodes[i].Group, p.Nodes[i].Whole = by.Tree.Key(at), by.Tree.Nodes[at].Objects == int64(len(g.Nodes[i].Objects))
			}
		}
	}
	return nil
}
