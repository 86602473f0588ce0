package group_test

import (
	"reflect"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/columns"
)

// TestKeptPointers checks that pointer maps from an index match those without one, for each grouping.
func TestKeptPointers(t *testing.T) {
	folder := columns.Indexed(t)
	for seed := range uint64(20) {
		h := tracetest.RandomHeap(seed, 500)
		x := columns.IndexOf(t)
		for _, chain := range [][]string{{"type"}, {"kind", "type"}, {"type", "kind"}, {"package", "type"}} {
			h.Index = nil
			want := pointersBy(t, h, chain)
			h.Index = x
			for i := range 3 {
				if got := pointersBy(t, h, chain); !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d, %v: other pointers at opening %d", seed, chain, i+1)
				}
				folder.Wait()
			}
			bare := *h
			bare.RefStart, bare.RefTo = trace.RowsOf(make([]uint32, h.Len()+1)), nil
			if got := pointersBy(t, &bare, chain); !reflect.DeepEqual(got, want) {
				t.Fatal("what is kept is not used")
			}
		}
	}
}

func pointersBy(t *testing.T, h *trace.Heap, names []string) *trace.Pointers {
	t.Helper()
	chain, err := group.Builtin().Chain(names)
	if err != nil {
		t.Fatal(err)
	}
	g, err := group.New(t.Context(), &group.Subject{Heap: h, Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences}, chain, group.Options{Objects: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Pointers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}
