// Package passes goes over numbered things in turns up and down, until nothing is left to do.
package passes

import (
	"context"
	"math/bits"

	"memcity/trace/poll"
)

// Notes are the numbers that something is left to do for. What is done for one may note others, itself among them.
type Notes struct {
	words   []uint64
	count   int
	listing bool // what is noted is also appended to next
	list    []uint32
	next    []uint32
	steps   poll.Steps
}

// NewNotes returns notes for numbers below n. They take a bit for each.
func NewNotes(n int) *Notes { return &Notes{words: make([]uint64, n/64+1)} }

// Add notes a number.
func (n *Notes) Add(p uint32) {
	if n.words[p>>6]>>(p&63)&1 == 0 {
		n.words[p>>6] |= 1 << (p & 63)
		n.count++
		if n.listing {
			n.next = append(n.next, p)
		}
	}
}

// Run calls do for what is noted and takes its note back, until none is left: in passes down and up while more than few are, and by
// a list when they are few. An error is ctx's; the notes are of no use then.
func (n *Notes) Run(ctx context.Context, few int, do func(p uint32)) error {
	n.steps = poll.Count(ctx)
	for up := false; n.count > 0 && !n.steps.Cancelled(); up = !up {
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

// passUp does what is noted, in ascending order, and what is noted on the way above.
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

// passDown does what is noted, in descending order, and what is noted on the way below.
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

// passList does what is noted, round by round, until nothing is or much more than a few.
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
		if n.steps.Cancelled() {
			return
		}
		n.list, n.next = n.next, n.list[:0]
	}
	n.listing = false
}
