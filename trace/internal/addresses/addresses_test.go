package addresses_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/internal/addresses"
)

// TestIndexAgainstSearch compares an index with a linear search, for dense and sparse addresses with duplicates.
func TestIndexAgainstSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, span := range []uint64{1, 3, 100, 1 << 20, 1 << 40, 1<<63 - 1} {
		for _, n := range []int{0, 1, 2, 50, 300} {
			list := make([]uint64, n)
			for i := range list {
				list[i] = rng.Uint64N(span) * 2
			}
			want := slices.Compact(slices.Sorted(slices.Values(list)))
			x := addresses.NewIndex(slices.Clone(list))
			if !slices.Equal(x.Sorted(), want) || x.Len() != len(want) {
				t.Fatalf("span %d: addresses %v, want %v", span, x.Sorted(), want)
			}
			for _, a := range append(list, 0, 1, span, 1<<64-1) {
				at, found := slices.BinarySearch(want, a)
				if got := x.Find(a); found && (got != trace.ObjectID(at) || x.Address(got) != a) || !found && got != trace.NoObject {
					t.Fatalf("span %d: address %d is object %d, want %d, %v", span, a, got, at, found)
				}
			}
		}
	}
}
