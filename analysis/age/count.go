package age

import (
	"context"
	"fmt"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/poll"
)

// Counts contains the objects of a group by age.
type Counts struct {
	Classes  [Classes]trace.Amount
	Doubtful trace.Amount // part of Classes with doubtful ages
	Known    bool         // false below transformers, where objects are not followed
}

func (c *Counts) add(d *Counts) {
	for i := range c.Classes {
		c.Classes[i].Add(d.Classes[i])
	}
	c.Doubtful.Add(d.Doubtful)
}

// Count returns the objects of each group by age, by node of the grouping's tree. The grouping needs [group.Options.Objects]. The cost is
// one pass over the objects and about 150 bytes per group. It returns an error if ctx is done or if the ages belong to another heap state.
func (c *Column) Count(ctx context.Context, g *group.Grouping) ([]Counts, error) {
	if len(c.Of) != g.Heap.Len() {
		return nil, fmt.Errorf("ages: of %d objects, expected %d", len(c.Of), g.Heap.Len())
	}
	groups := g.Groups()
	sets := make([]Counts, len(groups.Sets))
	for i, a := range c.Of {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		o := trace.ObjectID(i)
		set := groups.Of(o)
		if set < 0 {
			continue
		}
		one := trace.Amount{Objects: 1, Bytes: g.Heap.Size(o)}
		sets[set].Classes[a.Class()].Add(one)
		if a.Doubtful() {
			sets[set].Doubtful.Add(one)
		}
	}
	out := make([]Counts, len(g.Tree.Nodes))
	for i := range out {
		out[i].Known = !g.Transformed(int32(i))
	}
	for i := range sets {
		for _, n := range groups.Sets[i] {
			out[n].add(&sets[i])
		}
	}
	return out, nil
}
