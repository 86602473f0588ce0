package identity

import "memcity/trace"

// Limits of a field that says which object it belongs to, as nothing but another object would have another value.
const (
	steady     = 0.999 // of the pairs that have the field refer to a pair
	loose      = 0.99  // fewer do, of a field that says little
	steadySeen = 50    // pairs at least, for a field to be known as one or not
)

// field counts how often a field of two objects that are a pair refers to two that are one, or to others.
type field struct{ same, other uint32 }

func (f field) measured() bool { return f.same+f.other >= steadySeen }

func (f field) steady() bool {
	return f.measured() && float64(f.same) >= steady*float64(f.same+f.other)
}

// loose reports whether a field is known to change.
func (f field) loose() bool {
	return f.measured() && float64(f.same) < loose*float64(f.same+f.other)
}

// numberFields gives the fields of instances that hold references numbers, which are the same on both sides.
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

// field returns what is known of a field of o; nil of other references.
func (s *side) field(o trace.ObjectID, slot uint16) *field {
	t := s.Heap.TypeOf[o]
	if uint32(slot) >= s.slots[t] {
		return nil
	}
	return &s.fields[s.first[t]+uint32(slot)]
}

// watch counts anew how steady fields are: on pairs that were not found by their fields.
func (m *matcher) watch() {
	clear(m.fields)
	for x, y := range m.a.pair {
		if by := m.by[x]; by != unique && by != placed || m.a.slots[m.a.Heap.TypeOf[x]] == 0 {
			continue
		}
		x := trace.ObjectID(x)
		m.each(x, y, func(slot uint16, tx, ty trace.ObjectID) {
			f := m.a.field(x, slot)
			switch {
			case f == nil:
			case m.paired(tx, ty):
				f.same++
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

// differ reports whether two objects, of which one may be missing, are none: one of them is of another pair.
func (m *matcher) differ(tx, ty trace.ObjectID) bool {
	return !m.paired(tx, ty) && (tx == trace.NoObject || ty == trace.NoObject || m.a.pair[tx] != trace.NoObject || m.b.pair[ty] != trace.NoObject)
}

// each calls visit with what each slot of two objects refers to, if at least one does; the other is [trace.NoObject] then.
func (m *matcher) each(x, y trace.ObjectID, visit func(slot uint16, tx, ty trace.ObjectID)) {
	a, b := m.a.Heap, m.b.Heap
	i, j := a.RefStart[x], b.RefStart[y]
	endI, endJ := a.RefStart[x+1], b.RefStart[y+1]
	for i < endI || j < endJ {
		switch {
		case j == endJ || i < endI && a.RefSlot[i] < b.RefSlot[j]:
			visit(a.RefSlot[i], a.RefTo[i], trace.NoObject)
			i++
		case i == endI || a.RefSlot[i] > b.RefSlot[j]:
			visit(b.RefSlot[j], trace.NoObject, b.RefTo[j])
			j++
		default:
			visit(a.RefSlot[i], a.RefTo[i], b.RefTo[j])
			i, j = i+1, j+1
		}
	}
}

// conflict reports whether a steady field of two objects says that they are not the same.
func (m *matcher) conflict(x, y trace.ObjectID) bool {
	found := false
	if m.a.slots[m.a.Heap.TypeOf[x]] > 0 {
		m.each(x, y, func(slot uint16, tx, ty trace.ObjectID) {
			if f := m.a.field(x, slot); f != nil && f.steady() && m.differ(tx, ty) {
				found = true
			}
		})
	}
	return found
}

// recheck undoes pairs that a steady field speaks against, and those that were found by what fields refer to which turned out
// to change.
func (m *matcher) recheck() {
	some := make([]bool, len(m.a.slots)) // by type
	for t, n := range m.a.slots {
		for i := range n {
			some[t] = some[t] || m.fields[m.a.first[t]+i].loose()
		}
	}
	for x, y := range m.a.pair {
		if y == trace.NoObject {
			continue
		}
		x := trace.ObjectID(x)
		if m.by[x] == around && some[m.a.Heap.TypeOf[x]] || m.conflict(x, y) {
			m.undo(x)
		}
	}
	m.a.restore()
	m.b.restore()
}
