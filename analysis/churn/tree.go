package churn

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/preorder"
)

// entry is the amount of a pair at an age in a report.
type entry struct {
	class uint32
	pair
	Amount
}

// finish fills the report from the cells.
func (t *tally) finish(ctx context.Context) error {
	if t.crowded {
		t.note("There are too many allocation sites to list. Some are counted as " + OtherSites + ".")
	}
	entries := t.entries()
	r := t.report
	for _, e := range entries {
		r.Garbage.add(e.Amount)
		switch {
		case r.Basis == Allocated || e.class == group.AgeClasses-1:
			r.Unaged.add(e.Amount)
		case e.class == 0:
			r.Young.add(e.Amount)
		}
	}
	r.Suspects = t.suspects(entries)
	root := "Garbage"
	if r.Basis == Allocated {
		root = "Allocations"
	}
	b := newBuilder(root)
	for i, e := range entries {
		if i%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		at := int32(0)
		b.nodes[at].add(e.Amount)
		if r.Basis == Died {
			at = b.below(at, group.AgeName(e.class), "Age", e.Amount)
		}
		at = b.below(at, t.typeName(e.kind), "Type", e.Amount)
		at = b.below(at, t.siteName(e.site), "Allocation Site", e.Amount)
		if e.site < otherSites {
			for _, name := range t.options.Domain.CallSites(&t.Life.Sites[e.site]) {
				at = b.below(at, name, "Call Site", e.Amount)
			}
		}
	}
	r.Tree, r.Estimated = b.tree()
	return ctx.Err()
}

func (t *tally) typeName(kind trace.TypeID) string { return t.Life.Types[kind].Name }

// siteName returns the name of the allocation site.
func (t *tally) siteName(site trace.SiteID) string {
	switch {
	case site == otherSites:
		return OtherSites
	case site != trace.NoSite:
		return t.Life.Sites[site].Frames[0].Name()
	case t.Life.Interval > 0:
		return group.NotSampled
	}
	return group.NotKnown
}

// entries returns the nonempty cells in a fixed order.
func (t *tally) entries() []entry {
	chance := t.byChance()
	var list []entry
	for class := range t.cells {
		for p, c := range t.cells[class] {
			a := c.known
			switch {
			case c.weighted:
				a = Amount{Amount: trace.Amount{Objects: max(a.Objects, round(c.objects)), Bytes: max(a.Bytes, round(c.bytes))}}
				a.Estimated = a.Objects != c.known.Objects
			case t.Life.Interval > 0:
				part := chance[p.kind]
				a = Amount{trace.Amount{Objects: round(part * float64(a.Objects)), Bytes: round(part * float64(a.Bytes))}, part < 1}
			}
			a.add(c.derived)
			if a.Objects > 0 {
				list = append(list, entry{uint32(class), p, a})
			}
		}
	}
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.kind, b.kind), cmp.Compare(a.site, b.site))
	})
	return list
}

// byChance returns, by type, the share of the deaths without a site that are not covered by the sample. It is 0 if the sample accounts for
// at least as many deaths.
func (t *tally) byChance() map[trace.TypeID]float64 {
	if t.Life.Interval <= 0 {
		return nil
	}
	stand, others := map[trace.TypeID]int64{}, map[trace.TypeID]int64{}
	for class := range t.cells {
		for p, c := range t.cells[class] {
			if c.weighted {
				stand[p.kind] += max(0, round(c.objects)-c.known.Objects)
			} else {
				others[p.kind] += c.known.Objects
			}
		}
	}
	part := map[trace.TypeID]float64{}
	for kind, n := range others {
		if n > 0 {
			part[kind] = float64(max(0, n-stand[kind])) / float64(n)
		}
	}
	return part
}

func round(x float64) int64 { return int64(math.Round(min(x, math.MaxInt64/2))) }

// builder builds a tree of paths.
type builder struct {
	names *trace.Names
	grown *preorder.Growing[trace.NameID]
	nodes []builderNode
}

type builderNode struct {
	role trace.NameID
	Amount
}

// newBuilder returns a builder with a root.
func newBuilder(root string) *builder {
	names := trace.NewNames()
	return &builder{names: names, grown: preorder.NewGrowing(names.ID(root)), nodes: make([]builderNode, 1)}
}

// below adds an amount to the child of parent with the given name, and returns the child.
func (b *builder) below(parent int32, name, role string, a Amount) int32 {
	id := b.names.ID(name)
	at := b.grown.Child(parent, id)
	if at < 0 {
		at = b.grown.Add(parent, id)
		b.nodes = append(b.nodes, builderNode{role: b.names.ID(role)})
	}
	b.nodes[at].add(a)
	return at
}

// tree returns the nodes in pre-order, largest siblings first.
func (b *builder) tree() (*trace.Tree, []bool) {
	b.grown.Sort(func(i, k int32) int {
		x, y := &b.nodes[i], &b.nodes[k]
		return cmp.Or(cmp.Compare(y.Objects, x.Objects), cmp.Compare(y.Bytes, x.Bytes),
			strings.Compare(b.names.Text(b.grown.Name(i)), b.names.Text(b.grown.Name(k))))
	})
	places, numbers, _ := b.grown.Flatten()
	out, estimated := &trace.Tree{Names: b.names, Nodes: make([]trace.Node, len(places))}, make([]bool, len(places))
	for i, at := range numbers {
		n := &b.nodes[at]
		out.Nodes[i] = trace.Node{Name: b.grown.Name(at), Role: n.role, Place: places[i], Objects: n.Objects, Bytes: n.Bytes}
		estimated[i] = n.Estimated
	}
	return out, estimated
}
