package drafts_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/drafts"
)

// TestNew: the largest groups come first, each with its largest subgroups, by retained size if available.
func TestNew(t *testing.T) {
	for seed := range uint64(20) {
		tree := citytest.RandomPoints(seed, citytest.RandomSpec{Points: 1, Nodes: 200, Depth: 4, Width: 40})[0].Tree
		var retained []trees.Amount
		if rng := rand.New(rand.NewPCG(seed, 1)); seed%2 == 0 {
			for range tree.Nodes {
				retained = append(retained, trees.Amount{Objects: rng.Int64N(9), Bytes: rng.Int64N(1000)})
			}
		}
		r := drafts.New(drafts.Query{}, tree, retained)
		if r.Sized != (retained != nil) || r.Heap != tree.Nodes[0].Amount() || r.None != "" {
			t.Fatalf("seed %d: %+v", seed, r)
		}
		size := func(n int32) int64 {
			if retained != nil {
				return retained[n].Bytes
			}
			return tree.Nodes[n].Bytes
		}
		children := func(of int32) (nodes []int32) {
			for c := range tree.Children(of) {
				nodes = append(nodes, c)
			}
			return nodes
		}
		outer, at := children(0), -1
		if r.Total != len(outer) {
			t.Errorf("seed %d: %d groups of %d", seed, r.Total, len(outer))
		}
		found := map[string]bool{}
		for i, g := range r.Groups {
			found[fmt.Sprint(g.Level, g.Name)] = true
			if g.Level == 0 {
				if at >= 0 && r.Groups[at].Size(r.Sized) < g.Size(r.Sized) {
					t.Errorf("seed %d: group %d is larger than that before it", seed, i)
				}
				at = i
			} else if i-at > 3 || i-1 > at && r.Groups[i-1].Size(r.Sized) < g.Size(r.Sized) {
				t.Errorf("seed %d: group %d of %d: out of order", seed, i, at)
			}
		}
		for _, n := range outer { // omitted groups are no larger than listed ones
			if last := r.Groups[at].Size(r.Sized); !found[fmt.Sprint(0, tree.Name(n))] && size(n) > last {
				t.Errorf("seed %d: %s has %d, and the last group listed %d", seed, tree.Name(n), size(n), last)
			}
		}
	}
}
