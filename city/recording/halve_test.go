package recording

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHalving: every second kept GC point of the older half is dropped, except the ones to keep.
func TestHalving(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 3))
		o := &Recording{growth: growth{gone: make([]bool, random.IntN(40))}}
		for i := range o.gone {
			if o.gone[i] = random.IntN(4) == 0; !o.gone[i] {
				o.left++
			}
		}
		var left, keep, want []int
		for i, gone := range o.gone {
			if !gone {
				left = append(left, i)
			}
			if random.IntN(5) == 0 {
				keep = append(keep, i)
			}
		}
		for n, i := range left {
			if n >= len(left)/2 || n%2 == 0 || slices.Contains(keep, i) {
				want = append(want, i)
			}
		}
		dropped := o.halve(keep)
		var got []int
		for i, gone := range o.gone {
			if !gone {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, want) || o.left != len(want) || dropped != (len(want) < len(left)) {
			t.Errorf("seed %d: of %v are left %v, %d, want %v; dropped %v", seed, left, got, o.left, want, dropped)
		}
	}
}
