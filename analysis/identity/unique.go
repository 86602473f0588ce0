package identity

import (
	"context"

	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/poll"
)

// bucketObjects is the number of objects per bucket, small enough for the first-level cache.
const bucketObjects = 1 << 11

// pairUnique pairs the remaining objects whose signature occurs exactly once on each side.
func (m *matcher) pairUnique(by evidence) { m.pairAmong(m.a.left, m.b.left, by) }

// pairAmong is pairUnique for the given objects.
func (m *matcher) pairAmong(xs, ys []trace.ObjectID, by evidence) {
	shift := 64
	for n := len(xs) + len(ys); n > bucketObjects && shift > 48; n /= 2 {
		shift--
	}
	a, b := m.a.buckets(m.ctx, xs, shift), m.b.buckets(m.ctx, ys, shift)
	n := 1 << (64 - shift)
	tables := make([]table, parallel.Parts(n, 1))
	_ = parallel.Each(n, func(worker, i int) error { return tables[worker].pairs(m, a.of(i), b.of(i), by) })
}

// buckets contains objects by the first bits of their signatures.
type buckets struct {
	start   []uint32
	objects []trace.ObjectID
}

func (b *buckets) of(i int) []trace.ObjectID { return b.objects[b.start[i]:b.start[i+1]] }

func (s *side) buckets(ctx context.Context, objects []trace.ObjectID, shift int) buckets {
	n := 1 << (64 - shift)
	b := buckets{make([]uint32, n+1), make([]trace.ObjectID, len(objects))}
	for i, o := range objects {
		if poll.At(ctx, i) != nil {
			return buckets{make([]uint32, n+1), nil}
		}
		b.start[s.sig[o]>>shift+1]++
	}
	for i := range n {
		b.start[i+1] += b.start[i]
	}
	at := make([]uint32, n)
	copy(at, b.start)
	for k, o := range objects {
		if poll.At(ctx, k) != nil {
			break
		}
		i := s.sig[o] >> shift
		b.objects[at[i]] = o
		at[i]++
	}
	return b
}

// table counts the signatures of a bucket. It is an open-addressing hash table, at most half full. It grows with the number of distinct
// signatures, as all nodes of a long list may share one.
type table struct {
	slots []slot
	used  int
}

type slot struct {
	sig    uint64
	a, b   trace.ObjectID
	na, nb uint32
}

// pairs pairs signatures that occur exactly once on each side. It returns an error only if ctx is done.
func (t *table) pairs(m *matcher, a, b []trace.ObjectID, by evidence) error {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	t.clear(2 * min(len(a)+len(b), bucketObjects))
	for i, o := range a {
		if err := poll.At(m.ctx, i); err != nil {
			return err
		}
		s := t.find(m.a.sig[o])
		s.a, s.na = o, s.na+1
	}
	for i, o := range b {
		if err := poll.At(m.ctx, i+1); err != nil {
			return err
		}
		s := t.find(m.b.sig[o])
		s.b, s.nb = o, s.nb+1
	}
	for i := range t.slots {
		if err := poll.At(m.ctx, i+1); err != nil {
			return err
		}
		if s := &t.slots[i]; s.na == 1 && s.nb == 1 && m.allows(s.a, s.b, by) {
			m.join(s.a, s.b, by) // no other goroutine has these objects
		}
	}
	return nil
}

// clear empties the table and gives it at least the given number of slots.
func (t *table) clear(slots int) {
	size := 16
	for size < slots {
		size *= 2
	}
	if cap(t.slots) < size {
		t.slots = make([]slot, size)
	}
	t.slots, t.used = t.slots[:size], 0
	clear(t.slots)
}

// find returns the slot of a signature. The caller must count an object in it immediately.
func (t *table) find(sig uint64) *slot {
	s := t.at(sig)
	if s.na+s.nb > 0 {
		return s
	}
	if t.used++; 2*t.used > len(t.slots) {
		t.grow()
		s = t.at(sig)
	}
	s.sig = sig
	return s
}

func (t *table) at(sig uint64) *slot {
	mask := uint64(len(t.slots) - 1)
	for i := mix(sig, 1) & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.na+s.nb == 0 || s.sig == sig {
			return s
		}
	}
}

func (t *table) grow() {
	before := t.slots
	t.slots = make([]slot, 2*len(before))
	for _, s := range before {
		if s.na+s.nb > 0 {
			*t.at(s.sig) = s
		}
	}
}

// allows reports whether the places of two objects allow a pair. For pairs found without one of their fields, the places must confirm it.
func (m *matcher) allows(x, y trace.ObjectID, by evidence) bool {
	place := m.places.of(x, y)
	return place == fits || place == unknown && by != partly
}

// pairExceptOneField pairs objects whose content is unique without one of their fields. This reveals fields that change. Objects found by
// all their fields cannot reveal them.
func (m *matcher) pairExceptOneField() {
	if !m.places.local {
		return
	}
	for slot := range uint16(maxFields) {
		xs, ys := m.a.signaturesExcept(m.ctx, slot), m.b.signaturesExcept(m.ctx, slot)
		if len(xs) > 0 && len(ys) > 0 {
			m.pairAmong(xs, ys, partly)
		}
	}
	m.rest()
}

// maxFields is the largest number of fields of an object to try.
const maxFields = 8

// signaturesExcept computes signatures without the given field, for remaining objects that have it and other references.
func (s *side) signaturesExcept(ctx context.Context, slot uint16) []trace.ObjectID {
	var some []trace.ObjectID
	h := s.Heap
	for i, o := range s.left {
		if poll.At(ctx, i) != nil {
			return nil
		}
		if s.pair[o] != trace.NoObject || uint32(slot) >= s.slots[h.TypeOf.At(o)] {
			continue
		}
		k, others := s.own[o], 0
		for i, end := h.RefStart.Row(o); i < end; i++ {
			if to := h.RefTo[i]; h.RefSlot.At(i) != slot && s.pair[to] != trace.NoObject && !s.changes(o, h.RefSlot.At(i), to) {
				k = mix(k^uint64(h.RefSlot.At(i)), s.label(to))
				others++
			}
		}
		if others > 0 {
			s.sig[o] = k
			some = append(some, o)
		}
	}
	return some
}
