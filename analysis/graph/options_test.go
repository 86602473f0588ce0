package graph_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// TestOptions checks graphs of random heaps after the same steps, with each option at several values.
func TestOptions(t *testing.T) {
	ctx := context.Background()
	var w strings.Builder
	for seed := range uint64(3) {
		h := tracetest.RandomHeap(seed+20, 110)
		site(h, seed)
		for _, o := range []graph.Options{{}, {Nodes: 5}, {Nodes: 12, New: 3}, {New: 1}, {Share: 0.01}, {Share: 0.4}, {Share: 1}, {Roots: 1},
			{Roots: 3}, {Levels: 1}, {Levels: 5}, {Singles: 2}, {Singles: 40}, {Sites: true}, {Sites: true, Singles: 3, Nodes: 30}} {
			g := start(t, h, o, ofType(h, "app.p1.T3")...)
			rng := rand.New(rand.NewPCG(seed, 5))
			fmt.Fprintf(&w, "== heap %d, %+v\n", seed, o)
			for range 6 {
				key := g.Nodes[rng.IntN(len(g.Nodes))].Key
				var next *graph.Graph
				var err error
				what := ""
				switch rng.IntN(6) {
				case 0:
					what = "what refers to"
					next, err = g.Expand(ctx, key, graph.PointedFrom)
				case 1:
					what = "what is referred to by"
					next, err = g.Expand(ctx, key, graph.PointsTo)
				case 2:
					what = "without"
					next, err = g.Remove(ctx, key)
				case 3:
					what, key = "paths of all", ""
					next, err = g.Paths(ctx, key, nil)
				default:
					what = "paths of"
					next, err = g.Paths(ctx, key, nil)
				}
				fmt.Fprintf(&w, "%s %q, %v\n", what, key, err)
				if err == nil {
					g = next
				}
			}
			writeGraph(&w, g)
		}
	}
	golden.File(t, "options.txt", w.String())
}

// site spreads the objects of a heap over three sites, two of which share the innermost frame.
func site(h *trace.Heap, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 6))
	fill, caller := trace.Frame{Class: "app.Main", Method: "fill", File: "Main.java", Line: 3}, trace.Frame{Class: "app.Main", Method: "main"}
	h.Sites = []trace.Site{{Frames: []trace.Frame{fill}}, {Frames: []trace.Frame{fill, caller}}, {Frames: []trace.Frame{caller}}}
	h.SiteOf = make([]trace.SiteID, h.Len())
	for o := range h.SiteOf {
		if h.SiteOf[o] = trace.SiteID(rng.IntN(4)); h.SiteOf[o] == 3 {
			h.SiteOf[o] = trace.NoSite
		}
	}
}

// writeGraph writes what a graph shows, with one node or edge per line.
func writeGraph(w *strings.Builder, g *graph.Graph) {
	fmt.Fprintf(w, "%d cut, %d bytes, unreachable %v\n", g.Cut, g.Bytes(), g.Unreachable())
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Roots > 0 || n.Key != n.Name {
			fmt.Fprintf(w, "%d is %s, roots %d\n", i, n.Key, n.Roots)
		}
	}
	w.WriteString(text(g))
	if p := g.Strongest; p != nil {
		fmt.Fprintf(w, "path %v of %v keeps %d, through %v\n", p.Nodes, p.Objects, p.Alive, p.Through)
	}
}
