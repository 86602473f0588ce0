package passes_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/closure/passes"
)

// TestRun checks that noted work is done until nothing is noted, in passes and by lists. Labels spread over random references.
func TestRun(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(500)
		next := make([][]uint32, n)
		for i := range next {
			for range rng.IntN(3) {
				next[i] = append(next[i], uint32(rng.IntN(n)))
			}
		}
		from := uint32(rng.IntN(n))
		want := make([]bool, n)
		for stack := []uint32{from}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !want[at] {
				want[at] = true
				stack = append(stack, next[at]...)
			}
		}
		got, times := make([]bool, n), make([]int, n)
		notes := passes.NewNotes(n)
		got[from] = true
		notes.Add(from)
		notes.Add(from) // once is enough
		few := []int{-1, 0, 1, n / 8, n}[seed%5]
		err := notes.Run(t.Context(), few, func(p uint32) {
			times[p]++
			for _, to := range next[p] {
				if !got[to] {
					got[to] = true
					notes.Add(to)
				}
			}
		})
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d, few %d: got %v, %v; want %v", seed, few, got, err, want)
		}
		for p, n := range times {
			if n > 1 || (n == 1) != want[p] {
				t.Fatalf("seed %d, few %d: %d was done %d times", seed, few, p, n)
			}
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	notes := passes.NewNotes(64)
	if err := notes.Run(ctx, 0, nil); err != nil {
		t.Errorf("without notes: %v", err)
	}
	notes.Add(64)
	if err := notes.Run(ctx, 0, nil); err != context.Canceled {
		t.Errorf("with a note: %v", err)
	}
}
