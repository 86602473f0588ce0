package collection

import (
	"math/bits"

	"memcity/trace"
)

// index finds collections by object. It has a bit per object and, by word, the number of bits set before it.
type index struct {
	words  []uint64
	before []uint32
}

// newIndex indexes collections sorted by object. n is the number of objects.
func newIndex(collections []Collection, n int) index {
	x := index{words: make([]uint64, (n+63)/64), before: make([]uint32, (n+63)/64)}
	for i := range collections {
		o := collections[i].Object
		x.words[o/64] |= 1 << (o % 64)
	}
	sum := 0
	for i, w := range x.words {
		x.before[i] = uint32(sum)
		sum += bits.OnesCount64(w)
	}
	return x
}

// find returns the index of the collection o. ok is false if o is not a collection.
func (x *index) find(o trace.ObjectID) (int, bool) {
	if int(o/64) >= len(x.words) {
		return 0, false
	}
	w, bit := x.words[o/64], uint64(1)<<(o%64)
	return int(x.before[o/64]) + bits.OnesCount64(w&(bit-1)), w&bit != 0
}
