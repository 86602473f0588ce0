package identity

import (
	"memcity/trace"
	"memcity/trace/poll"
)

// Special holders: no recognized object, and more than one.
const (
	unheld  = trace.NoObject
	several = trace.NoObject - 1
)

// holders returns the holder of each object of a side: the recognized object that all references to the object come from. Some references
// pass on the holder of their source instead: those between objects of the same type, such as list nodes, those from arrays, and those from
// unrecognized objects. On both sides, a holder is identified by its earlier object. The cost is linear in references.
func (m *matcher) holders(s *side) []trace.ObjectID {
	h := s.Heap
	holder := make([]trace.ObjectID, h.Len())
	for o := range holder {
		holder[o] = unheld
	}
	var work []trace.ObjectID
	spread := func(o trace.ObjectID) {
		of, itself := h.TypeOf.At(o), s.holder(o)
		for _, to := range h.References(o) {
			by := itself
			if by == unheld || h.TypeOf.At(to) == of {
				by = holder[o]
			}
			switch {
			case by == unheld || holder[to] == by || holder[to] == several:
				continue
			case holder[to] == unheld:
				holder[to] = by
			default:
				holder[to] = several
			}
			work = append(work, to)
		}
	}
	steps := poll.Count(m.ctx)
	for o := range trace.ObjectID(h.Len()) {
		if s.pair[o] == trace.NoObject {
			continue
		}
		for work = append(work, o); len(work) > 0; {
			if steps.Add(1) != nil {
				return holder
			}
			next := work[len(work)-1]
			work = work[:len(work)-1]
			spread(next)
		}
	}
	return holder
}

// holder returns o as a holder, identified by its earlier object; unheld for an array or an unrecognized object.
func (s *side) holder(o trace.ObjectID) trace.ObjectID {
	y := s.pair[o]
	switch {
	case y == trace.NoObject || s.Heap.Types[s.Heap.TypeOf.At(o)].Kind == trace.ObjectArray:
		return unheld
	case s.later:
		return y
	}
	return o
}
