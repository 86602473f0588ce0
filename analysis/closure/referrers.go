package closure

import (
	"context"
	"sync"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure/internal/rows"
	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/poll"
)

// Referrers contains incoming references of all objects of a heap state, or of some. It takes 4 bytes per referenced object and 4 per
// reference.
type Referrers struct {
	some  *bitset.BitSet // the referenced objects; nil for all
	rows  rows.Sparse    // sparse rows of some
	start []uint32       // start of each row in from, by object or by number in some
	from  []trace.ObjectID
}

// Of returns the objects that refer to o, ascending. An object with k references to o occurs k times. r owns the slice.
func (r *Referrers) Of(o trace.ObjectID) []trace.ObjectID {
	if r.some == nil {
		return r.from[r.start[o]:r.start[o+1]]
	}
	if !r.some.Test(uint(o)) {
		return nil
	}
	i := r.rows.Index(uint32(o))
	return r.from[r.start[i]:r.start[i+1]]
}

// Referrers returns the incoming references of all objects. The first call computes them, with two passes over all references that run in
// parallel over the referenced objects. Later calls return the same result. It returns an error only if ctx is done.
func (g *Graph) Referrers(ctx context.Context) (*Referrers, error) {
	g.back.mu.Lock()
	defer g.back.mu.Unlock()
	if g.back.made != nil {
		return g.back.made, nil
	}
	r, err := g.referrers(ctx, nil)
	if err != nil {
		return nil, err
	}
	g.back.made = r
	return r, nil
}

// ReferrersOf returns the incoming references of the given objects. Unlike [Graph.Referrers] it does not keep the result. The set must not
// change while the result is in use.
func (g *Graph) ReferrersOf(ctx context.Context, objects *bitset.BitSet) (*Referrers, error) {
	g.back.mu.Lock()
	made := g.back.made
	g.back.mu.Unlock()
	if made != nil {
		return made, nil
	}
	return g.referrers(ctx, objects)
}

func (g *Graph) referrers(ctx context.Context, some *bitset.BitSet) (*Referrers, error) {
	h := g.heap
	r := &Referrers{some: some}
	count := h.Len()
	if some != nil {
		r.rows = rows.NewSparse(some.Words(), h.Len())
		count = int(r.rows.Count)
	}
	r.start = make([]uint32, count+1)
	if err := parallel.Ranges(h.Len(), minPart, func(_, first, end int) error {
		width := trace.ObjectID(end - first)
		for i, to := range h.RefTo {
			if err := poll.At(ctx, i); err != nil {
				return err
			}
			if to-trace.ObjectID(first) < width {
				if some == nil {
					r.start[to]++
				} else if some.Test(uint(to)) {
					r.start[r.rows.Index(uint32(to))]++
				}
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
		r.start[o] = sum // end of the row; filling the row from the end turns this into its start
	}
	r.from = make([]trace.ObjectID, sum)
	if err := parallel.Ranges(h.Len(), minPart, func(_, first, end int) error {
		width := trace.ObjectID(end - first)
		for o := h.Len() - 1; o >= 0; o-- {
			if err := poll.At(ctx, o); err != nil {
				return err
			}
			for _, to := range h.References(trace.ObjectID(o)) {
				if to-trace.ObjectID(first) >= width {
					continue
				}
				at := uint32(to)
				if some != nil {
					if !some.Test(uint(to)) {
						continue
					}
					at = r.rows.Index(at)
				}
				r.start[at]--
				r.from[r.start[at]] = trace.ObjectID(o)
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return r, nil
}

// back caches the incoming references.
type back struct {
	mu   sync.Mutex
	made *Referrers
}
