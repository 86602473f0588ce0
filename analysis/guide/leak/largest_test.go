package leak_test

import (
	"math/rand/v2"
	"testing"

	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// sharedLists returns a workspace that holds lists of rows in its fields: one that only it holds, one that a second field also holds, and
// one with too few rows to be entries.
func sharedLists(few int) *tracetest.HeapBuilder {
	b := tracetest.NewHeap()
	w := b.Object(b.Type("app.Workspace", 40, "own", "shared", "other", "few"))
	b.Root(w, trace.RootStaticField, "app.Main.workspace")
	fill := func(n int, kind string, size int64, fields ...string) {
		list, array := b.Object(b.Type("java.util.ArrayList", 24, "elementData")), b.Array(b.ArrayType("java.lang.Object[]"), n)
		b.Refer(list, "elementData", array)
		for _, f := range fields {
			b.Refer(w, f, list)
		}
		for i := range n {
			b.Element(array, i, b.Object(b.Type(kind, size)))
		}
	}
	fill(100, "app.Own", 3000, "own")
	fill(100, "app.Shared", 2000, "shared", "other")
	fill(few, "app.Few", 1000, "few")
	return b
}

// TestLargest checks that the root of a program is divided into its fields, and that entries of a container stay together.
func TestLargest(t *testing.T) {
	for _, few := range []int{15, 16} {
		s, d := dominance(t, sharedLists(few).Heap())
		got := d.Largest(t.Context(), 10_000, 10)
		want := []struct {
			kind, owner string
			bytes       int64
		}{{"app.Own", "field app.Workspace.own", 300_000}, {"app.Shared", "field app.Workspace.shared", 200_000},
			{"app.Few", "field app.Workspace.few", int64(few) * 1000}}
		if len(got) != len(want) {
			t.Fatalf("%d holders: %+v", len(got), got)
		}
		for i, w := range want {
			if kind := s.Nodes[got[i].Tops()[0]].Type; kind != w.kind || got[i].Owner != w.owner || got[i].Bytes[0] != w.bytes ||
				got[i].Root != "static field app.Main.workspace" {
				t.Errorf("with %d: %s in %s of %s, %d bytes; want %v", few, kind, got[i].Owner, got[i].Root, got[i].Bytes[0], w)
			}
		}
		for most := range 4 {
			if n := len(d.Largest(t.Context(), 10_000, most)); n != most {
				t.Errorf("%d, when %d were requested", n, most)
			}
		}
		if n := len(d.Largest(t.Context(), 200_000, 10)); n != 2 {
			t.Errorf("%d have 200,000 bytes", n)
		}
	}
}

// TestLargestShare checks that a place is divided if the places that it dominates retain half of it, and stays whole if they retain less.
func TestLargestShare(t *testing.T) {
	for size, want := range map[int64]string{1000: "app.Part", 999: "app.Whole"} {
		b := tracetest.NewHeap()
		whole := b.Object(b.Type("app.Whole", 1000, "part"))
		b.Root(whole, trace.RootStaticField, "app.Main.whole")
		b.Refer(whole, "part", b.Object(b.Type("app.Part", size)))
		s, d := dominance(t, b.Heap())
		got := d.Largest(t.Context(), 1, 1)
		if len(got) != 1 || s.Nodes[got[0].Tops()[0]].Type != want {
			t.Errorf("a part of %d bytes: %+v", size, got)
		}
	}
}

// TestLargestAreApart checks on any heap that holders share no objects, have the requested size, and are sorted.
func TestLargestAreApart(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 7))
		b := tracetest.NewHeap()
		var objects []trace.ObjectID
		for range 5 + rng.IntN(120) {
			objects = append(objects, b.Object(b.Type("app."+string(rune('A'+rng.IntN(6))), 16+8*int64(rng.IntN(40)), "a", "b")))
		}
		for i, o := range objects {
			b.Refer(o, "a", objects[rng.IntN(len(objects))])
			if i > 0 {
				b.Refer(objects[rng.IntN(i)], "b", o)
			}
		}
		b.Root(objects[0], trace.RootStaticField, "app.Main.first")
		b.Root(objects[rng.IntN(len(objects))], trace.RootStaticField, "app.Main.second")
		_, d := dominance(t, b.Heap())
		least, all, before := int64(rng.IntN(400)), d.Retained(leak.NoPlace).Bytes, int64(1)<<62
		found := d.Largest(t.Context(), least, 100)
		inside := func(p, of leak.Place) bool {
			for ; p != leak.NoPlace; p = d.Of(p) {
				if p == of {
					return true
				}
			}
			return false
		}
		sum := int64(0)
		for i := range found {
			x := &found[i]
			if x.Bytes[0] < least || x.Bytes[0] > before {
				t.Fatalf("seed %d: %d bytes after %d, at least %d", seed, x.Bytes[0], before, least)
			}
			before, sum = x.Bytes[0], sum+x.Bytes[0]
			for j := range i {
				for _, p := range x.Tops() {
					for _, q := range found[j].Tops() {
						if inside(p, q) || inside(q, p) {
							t.Fatalf("seed %d: places %d and %d hold the same", seed, p, q)
						}
					}
				}
			}
		}
		if sum > all {
			t.Fatalf("seed %d: %d bytes of %d", seed, sum, all)
		}
	}
}
