package closure_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

var bothKinds = []closure.Kind{closure.Deep, closure.Retained}

func graph(t testing.TB, h *trace.Heap) *closure.Graph {
	t.Helper()
	g, err := closure.NewGraph(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sizes returns the deep and the retained size of each group.
func sizes(t testing.TB, g *closure.Graph, groups closure.Groups) (deep, retained []trace.Amount) {
	t.Helper()
	results, err := g.Sizes(t.Context(), groups, bothKinds, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != 2*groups.Count {
		t.Fatalf("%d results for %d groups", len(results), groups.Count)
	}
	all := [2][]trace.Amount{make([]trace.Amount, groups.Count), make([]trace.Amount, groups.Count)}
	for _, r := range results {
		all[r.Kind][r.Group] = r.Amount
	}
	return all[closure.Deep], all[closure.Retained]
}

// deepOf returns what can be reached from set over references. Headers also lead to class objects that the GC roots do not reach over
// references.
func deepOf(h *trace.Heap, set map[trace.ObjectID]bool) map[trace.ObjectID]bool {
	bare := *h
	bare.Types = slices.Clone(h.Types)
	for t := range bare.Types {
		bare.Types[t].Class = trace.NoObject
	}
	named := liveWithout(&bare, nil)
	for t := range bare.Types {
		if class := h.Types[t].Class; !named[class] {
			bare.Types[t].Class = class
		}
	}
	bare.Roots = nil
	for o := range set {
		bare.Roots = append(bare.Roots, trace.Root{Object: o})
	}
	return liveWithout(&bare, nil)
}

// TestSizesByDefinition removes groups from small heaps: many overlapping ones, from one object up to half of the heap.
func TestSizesByDefinition(t *testing.T) {
	for seed := range uint64(60) {
		h := loosened(randomHeap(seed), seed)
		g := graph(t, h)
		rng := rand.New(rand.NewPCG(seed, 1))
		lists := make([][]trace.ObjectID, 1+rng.IntN(150))
		for i := range lists {
			for range 1 + rng.IntN(1+h.Len()>>rng.IntN(8)) {
				lists[i] = append(lists[i], trace.ObjectID(rng.IntN(h.Len())))
			}
		}
		lists = append(lists, nil, lists[0])
		deep, retained := sizes(t, g, closure.ObjectGroups(h, lists...))
		finder := g.NewFinder()
		for i, list := range lists {
			reached, kept := deepOf(h, set(list...)), retainedOf(h, set(list...))
			for kind, want := range []map[trace.ObjectID]bool{reached, kept} {
				found, err := finder.Find(t.Context(), closure.Kind(kind), list)
				if err != nil || len(found) != len(want) || !maps.Equal(set(found...), want) {
					t.Fatalf("seed %d: group %d has %v closure %v; expected %v", seed, i, closure.Kind(kind), found, want)
				}
			}
			if want := sizeOf(h, reached); deep[i] != want {
				t.Fatalf("seed %d: group %d has deep size %v; expected %v", seed, i, deep[i], want)
			}
			if want := sizeOf(h, kept); retained[i] != want {
				t.Fatalf("seed %d: group %d retains %v; expected %v", seed, i, retained[i], want)
			}
			for o := range kept {
				if !reached[o] {
					t.Fatalf("seed %d: group %d retains object %d but does not reach it", seed, i, o)
				}
			}
		}
	}
}

// TestSizesAndDominators compares two ways to compute the retained size of single objects.
func TestSizesAndDominators(t *testing.T) {
	h := tracetest.RandomHeap(3, 20000)
	d := dominatorsOf(t, h)
	lists := make([][]trace.ObjectID, 1000)
	for i := range lists {
		lists[i] = []trace.ObjectID{trace.ObjectID(i * 20)}
	}
	_, retained := sizes(t, graph(t, h), closure.ObjectGroups(h, lists...))
	for i, list := range lists {
		o := list[0]
		if want := d.Retained(trace.ObjectID(o)); retained[i] != want {
			t.Errorf("object %d retains %v; its part of the dominator tree is %v", o, retained[i], want)
		}
	}
}

// treeOf groups objects by type, and pairs of types below.
func treeOf(h *trace.Heap) (*trace.Tree, func(trace.ObjectID) int32) {
	tree := &trace.Tree{Names: trace.NewNames(), Nodes: []trace.Node{{Place: trace.Place{Parent: -1}}}}
	at := make([]int32, len(h.Types))
	for ty := range h.Types {
		if ty%3 == 0 {
			tree.Nodes = append(tree.Nodes, trace.Node{Place: trace.Place{Parent: 0}})
		}
		parent := int32(len(tree.Nodes) - 1 - ty%3)
		tree.Nodes = append(tree.Nodes, trace.Node{Place: trace.Place{Parent: parent}})
		at[ty] = int32(len(tree.Nodes) - 1)
	}
	return tree, func(o trace.ObjectID) int32 { return at[h.TypeOf.At(o)] }
}

func TestSizesOfTree(t *testing.T) {
	h := tracetest.RandomHeap(8, 3000)
	tree, at := treeOf(h)
	groups := closure.Groups{Count: len(tree.Nodes), Of: at}
	for i := range tree.Nodes {
		var set []int32
		for n := int32(i); n >= 0; n = tree.Nodes[n].Parent {
			set = append(set, n)
		}
		slices.Reverse(set)
		groups.Sets = append(groups.Sets, set)
	}
	deep, retained := sizes(t, graph(t, h), groups)
	for n := range tree.Nodes {
		in := map[trace.ObjectID]bool{}
		for o := range trace.ObjectID(h.Len()) {
			for p := at(o); p >= 0; p = tree.Nodes[p].Parent {
				if p == int32(n) {
					in[o] = true
				}
			}
		}
		if want := sizeOf(h, deepOf(h, in)); deep[n] != want {
			t.Errorf("node %d has deep size %v; expected %v", n, deep[n], want)
		}
		if want := sizeOf(h, retainedOf(h, in)); retained[n] != want {
			t.Errorf("node %d retains %v; expected %v", n, retained[n], want)
		}
	}
}

// TestSizesStream checks that batches come in order and make up the result, and that canceling stops it.
func TestSizesStream(t *testing.T) {
	h := tracetest.RandomHeap(5, 5000)
	g := graph(t, h)
	lists := make([][]trace.ObjectID, 300)
	for i := range lists {
		lists[i] = []trace.ObjectID{trace.ObjectID(i)}
	}
	groups := closure.ObjectGroups(h, lists...)
	var streamed []closure.Result
	var steps []int64
	all, err := g.Sizes(t.Context(), groups, bothKinds, func(done, total int64, _ string) {
		if total != 10 {
			t.Errorf("%d of %d steps", done, total)
		}
		steps = append(steps, done)
	}, func(r []closure.Result) { streamed = append(streamed, r...) })
	if err != nil || !slices.Equal(all, streamed) || len(steps) != 10 || !slices.IsSorted(steps) {
		t.Errorf("%d results, %d of them in batches, steps %v, error %v", len(all), len(streamed), steps, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	batches := 0
	_, err = g.Sizes(ctx, groups, bothKinds, nil, func([]closure.Result) {
		batches++
		cancel()
	})
	if !errors.Is(err, context.Canceled) || batches != 1 {
		t.Errorf("%d batches after cancelling, error %v", batches, err)
	}
}

// TestSizesWithoutRoots checks that there are only deep sizes without GC roots, since nothing tells what is alive.
func TestSizesWithoutRoots(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 24, "next")
	first, second := b.Object(node), b.Object(node)
	b.Refer(first, "next", second)
	h := b.Heap()
	results, err := graph(t, h).Sizes(t.Context(), closure.ObjectGroups(h, []trace.ObjectID{first}), bothKinds, nil, nil)
	want := []closure.Result{{Group: 0, Kind: closure.Deep, Amount: trace.Amount{Objects: 2, Bytes: 48}}}
	if err != nil || !slices.Equal(results, want) {
		t.Errorf("%v, error %v; expected %v", results, err, want)
	}
}

// TestSizesOfLongLists checks a shape that needs many passes in a naive order: bits that travel backwards along a million nodes.
func TestSizesOfLongLists(t *testing.T) {
	if testing.Short() {
		t.Skip("large shapes")
	}
	const n = 1_000_000
	h := linkedList(n)
	deep, retained := sizes(t, graph(t, h), closure.ObjectGroups(h,
		[]trace.ObjectID{0}, []trace.ObjectID{n}, []trace.ObjectID{n / 2}, []trace.ObjectID{1, n}, []trace.ObjectID{10, n - 10}))
	everything := trace.Amount{Objects: n + 1, Bytes: 16 * (n + 1)}
	for i, want := range []trace.Amount{everything, {Objects: n, Bytes: 16 * n}, {Objects: n, Bytes: 16 * n}} {
		if deep[i] != want {
			t.Errorf("group %d has deep size %v; expected %v", i, deep[i], want)
		}
	}
	for i, want := range []int64{n + 1, 1, 1, n, n - 19} {
		if retained[i].Objects != want {
			t.Errorf("group %d retains %d objects; expected %d", i, retained[i].Objects, want)
		}
	}
}
