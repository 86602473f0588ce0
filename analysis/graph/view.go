package graph

import (
	"context"
	"math/bits"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/closure/passes"
	"memcity/trace"
	"memcity/trace/poll"
)

// view is the part of the heap state that a graph contains.
type view struct {
	*closure.Part
	node *nodeNumbers
	of   []int32 // node by object number; nil unless requested
}

// view returns the objects of the nodes with their references. Queries with barred nodes need withNodes.
func (b *builder) view(ctx context.Context, withNodes bool) (*view, error) {
	lists := make([][]trace.ObjectID, 0, len(b.nodes))
	for _, w := range b.nodes {
		if w != nil {
			lists = append(lists, w.Objects)
		}
	}
	part, err := b.source.roots.Part(ctx, lists...)
	if err != nil {
		return nil, err
	}
	v := &view{Part: part, node: b.node}
	if !withNodes {
		return v, nil
	}
	v.of = make([]int32, part.Len())
	for n, w := range b.nodes {
		if w == nil {
			continue
		}
		for i, o := range w.Objects {
			if err := poll.At(ctx, i); err != nil {
				return nil, err
			}
			v.of[part.Number(o)] = int32(n)
		}
	}
	return v, nil
}

// numbers returns the numbers of objects, ascending.
func (v *view) numbers(objects []trace.ObjectID) []uint32 {
	set := bitset.New(uint(v.Len()))
	for _, o := range objects {
		set.Set(uint(v.Number(o)))
	}
	numbers := make([]uint32, 0, len(objects))
	for l := range set.EachSet() {
		numbers = append(numbers, uint32(l))
	}
	return numbers
}

// spreader resolves up to 64 reachability queries together, with one bit for each. The bit of a query spreads to all objects reachable from
// its start. Passes over the objects alternate between up and down. Most references lead to higher numbers, so the first pass does nearly
// all the work.
type spreader struct {
	*view
	words  []uint64 // by object number: queries that reach the object
	barred []uint64 // by node: queries whose paths must not enter it; nil for none
	notes  *passes.Notes
}

func (v *view) spreader() *spreader {
	return &spreader{view: v, words: make([]uint64, v.Len()), notes: passes.NewNotes(v.Len())}
}

// spreaderAround returns a spreader for queries with barred nodes.
func (v *view) spreaderAround(nodes int) *spreader {
	s := v.spreader()
	s.barred = make([]uint64, nodes)
	return s
}

// seed starts queries at the object with number l.
func (s *spreader) seed(l uint32, queries uint64) { s.words[l] |= queries }

// run spreads bits along references until nothing changes. It visits an object at most once per bit, and in practice a few times in total.
// It returns an error only if ctx is done.
func (s *spreader) run(ctx context.Context) error {
	for p := range uint32(len(s.words)) {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		if s.words[p] != 0 {
			s.pass(p, p)
		}
	}
	return s.notes.Run(ctx, len(s.words)/256, func(p uint32) { s.pass(p, all) })
}

// all is above all object numbers.
const all = ^uint32(0)

// pass propagates the bits of an object to the objects it refers to, and queues those below limit.
func (s *spreader) pass(p, limit uint32) {
	word := s.words[p]
	for _, t := range s.Row(p) {
		if word&^s.words[t] == 0 {
			continue
		}
		bits := word
		if s.barred != nil {
			bits &^= s.barred[s.of[t]]
		}
		if bits&^s.words[t] != 0 {
			s.words[t] |= bits
			if t < limit {
				s.notes.Add(t)
			}
		}
	}
}

// clear prepares the spreader for other queries.
func (s *spreader) clear() {
	clear(s.words)
	clear(s.barred)
}

// counts returns, for each query, the number of selected objects that it reaches.
func (s *spreader) counts(selected []uint32) (totals [64]int64) {
	var c counters
	last, run := uint64(0), uint32(0) // neighbors mostly have the same bits
	for _, l := range selected {
		if word := s.words[l]; word != last {
			c.add(last, run)
			last, run = word, 0
		}
		run++
	}
	c.add(last, run)
	return c.totals()
}

// counters contains 64 numbers below 2³². Element i contains bit i of all of them.
type counters [32]uint64

// add adds n to the counters whose bits are set in word.
func (c *counters) add(word uint64, n uint32) {
	for ; n != 0 && word != 0; n &= n - 1 {
		carry := word
		for i := bits.TrailingZeros32(n); carry != 0; i++ {
			c[i], carry = c[i]^carry, c[i]&carry
		}
	}
}

func (c *counters) totals() (totals [64]int64) {
	for i, p := range c {
		for ; p != 0; p &= p - 1 {
			totals[bits.TrailingZeros64(p)] += 1 << i
		}
	}
	return totals
}
