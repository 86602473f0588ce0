package citytest

import (
	"math/rand/v2"

	"memcity/city/trees"
	"memcity/trace"
)

// LinkedPoint adds random references between the leaves of a tree. Some groups refer to themselves, and many to nothing.
func LinkedPoint(p trees.PointTree, seed uint64, pairs int) trees.PointTree {
	rng := rand.New(rand.NewPCG(seed, 7))
	n := len(p.Tree.Nodes)
	var leaves []int32
	for i := range n {
		if p.Tree.IsLeaf(int32(i)) && p.Tree.Nodes[i].Objects > 0 {
			leaves = append(leaves, int32(i))
		}
	}
	counts := [2]map[[2]int32]int64{{}, {}}
	for range pairs {
		if len(leaves) == 0 {
			break
		}
		a, b := leaves[rng.IntN(len(leaves))], leaves[rng.IntN(len(leaves))]
		some := func(of int32) int64 { return 1 + rng.Int64N(min(p.Tree.Nodes[of].Objects, 1+rng.Int64N(50))) } // many are equal
		counts[0][[2]int32{a, b}], counts[1][[2]int32{b, a}] = some(b), some(a)
	}
	var maps [2]trace.PointerMap
	for i, of := range counts {
		m := trace.PointerMap{Start: []uint32{0}}
		for a := range n {
			for b := range n {
				if c := of[[2]int32{int32(a), int32(b)}]; c > 0 {
					m.To, m.Counts = append(m.To, int32(b)), append(m.Counts, c)
				}
			}
			m.Start = append(m.Start, uint32(len(m.To)))
		}
		maps[i] = m
	}
	p.Pointers = &trace.Pointers{PointsTo: maps[0], PointedFrom: maps[1]}
	return p
}
