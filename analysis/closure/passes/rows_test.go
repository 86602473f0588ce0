package passes

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace/poll"
	"memcity/trace/tracetest/testrun"
)

// randomRows returns n rows of numbers. Some rows differ from those in Start and To.
func randomRows(rng *rand.Rand, n int) (*Rows, [][]uint32) {
	r := &Rows{Start: []uint32{0}, Other: make([]uint64, n/64+1)}
	all := make([][]uint32, n)
	for p := range all {
		row := make([]uint32, rng.IntN(4))
		for i := range row {
			row[i] = uint32(rng.IntN(n))
		}
		all[p] = row
		if rng.IntN(4) == 0 {
			r.Other[p>>6] |= 1 << (p & 63)
			row = []uint32{uint32(rng.IntN(n))} // not meant
		}
		r.To = append(r.To, row...)
		r.Start = append(r.Start, uint32(len(r.To)))
	}
	r.Row = func(p uint32) []uint32 { return all[p] }
	if rng.IntN(4) == 0 {
		r.Other = nil
	}
	return r, all
}

// TestBreadth compares the predecessor of each number with a queue.
func TestBreadth(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 2))
		n := 1 + rng.IntN(500)
		r, all := randomRows(rng, n)
		var first []uint32
		for range rng.IntN(5) {
			first = append(first, uint32(rng.IntN(n)))
		}
		want, seen := make([]uint32, n), make([]bool, n)
		var queue []uint32
		for _, p := range first {
			if !seen[p] {
				seen[p] = true
				queue = append(queue, p)
			}
		}
		for i := 0; i < len(queue); i++ {
			for _, to := range all[queue[i]] {
				if !seen[to] {
					seen[to], want[to] = true, queue[i]+1
					queue = append(queue, to)
				}
			}
		}
		got := make([]uint32, n)
		if err := r.Breadth(t.Context(), first, got, len(queue)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v, expected %v, %v", seed, got, want, err)
		}
	}
	t.Cleanup(poll.Often(16))
	r, _ := randomRows(rand.New(rand.NewPCG(1, 2)), 300)
	testrun.CancelEverywhere(t, "breadth", func(ctx context.Context) error { return r.Breadth(ctx, []uint32{0, 1, 2}, make([]uint32, 300), 300) })
}
