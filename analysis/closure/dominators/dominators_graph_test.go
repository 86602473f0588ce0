package dominators_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/closure/dominators"
)

// edgesOf arranges the edges of some nodes as ImmediateDominators expects them.
func edgesOf(nodes [][]uint32) (first, to []uint32) {
	for _, list := range nodes {
		first, to = append(first, uint32(len(to))), append(to, list...)
	}
	return append(first, uint32(len(to))), to
}

// slowDominators removes each node in turn. The node dominates all nodes that are then no longer reached. The dominator that itself has the
// most dominators is the immediate one.
func slowDominators(nodes [][]uint32) []uint32 {
	reach := func(without int) []bool {
		seen := make([]bool, len(nodes))
		if without == 0 {
			return seen
		}
		seen[0] = true
		for queue := []uint32{0}; len(queue) > 0; queue = queue[1:] {
			for _, n := range nodes[queue[0]] {
				if !seen[n] && int(n) != without {
					seen[n] = true
					queue = append(queue, n)
				}
			}
		}
		return seen
	}
	all := reach(-1)
	depth, of := make([]int, len(nodes)), make([][]uint32, len(nodes))
	for w := range nodes {
		seen := reach(w)
		for n := range nodes {
			if all[n] && all[w] && n != w && !seen[n] {
				depth[n]++
				of[n] = append(of[n], uint32(w))
			}
		}
	}
	out := make([]uint32, len(nodes))
	for n := range nodes {
		out[n] = dominators.NoNode
		for _, w := range of[n] {
			if out[n] == dominators.NoNode || depth[w] > depth[out[n]] {
				out[n] = w
			}
		}
	}
	return out
}

func TestImmediateDominators(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		nodes := make([][]uint32, 1+rng.IntN(12))
		for range rng.IntN(3 * len(nodes)) {
			n := rng.IntN(len(nodes))
			nodes[n] = append(nodes[n], uint32(rng.IntN(len(nodes))))
		}
		first, to := edgesOf(nodes)
		got, err := dominators.Immediate(context.Background(), first, to)
		if want := slowDominators(nodes); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v: %v, expected %v; error %v", nodes, got, want, err)
		}
	}
}

func TestImmediateDominatorsOfNothing(t *testing.T) {
	for _, first := range [][]uint32{nil, {0}} {
		if got, err := dominators.Immediate(context.Background(), first, nil); len(got) != 0 || err != nil {
			t.Errorf("%v: %v, %v", first, got, err)
		}
	}
}

func TestImmediateDominatorsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	first, to := edgesOf([][]uint32{{1}, nil})
	if _, err := dominators.Immediate(ctx, first, to); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
