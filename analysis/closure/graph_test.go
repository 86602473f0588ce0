package closure_test

import (
	"context"
	"maps"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// TestLiveByDefinition compares every way to find what is reachable with the definition.
func TestLiveByDefinition(t *testing.T) {
	for seed := range uint64(60) {
		h := randomHeap(seed)
		g := graph(t, h)
		reachable, err := closure.Reachable(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		live, found := map[trace.ObjectID]bool{}, map[trace.ObjectID]bool{}
		for o := range trace.ObjectID(h.Len()) {
			if g.IsLive(o) {
				live[o] = true
			}
			if reachable.Test(uint(o)) {
				found[o] = true
			}
		}
		if want := liveWithout(h, nil); !maps.Equal(live, want) || !maps.Equal(found, want) || g.Live() != len(want) {
			t.Fatalf("seed %d: %d live, %d counted, %d reachable; expected %d", seed, len(live), g.Live(), len(found), len(want))
		}
		tree, err := dominators.FindTree(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		for name, in := range map[string]interface {
			Reachable(context.Context) (*bitset.BitSet, error)
		}{"graph": g, "tree": tree} {
			if same, err := in.Reachable(t.Context()); err != nil || (same == nil) != (reachable == nil) || same != nil && !same.Equal(reachable) {
				t.Fatalf("seed %d: in the %s %v are reachable, expected %v; error %v", seed, name, same, reachable, err)
			}
		}
	}
}

// TestEmptyHeap checks that nothing is found in an empty heap and nothing fails.
func TestEmptyHeap(t *testing.T) {
	h := tracetest.NewHeap().Heap()
	if d := dominatorsOf(t, h); d.Top != (trace.Amount{}) {
		t.Errorf("%v reachable", d.Top)
	}
	g := graph(t, h)
	deep, _ := sizes(t, g, closure.ObjectGroups(h))
	r := g.Roots()
	found := owners(t, r, closure.OwnersQuery{Roots: true})
	holders, err := r.Holders(t.Context(), nil, nil)
	if g.KnowsRoots() || g.Live() != 0 || len(deep) != 0 || len(r.Names) != 0 || len(found.Owners) != 0 || len(holders) != 0 || err != nil {
		t.Errorf("found something: %v, %v, %v, %v, error %v", deep, r.Names, found, holders, err)
	}
}

// TestHugeObjects checks sizes beyond 32 bits.
func TestHugeObjects(t *testing.T) {
	b := tracetest.NewHeap()
	long := b.PrimitiveType("long[]", 8)
	holder := b.Type("app.Holder", 16, "data")
	o := b.Object(holder)
	b.Refer(o, "data", b.Array(long, 2_000_000_000))
	b.Root(o, trace.RootInterned, "")
	h := b.Heap()
	deep, retained := sizes(t, graph(t, h), closure.ObjectGroups(h, []trace.ObjectID{o}))
	want := trace.Amount{Objects: 2, Bytes: 16 + 16_000_000_016}
	if d := dominatorsOf(t, h); deep[0] != want || retained[0] != want || d.Retained(o) != want || d.Top != want {
		t.Errorf("deep %v, retained %v, dominated %v; expected %v", deep, retained, d.Retained(o), want)
	}
}

// TestCancel checks that work ends with an error wherever it is canceled.
func TestCancel(t *testing.T) {
	h := tracetest.RandomHeap(6, 2000)
	g := graph(t, h)
	r := g.Roots()
	groups := closure.ObjectGroups(h, []trace.ObjectID{0}, []trace.ObjectID{1})
	for name, work := range map[string]func(context.Context) error{
		"graph":      func(ctx context.Context) error { _, err := closure.NewGraph(ctx, h); return err },
		"dominators": func(ctx context.Context) error { _, err := dominators.FindTree(ctx, h); return err },
		"retained":   func(ctx context.Context) error { _, err := dominators.Find(ctx, h); return err },
		"reachable":  func(ctx context.Context) error { _, err := closure.Reachable(ctx, h); return err },
		"referrers":  func(ctx context.Context) error { _, err := g.Referrers(ctx); return err },
		"sizes":      func(ctx context.Context) error { _, err := g.Sizes(ctx, groups, bothKinds, nil, nil); return err },
		"find": func(ctx context.Context) error {
			_, err := g.NewFinder().Find(ctx, closure.Retained, []trace.ObjectID{0})
			return err
		},
		"shortest": func(ctx context.Context) error { _, err := r.ShortestPaths(ctx); return err },
		"closest":  func(ctx context.Context) error { _, err := r.Closest(ctx, nil); return err },
		"indirect": func(ctx context.Context) error { _, err := r.Indirect(ctx, nil, nil); return err },
		"holders":  func(ctx context.Context) error { _, err := r.Holders(ctx, nil, nil); return err },
		"owners": func(ctx context.Context) error {
			_, err := r.Owners(ctx, closure.OwnersQuery{Groups: groups}, nil)
			return err
		},
	} {
		testrun.CancelEverywhere(t, name, work)
	}
	if _, retained := sizes(t, g, groups); retained[0].Objects == 0 {
		t.Error("nothing works after cancelling")
	}
}
