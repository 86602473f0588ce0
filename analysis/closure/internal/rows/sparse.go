package rows

import (
	"math/bits"
)

// Sparse numbers the bits that are set.
type Sparse struct {
	Words  Marks
	before []uint32 // by word: number of bits set in the words before it
	Count  uint32
}

// NewSparse numbers the bits of words that are set, up to bit n-1.
func NewSparse(words []uint64, n int) Sparse {
	r := Sparse{Words: words, before: make([]uint32, len(words))}
	for i, word := range words {
		r.before[i] = r.Count
		if rest := n - i<<6; rest < 64 {
			word &= 1<<max(0, rest) - 1
		}
		r.Count += uint32(bits.OnesCount64(word))
	}
	return r
}

// Has reports whether bit p is set.
func (r *Sparse) Has(p uint32) bool { return r.Words.Has(p) }

// Index returns the number of bit p, which must be set.
func (r *Sparse) Index(p uint32) uint32 {
	return r.before[p>>6] + uint32(bits.OnesCount64(r.Words[p>>6]&(1<<(p&63)-1)))
}
