package graph_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// explored takes some random steps from some random objects.
func explored(t *testing.T, h *trace.Heap, seed uint64, o graph.Options) *graph.Graph {
	t.Helper()
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(seed, 1))
	var selected []trace.ObjectID
	for range 1 + rng.IntN(h.Len()/4) {
		selected = append(selected, trace.ObjectID(rng.IntN(h.Len())))
	}
	slices.Sort(selected)
	g := start(t, h, o, slices.Compact(selected)...)
	for range rng.IntN(7) {
		n := &g.Nodes[rng.IntN(len(g.Nodes))]
		var next *graph.Graph
		var err error
		switch rng.IntN(6) {
		case 0, 1:
			next, err = g.Expand(ctx, n.Key, graph.PointedFrom)
		case 2, 3:
			next, err = g.Expand(ctx, n.Key, graph.PointsTo)
		case 4:
			next, err = g.Paths(ctx, n.Key, nil)
		default:
			next, err = g.Remove(ctx, n.Key)
		}
		if err == nil {
			g = next
		}
	}
	return g
}

// owners maps the objects of a graph to their nodes. It checks that no object is in two nodes and that a node has objects of one type.
func owners(t *testing.T, h *trace.Heap, g *graph.Graph) map[trace.ObjectID]int32 {
	t.Helper()
	of := map[trace.ObjectID]int32{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if !slices.IsSorted(n.Objects) || len(n.Objects) == 0 {
			t.Fatalf("node %d: %d objects, or not in order", i, len(n.Objects))
		}
		if n.IsRoot() {
			continue
		}
		for _, o := range n.Objects {
			if other, ok := of[o]; ok {
				t.Fatalf("object %d is in node %d and node %d", o, other, i)
			}
			of[o] = int32(i)
			if h.TypeOf.At(o) != n.Type {
				t.Fatalf("object %d is in a node of another type", o)
			}
		}
	}
	return of
}

type pair struct{ from, to int32 }

// bruteEdges counts the edges of a graph by definition.
func bruteEdges(h *trace.Heap, of map[trace.ObjectID]int32) map[pair]graph.Edge {
	type objects struct{ from, to map[trace.ObjectID]bool }
	sets := map[pair]objects{}
	edges := map[pair]graph.Edge{}
	for o := range trace.ObjectID(h.Len()) {
		m, ok := of[o]
		if !ok {
			continue
		}
		for _, to := range h.References(o) {
			n, ok := of[to]
			if !ok {
				continue
			}
			p := pair{from: m, to: n}
			if sets[p].from == nil {
				sets[p] = objects{from: map[trace.ObjectID]bool{}, to: map[trace.ObjectID]bool{}}
			}
			sets[p].from[o], sets[p].to[to] = true, true
			e := edges[p]
			e.References++
			edges[p] = e
		}
	}
	for p, s := range sets {
		e := edges[p]
		e.FromObjects, e.ToObjects = int64(len(s.from)), int64(len(s.to))
		edges[p] = e
	}
	return edges
}

// bruteAlive counts the selected objects that can be reached from some objects within the graph without entering a node.
func bruteAlive(h *trace.Heap, g *graph.Graph, of map[trace.ObjectID]int32, from []trace.ObjectID, without int32) (count int64) {
	seen := map[trace.ObjectID]bool{}
	var visit func(o trace.ObjectID)
	visit = func(o trace.ObjectID) {
		n, ok := of[o]
		if !ok || n == without || seen[o] {
			return
		}
		seen[o] = true
		if g.Nodes[n].Selected {
			count++
		}
		for _, to := range h.References(o) {
			visit(to)
		}
	}
	for _, o := range from {
		visit(o)
	}
	return count
}

func TestAgainstDefinitions(t *testing.T) {
	for seed := range uint64(60) {
		h := tracetest.RandomHeap(seed, 40+int(seed)*7)
		g := explored(t, h, seed, graph.Options{Nodes: 40 + int(seed), Roots: 2})
		of := owners(t, h, g)
		want := bruteEdges(h, of)
		for i := range g.Edges {
			e := g.Edges[i]
			from := &g.Nodes[e.From]
			targets, without := from.Objects, int32(-1)
			if from.IsRoot() {
				targets = slices.DeleteFunc(slices.Clone(targets), func(o trace.ObjectID) bool { return of[o] != e.To })
			} else {
				w, ok := want[pair{from: e.From, to: e.To}]
				if !ok || w.References != e.References || w.FromObjects != e.FromObjects || w.ToObjects != e.ToObjects {
					t.Fatalf("seed %d: edge %+v, want %+v", seed, e, w)
				}
				delete(want, pair{from: e.From, to: e.To})
				targets = targetsIn(h, of, from.Objects, e.To)
				if e.From != e.To {
					without = e.From
				}
				checkFields(t, e)
			}
			if alive := bruteAlive(h, g, of, targets, without); e.Alive != alive {
				t.Fatalf("seed %d: edge %d>%d keeps %d alive, want %d", seed, e.From, e.To, e.Alive, alive)
			}
		}
		if len(want) > 0 {
			t.Fatalf("seed %d: %d edges are missing", seed, len(want))
		}
		for i := range g.Nodes {
			if n, alive := &g.Nodes[i], bruteAlive(h, g, of, g.Nodes[i].Objects, -1); n.Alive != alive {
				t.Fatalf("seed %d: node %d keeps %d alive, want %d", seed, i, n.Alive, alive)
			}
		}
		checkStrongest(t, h, g, of)
		if again := explored(t, h, seed, graph.Options{Nodes: 40 + int(seed), Roots: 2}); !reflect.DeepEqual(again.Dump(), g.Dump()) {
			t.Fatalf("seed %d: the same steps gave another graph", seed)
		}
	}
}

func targetsIn(h *trace.Heap, of map[trace.ObjectID]int32, from []trace.ObjectID, node int32) (targets []trace.ObjectID) {
	for _, o := range from {
		for _, to := range h.References(o) {
			if n, ok := of[to]; ok && n == node {
				targets = append(targets, to)
			}
		}
	}
	return targets
}

func checkFields(t *testing.T, e graph.Edge) {
	t.Helper()
	var sum int64
	for _, f := range e.Fields {
		sum += f.References
	}
	if sum != e.References {
		t.Fatalf("edge %d>%d: the fields have %d references, want %d", e.From, e.To, sum, e.References)
	}
}

// checkStrongest checks the path against what its nodes reach.
func checkStrongest(t *testing.T, h *trace.Heap, g *graph.Graph, of map[trace.ObjectID]int32) {
	t.Helper()
	p := g.Strongest
	if p == nil {
		for i := range g.Nodes {
			if g.Nodes[i].IsRoot() && g.Nodes[i].Alive > 0 {
				t.Fatalf("no strongest path from %s", g.Nodes[i].Name)
			}
		}
		return
	}
	on := map[trace.ObjectID]int32{}
	for n := range g.Nodes {
		if g.Nodes[n].Selected || slices.Contains(p.Nodes[1:], int32(n)) {
			for _, o := range g.Nodes[n].Objects {
				on[o] = int32(n)
			}
		}
	}
	if p.Through {
		on = of
	}
	for i, e := range p.Edges {
		if g.Edges[e].From != p.Nodes[i] || g.Edges[e].To != p.Nodes[i+1] {
			t.Fatalf("edge %d of the path leads from %d to %d", i, g.Edges[e].From, g.Edges[e].To)
		}
	}
	last := p.Nodes[len(p.Nodes)-1]
	reached := map[trace.ObjectID]bool{}
	stack := slices.Clone(g.Nodes[p.Nodes[0]].Objects)
	var alive int64
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n, ok := on[o]
		if !ok || reached[o] {
			continue
		}
		reached[o] = true
		if g.Nodes[n].Selected {
			alive++
		}
		stack = append(stack, h.References(o)...)
	}
	if !g.Nodes[p.Nodes[0]].IsRoot() || !g.Nodes[last].Selected || alive != p.Alive || alive == 0 {
		t.Fatalf("the path %d keeps %d alive, want %d", p.Nodes, p.Alive, alive)
	}
}

// chain returns a list of n entries. A GC root holds the first, and the last holds object n.
func chain(n, slots, types int) *trace.Heap {
	b := tracetest.NewHeap()
	for i := range types {
		b.Type("T"+string(rune('0'+i)), 24, "next", "prev")
	}
	b.Type("Value", 16)
	h := b.Heap()
	of, starts, fields := []trace.TypeID{}, []uint32{0}, []uint16{}
	for i := range n {
		of = append(of, trace.TypeID(i%types))
		h.RefTo, fields = append(h.RefTo, trace.ObjectID(i+1)), append(fields, 0)
		if slots == 2 && i > 0 {
			h.RefTo, fields = append(h.RefTo, trace.ObjectID(i-1)), append(fields, 1)
		}
		starts = append(starts, uint32(len(h.RefTo)))
	}
	h.TypeOf = trace.TypesOf(append(of, trace.TypeID(types)))
	h.RefStart = trace.RowsOf(append(starts, uint32(len(h.RefTo))))
	h.RefSlot, h.Extent = trace.SlotsOf(fields), trace.NewExtents(n+1)
	h.Roots = []trace.Root{{Kind: trace.RootStaticField, Object: 0, Thread: -1, Frame: -1, Detail: "Main.list"}}
	return h
}

func BenchmarkPaths(b *testing.B) {
	h := chain(1_000_000, 2, 1)
	g := start(b, h, graph.Options{}, ofType(h, "T0")[500_000:]...)
	for b.Loop() {
		if _, err := g.Paths(context.Background(), "", nil); err != nil {
			b.Fatal(err)
		}
	}
}
