package closure_test

import (
	"math/rand/v2"
	"testing"

	"memcity/analysis/closure"
	"memcity/trace"
)

// TestSizesUpToByDefinition checks sizes up to some objects. They must equal sizes without the references of these objects, and without
// headers.
func TestSizesUpToByDefinition(t *testing.T) {
	for seed := range uint64(60) {
		h := randomHeap(seed)
		rng := rand.New(rand.NewPCG(seed, 1))
		ends := map[trace.ObjectID]bool{}
		for range rng.IntN(20) {
			ends[trace.ObjectID(rng.IntN(h.Len()))] = true
		}
		lists := make([][]trace.ObjectID, 1+rng.IntN(100))
		for i := range lists {
			for range 1 + rng.IntN(4) {
				lists[i] = append(lists[i], trace.ObjectID(rng.IntN(h.Len())))
			}
		}
		results, err := graph(t, h).SizesUpTo(t.Context(), func(o trace.ObjectID) bool { return ends[o] },
			closure.ObjectGroups(h, lists...), nil, nil)
		if err != nil || len(results) != len(lists) {
			t.Fatalf("seed %d: %d results for %d groups, %v", seed, len(results), len(lists), err)
		}
		for _, r := range results {
			reached := reachedFrom(h, lists[r.Group], nil, func(h *trace.Heap, o trace.ObjectID, yield func(trace.ObjectID)) {
				if !ends[o] {
					for _, to := range h.References(o) {
						yield(to)
					}
				}
			})
			if want := sizeOf(h, reached); r.Amount != want || r.Kind != closure.Deep {
				t.Fatalf("seed %d: group %d reaches %v; expected %v", seed, r.Group, r.Amount, want)
			}
		}
	}
}
