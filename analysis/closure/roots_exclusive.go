package closure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// NoGroup is the group of GC roots that [Roots.Exclusive] counts for nobody.
const NoGroup = -1

// Exclusive returns what would be freed without the GC roots of each group: the objects that only roots of this group lead to. It also
// returns the amount of all objects that the GC roots hold. groupOf returns the group of root i of [trace.Heap.Roots], below groups, or
// [NoGroup]. Static fields have no group.
//
// An object is first reached from no root, then from the roots of one group, then from those of several. So each reference is followed at
// most twice, however many groups there are. It takes 5 bytes per object. It returns an error only if ctx is done.
func (r *Roots) Exclusive(ctx context.Context, groups int, groupOf func(i int) int) (alone []trace.Amount, all trace.Amount, err error) {
	s := &exclusive{roots: r, by: make([]uint32, len(r.graph.order)), steps: poll.Count(ctx)}
	for _, hold := range r.holds {
		if r.Names[hold.root].Kind == trace.RootStaticField {
			s.reach(r.graph.rank[hold.object], byMany)
		}
	}
	h := r.graph.heap
	for pass := range 2 { // first roots without a group, so that fewer objects are reached twice
		for i := range h.Roots {
			root := &h.Roots[i]
			if root.Kind == trace.RootStaticField || r.ignores(root.Object, rootName(h, root)) {
				continue
			}
			if group := groupOf(i); group < 0 && pass == 0 {
				s.reach(r.graph.rank[root.Object], byMany)
			} else if group >= 0 && pass == 1 {
				s.reach(r.graph.rank[root.Object], uint32(group)+firstGroup)
			}
		}
		if err := s.run(); err != nil {
			return nil, all, err
		}
	}
	alone = make([]trace.Amount, groups)
	for p, by := range s.by {
		if by == byNothing {
			continue
		}
		one := trace.Amount{Objects: 1, Bytes: h.Size(r.graph.order[p])}
		all.Add(one)
		if by >= firstGroup {
			alone[by-firstGroup].Add(one)
		}
	}
	return alone, all, nil
}

// What leads to an object: nothing, roots of several groups or of none, or those of one group.
const (
	byNothing = iota
	byMany
	firstGroup
)

// exclusive finds the objects that the roots of one group lead to.
type exclusive struct {
	roots *Roots
	by    []uint32 // by position
	next  []uint32 // positions whose holding references are to be followed
	steps poll.Steps
}

// reach notes that roots lead to the object at p.
func (s *exclusive) reach(p, by uint32) {
	switch s.by[p] {
	case by, byMany:
		return
	case byNothing:
		s.by[p] = by
	default:
		s.by[p] = byMany
	}
	s.next = append(s.next, p)
}

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
