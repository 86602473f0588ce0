package identity

import (
	"memcity/trace"
	"memcity/trace/parallel"
)

// bucketObjects makes buckets of signatures small enough for the first-level cache.
const bucketObjects = 1 << 11

// pairUnique pairs the objects left whose signature occurs once on either side.
func (m *matcher) pairUnique(by evidence) { m.pairAmong(m.a.left, m.b.left, by) }

// pairAmong is pairUnique for some of the objects.
func (m *matcher) pairAmong(xs, ys []trace.ObjectID, by evidence) {
	shift := 64
	for n := len(xs) + len(ys); n > bucketObjects && shift > 48; n /= 2 {
		shift--
	}
	a, b := m.a.buckets(xs, shift), m.b.buckets(ys, shift)
	n := 1 << (64 - shift)
	tables := make([]table, parallel.Parts(n, 1))
	_ = parallel.Each(n, func(worker, i int) error {
		tables[worker].pairs(m, a.of(i), b.of(i), by)
		return nil
	})
}

// buckets are objects by the first bits of their signatures.
type buckets struct {
	start   []uint32
	objects []trace.ObjectID
}

func (b *buckets) of(i int) []trace.ObjectID { return b.objects[b.start[i]:b.start[i+1]] }

func (s *side) buckets(objects []trace.ObjectID, shift int) buckets {
	n := 1 << (64 - shift)
	b := buckets{make([]uint32, n+1), make([]trace.ObjectID, len(objects))}
	for _, o := range objects {
		b.start[s.sig[o]>>shift+1]++
	}
	for i := range n {
		b.start[i+1] += b.start[i]
	}
	at := make([]uint32, n)
	copy(at, b.start)
	for _, o := range objects {
		i := s.sig[o] >> shift
		b.objects[at[i]] = o
		at[i]++
	}
	return b
}

// table counts the signatures of a bucket; it is open, and half empty at least.
type table struct{ slots []slot }

type slot struct {
	sig    uint64
	a, b   trace.ObjectID
	na, nb uint32
}

func (t *table) pairs(m *matcher, a, b []trace.ObjectID, by evidence) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	size := 16
	for size < 2*(len(a)+len(b)) {
		size *= 2
	}
	if cap(t.slots) < size {
		t.slots = make([]slot, size)
	}
	t.slots = t.slots[:size]
	clear(t.slots)
	for _, o := range a {
		s := t.find(m.a.sig[o])
		s.a, s.na = o, s.na+1
	}
	for _, o := range b {
		s := t.find(m.b.sig[o])
		s.b, s.nb = o, s.nb+1
	}
	for i := range t.slots {
		if s := &t.slots[i]; s.na == 1 && s.nb == 1 && m.allows(s.a, s.b, by) {
			m.join(s.a, s.b, by) // no other goroutine has these objects
		}
	}
}

func (t *table) find(sig uint64) *slot {
	mask := uint64(len(t.slots) - 1)
	for i := mix(sig, 1) & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.na+s.nb == 0 || s.sig == sig {
			s.sig = sig
			return s
		}
	}
}

// allows reports whether the place of two objects allows a pair; without one of their fields it must even speak for it.
func (m *matcher) allows(x, y trace.ObjectID, by evidence) bool {
	place := m.places.of(x, y)
	return place == fits || place == unknown && by != partly
}

// pairExceptOneField pairs objects whose content occurs once if one of their fields is left out. It shows which fields change: objects
// that were found by all of their fields never report.
func (m *matcher) pairExceptOneField() {
	if !m.places.local {
		return
	}
	for slot := range uint16(mostFields) {
		xs, ys := m.a.signaturesExcept(slot), m.b.signaturesExcept(slot)
		if len(xs) > 0 && len(ys) > 0 {
			m.pairAmong(xs, ys, partly)
		}
	}
	m.rest()
}

// mostFields is how many fields of an object are tried.
const mostFields = 8

// signaturesExcept makes signatures of the objects left that have a field and other references, without that field.
func (s *side) signaturesExcept(slot uint16) []trace.ObjectID {
	var some []trace.ObjectID
	h := s.Heap
	for _, o := range s.left {
		if s.pair[o] != trace.NoObject || uint32(slot) >= s.slots[h.TypeOf[o]] {
			continue
		}
		k, others := s.own[o], 0
		for i := h.RefStart[o]; i < h.RefStart[o+1]; i++ {
			if to := h.RefTo[i]; h.RefSlot[i] != slot && s.pair[to] != trace.NoObject && !s.changes(o, h.RefSlot[i], to) {
				k = mix(k^uint64(h.RefSlot[i]), s.label(to))
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
