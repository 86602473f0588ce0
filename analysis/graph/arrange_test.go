package graph

import (
	"math/rand/v2"
	"testing"
)

// Parts are the sets of nodes that reach each other, and no reference leads to an earlier part.
func TestArrange(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := rng.IntN(30)
		start, to := []uint32{0}, []int32{}
		for range n {
			for range rng.IntN(4) {
				to = append(to, int32(rng.IntN(n)))
			}
			start = append(start, uint32(len(to)))
		}
		var within []int32
		if seed%2 == 0 {
			for range n {
				within = append(within, int32(rng.IntN(2)))
			}
		}
		reaches := make([][]bool, n)
		for i := range reaches {
			reaches[i] = make([]bool, n)
			for stack := []int32{int32(i)}; len(stack) > 0; {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if reaches[i][at] {
					continue
				}
				reaches[i][at] = true
				for _, next := range to[start[at]:start[at+1]] {
					if within == nil || within[next] == within[at] {
						stack = append(stack, next)
					}
				}
			}
		}
		a := arrange(start, to, within)
		seen := make([]bool, n)
		for _, node := range a.order {
			if seen[node] {
				t.Fatalf("seed %d: node %d comes twice", seed, node)
			}
			seen[node] = true
		}
		part := a.parts()
		if len(part) != n || n > 0 && int(a.ends[len(a.ends)-1]) != n {
			t.Fatalf("seed %d: %d of %d nodes, ends %v", seed, len(part), n, a.ends)
		}
		for i := range n {
			for j := range n {
				if together := reaches[i][j] && reaches[j][i]; together != (part[i] == part[j]) {
					t.Fatalf("seed %d: nodes %d and %d are in parts %d and %d; they reach each other: %t", seed, i, j, part[i], part[j], together)
				}
				if reaches[i][j] && part[i] > part[j] {
					t.Fatalf("seed %d: node %d reaches %d, which comes before", seed, i, j)
				}
			}
		}
	}
}
