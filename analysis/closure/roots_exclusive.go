package closure

import (
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// NoGroup is the group of GC roots that [Roots.Exclusive] counts for no owner.
const NoGroup = -1

// Exclusive returns the objects that would be freed without the GC roots of an owner, by groups of these roots, and the amount of all objects
// that the GC roots hold. groupOf returns the group of root i of [trace.Heap.Roots], an index into ownerOf, or [NoGroup]. Static fields have
// no owner. If several groups of one owner lead to an object, it belongs to the first: it stays without the roots of the later groups, and is
// freed without the roots of the first and all later groups.
//
// An object goes from unreached to reached by one owner to reached by several. The groups are followed in order, so each reference is
// followed at most twice, however many groups there are. It takes 8 bytes per object and per GC root. It returns an error only if ctx is
// done.
func (r *Roots) Exclusive(ctx context.Context, ownerOf []int32, groupOf func(i int) int) (alone []trace.Amount, all trace.Amount, err error) {
	s := &exclusive{roots: r, by: make([]uint32, len(r.graph.order)), owner: ownerOf, steps: poll.Count(ctx)}
	for _, hold := range r.holds {
		if r.Names[hold.root].Kind.IsNamed() {
			s.reach(r.graph.rank[hold.object], byMany)
		}
	}
	for _, in := range r.grouped(groupOf) {
		if err := s.run(); err != nil {
			return nil, all, err
		}
		s.reach(r.graph.rank[in.object], in.by)
	}
	if err := s.run(); err != nil {
		return nil, all, err
	}
	alone = make([]trace.Amount, len(ownerOf))
	for p, by := range s.by {
		if by == byNothing {
			continue
		}
		one := trace.Amount{Objects: 1, Bytes: r.graph.heap.Size(r.graph.order[p])}
		all.Add(one)
		if by >= firstGroup {
			alone[by-firstGroup].Add(one)
		}
	}
	return alone, all, nil
}

// grouped returns the objects that GC roots other than static fields refer to, with the groups of these roots: roots without a group first, then
// by group.
func (r *Roots) grouped(groupOf func(i int) int) (list []groupedRoot) {
	h := r.graph.heap
	for i := range h.Roots {
		root := &h.Roots[i]
		if root.Kind.IsNamed() || r.ignores(root.Object, root.Kind) {
			continue
		}
		by := uint32(byMany)
		if group := groupOf(i); group >= 0 {
			by = uint32(group) + firstGroup
		}
		list = append(list, groupedRoot{root.Object, by})
	}
	slices.SortStableFunc(list, func(a, b groupedRoot) int { return int(a.by) - int(b.by) })
	return list
}

type groupedRoot struct {
	object trace.ObjectID
	by     uint32
}

// Values of exclusive.by: unreached, reached by roots of several owners or of no owner, and the groups of one owner.
const (
	byNothing = iota
	byMany
	firstGroup
)

// exclusive finds the objects that the roots of one owner lead to.
type exclusive struct {
	roots *Roots
	by    []uint32 // by position
	owner []int32  // by group
	next  []uint32 // positions whose holding references are to be followed
	steps poll.Steps
}

// reach notes that roots lead to the object at p.
func (s *exclusive) reach(p, by uint32) {
	was := s.by[p]
	switch {
	case was == byMany:
		return
	case was == byNothing:
		s.by[p] = by
	case by == byMany, s.owner[was-firstGroup] != s.owner[by-firstGroup]:
		s.by[p] = byMany
	default: // an earlier group of the same owner
		return
	}
	s.next = append(s.next, p)
}

// run follows the references of all objects that were reached in a new way.
func (s *exclusive) run() error {
	for len(s.next) > 0 {
		if err := s.steps.Add(1); err != nil {
			return err
		}
		p := s.next[len(s.next)-1]
		s.next = s.next[:len(s.next)-1]
		by := s.by[p]
		s.roots.eachHeld(p, func(to uint32) { s.reach(to, by) })
	}
	return nil
}
