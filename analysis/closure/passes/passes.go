// Package passes processes a set of numbers in alternating ascending and descending passes until the set is empty. Processing a number may
// add others.
package passes

import (
	"context"
	"math/bits"

	"memcity/trace/poll"
)

// Notes is the set of numbers that are still to be processed. Processing a number may add any number, itself included.
type Notes struct {
	words   []uint64
	count   int
	listing bool // true if Add also appends to next
	list    []uint32
	next    []uint32
	steps   poll.Steps
}

// NewNotes returns an empty set for numbers below n. It takes a bit per number.
func NewNotes(n int) *Notes { return &Notes{words: make([]uint64, n/64+1)} }

// Add adds a number.
func (n *Notes) Add(p uint32) {
	if n.words[p>>6]>>(p&63)&1 == 0 {
		n.words[p>>6] |= 1 << (p & 63)
		n.count++
		if n.listing {
			n.next = append(n.next, p)
		}
	}
}

// Run removes numbers and calls do for each, until none are left. It makes alternating passes down and up while there are more than few
// numbers, and uses a list below that. It returns an error only if ctx is done; n must not be used after an error.
func (n *Notes) Run(ctx context.Context, few int, do func(p uint32)) error {
	n.steps = poll.Count(ctx)
	for up := false; n.count > 0 && !n.steps.Canceled(); up = !up {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case n.count <= few:
			n.passList(few, do)
		case up:
			n.passUp(do)
		default:
			n.passDown(do)
		}
	}
	return n.steps.Add(0)
}

// passUp processes numbers in ascending order, including higher ones that are added meanwhile.
func (n *Notes) passUp(do func(p uint32)) {
	for i := range n.words {
		if n.steps.Add(1) != nil {
			return
		}
		for n.words[i] != 0 {
			n.take(uint32(i)<<6+uint32(bits.TrailingZeros64(n.words[i])), do)
		}
	}
}

// passDown processes numbers in descending order, including lower ones that are added meanwhile.
func (n *Notes) passDown(do func(p uint32)) {
	for i := len(n.words) - 1; i >= 0; i-- {
		if n.steps.Add(1) != nil {
			return
		}
		for n.words[i] != 0 {
			n.take(uint32(i)<<6+63-uint32(bits.LeadingZeros64(n.words[i])), do)
		}
	}
}

func (n *Notes) take(p uint32, do func(p uint32)) {
	n.words[p>>6] &^= 1 << (p & 63)
	n.count--
	n.steps.Add(1)
	do(p)
}

// passList processes numbers in rounds until none are left or there are far more than few.
func (n *Notes) passList(few int, do func(p uint32)) {
	n.list, n.next = n.list[:0], n.next[:0]
	for i, word := range n.words {
		for ; word != 0; word &= word - 1 {
			n.list = append(n.list, uint32(i)<<6+uint32(bits.TrailingZeros64(word)))
		}
	}
	n.listing = true
	for len(n.list) > 0 && n.count <= 4*few+64 {
		for _, p := range n.list {
			n.take(p, do)
		}
		if n.steps.Canceled() {
			return
		}
		n.list, n.next = n.next, n.list[:0]
	}
	n.listing = false
}
