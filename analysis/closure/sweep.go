package closure

import (
	"context"

	"memcity/analysis/closure/passes"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// A sweep carries 64 bits per object along the references until nothing changes: what an object has, all objects that
// it refers to get as well, less what the object keeps to itself.
//
// The first pass goes through all objects in the order of their positions. As most references lead to higher positions,
// little is left to do then. What received bits from a higher position is noted and passed on, in passes over the notes
// in turns down and up while there are many, and by a list when they are few. The result does not depend on the order.
// As an object is noted only if it received a bit that it did not have, no reference is followed more than 65 times,
// however the objects are linked; in recorded heaps it is less than twice on average.
type sweep struct {
	g    *Graph
	from uint32   // positions below take no part
	has  []uint64 // by position: what has arrived

	// Objects of set i keep the bits in keeps[i] to themselves. Nil if nothing is kept.
	keeps []uint64
	set   []uint32 // by position

	// Which edges count: the headers to the class objects at these positions, and no static fields if roots is set.
	class   byType
	roots   *Roots
	holds   *holding      // which references count; nil for all
	ends    marks         // positions that pass nothing on; nil for none
	removed *removedEdges // what of the bits is carried over which reference; nil for all over all

	notes *passes.Notes // positions that received something that was not passed on
}

func newSweep(g *Graph) *sweep {
	return &sweep{g: g, has: scratch.Make[uint64](len(g.order)), notes: passes.NewNotes(len(g.order))}
}

// release frees what the sweep takes. It must not be used any more.
func (s *sweep) release() { scratch.Release(&s.has) }

// clear forgets all bits.
func (s *sweep) clear() { clear(s.has) }

// run carries on until nothing changes. An error is ctx's; no other run may follow it.
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

// settle passes on what is noted until nothing changes.
func (s *sweep) settle(ctx context.Context) error {
	return s.notes.Run(ctx, (len(s.g.order)-int(s.from))/256, func(p uint32) { s.pass(p, none) })
}

// cycleBefore returns the cycle before number i, and its lowest position; none if there is no further one, or if objects
// of a cycle do not pass on everything to each other.
func (s *sweep) cycleBefore(i int) (cycle int, lead uint32) {
	if i == 0 || s.keeps != nil || s.roots != nil || s.removed != nil {
		return 0, none
	}
	return i - 1, s.g.cycle[s.g.cycleEnd[i-1]-1]
}

// share gives every object of a cycle what any of them has. References from outside the cycle come from positions below
// all of the cycle's, so that nothing arrives later but over headers.
func (s *sweep) share(i int) {
	from := uint32(0)
	if i > 0 {
		from = s.g.cycleEnd[i-1]
	}
	cycle := s.g.cycle[from:s.g.cycleEnd[i]]
	all := uint64(0)
	for _, p := range cycle {
		if s.ends.has(p) {
			return // its objects do not all reach each other
		}
		all |= s.has[p]
	}
	for _, p := range cycle {
		s.has[p] = all
	}
}

// pass gives what the object at p has to those that it refers to, and notes those below limit.
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
	if s.ends.has(p) {
		return
	}
	row := s.g.row(p)
	if s.roots != nil {
		row = s.roots.row(p)
	} else if s.holds != nil && s.holds.special.has(p) {
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
