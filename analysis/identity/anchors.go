package identity

import (
	"memcity/trace"
	"memcity/trace/poll"
)

// anchor pairs the objects that the same static field holds in both states, and the objects in the same fields of these. So the head of a
// data structure in a static field stays the same head, even if the structure grew much. Two objects are paired if they have one type,
// their places do not contradict, and the field was not seen to change. Arrays are skipped, as are nodes that refer to nodes of their type.
// Programs often replace the array of a list and the first node of a queue.
func (m *matcher) anchor() {
	if m.nodes == nil {
		m.nodes = m.a.nodeTypes(m)
	}
	steps := poll.Count(m.ctx)
	seen := map[trace.ObjectID]bool{}
	var work []trace.ObjectID
	for t := range m.a.Heap.Types {
		if c := m.a.Heap.Types[t].Class; int64(c) < int64(len(m.a.pair)) && m.a.pair[c] != trace.NoObject {
			work = append(work, c)
		}
	}
	for len(work) > 0 && steps.Add(1) == nil {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		m.each(x, m.a.pair[x], func(slot uint16, tx, ty trace.ObjectID) {
			if tx == trace.NoObject || ty == trace.NoObject || seen[tx] || !m.sameShape(tx, ty) || m.a.changes(x, slot, tx) {
				return
			}
			if t := m.a.Heap.TypeOf.At(tx); m.nodes[t] || m.a.Heap.Types[t].Kind != trace.Instance {
				return
			}
			if m.a.pair[tx] == trace.NoObject && m.b.pair[ty] == trace.NoObject && m.places.of(tx, ty) != contradicts && !m.conflict(tx, ty) {
				m.join(tx, ty, led)
			}
			if m.a.pair[tx] == ty {
				seen[tx] = true
				work = append(work, tx)
			}
		})
	}
}

// nodeTypes reports, by type, whether one of its objects refers to another of the same type.
func (s *side) nodeTypes(m *matcher) []bool {
	h := s.Heap
	nodes := make([]bool, len(h.Types))
	for o := range trace.ObjectID(h.Len()) {
		if poll.At(m.ctx, int(o)) != nil {
			return nodes
		}
		t := h.TypeOf.At(o)
		if nodes[t] {
			continue
		}
		for _, to := range h.References(o) {
			if to != o && h.TypeOf.At(to) == t {
				nodes[t] = true
				break
			}
		}
	}
	return nodes
}
