package retained

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
)

// TestJoins checks that the holders of joins are found again by position, in any part of the tree and at the ends of blocks.
func TestJoins(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, objects := range []int{1, joinBlock - 1, joinBlock, joinBlock + 1, 5*joinBlock + 7} {
		at, start, from := []uint32{}, []uint32{0}, []uint32{}
		want := map[uint32][]uint32{} // by holder
		for p := range uint32(objects) {
			if random.IntN(3) > 0 {
				continue
			}
			holders := map[uint32]bool{}
			for range random.IntN(9) {
				holders[random.Uint32N(uint32(objects))] = true
			}
			for h := range holders {
				from = append(from, h)
				want[h] = append(want[h], uint32(len(at)))
			}
			at, start = append(at, p), append(start, uint32(len(from)))
		}
		joins, err := NewJoins(t.Context(), objects, at, start, from)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			first := random.Uint32N(uint32(objects) + 1)
			end := first + random.Uint32N(uint32(objects)+1-first)
			next := first
			joins.each(first, end, func(p uint32, held []uint32) {
				for ; next < p; next++ {
					if len(want[next]) > 0 {
						t.Errorf("%d of %d objects holds %v, which are left out", next, objects, want[next])
					}
				}
				if p >= end || !slices.Equal(held, want[p]) {
					t.Errorf("%d of %d objects holds %v; expected %v, up to %d", p, objects, held, want[p], end)
				}
				next = p + 1
			})
			for ; next < end; next++ {
				if len(want[next]) > 0 {
					t.Errorf("%d of %d objects holds %v, which are left out", next, objects, want[next])
				}
			}
		}
		tree := Tree{Order: make([]trace.ObjectID, objects), Up: slices.Repeat([]uint32{None}, objects), Joins: joins}
		if !tree.isWhole(objects) || tree.isWhole(objects-1) {
			t.Errorf("%d objects: the tree of as many is whole: %t, of one less: %t", objects, tree.isWhole(objects), tree.isWhole(objects-1))
		}
	}
}
