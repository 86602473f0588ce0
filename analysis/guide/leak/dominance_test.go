package leak_test

import (
	"context"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func dominance(t *testing.T, h *trace.Heap) (*leak.Holders, *leak.Dominance) {
	t.Helper()
	s, places, _ := holders(t, h)
	reachable, err := closure.Reachable(context.Background(), h)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.NewDominance(context.Background(), h, reachable, places)
	if err != nil {
		t.Fatal(err)
	}
	return s, d
}

// On any heap, removing the objects of a place frees everything that the place dominates.
func TestDominanceIsSound(t *testing.T) {
	for seed := range uint64(300) {
		h := tracetest.RandomHeap(seed, 19) // too few for references to be minor
		s, places, _ := holders(t, h)
		reachable, err := closure.Reachable(context.Background(), h)
		if err != nil {
			t.Fatal(err)
		}
		d, err := s.NewDominance(context.Background(), h, reachable, places)
		if err != nil {
			t.Fatal(err)
		}
		if all := d.Retained(leak.NoPlace); all.Objects != s.Objects[0] || all.Bytes != s.Bytes[0] {
			t.Fatalf("seed %d: the GC roots retain %+v of %d objects, %d bytes", seed, all, s.Objects[0], s.Bytes[0])
		}
		for p := range s.Nodes {
			for q := range s.Nodes {
				above := leak.Place(q)
				for above != leak.NoPlace && above != leak.Place(p) {
					above = d.Of(above)
				}
				if above == leak.Place(p) && q != p && s.Nodes[q].Objects[0] > 0 && reaches(s, d, leak.Place(p), leak.Place(q)) {
					t.Fatalf("seed %d: place %d is said to dominate %d, which can be reached without it", seed, p, q)
				}
			}
		}
	}
}

// reaches reports whether references lead from a GC root to a place while avoiding another.
func reaches(s *leak.Holders, d *leak.Dominance, without, to leak.Place) bool {
	seen := make([]bool, len(s.Nodes))
	var back func(p leak.Place) bool
	back = func(p leak.Place) bool {
		if p == without || seen[p] {
			return false
		}
		if seen[p] = true; s.Nodes[p].Parent == leak.NoPlace {
			return true
		}
		for _, q := range d.Referrers(p) {
			if back(q.From) {
				return true
			}
		}
		return false
	}
	return back(to)
}

func TestDominanceOfSharedEntries(t *testing.T) {
	b := tracetest.NewHeap()
	list := b.ArrayType("java.lang.Object[]")
	item := b.Type("app.Item", 100, "part")
	part := b.Type("app.Part", 50)
	a, c := b.Array(list, 10), b.Array(list, 10)
	b.Root(a, trace.RootStaticField, "app.Main.a")
	b.Root(c, trace.RootStaticField, "app.Main.c")
	for i := range 10 {
		o, p := b.Object(item), b.Object(part)
		b.Refer(o, "part", p)
		b.Element(a, i, o)
		b.Element(c, i, o)
	}
	s, d := dominance(t, b.Heap())
	items := leak.NoPlace
	for p := range s.Nodes {
		if s.Nodes[p].Type == "app.Item" {
			items = leak.Place(p)
		}
	}
	if got := d.Retained(items); got != (trace.Amount{Objects: 20, Bytes: 1500}) || d.Of(items) != leak.NoPlace ||
		len(d.Referrers(items)) != 2 {
		t.Errorf("the items retain %+v, are dominated by %d, and have referrers %v", got, d.Of(items), d.Referrers(items))
	}
	if kids := d.Dominated(leak.NoPlace); len(kids) != 3 || kids[0] != items {
		t.Errorf("the GC roots dominate %v, expected the items first", kids)
	}
}

// With other weights, places retain the weights of the places that they dominate, and accumulations use these weights. Nothing else
// changes.
func TestWeighted(t *testing.T) {
	b := tracetest.NewHeap()
	owner := b.Object(b.Type("app.Owner", 16, "light", "heavy"))
	b.Root(owner, trace.RootStaticField, "app.Main.owner")
	for field, size := range map[string]int64{"light": 24, "heavy": 4000} {
		array := b.Array(b.ArrayType("app."+field+"[]"), 100)
		b.Refer(owner, field, array)
		entry := b.Type("app."+field, size)
		for i := range 100 {
			b.Element(array, i, b.Object(entry))
		}
	}
	s, d := dominance(t, b.Heap())
	weights := make([]int64, len(s.Nodes))
	for p := range s.Nodes {
		if s.Nodes[p].Type == "app.light" {
			weights[p] = 7000
		}
	}
	before := d.Retained(leak.NoPlace)
	w := d.Weighted(weights)
	if got := w.Retained(leak.NoPlace); got.Bytes != 7000 || got.Objects != before.Objects || d.Retained(leak.NoPlace) != before {
		t.Errorf("%+v, before %+v", got, before)
	}
	for of, want := range map[*leak.Dominance]string{d: "app.heavy", w: "app.light"} {
		found := of.Accumulations(t.Context(), 5000)
		if len(found) != 1 || s.Nodes[found[0].Tops()[0]].Type != want {
			t.Errorf("%s: %+v", want, found)
		}
	}
	if list := w.Accumulations(t.Context(), 7001); len(list) > 0 {
		t.Errorf("more than there is: %+v", list)
	}
}
