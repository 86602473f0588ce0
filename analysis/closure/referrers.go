package closure

import (
	"context"
	"sync"

	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/poll"
)

// Referrers are the references of a heap state backwards. It takes 4 bytes per object and 4 per reference.
type Referrers struct {
	start []uint32
	from  []trace.ObjectID
}

// Of returns the objects that refer to o, ascending; one that does so k times is named k times. The slice is the
// receiver's.
func (r *Referrers) Of(o trace.ObjectID) []trace.ObjectID { return r.from[r.start[o]:r.start[o+1]] }

// Referrers returns the references backwards. They are made at the first call, in two passes over all references, in
// parallel over the objects that are referred to, and kept. An error is ctx's.
func (g *Graph) Referrers(ctx context.Context) (*Referrers, error) {
	g.back.mu.Lock()
	defer g.back.mu.Unlock()
	if g.back.made != nil {
		return g.back.made, nil
	}
	h := g.heap
	r := &Referrers{start: make([]uint32, h.Len()+1), from: make([]trace.ObjectID, len(h.RefTo))}
	if err := parallel.Ranges(h.Len(), minPart, func(_, first, end int) error {
		width := trace.ObjectID(end - first)
		for i, to := range h.RefTo {
			if err := poll.At(ctx, i); err != nil {
				return err
			}
			if to-trace.ObjectID(first) < width {
				r.start[to]++
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	sum := uint32(0)
	for o := range r.start {
		if err := poll.At(ctx, o); err != nil {
			return nil, err
		}
		sum += r.start[o]
		r.start[o] = sum // the end of the row, which becomes its start as it is filled from behind
	}
	if err := parallel.Ranges(h.Len(), minPart, func(_, first, end int) error {
		width := trace.ObjectID(end - first)
		for o := h.Len() - 1; o >= 0; o-- {
			if err := poll.At(ctx, o); err != nil {
				return err
			}
			for _, to := range h.References(trace.ObjectID(o)) {
				if to-trace.ObjectID(first) < width {
					r.start[to]--
					r.from[r.start[to]] = trace.ObjectID(o)
				}
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	g.back.made = r
	return r, nil
}

// back keeps the references backwards once they are requested.
type back struct {
	mu   sync.Mutex
	made *Referrers
}
