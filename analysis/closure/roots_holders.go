package closure

import (
	"cmp"
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// Holder is a GC root with the part of a target that it holds.
type Holder struct {
	Root     RootID
	Direct   trace.Amount // objects that the root refers to directly
	Closest  trace.Amount // objects that no other GC root is closer to; others may be equally close
	Indirect trace.Amount // objects that references lead to from the root
}

// Holders returns the GC roots that lead to live objects of target, sorted by bytes reached, largest first. A nil target stands for all
// objects. An object counts for each root that leads to it. The cost is that of [Roots.Closest] and one sweep per 64 GC roots. The errors
// are those of [Roots.Closest].
func (r *Roots) Holders(ctx context.Context, target *bitset.BitSet, progress trace.Progress) ([]Holder, error) {
	g := r.graph
	holders := make([]Holder, len(r.Names))
	for i := range holders {
		holders[i].Root = RootID(i)
	}
	wanted := r.targetBits(target)
	for _, h := range r.holds {
		if p := g.rank[h.object]; wanted.Has(p) {
			holders[h.root].Direct.Add(trace.Amount{Objects: 1, Bytes: g.size(p)})
		}
	}
	closest, err := r.Closest(ctx, nil)
	if err != nil {
		return nil, err
	}
	for p, o := range g.order {
		if wanted.Has(uint32(p)) {
			for _, root := range closest.Of(o) {
				holders[root].Closest.Add(trace.Amount{Objects: 1, Bytes: g.size(uint32(p))})
			}
		}
	}
	s := ownerSearch{ctx: ctx, progress: progress, jobs: jobs{graph: g, roots: r, target: wanted}}
	indirect, err := s.size(Deep, "following GC roots", singles(r.all()))
	if err != nil {
		return nil, err
	}
	for i := range holders {
		holders[i].Indirect = indirect[i]
	}
	holders = slices.DeleteFunc(holders, func(h Holder) bool { return h.Indirect.Objects == 0 })
	slices.SortStableFunc(holders, func(a, b Holder) int { return cmp.Compare(b.Indirect.Bytes, a.Indirect.Bytes) })
	return holders, nil
}
