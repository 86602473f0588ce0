package identity

import (
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// follower pairs the objects that pairs refer to.
type follower struct {
	*matcher
	work  []trace.ObjectID         // earlier objects of new pairs
	where map[trace.ObjectID]int32 // later objects with a pair: index in the current array
}

// largeRow is the length of arrays above which the map of indices is not reused.
const largeRow = 1 << 10

// follow pairs the targets of equal fields of pairs, and of equal positions in arrays.
func (m *matcher) follow() {
	f := &follower{matcher: m, where: map[trace.ObjectID]int32{}}
	steps := poll.Count(m.ctx)
	for x, y := range m.a.pair {
		if steps.Add(1) != nil {
			return
		}
		if y != trace.NoObject {
			f.from(trace.ObjectID(x), y)
		}
		for len(f.work) > 0 {
			if steps.Add(1) != nil {
				return
			}
			x := f.work[len(f.work)-1]
			f.work = f.work[:len(f.work)-1]
			f.from(x, m.a.pair[x])
		}
	}
}

// from pairs the objects that a pair refers to.
func (f *follower) from(x, y trace.ObjectID) {
	certain := f.by[x] != guess
	if f.a.Heap.Types[f.a.Heap.TypeOf.At(x)].Kind == trace.ObjectArray {
		before := len(f.work)
		f.row(f.a.Heap.References(x), f.b.Heap.References(y), certain)
		if len(f.work) > before {
			f.rows = append(f.rows, x)
		}
		return
	}
	f.each(x, y, func(slot uint16, tx, ty trace.ObjectID) {
		if !f.free(tx, ty) {
			return
		}
		c := f.a.field(x, slot)
		switch place := f.places.of(tx, ty); {
		case c != nil && c.kept():
			f.propose(tx, ty, led, certain && (place == fits || f.a.own[tx] == f.b.own[ty]))
		case f.a.changes(x, slot, tx):
			f.propose(tx, ty, guess, false)
		default:
			f.propose(tx, ty, led, certain && (place == fits || place == unknown && f.places.local && f.a.own[tx] == f.b.own[ty]))
		}
	})
}

// free reports whether two objects may be a pair.
func (f *follower) free(tx, ty trace.ObjectID) bool {
	return tx != trace.NoObject && ty != trace.NoObject &&
		f.a.pair[tx] == trace.NoObject && f.b.pair[ty] == trace.NoObject && f.sameShape(tx, ty)
}

// propose pairs two objects that a reference leads to. The pair is a guess if their places or fields contradict it. Guesses are made only
// at the end.
func (f *follower) propose(tx, ty trace.ObjectID, by evidence, sure bool) {
	place, field := f.places.of(tx, ty), by == led
	// If a collector neither keeps the order nor slides objects, an element may be a new one with equal content.
	replaced := by == ranked && place == unknown && !f.places.ordered && !f.places.down
	if !sure || place == contradicts || replaced || f.conflict(tx, ty) {
		by = guess
	}
	if by == guess && !f.last {
		return
	}
	if by == guess && !field && f.a.own[tx] != f.b.own[ty] {
		f.weak[tx] = true
	}
	f.join(tx, ty, by)
	f.work = append(f.work, tx)
}

// row pairs the elements of two paired arrays. Between recognized elements, both must have the same number of elements.
func (f *follower) row(xs, ys []trace.ObjectID, sure bool) {
	except := func(s *side, objects []trace.ObjectID) bool {
		return slices.ContainsFunc(objects, func(o trace.ObjectID) bool { return s.pair[o] == trace.NoObject })
	}
	if !except(&f.a, xs) || !except(&f.b, ys) {
		return
	}
	if len(f.where) > largeRow { // clearing it would take as long as filling it
		f.where = map[trace.ObjectID]int32{}
	}
	clear(f.where)
	for j, y := range ys {
		if f.b.pair[y] != trace.NoObject {
			f.where[y] = int32(j)
		}
	}
	i0, j0 := 0, 0
	for i := 0; i <= len(xs); i++ {
		j := len(ys)
		if i < len(xs) {
			y := f.a.pair[xs[i]]
			if y == trace.NoObject {
				continue
			}
			at, ok := f.where[y]
			if !ok || int(at) < j0 {
				continue
			}
			j = int(at)
		}
		f.gap(xs[i0:i], ys[j0:j], sure)
		i0, j0 = i+1, j+1
	}
}

// gap pairs elements at equal positions, if both lists have the same length.
func (f *follower) gap(xs, ys []trace.ObjectID, sure bool) {
	if len(xs) != len(ys) {
		return
	}
	for i, x := range xs {
		if f.free(x, ys[i]) {
			f.propose(x, ys[i], ranked, sure && (f.a.own[x] == f.b.own[ys[i]] || f.places.of(x, ys[i]) == fits))
		}
	}
}

// guess pairs remaining objects for which there is any evidence.
func (m *matcher) guess() {
	m.last = true
	m.follow()
	m.rest()
	trusted := m.places
	m.places = &places{}
	for depth := 1; depth >= 0; depth-- {
		m.a.refine(m.ctx, depth)
		m.b.refine(m.ctx, depth)
		m.pairUnique(guess)
		m.rest()
	}
	m.places = trusted
}
