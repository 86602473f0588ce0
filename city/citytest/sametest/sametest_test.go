package sametest

import "testing"

type sample struct {
	N    int
	text string
	List []int
	Map  map[string]int
	At   *struct{ A, B bool }
	Pair [2]uint8
}

// A comparison of all parts passes, and the parts are counted: N, text, two for the list, its item, the map, the pointer, two fields behind
// it, and two items of the array.
func TestCheckCountsParts(t *testing.T) {
	whole := func(a, b *sample) bool {
		return a.N == b.N && a.text == b.text && (a.List == nil) == (b.List == nil) && len(a.List) == len(b.List) &&
			(len(a.List) == 0 || a.List[0] == b.List[0]) &&
			len(a.Map) == len(b.Map) && (a.At == b.At || a.At != nil && b.At != nil && *a.At == *b.At) && a.Pair == b.Pair
	}
	if parts := Check(t, whole); parts != 11 {
		t.Errorf("%d parts", parts)
	}
}
