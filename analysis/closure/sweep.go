package closure

import (
	"context"

	"memcity/analysis/closure/internal/rows"
	"memcity/analysis/closure/passes"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// A sweep propagates 64 bits per object along references until nothing changes. Each object passes its bits on to all objects it refers to,
// except the bits that it keeps to itself.
//
// The first pass visits all objects in order of position. Most references lead to higher positions, so little work remains. An object that
// receives new bits from a higher position is queued. Queued objects are processed in alternating passes down and up while there are many,
// and from a list once they are few. The result does not depend on the order. An object is queued only for new bits, so no reference is
// followed more than 65 times. In recorded heaps the average is below 2.
type sweep struct {
	g    *Graph
	from uint32   // lower positions take no part
	has  []uint64 // bits received, by position

	// By set of groups: bits that its objects do not pass on. nil if all bits are passed on.
	keeps []uint64
	set   []uint32 // index into keeps, by position

	// Edges that count: headers to the class objects in class, and holding references only if roots is set.
	class   byType
	roots   *Roots
	holds   *holding      // references that hold something; nil for all
	ends    rows.Marks    // positions that pass nothing on; nil for none
	removed *removedEdges // bits that are not propagated, by reference; nil for none

	notes *passes.Notes // positions with new bits that were not passed on
}

func newSweep(g *Graph) *sweep {
	return &sweep{g: g, has: scratch.Make[uint64](len(g.order)), notes: passes.NewNotes(len(g.order))}
}

// release frees the memory of the sweep, which must not be used afterwards.
func (s *sweep) release() { scratch.Release(&s.has) }

// clear removes all bits.
func (s *sweep) clear() { clear(s.has) }

// run propagates bits until nothing changes. It returns an error only if ctx is done; the sweep must not be used after an error.
func (s *sweep) run(ctx context.Context) error {
	n := uint32(len(s.g.order))
	cycle, lead := s.cycleBefore(len(s.g.cycleEnd))
	for p := s.from; p < n; p++ {
		if err := poll.At(ctx, p); err != nil {
			return err
		}
		if p == lead {
			s.share(cycle)
			cycle, lead = s.cycleBefore(cycle)
		}
		s.pass(p, p)
	}
	return s.settle(ctx)
}

// settle processes queued positions until nothing changes.
func (s *sweep) settle(ctx context.Context) error {
	return s.notes.Run(ctx, (len(s.g.order)-int(s.from))/256, func(p uint32) { s.pass(p, none) })
}

// cycleBefore returns the cycle before number i and its lowest position. The position is none if there are no more cycles, or if objects in
// cycles may not pass on all bits.
func (s *sweep) cycleBefore(i int) (cycle int, lead uint32) {
	if i == 0 || s.keeps != nil || s.roots != nil || s.removed != nil {
		return 0, none
	}
	return i - 1, s.g.cycle[s.g.cycleEnd[i-1]-1]
}

// share gives each object of a cycle the bits of all of them. References from outside a cycle come from lower positions than its own, so
// only headers can add bits later.
func (s *sweep) share(i int) {
	from := uint32(0)
	if i > 0 {
		from = s.g.cycleEnd[i-1]
	}
	cycle := s.g.cycle[from:s.g.cycleEnd[i]]
	all := uint64(0)
	for _, p := range cycle {
		if s.ends.Has(p) {
			return // not all of its objects reach one another
		}
		all |= s.has[p]
	}
	for _, p := range cycle {
		s.has[p] = all
	}
}

// pass propagates the bits of the object at p to the objects it refers to, and queues those below limit.
func (s *sweep) pass(p, limit uint32) {
	if s.removed != nil {
		s.passRemovals(p, limit)
		return
	}
	has := s.has[p]
	if s.keeps != nil {
		has &^= s.keeps[s.set[p]]
	}
	if has == 0 {
		return
	}
	if s.ends.Has(p) {
		return
	}
	row := s.g.row(p)
	if s.roots != nil {
		row = s.roots.row(p)
	} else if s.holds != nil && s.holds.special.Has(p) {
		row = s.holds.shortened(p)
	}
	for _, t := range row {
		if has&^s.has[t] != 0 {
			s.receive(t, has, limit)
		}
	}
	if s.class != nil {
		if c := s.class[s.g.typeOf(p)]; c != none && has&^s.has[c] != 0 {
			s.receive(c, has, limit)
		}
	}
}

func (s *sweep) receive(t uint32, bits uint64, limit uint32) {
	fresh := bits &^ s.has[t]
	s.has[t] |= fresh
	if t >= limit || s.keeps != nil && fresh&^s.keeps[s.set[t]] == 0 {
		return
	}
	s.notes.Add(t)
}
