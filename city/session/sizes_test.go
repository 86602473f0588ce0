package session_test

import (
	"context"
	"testing"

	"memcity/analysis/closure"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestSizesBelowTransformers compares the sizes of all groups, including those below transformers, with the sizes of their objects.
func TestSizesBelowTransformers(t *testing.T) {
	h := tracetest.RandomHeap(3, 900)
	random := &trace.Recording{Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots,
		Points: []trace.Point{{Source: "dump", Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return h, nil, nil
		}}}}
	for name, r := range map[string]*trace.Recording{"random": random, "caches": caches(20)} {
		for _, chain := range [][]string{{"type", "pointed-from", "type"},
			{"kind", "points-to", "type", "array-length", "pointed-from", "type"}} {
			checkSizes(t, name, recording.New(r, recording.Options{}), trees.By(chain...))
		}
	}
}

func checkSizes(t *testing.T, name string, o *recording.Recording, by trees.Grouping) {
	t.Helper()
	ctx := t.Context()
	kinds := []closure.Kind{closure.Deep, closure.Retained}
	g, results, err := o.Sizes(ctx, by, 0, kinds, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	sizes := make([][2]trees.Amount, len(g.Tree.Nodes))
	for _, r := range results {
		if sizes[r.Group][r.Kind] != (trees.Amount{}) {
			t.Errorf("%s by %v: %s of %s is reported twice", name, by.By, r.Kind, g.Tree.Key(r.Group))
		}
		sizes[r.Group][r.Kind] = r.Amount
	}
	graph, err := closure.NewGraph(ctx, g.Heap)
	if err != nil {
		t.Fatal(err)
	}
	finder, below := graph.NewFinder(), 0
	series := map[closure.Kind]*trees.Series{}
	for kind, measure := range []trees.SizeKind{trees.Deep, trees.Retained} {
		by.SizeKind = measure
		if series[closure.Kind(kind)], err = o.Series(ctx, by, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	for n := range g.Tree.Nodes {
		set, err := g.Objects(ctx, int32(n))
		if err != nil {
			t.Fatal(err)
		}
		var objects []trace.ObjectID
		for o := range set.EachSet() {
			objects = append(objects, trace.ObjectID(o))
		}
		for _, kind := range kinds {
			found, err := finder.Find(ctx, kind, objects)
			if err != nil {
				t.Fatal(err)
			}
			want := trees.Amount{Objects: int64(len(found))}
			for _, o := range found {
				want.Bytes += g.Heap.Size(o)
			}
			if got := sizes[n][kind]; got != want {
				t.Fatalf("%s by %v: %s of %s is %v; expected %v", name, by.By, kind, g.Tree.Key(int32(n)), got, want)
			}
			s := series[kind]
			if node := s.NodeOf(0, int32(n)); s.Objects(0, node) != want.Objects || s.Bytes(0, node) != want.Bytes {
				t.Fatalf("%s by %v: the series has %d objects, %d bytes as the %s size of %s; expected %v", name, by.By, s.Objects(0, node),
					s.Bytes(0, node), kind, g.Tree.Key(int32(n)), want)
			}
		}
		if g.Transformed(int32(n)) {
			below++
		}
	}
	if below < 5 {
		t.Errorf("%s by %v: only %d groups below transformers", name, by.By, below)
	}
}
