package structure

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace"
)

// LeafGroup is the contents of a data structure of one type and allocation site, at two GC points.
type LeafGroup struct {
	Type, Site    string // Site is empty if it is not known
	Before, After trace.Amount
}

// LeafFinder groups the contents of one data structure after another. It takes what two [Closures] take.
type LeafFinder struct{ before, after *Closures }

// NewLeafFinder returns a finder for the data structures of two GC points. Before may be nil.
func NewLeafFinder(before, after *Detection) *LeafFinder {
	f := &LeafFinder{after: after.Closures()}
	if before != nil {
		f.before = before.Closures()
	}
	return f
}

// Groups groups the contents of a data structure, and of those that it contains, at both GC points by type and allocation site.
// The groups that grew most come first. Was is [None] if it was not there before. An error is ctx's.
func (f *LeafFinder) Groups(ctx context.Context, was, is ID, m Metric) ([]LeafGroup, error) {
	groups := map[[2]string]*LeafGroup{}
	if was != None {
		if err := addLeaves(ctx, f.before, was, groups, func(g *LeafGroup) *trace.Amount { return &g.Before }); err != nil {
			return nil, err
		}
	}
	if err := addLeaves(ctx, f.after, is, groups, func(g *LeafGroup) *trace.Amount { return &g.After }); err != nil {
		return nil, err
	}
	var list []LeafGroup
	for _, g := range groups {
		list = append(list, *g)
	}
	c := Comparison{Metric: m}
	grown := func(g *LeafGroup) int64 { return c.value(g.After) - c.value(g.Before) }
	slices.SortFunc(list, func(a, b LeafGroup) int {
		return cmp.Or(cmp.Compare(grown(&b), grown(&a)), cmp.Compare(b.After.Bytes, a.After.Bytes), cmp.Compare(a.Type, b.Type),
			cmp.Compare(a.Site, b.Site))
	})
	return list, nil
}

func addLeaves(ctx context.Context, c *Closures, id ID, groups map[[2]string]*LeafGroup, size func(*LeafGroup) *trace.Amount) error {
	d := c.detection
	leaves, err := c.Leaves(ctx, []ID{id}, true)
	if err != nil {
		return err
	}
	type place struct {
		t    trace.TypeID
		site trace.SiteID
	}
	sums := map[place]*trace.Amount{}
	for _, o := range leaves {
		at := place{d.Heap.TypeOf[o], trace.NoSite}
		if d.Heap.SiteOf != nil {
			at.site = d.Heap.SiteOf[o]
		}
		sum := sums[at]
		if sum == nil {
			sum = &trace.Amount{}
			sums[at] = sum
		}
		sum.Objects++
		sum.Bytes += d.Heap.Size(o)
	}
	for at, sum := range sums {
		key := [2]string{d.Heap.Types[at.t].Name, d.SiteName(at.site)}
		g := groups[key]
		if g == nil {
			g = &LeafGroup{Type: key[0], Site: key[1]}
			groups[key] = g
		}
		into := size(g)
		into.Objects += sum.Objects
		into.Bytes += sum.Bytes
	}
	return nil
}

// SiteName names an allocation site by its innermost frame; empty if it is not known.
func (d *Detection) SiteName(site trace.SiteID) string {
	if site == trace.NoSite || int(site) >= len(d.Heap.Sites) || len(d.Heap.Sites[site].Frames) == 0 {
		return ""
	}
	return d.Heap.Sites[site].Frames[0].String()
}

// Site names the allocation site of a data structure's head; empty if it is not known.
func (d *Detection) Site(id ID) string {
	if d.Heap.SiteOf == nil {
		return ""
	}
	return d.SiteName(d.Heap.SiteOf[d.Heads[id]])
}
