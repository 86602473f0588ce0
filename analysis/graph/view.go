package graph

import (
	"context"
	"math/bits"

	"memcity/trace"
)

// view is the part of the heap state that is in a graph. Objects are numbered as in the builder.
type view struct {
	objects []trace.ObjectID
	at      []int32  // by object of the heap: its number, or -1
	owner   []int32  // by number: the node, or -1
	start   []uint32 // references between objects of the view in compressed sparse rows
	to      []int32
}

func (b *builder) view(ctx context.Context) (*view, error) {
	v := &view{objects: b.objects, at: b.at, owner: b.owner, start: make([]uint32, len(b.objects)+1)}
	for l, o := range v.objects {
		if l%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if v.owner[l] >= 0 {
			for t := range b.source.targets(o) {
				if n := v.at[t]; n >= 0 {
					v.to = append(v.to, n)
				}
			}
		}
		v.start[l+1] = uint32(len(v.to))
	}
	return v, nil
}

// spreader resolves up to 64 queries for reachability at once, one bit for each.
type spreader struct {
	*view
	words  []uint64 // by number: the queries whose start reaches the object
	barred []uint64 // by node: the queries whose paths must not enter it
	next   []int32
	queued []bool
}

func (v *view) spreader(nodes int) *spreader {
	return &spreader{view: v, words: make([]uint64, len(v.objects)), barred: make([]uint64, nodes), queued: make([]bool, len(v.objects))}
}

// seed starts a query, or several, at an object.
func (s *spreader) seed(l int32, queries uint64) {
	if s.words[l]|queries == s.words[l] {
		return
	}
	s.words[l] |= queries
	if !s.queued[l] {
		s.queued[l] = true
		s.next = append(s.next, l)
	}
}

// run spreads all bits along the references, round by round, until nothing changes. An object is visited at most once
// for each bit, so the cost is at most that of as many traversals; as bits travel together, it is mostly that of a few.
func (s *spreader) run(ctx context.Context) error {
	var queue []int32
	for visits := 0; len(s.next) > 0; {
		queue, s.next = s.next, queue[:0]
		for _, l := range queue {
			if visits++; visits%checkEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			s.queued[l] = false
			word := s.words[l]
			for _, t := range s.to[s.start[l]:s.start[l+1]] {
				if bits := word &^ s.barred[s.owner[t]]; bits&^s.words[t] != 0 {
					s.seed(t, bits)
				}
			}
		}
	}
	return nil
}

// clear makes the spreader ready for other queries.
func (s *spreader) clear() {
	clear(s.words)
	clear(s.barred)
}

// counts returns, for each query, how many of the objects it reaches.
func (s *spreader) counts(of []trace.ObjectID) (totals [64]int64) {
	var planes [32]uint64 // planes[i] holds bit i of all 64 counters
	for _, o := range of {
		carry := s.words[s.at[o]]
		for i := 0; carry != 0; i++ {
			planes[i], carry = planes[i]^carry, planes[i]&carry
		}
	}
	for i, p := range planes {
		for ; p != 0; p &= p - 1 {
			totals[bits.TrailingZeros64(p)] += 1 << i
		}
	}
	return totals
}
