package closure

import (
	"context"
	"math/bits"
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

	// Which edges count: the headers to the class objects at these positions, by position, or, if it is nil, only those to
	// hidden classes; and no static fields if roots is set.
	class   []uint32
	roots   *Roots
	holds   *holding      // which references count; nil for all
	removed *removedEdges // what of the bits is carried over which reference; nil for all over all

	noted      []uint64 // bits by position: received something that was not passed on
	notes      int
	listing    bool // what is noted is also appended to next
	list, next []uint32
}

func newSweep(g *Graph) *sweep {
	return &sweep{g: g, has: make([]uint64, len(g.order)), noted: make([]uint64, len(g.order)/64+1)}
}

// clear forgets all bits.
func (s *sweep) clear() { clear(s.has) }

// run carries on until nothing changes. An error is ctx's; no other run may follow it.
func (s *sweep) run(ctx context.Context) error {
	n := uint32(len(s.g.order))
	cycle, lead := s.cycleBefore(len(s.g.cycleEnd))
	for p := s.from; p < n; p++ {
		if p%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if p == lead {
			s.share(cycle)
			cycle, lead = s.cycleBefore(cycle)
		}
		s.pass(p, p)
	}
	for up := false; s.notes > 0; up = !up {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch few := int(n-s.from) / 256; {
		case s.notes <= few:
			s.passList(few)
		case up:
			s.passUp()
		default:
			s.passDown()
		}
	}
	return nil
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
	c := uint32(none)
	switch {
	case s.class != nil:
		c = s.class[p]
	case s.roots != nil:
		c = s.roots.hiddenClass(p)
	default:
		c = s.g.hiddenClass(p)
	}
	if c != none && has&^s.has[c] != 0 {
		s.receive(c, has, limit)
	}
}

func (s *sweep) receive(t uint32, bits uint64, limit uint32) {
	fresh := bits &^ s.has[t]
	s.has[t] |= fresh
	if t >= limit || s.keeps != nil && fresh&^s.keeps[s.set[t]] == 0 {
		return
	}
	if s.noted[t>>6]>>(t&63)&1 == 0 {
		s.noted[t>>6] |= 1 << (t & 63)
		s.notes++
		if s.listing {
			s.next = append(s.next, t)
		}
	}
}

// passUp passes on what is noted, in the order of positions, and what is noted on the way above.
func (s *sweep) passUp() {
	for i := range s.noted {
		for s.noted[i] != 0 {
			s.passNoted(uint32(i)<<6 + uint32(bits.TrailingZeros64(s.noted[i])))
		}
	}
}

// passDown passes on what is noted, against the order of positions, and what is noted on the way below.
func (s *sweep) passDown() {
	for i := len(s.noted) - 1; i >= 0; i-- {
		for s.noted[i] != 0 {
			s.passNoted(uint32(i)<<6 + 63 - uint32(bits.LeadingZeros64(s.noted[i])))
		}
	}
}

func (s *sweep) passNoted(p uint32) {
	s.noted[p>>6] &^= 1 << (p & 63)
	s.notes--
	s.pass(p, none)
}

// passList passes on what is noted, round by round, until nothing is or much more than a few.
func (s *sweep) passList(few int) {
	s.list, s.next = s.list[:0], s.next[:0]
	for i, word := range s.noted {
		for ; word != 0; word &= word - 1 {
			s.list = append(s.list, uint32(i)<<6+uint32(bits.TrailingZeros64(word)))
		}
	}
	s.listing = true
	for len(s.list) > 0 && s.notes <= 4*few+64 {
		for _, p := range s.list {
			s.passNoted(p)
		}
		s.list, s.next = s.next, s.list[:0]
	}
	s.listing = false
}
