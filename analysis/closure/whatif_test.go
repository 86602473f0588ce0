package closure_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// freedBy finds by definition what a cut frees: it applies the cut and traverses what is left.
func freedBy(h *trace.Heap, removal closure.Removal, weak func(o trace.ObjectID, i int) bool) map[trace.ObjectID]bool {
	left := func(removal closure.Removal) map[trace.ObjectID]bool {
		seen := map[trace.ObjectID]bool{}
		var stack []trace.ObjectID
		visit := func(o trace.ObjectID) {
			if !seen[o] && !slices.Contains(removal.Objects, o) {
				seen[o] = true
				stack = append(stack, o)
			}
		}
		for i, r := range h.Roots {
			if !slices.Contains(removal.Roots, i) {
				visit(r.Object)
			}
		}
		for len(stack) > 0 {
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for i, to := range h.References(o) {
				if weak(o, i) || slices.Contains(removal.References, closure.Reference{From: o, Index: i}) ||
					slices.Contains(removal.From, o) && slices.Contains(removal.To, to) {
					continue
				}
				visit(to)
			}
			if class := h.Types[h.TypeOf.At(o)].Class; class != trace.NoObject {
				visit(class)
			}
		}
		return seen
	}
	freed := left(closure.Removal{})
	for o := range left(removal) {
		delete(freed, o)
	}
	return freed
}

// TestWhatIfIsBruteForce compares what cuts free with brute force: cuts of all kinds, many at a time, on heaps of all shapes.
func TestWhatIfIsBruteForce(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 5))
		h := tracetest.RandomHeap(seed, 20+random.IntN(60))
		if seed%3 == 0 { // with classes that GC roots and headers hold
			h = tracetest.RandomGraph([]byte{byte(seed)}, 0)
		}
		g := graph(t, h)
		weak := func(o trace.ObjectID, i int) bool { return seed%2 == 1 && int(h.TypeOf.At(o))%3 == 0 && i == 0 }
		special := make([]bool, len(h.Types))
		for i := range special {
			special[i] = i%3 == 0
		}
		removals := []closure.Removal{{}}
		for range 100 {
			removals = append(removals, randomCut(random, h))
		}
		target := bitset.New(uint(h.Len()))
		for o := range h.Len() {
			target.SetTo(uint(o), random.IntN(2) == 0)
		}
		got, err := g.WhatIf(context.Background(), removals, target, &closure.Weak{Special: special, Reference: weak})
		if err != nil {
			t.Fatal(err)
		}
		for i, removal := range removals {
			var want closure.Freed
			for o := range freedBy(h, removal, weak) {
				want.Objects++
				want.Bytes += h.Size(o)
				if target.Test(uint(o)) {
					want.Target.Objects++
					want.Target.Bytes += h.Size(o)
				}
			}
			if got[i] != want {
				t.Fatalf("seed %d, cut %d %+v: %+v, expected %+v", seed, i, removal, got[i], want)
			}
		}
	}
}

// TestWithoutIsBruteForce compares what several cuts free together with brute force, without any of their references, objects and GC roots.
func TestWithoutIsBruteForce(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 7))
		h := tracetest.RandomHeap(seed, 20+random.IntN(60))
		if seed%3 == 0 {
			h = tracetest.RandomGraph([]byte{byte(seed)}, 0)
		}
		g := graph(t, h)
		for range 10 {
			var removals []closure.Removal
			for range random.IntN(4) {
				removals = append(removals, randomCut(random, h))
			}
			got, err := g.FreedBy(context.Background(), removals, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := freedBy(h, singly(h, removals), func(trace.ObjectID, int) bool { return false })
			for o := range h.Len() {
				if got.Test(uint(o)) != want[trace.ObjectID(o)] {
					t.Fatalf("seed %d, cuts %+v: object %d freed %v, expected %v", seed, removals, o, got.Test(uint(o)), want[trace.ObjectID(o)])
				}
			}
		}
	}
}

// singly returns a single cut for several. Each keeps only the references from its own objects to its own targets.
func singly(h *trace.Heap, removals []closure.Removal) (one closure.Removal) {
	for _, removal := range removals {
		one.References = append(one.References, removal.References...)
		one.Roots = append(one.Roots, removal.Roots...)
		one.Objects = append(one.Objects, removal.Objects...)
		for _, from := range removal.From {
			for i, to := range h.References(from) {
				if slices.Contains(removal.To, to) {
					one.References = append(one.References, closure.Reference{From: from, Index: i})
				}
			}
		}
	}
	return one
}

func randomCut(random *rand.Rand, h *trace.Heap) (c closure.Removal) {
	some := func(n int) (objects []trace.ObjectID) {
		for range random.IntN(n) {
			objects = append(objects, trace.ObjectID(random.IntN(h.Len())))
		}
		return objects
	}
	switch random.IntN(4) {
	case 0:
		c.From, c.To = some(h.Len()), some(h.Len())
	case 1:
		for _, o := range some(6) {
			if n := len(h.References(o)); n > 0 {
				c.References = append(c.References, closure.Reference{From: o, Index: random.IntN(n)})
			}
		}
	case 2:
		c.Objects = some(5)
	}
	for range random.IntN(3) {
		if len(h.Roots) > 0 {
			c.Roots = append(c.Roots, random.IntN(len(h.Roots)))
		}
	}
	return c
}

// TestWhatIfWithoutRoots checks that nothing is freed without GC roots, since nothing is alive.
func TestWhatIfWithoutRoots(t *testing.T) {
	b := tracetest.NewHeap()
	o := b.Object(b.Type("app.A", 16))
	g, err := closure.NewGraph(context.Background(), b.Heap())
	if err != nil {
		t.Fatal(err)
	}
	freed, err := g.WhatIf(context.Background(), []closure.Removal{{Objects: []trace.ObjectID{o}}}, nil, nil)
	if err != nil || freed[0] != (closure.Freed{}) {
		t.Errorf("%+v, %v", freed, err)
	}
}

// TestWhatIfOfParts checks that a removal with parts frees the same as one that has all their lists. References may lead from the objects
// of one part to those of another.
func TestWhatIfOfParts(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 6))
		h := tracetest.RandomHeap(seed, 20+random.IntN(60))
		g := graph(t, h)
		var parted, whole []closure.Removal
		for range 50 {
			removal, joined := randomCut(random, h), closure.Removal{}
			all := []*closure.Removal{&removal}
			for range random.IntN(4) {
				part := randomCut(random, h)
				all = append(all, &part)
			}
			for _, r := range all {
				joined.From, joined.To = append(joined.From, r.From...), append(joined.To, r.To...)
				joined.References, joined.Roots = append(joined.References, r.References...), append(joined.Roots, r.Roots...)
				joined.Objects = append(joined.Objects, r.Objects...)
			}
			removal.Parts = all[1:]
			parted, whole = append(parted, removal), append(whole, joined)
		}
		got, err := g.WhatIf(t.Context(), parted, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := g.WhatIf(t.Context(), whole, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %v, want %v", seed, got, want)
		}
	}
}
