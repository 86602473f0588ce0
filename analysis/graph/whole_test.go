package graph_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// TestWalks checks graphs of random heaps after each kind of step.
func TestWalks(t *testing.T) {
	ctx := context.Background()
	var w strings.Builder
	show := func(what string, g *graph.Graph, err error) {
		fmt.Fprintf(&w, "%s, %v\n", what, err)
		if g != nil {
			fmt.Fprintf(&w, "%s %d bytes, unreachable %v\n%s\n", g.Words(), g.Bytes(), g.Unreachable(), golden.Text(g.Dump()))
		}
	}
	walk := func(what string, g *graph.Graph) {
		show(what, g, nil)
		for _, key := range []string{"", g.Nodes[0].Key} {
			for _, d := range []graph.Direction{graph.PointedFrom, graph.PointsTo} {
				next, err := g.Expand(ctx, key, d)
				show(fmt.Sprintf("%s, %q expanded %d", what, key, d), next, err)
			}
			next, err := g.Paths(ctx, key, nil)
			show(fmt.Sprintf("%s, paths of %q", what, key), next, err)
			if err == nil && len(next.Nodes) > 1 {
				for _, at := range []int{len(next.Nodes) / 2} {
					less, err := next.Remove(ctx, next.Nodes[at].Key)
					show(fmt.Sprintf("%s, paths of %q without %q", what, key, next.Nodes[at].Key), less, err)
				}
			}
		}
	}
	for seed := range uint64(6) {
		h := tracetest.RandomHeap(seed, 60)
		walk(fmt.Sprintf("random heap %d", seed), start(t, h, graph.Options{}, ofType(h, "app.p1.T3")...))
		walk(fmt.Sprintf("random heap %d, few", seed), start(t, h, graph.Options{Roots: 1}, 5, 17, 40))
	}
	golden.File(t, "walks.txt", w.String())
}
