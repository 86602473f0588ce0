package citytest

import (
	"fmt"
	"math/rand/v2"

	"memcity/city/trees"
	"memcity/trace"
)

// WideRecording returns districts with the same number of buildings each. Values change at random from point to point.
func WideRecording(districts, each, moments int) []trees.PointTree {
	rng := rand.New(rand.NewPCG(uint64(districts), uint64(each)))
	root := &Group{Name: "Heap"}
	for d := range districts {
		district := &Group{Name: fmt.Sprint("d", d), Role: "Package"}
		for i := range each {
			district.Kids = append(district.Kids, Leaf(fmt.Sprint("t", i), int64(1+rng.IntN(100_000)), int64(rng.IntN(9_000_000))))
		}
		root.Kids = append(root.Kids, district)
	}
	names := trace.NewNames()
	out := make([]trees.PointTree, moments)
	for m := range out {
		for _, d := range root.Kids {
			for _, b := range d.Kids {
				b.Objects += int64(rng.IntN(2000))
				b.Bytes += int64(rng.IntN(90_000))
			}
		}
		out[m] = trees.PointTree{Time: trace.Millis(m), Tree: root.Tree(names)}
	}
	return out
}
