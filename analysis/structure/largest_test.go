package structure_test

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLargestIsTheBeginningOfAll checks that a limit changes only the length of the list, at ties as well.
func TestLargestIsTheBeginningOfAll(t *testing.T) {
	for seed := range uint64(60) {
		h, text := randomHeap(rand.New(rand.NewPCG(seed, 3)), 80)
		s := state(t, h, library(t, text))
		for _, contained := range []bool{false, true} {
			whole, all, err := s.Largest(t.Context(), 0, contained, nil)
			if err != nil || all != len(whole) {
				t.Fatalf("seed %d: %d of %d, %v", seed, len(whole), all, err)
			}
			for limit := 1; limit <= all+1; limit++ {
				some, count, err := s.Largest(t.Context(), limit, contained, nil)
				if err != nil || count != all || !slices.Equal(some, whole[:min(limit, all)]) {
					t.Fatalf("seed %d: the first %d of %d are %v, %v\nall are %v", seed, limit, count, some, err, whole)
				}
			}
		}
	}
}
