package leak

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRows checks that every node has exactly the values added to it, in order.
func TestRows(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for nodes := range 30 {
		want := make([][]int, nodes)
		var order [][2]int
		for i := range nodes * random.IntN(4) {
			n := random.IntN(nodes)
			order, want[n] = append(order, [2]int{n, i}), append(want[n], i)
		}
		r := newRows[int](nodes, func(add func(node uint32, value int)) {
			for _, x := range order {
				add(uint32(x[0]), x[1])
			}
		})
		for n := range nodes {
			if got := r.of(uint32(n)); !slices.Equal(got, want[n]) || cap(got) != len(got) {
				t.Fatalf("%d of %d nodes: %v, want %v", n, nodes, got, want[n])
			}
		}
	}
}
