package graph_test

import (
	"reflect"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace/tracetest"
)

// TestKeptGraphs checks that a graph reports the same after it was written and read back.
func TestKeptGraphs(t *testing.T) {
	paths, unreachable := 0, 0
	for seed := range uint64(120) {
		h := tracetest.RandomHeap(seed, 60)
		if seed%5 == 0 {
			h.Roots = h.Roots[:1]
		}
		g := explored(t, h, seed, graph.Options{Singles: int(seed % 3)})
		if seed%2 == 0 {
			if next, err := g.Paths(t.Context(), "", nil); err == nil {
				g = next
			}
		}
		kept := reread(t, g)
		if kept.Size() != g.Size() {
			t.Fatalf("seed %d: %d objects of %d", seed, kept.Size(), g.Size())
		}
		if !reflect.DeepEqual(kept.Dump(), g.Dump()) || kept.Words() != g.Words() || !reflect.DeepEqual(kept.Shorter(), g.Shorter()) ||
			kept.Unreachable() != g.Unreachable() || !reflect.DeepEqual(kept.Strongest, g.Strongest) {
			t.Fatalf("seed %d: it was\n%s\nand is\n%s", seed, text(g), text(kept))
		}
		for i := range g.Nodes {
			a, b := &g.Nodes[i], &kept.Nodes[i]
			if !reflect.DeepEqual(a.Objects, b.Objects) || a.Root != b.Root || a.Type != b.Type || a.Distance != b.Distance {
				t.Fatalf("seed %d: node %d was %+v, and is %+v", seed, i, a, b)
			}
		}
		if g.Strongest != nil {
			paths++
		}
		if g.Unreachable() {
			unreachable++
		}
	}
	if paths < 10 || unreachable < 3 {
		t.Errorf("%d strongest paths, %d graphs of unreachable objects", paths, unreachable)
	}
}

// TestKeptGraphDamaged checks that nothing is read from a damaged graph, or a graph that can be reported.
func TestKeptGraphDamaged(t *testing.T) {
	h := tracetest.RandomHeap(2, 40)
	g, err := explored(t, h, 2, graph.Options{}).Paths(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := g.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for i := range data {
		for _, bit := range []byte{1, 0x80} {
			damaged := append([]byte{}, data...)
			damaged[i] ^= bit
			kept := &graph.Graph{}
			if kept.UnmarshalBinary(damaged) != nil {
				failed++
				continue
			}
			kept.Dump()
			kept.Words()
			for _, n := range kept.Nodes {
				for _, o := range n.Objects {
					if int(o) >= 256*h.Len() { // one bit of the number itself may differ
						t.Fatalf("byte %d: object %d", i, o)
					}
				}
			}
		}
	}
	if failed < len(data)/4 {
		t.Errorf("%d of %d damaged graphs were recognised", failed, 2*len(data))
	}
}

func reread(t *testing.T, g *graph.Graph) *graph.Graph {
	t.Helper()
	data, err := g.MarshalBinary()
	kept := &graph.Graph{}
	if err == nil {
		err = kept.UnmarshalBinary(data)
	}
	if err != nil {
		t.Fatal(err)
	}
	return kept
}
