package session

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"weak"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/graph"
	"memcity/analysis/group"
	"memcity/city/heapgraph"
	"memcity/city/memory"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/layout/layered"
	"memcity/trace"
)

// GraphPicture makes the heap graph after all steps and lays it out.
func (o *Recording) GraphPicture(ctx context.Context, q graphs.Query, progress trace.Progress) (*graphs.Picture, error) {
	ctx, end := o.memory.Begin(ctx, memory.Paths)
	defer end()
	g, err := o.Graph(ctx, q, progress)
	if err != nil {
		return nil, err
	}
	picture := o.Picture(q, g)
	return picture, o.nameGroups(ctx, q.Heap, g, picture)
}

// explored is where the nodes of the heap graph that was requested last are.
type explored struct {
	mu    sync.Mutex
	heap  weak.Pointer[heapState]
	by    trees.Grouping
	of    graphs.Objects
	seats map[string]float64 // X in the last picture, by the key of the node
}

// exploredGraphs are graphs of some objects. They do not change.
type exploredGraphs struct {
	by     trees.Grouping
	of     graphs.Objects
	steps  []graphs.Step
	graphs []*graph.Graph // the first, then one after each step
}

// Graph makes the heap graph of the objects in some groups, after some steps. The graphs after the first steps are kept
// with the heap state for the next call, so that one more step costs itself only. A step to a node that is not there, as after a change of
// the GC point, is left out.
func (o *Recording) Graph(ctx context.Context, q graphs.Query, progress trace.Progress) (*graph.Graph, error) {
	ctx, end := o.memory.Begin(ctx, memory.Paths)
	defer end()
	h, err := o.load(ctx, q.Heap.Point, true, progress)
	if err != nil {
		return nil, err
	}
	o.explored.mu.Lock()
	defer o.explored.mu.Unlock()
	if now := weak.Make(h); o.explored.heap != now || o.explored.by != q.Heap.By || o.explored.of != q.Objects {
		o.explored.heap, o.explored.by, o.explored.of, o.explored.seats = now, q.Heap.By, q.Objects, nil
	}
	kept := h.explored.Load()
	steps, done := q.Steps.Slice(), 0
	if kept == nil || kept.by != q.Heap.By || kept.of != q.Objects {
		first, err := o.firstGraph(ctx, h, q.Heap.By, q.Objects, progress)
		if err != nil {
			return nil, err
		}
		kept = &exploredGraphs{by: q.Heap.By, of: q.Objects, graphs: []*graph.Graph{first}}
	}
	for done < min(len(steps), len(kept.steps)) && steps[done] == kept.steps[done] {
		done++
	}
	next := &exploredGraphs{kept.by, kept.of, steps[:done:done], kept.graphs[: done+1 : done+1]}
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

func (o *Recording) firstGraph(ctx context.Context, h *heapState, by trees.Grouping, of graphs.Objects, progress trace.Progress) (*graph.Graph, error) {
	set := bitset.New(uint(h.heap.Len()))
	if !of.Keys.Empty() {
		g, err := o.grouped(ctx, h, by)
		if err != nil {
			return nil, err
		}
		if set, err = g.KeyedObjects(ctx, of.Keys.Slice()); err != nil {
			return nil, err
		}
	}
	for _, object := range of.Single.All() {
		if err := h.check(trace.ObjectID(object)); err != nil {
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
	return graph.New(ctx, source, list(set), graph.Options{})
}

// Sizes of the boxes and gaps of a heap graph, in points.
const (
	nodeWidth, nodeHeight      = 216, 60
	nodeGap, layerGap, edgeGap = 28, 52, 14
)

// Picture lays out the graph that [Recording.Graph] gave for a query. Boxes that were in the picture before keep their order.
func (o *Recording) Picture(q graphs.Query, g *graph.Graph) *graphs.Picture {
	kept := &o.explored
	kept.mu.Lock()
	defer kept.mu.Unlock()
	plan := layered.Graph{}
	for i := range g.Nodes {
		x, known := kept.seats[g.Nodes[i].Key]
		plan.Nodes = append(plan.Nodes, layered.Node{W: nodeWidth, D: nodeHeight, Before: x, Known: known})
	}
	for _, e := range g.Edges {
		plan.Edges = append(plan.Edges, layered.Edge{From: int(e.From), To: int(e.To)})
	}
	placed := layered.Place(plan, layered.Options{NodeGap: nodeGap, LayerGap: layerGap, EdgeGap: edgeGap})
	out := &graphs.Picture{Query: q, Point: q.Heap.Point, W: placed.Size.W, H: placed.Size.D, Words: g.Words(), Shorter: g.Shorter(), Cut: g.Cut,
		Queried:      trees.Amount{Objects: g.Selected, Bytes: g.Bytes()},
		NoReferences: !o.now().Knows.Has(trace.KnowsReferences), NoRoots: !o.now().Knows.Has(trace.KnowsRoots)}
	onPath := map[int32]bool{}
	if g.Strongest != nil {
		for _, n := range g.Strongest.Nodes {
			onPath[n] = true
		}
	}
	kept.seats = map[string]float64{}
	for i := range g.Nodes {
		n, box := &g.Nodes[i], placed.Boxes[i]
		kept.seats[n.Key] = box.X
		out.Nodes = append(out.Nodes, graphs.Node{Key: n.Key, Title: n.Name, Root: n.IsRoot(), Queried: n.Selected,
			Strongest: onPath[int32(i)], Amount: trees.Amount{Objects: int64(len(n.Objects)), Bytes: n.Bytes}, Alive: n.Alive,
			X: box.X, Y: box.Z, W: box.W, H: box.D, CanIn: n.CanIn, CanOut: n.CanOut})
		if n.IsRoot() {
			out.Nodes[i].Kind = n.Root.Kind.String()
			if n.Roots == 1 {
				out.Nodes[i].Name = n.Root.String()
			}
		}
	}
	for i, e := range g.Edges {
		edge := graphs.Edge{From: int(e.From), To: int(e.To), Alive: e.Alive, References: e.References,
			Fields: fieldNames(e.Fields), Strongest: g.OnPath(i)}
		edge.Field, edge.MoreFields = e.MainField()
		for _, p := range placed.Routes[i].Points {
			edge.Points = append(edge.Points, graphs.Point{X: p.X, Y: p.Z})
		}
		out.Edges = append(out.Edges, edge)
	}
	return out
}

// nameGroups finds the groups of the city that the nodes of a picture lie in.
func (o *Recording) nameGroups(ctx context.Context, heap trees.HeapState, g *graph.Graph, p *graphs.Picture) error {
	h, err := o.load(ctx, heap.Point, true, nil)
	if err != nil {
		return err
	}
	by, err := o.grouped(ctx, h, heap.By)
	if err != nil {
		return err
	}
	for i := range g.Nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !g.Nodes[i].IsRoot() {
			if at := groupWith(by, g.Nodes[i].Objects); at > 0 {
				p.Nodes[i].Group, p.Nodes[i].Whole = by.Tree.Key(at), by.Tree.Nodes[at].Objects == int64(len(g.Nodes[i].Objects))
			}
		}
	}
	return nil
}

// groupWith returns the smallest group that has all the objects, 0 if that is the whole heap, and -1 for no objects. The cost is linear in the objects.
func groupWith(by *group.Grouping, objects []trace.ObjectID) int32 {
	at := int32(-1)
	for _, o := range objects {
		if at = by.Around(at, at >= 0, o); at == 0 {
			break
		}
	}
	return at
}

// fieldNames lists the fields that refer, with how often if there are several.
func fieldNames(fields []graph.Field) string {
	var names []string
	for _, f := range fields {
		name := f.Name
		if len(fields) > 1 {
			name += " ×" + strconv.FormatInt(f.References, 10)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
