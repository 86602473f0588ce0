package identity

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// evidence is the evidence for a pair.
type evidence uint8

const (
	none    evidence = iota
	unique           // content unique on both sides
	around           // content unique together with the contents of its referents
	partly           // as around, without one field
	placed           // only one possible assignment between neighbors
	led              // reached by references, without contrary evidence
	ranked           // as led, through a position in an array
	counted          // its holder only grew; see countSurvivors
	guess            // evidence for and against it
)

// anchors reports whether a pair helps to locate others.
func (e evidence) anchors() bool { return e == unique || e == around || e == partly || e == placed }

// side is one of the two states during matching. It takes 24 bytes per object.
type side struct {
	*State
	pair  []trace.ObjectID // object of the other side, or NoObject
	sig   []uint64         // signature of objects without a pair, at the current depth
	next  []uint64
	left  []trace.ObjectID // objects without a pair, ascending; some may have been paired since
	later bool

	// By type: number of its first reference field, and number of these fields.
	first, slots []uint32
	fields       []field
}

func newSide(s *State, later bool) side {
	n := s.Heap.Len()
	out := side{State: s, later: later, pair: make([]trace.ObjectID, n), sig: make([]uint64, n), next: make([]uint64, n),
		left: make([]trace.ObjectID, n)}
	for i := range n {
		out.pair[i], out.left[i] = trace.NoObject, trace.ObjectID(i)
	}
	return out
}

// matcher pairs the objects of two states.
type matcher struct {
	ctx    context.Context // the current step ends early when done
	a, b   side
	by     []evidence // by object of a
	fields []field
	places *places
	last   bool             // true if guesses are allowed
	rows   []trace.ObjectID // earlier arrays that led to pairs
	nodes  []bool           // by type of a: an object refers to another one of the type; nil until it is needed

	weak      map[trace.ObjectID]bool // earlier objects of guesses with different content, at one position of an array or in a field that changes
	guesses   [][2]trace.ObjectID     // undone guesses
	survivors [][2]trace.ObjectID     // pairs of equal objects whose holder only grew
}

const (
	rounds  = 4
	deepest = 3 // number of reference steps in the first round
)

// recoverPairs implements Match for states without numbers.
func recoverPairs(ctx context.Context, a, b *State, progress trace.Progress) (*Matching, error) {
	m := &matcher{ctx: ctx, a: newSide(a, false), b: newSide(b, true), by: make([]evidence, a.Heap.Len()), places: &places{},
		weak: map[trace.ObjectID]bool{}}
	m.numberFields()
	m.classes()
	depth, pairs := deepest, 0
	for round := range rounds {
		progress.Report(int64(round), rounds, "matching objects")
		if err := m.round(ctx, depth, round == 0); err != nil {
			return nil, err
		}
		depth = 1 // recognized objects count as themselves, which covers everything they reach
		now := len(m.a.pair) - len(m.a.left)
		if round > 0 && now-pairs <= now/10000 {
			break
		}
		pairs = now
	}
	out := newMatching(Recovered, len(m.a.pair), len(m.b.pair))
	if err := steps(ctx, m.guess, m.judge, m.putGuessesAside, m.countSurvivors, func() { m.findIndistinct(out) }, func() { m.report(out) }); err != nil {
		return nil, err
	}
	progress.Report(rounds, rounds, "objects matched")
	return out, nil
}

// round pairs as many objects as possible and undoes wrong pairs.
func (m *matcher) round(ctx context.Context, depth int, first bool) error {
	for ; depth >= 0; depth-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		by := around
		if depth == 0 {
			by = unique
		}
		if err := steps(ctx, func() { m.a.refine(ctx, depth) }, func() { m.b.refine(ctx, depth) }, func() { m.pairUnique(by) }, m.rest); err != nil {
			return err
		}
	}
	return steps(ctx, func() { m.places = m.findPlaces() }, m.watch, func() { m.recheck(first) }, m.pairExceptOneField, m.watch, m.fill,
		m.anchor, m.follow, m.rest)
}

// steps runs the given functions in order until ctx is done.
func steps(ctx context.Context, all ...func()) error {
	for _, step := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		step()
	}
	return ctx.Err()
}

// join pairs two objects that have no pair.
func (m *matcher) join(x, y trace.ObjectID, by evidence) {
	m.a.pair[x], m.b.pair[y], m.by[x] = y, x, by
}

// undo removes a pair. Call restore before the next use of the remaining objects.
func (m *matcher) undo(x trace.ObjectID) {
	m.b.pair[m.a.pair[x]] = trace.NoObject
	m.a.pair[x], m.by[x] = trace.NoObject, none
}

// restore recomputes the objects without a pair.
func (s *side) restore(ctx context.Context) {
	s.left = s.left[:0]
	for o, y := range s.pair {
		if poll.At(ctx, o) != nil {
			return
		}
		if y == trace.NoObject {
			s.left = append(s.left, trace.ObjectID(o))
		}
	}
}

// classes pairs the class objects of equal classes.
func (m *matcher) classes() {
	mirrors := func(s *side) map[uint64]trace.ObjectID {
		found := map[uint64]trace.ObjectID{}
		for i := range s.Heap.Types {
			if c := s.Heap.Types[i].Class; int64(c) < int64(s.Heap.Len()) {
				if _, twice := found[s.types[i]]; twice {
					c = trace.NoObject
				}
				found[s.types[i]] = c
			}
		}
		return found
	}
	later := mirrors(&m.b)
	for key, x := range mirrors(&m.a) {
		if y, ok := later[key]; ok && x != trace.NoObject && y != trace.NoObject {
			m.join(x, y, unique)
		}
	}
	m.rest()
}

// rest removes paired objects from the remaining ones.
func (m *matcher) rest() {
	for _, s := range []*side{&m.a, &m.b} {
		keep := s.left[:0]
		for i, o := range s.left {
			if poll.At(m.ctx, i) != nil {
				return
			}
			if s.pair[o] == trace.NoObject {
				keep = append(keep, o)
			}
		}
		s.left = keep
	}
}

// refine computes signatures of the remaining objects from their content and their references, up to depth steps away.
func (s *side) refine(ctx context.Context, depth int) {
	s.sign(ctx, depth, s.own, func(o trace.ObjectID, slot uint16, to trace.ObjectID) bool { return !s.changes(o, slot, to) })
}

// sign computes signatures of the remaining objects from a hash of each and the signatures of some referents, up to depth steps away.
func (s *side) sign(ctx context.Context, depth int, own []uint64, follow func(o trace.ObjectID, slot uint16, to trace.ObjectID) bool) {
	_ = inParts(ctx, len(s.left), func(from, to int) {
		for _, o := range s.left[from:to] {
			s.sig[o] = own[o]
		}
	})
	for range depth {
		_ = inParts(ctx, len(s.left), func(from, to int) {
			for _, o := range s.left[from:to] {
				s.next[o] = s.around(o, own[o], follow)
			}
		})
		s.sig, s.next = s.next, s.sig
	}
}

// around returns a signature of o from its hash k and the signatures of some referents.
func (s *side) around(o trace.ObjectID, k uint64, follow func(o trace.ObjectID, slot uint16, to trace.ObjectID) bool) uint64 {
	h := s.Heap
	for i, end := h.RefStart.Row(o); i < end; i++ {
		if slot, to := h.RefSlot.At(i), h.RefTo[i]; follow(o, slot, to) {
			k = mix(k^uint64(slot), s.label(to))
		}
	}
	return k
}

// label returns the same value for both objects of a pair, and the signature for others.
func (s *side) label(o trace.ObjectID) uint64 {
	y := s.pair[o]
	if y == trace.NoObject {
		return s.sig[o]
	}
	if !s.later {
		y = o
	}
	return mix(0x6f626a656374, uint64(y))
}
