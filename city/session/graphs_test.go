package session_test

import (
	"context"
	"testing"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func paths() graphs.Query {
	return graphOf(byType, "Heap#app.Value", graphs.Step{Kind: graphs.PathsToRoot})
}

// graphOf requests the heap graph of a group at the first GC point.
func graphOf(by trees.Grouping, key string, steps ...graphs.Step) graphs.Query {
	return graphs.Query{Heap: trees.HeapState{By: by}, Walk: graphs.Walk{Objects: graphs.Objects{Keys: seq.Of(key)}, Steps: seq.Of(steps...)}}
}

// Nodes name their city group, and GC roots their kind.
func TestGraphNodes(t *testing.T) {
	g := resolved(t, caches(50), graphs.Kind, paths())
	if g.NoRoots || g.NoReferences {
		t.Error("the recording is said to lack GC roots or references")
	}
	roots := 0
	for _, n := range g.Nodes {
		switch {
		case n.Root:
			roots++
			if n.Kind != "static field" || n.Group != "" || n.Name != n.Title || n.Whole {
				t.Errorf("GC root %q of kind %q in group %q: %+v", n.Title, n.Kind, n.Group, n)
			}
		case n.Kind != "" || n.Group != "Heap#"+n.Title || n.Name != "":
			t.Errorf("%s of kind %q in group %q: %+v", n.Title, n.Kind, n.Group, n)
		case !n.Whole:
			t.Errorf("%s is not its whole group", n.Title)
		}
	}
	if roots != 2 {
		t.Errorf("%d GC roots", roots)
	}
	if main := g.Main(); main < 0 || g.Nodes[main].Title != "app.Value" || g.Find(g.Nodes[main].Key) != main {
		t.Errorf("what is queried is node %d", main)
	}
}

// A node whose objects are in several groups belongs to the enclosing group.
func TestGraphNodesInSeveralGroups(t *testing.T) {
	by := trees.By("type", "array-length")
	req := query.NewRequest(graphs.Kind.Of(graphOf(by, "Heap#app.Value[]")))
	s, changed := start(t)
	s.Open(opens(arrays()), exchange.Request{Settings: scene.Settings{By: by.By}})
	await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	s.Request(req)
	g := resultOf(graphs.Kind, await(t, s, changed, "graph", func(r exchange.Result) bool { return graphs.Kind.Result(&r.Results) != nil }))
	if main := g.Main(); main < 0 || g.Nodes[main].Group != "Heap#app.Value[]" {
		t.Errorf("the values are in %+v", g.Nodes)
	}
	if !g.NoRoots || g.Words != "" {
		t.Errorf("without GC roots: %v, %q", g.NoRoots, g.Words)
	}
}

// arrays returns a recording without GC roots, of arrays of two lengths.
func arrays() *trace.Recording {
	b := tracetest.NewHeap()
	typ := b.ArrayType("app.Value[]")
	b.Array(typ, 3)
	b.Array(typ, 5)
	heap := b.Heap()
	return &trace.Recording{Name: "arrays", Format: "test", Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences,
		Points: []trace.Point{{Source: "dump", Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return heap, nil, nil
		}}}}
}
