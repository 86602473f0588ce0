package graph_test

import (
	"context"
	"testing"
	"time"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func TestZZ(t *testing.T) {
	h := tracetest.RandomHeap(1, 1_000_000)
	var asked []trace.ObjectID
	for o := 0; o < h.Len(); o += 7 {
		asked = append(asked, trace.ObjectID(o))
	}
	a := time.Now()
	s := source(t, h)
	t.Log("source", time.Since(a))
	a = time.Now()
	g, _ := graph.New(context.Background(), s, asked, graph.Options{})
	t.Log("new", time.Since(a), len(g.Nodes))
	a = time.Now()
	g, _ = g.Paths(context.Background(), "", func(r, n int) { t.Log(r, n, time.Since(a)) })
	t.Log("paths", time.Since(a), len(g.Nodes), len(g.Edges))
	a = time.Now()
	g, err := g.Expand(context.Background(), g.Nodes[1].Key, graph.PointsTo)
	t.Log("expand", time.Since(a), err)
}
