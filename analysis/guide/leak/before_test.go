package leak_test

import (
	"slices"
	"testing"

	"memcity/analysis/closure"
	"memcity/trace"
)

// TestBefore checks that adding a heap state again after Before gives the same places and numbers, and leaves the series unchanged.
func TestBefore(t *testing.T) {
	for seed := range uint64(20) {
		var heaps []*trace.Heap
		for step := range 5 {
			heaps = append(heaps, randomProgram(seed, step))
		}
		all, _, _ := placed(t, heaps...)
		nodes := len(all.Nodes)
		for at, h := range heaps {
			_, first, _ := placed(t, heaps[:at+1]...)
			part := all.Before(at)
			reachable, err := closure.Reachable(t.Context(), h)
			if err != nil {
				t.Fatal(err)
			}
			again, err := part.Add(t.Context(), h, reachable, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(again, first) || part.Points != at+1 || len(all.Nodes) != nodes || all.Points != len(heaps) {
				t.Fatalf("seed %d, GC point %d: other places", seed, at)
			}
			for i := range part.Nodes[:nodes] {
				if a, b := &part.Nodes[i], &all.Nodes[i]; !slices.Equal(a.AllBytes, b.AllBytes[:at+1]) || !slices.Equal(a.Objects, b.Objects[:at+1]) {
					t.Fatalf("seed %d, GC point %d, place %d: %v, want %v", seed, at, i, a.AllBytes, b.AllBytes[:at+1])
				}
			}
		}
	}
}
