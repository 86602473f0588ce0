package identity

import (
	"memcity/trace"

	"memcity/trace/poll"
)

// Limits for fields that identify their object, because only another object would have another value.
const (
	steady     = 0.999 // minimum share of the pairs with the field that refer to a pair, for a steady field
	loose      = 0.99  // maximum share for a loose field, which identifies little
	steadySeen = 50    // minimum number of pairs for either verdict
)

// field counts how often a field of two paired objects refers to a pair, to different objects, or to null in one of them.
type field struct{ same, other, null uint32 }

func (f field) all() uint32 { return f.same + f.other + f.null }

// steady reports whether the field of an object never changes.
func (f field) steady() bool {
	return f.all() >= steadySeen && float64(f.same) >= steady*float64(f.all())
}

// kept reports whether a field never changes to another object, though it may change to or from null.
func (f field) kept() bool {
	return f.same+f.other >= steadySeen && float64(f.same) >= steady*float64(f.same+f.other)
}

// loose reports whether a field has been seen to change.
func (f field) loose() bool {
	return f.all() >= steadySeen && float64(f.same) < loose*float64(f.all())
}

// numberFields assigns numbers to the reference fields of instances. The numbers are the same on both sides.
func (m *matcher) numberFields() {
	start := map[uint64]uint32{}
	count := map[uint64]uint32{}
	total := uint32(0)
	for _, s := range []*side{&m.a, &m.b} {
		s.first = make([]uint32, len(s.Heap.Types))
		s.slots = make([]uint32, len(s.Heap.Types))
		for i := range s.Heap.Types {
			t := &s.Heap.Types[i]
			if t.Kind != trace.Instance {
				continue
			}
			key := s.types[i]
			if _, known := start[key]; !known {
				start[key], count[key] = total, uint32(len(t.References))
				total += count[key]
			}
			s.first[i], s.slots[i] = start[key], count[key]
		}
	}
	m.fields = make([]field, total)
	m.a.fields, m.b.fields = m.fields, m.fields
}

// field returns the counts for a field of o; nil for other references.
func (s *side) field(o trace.ObjectID, slot uint16) *field {
	t := s.Heap.TypeOf.At(o)
	if uint32(slot) >= s.slots[t] {
		return nil
	}
	return &s.fields[s.first[t]+uint32(slot)]
}

// changes reports whether a reference identifies little about its object. Either its field is loose, or it leads to an object of the same
// type and the field is not steady. Programs change such references when they restructure lists and trees.
func (s *side) changes(o trace.ObjectID, slot uint16, to trace.ObjectID) bool {
	f := s.field(o, slot)
	if f == nil {
		return false
	}
	return f.loose() || s.Heap.TypeOf.At(o) == s.Heap.TypeOf.At(to) && !f.steady()
}

// watch recounts how steady fields are.
func (m *matcher) watch() {
	clear(m.fields)
	for x, y := range m.a.pair {
		if poll.At(m.ctx, x) != nil {
			return
		}
		if by := m.by[x]; y == trace.NoObject || by == guess || m.a.slots[m.a.Heap.TypeOf.At(trace.ObjectID(x))] == 0 {
			continue
		}
		x := trace.ObjectID(x)
		m.each(x, y, func(slot uint16, tx, ty trace.ObjectID) {
			f := m.a.field(x, slot)
			switch {
			case f == nil:
			case m.paired(tx, ty):
				f.same++
			case tx == trace.NoObject || ty == trace.NoObject:
				f.null++
			case m.differ(tx, ty):
				f.other++
			}
		})
	}
}

// paired reports whether two objects are a pair.
func (m *matcher) paired(tx, ty trace.ObjectID) bool {
	return tx != trace.NoObject && ty != trace.NoObject && m.a.pair[tx] == ty
}

// differ reports whether two objects, one of which may be missing, cannot be a pair because one belongs to another pair.
func (m *matcher) differ(tx, ty trace.ObjectID) bool {
	return !m.paired(tx, ty) && (tx == trace.NoObject || ty == trace.NoObject || m.a.pair[tx] != trace.NoObject ||
		m.b.pair[ty] != trace.NoObject)
}

// each calls visit for each slot of two objects with at least one non-null target. A missing target is [trace.NoObject].
func (m *matcher) each(x, y trace.ObjectID, visit func(slot uint16, tx, ty trace.ObjectID)) {
	a, b := m.a.Heap, m.b.Heap
	i, j := a.RefStart.At(x), b.RefStart.At(y)
	endI, endJ := a.RefStart.At(x+1), b.RefStart.At(y+1)
	for i < endI || j < endJ {
		switch {
		case j == endJ || i < endI && a.RefSlot.At(i) < b.RefSlot.At(j):
			visit(a.RefSlot.At(i), a.RefTo[i], trace.NoObject)
			i++
		case i == endI || a.RefSlot.At(i) > b.RefSlot.At(j):
			visit(b.RefSlot.At(j), trace.NoObject, b.RefTo[j])
			j++
		default:
			visit(a.RefSlot.At(i), a.RefTo[i], b.RefTo[j])
			i, j = i+1, j+1
		}
	}
}

// conflict reports whether a steady field shows that two objects are not the same.
func (m *matcher) conflict(x, y trace.ObjectID) bool {
	found := false
	if m.a.slots[m.a.Heap.TypeOf.At(x)] > 0 {
		m.each(x, y, func(slot uint16, tx, ty trace.ObjectID) {
			if f := m.a.field(x, slot); f != nil && f.steady() && m.differ(tx, ty) {
				found = true
			}
		})
	}
	return found
}

// recheck undoes pairs that contradict a steady field. The first time, it also undoes pairs found through references that turned out to
// identify little.
func (m *matcher) recheck(first bool) {
	for x, y := range m.a.pair {
		if poll.At(m.ctx, x) != nil {
			return
		}
		if y == trace.NoObject {
			continue
		}
		x := trace.ObjectID(x)
		if first && m.by[x] == around && m.a.hasLoose(x) || m.conflict(x, y) {
			m.undo(x)
		}
	}
	m.a.restore(m.ctx)
	m.b.restore(m.ctx)
}

func (s *side) hasLoose(o trace.ObjectID) bool {
	h := s.Heap
	if s.slots[h.TypeOf.At(o)] == 0 {
		return false
	}
	for i, end := h.RefStart.Row(o); i < end; i++ {
		if f := s.field(o, h.RefSlot.At(i)); f != nil && f.loose() {
			return true
		}
	}
	return false
}
