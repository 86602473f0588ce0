package graph

import (
	"context"
	"math/bits"

	"memcity/analysis/closure/passes"
	"memcity/trace"
	"memcity/trace/poll"
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
	roots, h := b.source.roots, b.source.heap
	v.to = make([]int32, 0, len(b.objects))
	for l, o := range v.objects {
		if err := poll.At(ctx, l); err != nil {
			return nil, err
		}
		switch {
		case v.owner[l] < 0:
		case roots.HoldsAll(o):
			for _, t := range h.References(o) {
				v.refer(t)
			}
			v.refer(roots.HeldClass(o))
		default:
			for t := range b.source.targets(o) {
				v.refer(t)
			}
		}
		v.start[l+1] = uint32(len(v.to))
	}
	return v, nil
}

// refer appends a reference to the row that is made.
func (v *view) refer(to trace.ObjectID) {
	if to == trace.NoObject {
		return
	}
	if n := v.at[to]; n >= 0 {
		v.to = append(v.to, n)
	}
}

// row returns the numbers of what the object with a number refers to.
func (v *view) row(l int32) []int32 { return v.to[v.start[l]:v.start[l+1]] }

// selection has the objects that queries count, as weights of places.
type selection struct {
	at     []uint32
	weight []uint32
}

// selection returns objects as what a spreader counts.
func (p *places) selection(of []trace.ObjectID) *selection {
	weight := make([]uint32, len(p.node))
	for _, o := range of {
		weight[p.of[p.view.at[o]]]++
	}
	s := &selection{}
	for at, w := range weight {
		if w > 0 {
			s.at, s.weight = append(s.at, uint32(at)), append(s.weight, w)
		}
	}
	return s
}

// spreader resolves up to 64 queries for reachability at once, one bit for each: all that is reached from where a query starts gets
// its bit. Bits are carried along in passes over the places, up and down in turns. As most references lead to higher places, the
// first pass does nearly all. Without barred nodes it does all: the places of a cycle share what any of them has before it is passed
// on.
type spreader struct {
	*places
	words  []uint64 // by place: the queries whose start reaches it
	barred []uint64 // by node: the queries whose paths must not enter it
	notes  *passes.Notes
}

func (p *places) spreader(nodes int) *spreader {
	return &spreader{places: p, words: make([]uint64, len(p.node)), barred: make([]uint64, nodes), notes: passes.NewNotes(len(p.node))}
}

// seed starts a query, or several, at the object with a number.
func (s *spreader) seed(l int32, queries uint64) { s.words[s.of[l]] |= queries }

// run spreads all bits along the references until nothing changes. A place is visited at most once for each bit, and in practice a
// few times for all of them. An error is ctx's.
func (s *spreader) run(ctx context.Context) error {
	cycles := s.cycles
	for p := range uint32(len(s.words)) {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		if len(cycles) > 0 && cycles[0][0] == p {
			s.share(p, cycles[0][1])
			cycles = cycles[1:]
		}
		if s.words[p] != 0 {
			s.pass(p, p)
		}
	}
	return s.notes.Run(ctx, len(s.words)/256, func(p uint32) { s.pass(p, closed) })
}

// share gives each place of a cycle what any of them has, but for queries that must not enter all of the cycle's nodes.
func (s *spreader) share(first, end uint32) {
	all, barred := uint64(0), uint64(0)
	for p := first; p < end; p++ {
		all |= s.words[p]
		if n := s.node[p]; n >= 0 {
			barred |= s.barred[n]
		}
	}
	if all &^= barred; all == 0 {
		return
	}
	for p := first; p < end; p++ {
		s.words[p] |= all
	}
}

// pass gives what a place has to those that it refers to, and notes those below limit.
func (s *spreader) pass(p, limit uint32) {
	word := s.words[p]
	for _, t := range s.to[s.start[p]:s.start[p+1]] {
		if word&^s.words[t] == 0 {
			continue
		}
		if bits := word &^ s.barred[s.node[t]]; bits&^s.words[t] != 0 {
			s.words[t] |= bits
			if t < limit {
				s.notes.Add(t)
			}
		}
	}
}

// clear makes the spreader ready for other queries.
func (s *spreader) clear() {
	clear(s.words)
	clear(s.barred)
}

// counts returns, for each query, how many of the selected objects it reaches.
func (s *spreader) counts(of *selection) (totals [64]int64) {
	var planes [32]uint64 // planes[i] holds bit i of all 64 counters
	for k, at := range of.at {
		word := s.words[at]
		for w := of.weight[k]; w != 0 && word != 0; w &= w - 1 {
			carry := word
			for i := bits.TrailingZeros32(w); carry != 0; i++ {
				planes[i], carry = planes[i]^carry, planes[i]&carry
			}
		}
	}
	for i, p := range planes {
		for ; p != 0; p &= p - 1 {
			totals[bits.TrailingZeros64(p)] += 1 << i
		}
	}
	return totals
}
