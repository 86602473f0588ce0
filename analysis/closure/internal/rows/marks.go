package rows

import (
	"iter"
	"math/bits"
)

// Marks is a set of positions, as bits.
type Marks []uint64

// NewMarks returns an empty set for positions below n.
func NewMarks(n int) Marks { return make(Marks, n/64+1) }

// Has reports whether p is in the set. A nil set is empty.
func (m Marks) Has(p uint32) bool { return m != nil && m[p>>6]>>(p&63)&1 != 0 }

// Set adds p.
func (m Marks) Set(p uint32) { m[p>>6] |= 1 << (p & 63) }

// All yields the positions in ascending order.
func (m Marks) All() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for word, set := range m {
			for ; set != 0; set &= set - 1 {
				if !yield(uint32(word)<<6 + uint32(bits.TrailingZeros64(set))) {
					return
				}
			}
		}
	}
}
