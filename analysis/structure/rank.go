package structure

import "math/bits"

// rank is a set of numbers that can look up the ordinal position of a member. It takes 3 bits per possible number.
type rank struct {
	words  []uint64
	before []uint32 // by word: number of members in the words before it
}

func newRank(n int) *rank { return &rank{words: make([]uint64, n/64+1)} }

func (r *rank) set(n uint32) { r.words[n>>6] |= 1 << (n & 63) }

// count must be called after the last set and before of.
func (r *rank) count() {
	r.before = make([]uint32, len(r.words))
	sum := uint32(0)
	for i, w := range r.words {
		r.before[i] = sum
		sum += uint32(bits.OnesCount64(w))
	}
}

func (r *rank) has(n uint32) bool { return r.words[n>>6]>>(n&63)&1 != 0 }

// of returns the number of members below n.
func (r *rank) of(n uint32) uint32 {
	return r.before[n>>6] + uint32(bits.OnesCount64(r.words[n>>6]&(1<<(n&63)-1)))
}
