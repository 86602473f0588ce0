package objects

import (
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
)

// TestLargest compares the objects that are kept with sorting all of them, with ties, for each limit.
func TestLargest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		sizes := make([]int, n)
		for i := range sizes {
			sizes[i] = rng.IntN(6)
		}
		less := func(a, b trace.ObjectID) int {
			if sizes[a] != sizes[b] {
				return sizes[a] - sizes[b]
			}
			return int(b) - int(a)
		}
		for most := range 8 {
			found := largest{less: less, most: most}
			var want []trace.ObjectID
			for o := range trace.ObjectID(n) {
				found.add(o)
				want = append(want, o)
			}
			slices.SortFunc(want, func(a, b trace.ObjectID) int { return less(b, a) })
			if most > 0 {
				want = want[:min(most, n)]
			}
			if got := found.sorted(); !slices.Equal(got, want) {
				t.Fatalf("the %d largest of %d are %d, want %d", most, sizes, got, want)
			}
		}
	}
}

func TestParseAddress(t *testing.T) {
	for text, want := range map[string]uint64{"0xFC000010": 0xfc000010, "00ab": 0xab, "0": 0, "0x0": 0, "ffffffffffffffff": 1<<64 - 1} {
		if got, ok := ParseAddress(text); got != want || !ok {
			t.Errorf("%q: %x, %t; want %x", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "0x", "north", "0x1g", "fffffffffffffffff", "-1", "+1", "1_0", " 1"} {
		if got, ok := ParseAddress(text); ok {
			t.Errorf("%q is the address %x", text, got)
		}
	}
}
