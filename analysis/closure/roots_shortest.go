package closure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// ShortestPaths contains a shortest path from the GC roots to each object that they hold. It takes 4 bytes per object.
type ShortestPaths struct {
	graph  *Graph
	before []uint32 // by position: previous object plus 1; 0 for directly held and unreached objects
}

// ShortestPaths finds a shortest path to each object. The cost is one breadth-first traversal. It returns an error only if ctx is done.
func (r *Roots) ShortestPaths(ctx context.Context) (*ShortestPaths, error) {
	g := r.graph
	s := &ShortestPaths{g, make([]uint32, len(g.order))}
	first := make([]uint32, len(r.holds))
	for i, h := range r.holds {
		first[i] = g.rank[h.object]
	}
	return s, r.passes(r.class).Breadth(ctx, first, s.before, g.Live())
}

// Before returns the object before o on its path; NoObject if a GC root refers to o directly or none holds it.
func (s *ShortestPaths) Before(o trace.ObjectID) trace.ObjectID {
	p := s.before[s.graph.rank[o]]
	if p == 0 {
		return trace.NoObject
	}
	return s.graph.order[p-1]
}

// byDistance returns the objects that the GC roots hold, closest first. It calls reach for each reference from one of them, and with none
// as the source for each reference from a GC root. reach must report whether it was called with this target for the first time.
func (r *Roots) byDistance(ctx context.Context, reach func(to, from uint32) bool) (order []uint32, err error) {
	g := r.graph
	order = make([]uint32, 0, g.Live())
	from := uint32(none)
	visit := func(to uint32) {
		if reach(to, from) {
			order = append(order, to)
		}
	}
	for _, h := range r.holds {
		visit(g.rank[h.object])
	}
	for i := 0; i < len(order); i++ {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		from = order[i]
		r.eachHeld(from, visit)
	}
	return order, nil
}
