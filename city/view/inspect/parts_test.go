package inspect_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/city/view/inspect"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
)

// TestParts writes the largest children of each group of random trees, with ties, up to limits.
func TestParts(t *testing.T) {
	var w strings.Builder
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		tree := &trace.Tree{Names: trace.NewNames()}
		var grow func(parent int32, depth int)
		grow = func(parent int32, depth int) {
			at := int32(len(tree.Nodes))
			tree.Nodes = append(tree.Nodes,
				trace.Node{Name: tree.Names.ID(fmt.Sprint("n", at)), Role: tree.Names.ID("Type"), Place: trace.Place{Parent: parent},
					Objects: rng.Int64N(3), Bytes: rng.Int64N(4)})
			for range rng.IntN(5) * min(1, 3-depth) {
				grow(at, depth+1)
			}
			tree.Nodes[at].End = int32(len(tree.Nodes))
		}
		grow(-1, 0)
		for _, limit := range []int{1, 2, 3, 9} {
			fmt.Fprintf(&w, "seed %d, at most %d of %d nodes\n", seed, limit, len(tree.Nodes))
			for _, p := range inspect.Parts(tree, limit) {
				fmt.Fprintf(&w, "%s%s %s %v, %d smaller\n", strings.Repeat(" ", p.Level), p.Name, p.Role, p.Amount, p.Smaller)
			}
		}
	}
	golden.File(t, "parts.txt", w.String())
	if got := inspect.Parts(&trace.Tree{}, 3); got != nil {
		t.Errorf("parts of nothing: %v", got)
	}
}
