package closure

import (
	"context"
	"math/bits"
	"sync"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/poll"
)

// Referrers contains incoming references of all objects of a heap state, or of some. It takes 4 bytes per referenced object and 4 per
// reference.
type Referrers struct {
	some  *bitset.BitSet // the referenced objects; nil for all
	rows  sparseRows     // sparse rows of some
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
	i := r.rows.index(uint32(o))
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
		r.rows = newSparseRows(some.Words(), h.Len())
		count = int(r.rows.count)
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
					r.start[r.rows.index(uint32(to))]++
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
					at = r.rows.index(at)
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

// sparseRows numbers the bits that are set.
type sparseRows struct {
	words  marks
	before []uint32 // by word: number of bits set in the words before it
	count  uint32
}

// newSparseRows numbers the bits of words that are set, up to bit n-1.
func newSparseRows(words []uint64, n int) sparseRows {
	r := sparseRows{words: words, before: make([]uint32, len(words))}
	for i, word := range words {
		r.before[i] = r.count
		if rest := n - i<<6; rest < 64 {
			word &= 1<<max(0, rest) - 1
		}
		r.count += uint32(bits.OnesCount64(word))
	}
	return r
}

// has reports whether bit p is set.
func (r *sparseRows) has(p uint32) bool { return r.words.has(p) }

// index returns the number of bit p, which must be set.
func (r *sparseRows) index(p uint32) uint32 {
	return r.before[p>>6] + uint32(bits.OnesCount64(r.words[p>>6]&(1<<(p&63)-1)))
}

// back caches the incoming references.
type back struct {
	mu   sync.Mutex
	made *Referrers
}
