package identity

import (
	"memcity/trace"
	"memcity/trace/poll"
)

// Holders in special cases: no recognised object, and more than one.
const (
	unheld  = trace.NoObject
	several = trace.NoObject - 1
)

// holders returns the holder of each object of a side: the recognised object from which all references to the object come. References
// from an object of the same type, as between the nodes of a list, from an array, and from an object that is not recognised, pass on the
// holder of the object that has them. A holder is named by its earlier object on both sides. The cost is linear in the references.
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

// holder returns the name of o as a holder; unheld if it is an array or not recognised.
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
