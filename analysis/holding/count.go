package holding

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/poll"
)

// Counts describes how the objects of a group are used.
type Counts struct {
	Known bool         // false below transformers
	Held  trace.Amount // objects that a collection holds
	// Stale is the mean staleness of these objects, Above the mean share of stale elements in their collections; both from 0 to 1.
	Stale, Above Mean
	Largest      int32        // holder of most bytes of the group; None for none
	LargestPart  trace.Amount // part that Most holds
}

// Mean is a mean over objects, and one weighted by bytes.
type Mean struct{ Objects, Bytes float64 }

// sums contains the amount of a group's objects by holder.
type sums map[int32]trace.Amount

// Count returns the objects of each group of a heap state by holder, by node of the grouping's tree. The grouping needs
// [group.Options.Objects]. The cost is one pass over the objects, and memory is linear in the pairs of groups and holders. It returns an
// error if ctx is done or if the column belongs to another heap state.
func (c *Column) Count(ctx context.Context, g *group.Grouping) ([]Counts, error) {
	if len(c.Of) != g.Heap.Len() {
		return nil, fmt.Errorf("holders: of %d objects, expected %d", len(c.Of), g.Heap.Len())
	}
	groups := g.Groups()
	sets := make([]sums, len(groups.Sets))
	for i, holder := range c.Of {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		set := int32(-1)
		if holder != None {
			set = groups.Of(trace.ObjectID(i))
		}
		if set < 0 {
			continue
		}
		if sets[set] == nil {
			sets[set] = sums{}
		}
		a := sets[set][holder]
		a.Add(trace.Amount{Objects: 1, Bytes: g.Heap.Size(trace.ObjectID(i))})
		sets[set][holder] = a
	}
	nodes := make([]sums, len(g.Tree.Nodes))
	for i := range sets {
		for _, n := range groups.Sets[i] {
			nodes[n] = nodes[n].with(sets[i])
		}
	}
	out := make([]Counts, len(nodes))
	for i := range out {
		out[i] = c.counts(nodes[i])
		out[i].Known = !g.Transformed(int32(i))
	}
	return out, ctx.Err()
}

func (s sums) with(more sums) sums {
	if s == nil {
		return maps.Clone(more)
	}
	for holder, a := range more {
		sum := s[holder]
		sum.Add(a)
		s[holder] = sum
	}
	return s
}

// counts adds up holders in a fixed order, so that the result does not depend on map order.
func (c *Column) counts(s sums) Counts {
	out := Counts{Largest: None}
	for _, i := range slices.Sorted(maps.Keys(s)) {
		a, h := s[i], &c.Holders[i]
		out.Held.Add(a)
		out.Stale.Objects += float64(a.Objects) * h.Staleness
		out.Stale.Bytes += float64(a.Bytes) * h.Staleness
		out.Above.Objects += float64(a.Objects) * h.Above
		out.Above.Bytes += float64(a.Bytes) * h.Above
		if out.Largest == None || a.Bytes > out.LargestPart.Bytes {
			out.Largest, out.LargestPart = i, a
		}
	}
	for _, m := range []*Mean{&out.Stale, &out.Above} {
		m.Objects /= float64(max(1, out.Held.Objects))
		m.Bytes /= float64(max(1, out.Held.Bytes))
	}
	return out
}
