package closure

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// ShortestPaths has a shortest path from the GC roots to every object that they hold. It takes 4 bytes per object.
type ShortestPaths struct {
	graph  *Graph
	before []uint32 // by position: the object before it, plus 1; 0 for the first ones and for what no GC root holds
}

// ShortestPaths finds a shortest path to every object. The cost is one breadth-first traversal. An error is ctx's.
func (r *Roots) ShortestPaths(ctx context.Context) (*ShortestPaths, error) {
	g := r.graph
	s := &ShortestPaths{g, make([]uint32, len(g.order))}
	first := make([]uint32, len(r.holds))
	for i, h := range r.holds {
		first[i] = g.rank[h.object]
	}
	return s, r.passes(r.class).Breadth(ctx, first, s.before, g.Live())
}

// Before returns the object before o on its path, NoObject if a GC root refers to o itself or none holds it.
func (s *ShortestPaths) Before(o trace.ObjectID) trace.ObjectID {
	p := s.before[s.graph.rank[o]]
	if p == 0 {
		return trace.NoObject
	}
	return s.graph.order[p-1]
}

// byDistance traverses what the GC roots hold, the closest first, and returns it in this order. Reach is called for each reference from
// one of them, and with none for each that a GC root refers to, and reports whether it is the first to the object.
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
