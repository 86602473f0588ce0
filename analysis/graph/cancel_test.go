package graph_test

import (
	"context"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// TestCancel checks that each step ends with an error wherever it is canceled.
func TestCancel(t *testing.T) {
	h := tracetest.RandomHeap(4, 200)
	s := source(t, h)
	all, err := closure.NewGraph(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	selected := ofType(h, h.Types[h.TypeOf.At(100)].Name)
	first := start(t, h, graph.Options{}, selected...)
	whole := paths(t, first)
	for name, step := range map[string]func(context.Context) error{
		"source": func(ctx context.Context) error { _, err := graph.NewSource(ctx, all); return err },
		"new":    func(ctx context.Context) error { _, err := graph.New(ctx, s, selected, graph.Options{}); return err },
		"paths":  func(ctx context.Context) error { _, err := first.Paths(ctx, "", nil); return err },
		"paths again": func(ctx context.Context) error {
			_, err := whole.Paths(ctx, whole.Nodes[0].Key, nil)
			return err
		},
		"from": func(ctx context.Context) error {
			_, err := first.Expand(ctx, first.Nodes[0].Key, graph.PointedFrom)
			return err
		},
		"to": func(ctx context.Context) error {
			_, err := first.Expand(ctx, first.Nodes[0].Key, graph.PointsTo)
			return err
		},
		"remove": func(ctx context.Context) error { _, err := whole.Remove(ctx, whole.Nodes[1].Key); return err },
	} {
		testrun.CancelEverywhere(t, name, step)
	}
}
