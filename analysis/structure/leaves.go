package structure

import (
	"cmp"
	"context"
	"slices"

	"memcity/analysis/site"
	"memcity/trace"
)

// LeafGroup contains the amounts of a data structure's contents of one type and allocation site, at two GC points.
type LeafGroup struct {
	Type, Site    string // Site is empty if unknown
	Before, After trace.Amount
	// Sited is the number of objects of After that come from Site; 0 if all do.
	Sited    int64
	Estimate *trace.Estimate // error of After, where the sites of a sample are known; nil if it is exact
}

// LeafFinder groups the contents of data structures. It takes as much memory as two [Closures].
type LeafFinder struct {
	before, after *Closures
	// Name returns the name of a site. The default is its innermost frame.
	Name func(*trace.Site) string
}

// NewLeafFinder returns a finder for the data structures of two GC points. before may be nil.
func NewLeafFinder(before, after *Detection) *LeafFinder {
	f := &LeafFinder{after: after.Closures(), Name: func(s *trace.Site) string { return s.Frames[0].Name() }}
	if before != nil {
		f.before = before.Closures()
	}
	return f
}

// Groups groups the contents of a data structure, and of those that it contains, at both GC points by type and allocation site. Contents of
// a type with objects of unknown sites, at either point, are one group, with the most frequent known site.
// The groups that grew most come first. Was is [None] if it was not there before. An error is ctx's.
func (f *LeafFinder) Groups(ctx context.Context, was, is ID, m Unit) ([]LeafGroup, error) {
	groups := map[[2]string]*LeafGroup{}
	if was != None {
		if err := f.addLeaves(ctx, f.before, was, groups, func(g *LeafGroup, s leafSum) { g.Before.Add(s.Amount) }); err != nil {
			return nil, err
		}
	}
	if err := f.addLeaves(ctx, f.after, is, groups, func(g *LeafGroup, s leafSum) {
		g.After.Add(s.Amount)
		g.Estimate = s.estimate // types of the same name from several loaders get at most one error
	}); err != nil {
		return nil, err
	}
	list := mergedByType(groups)
	c := Comparison{Unit: m}
	grown := func(g *LeafGroup) int64 { return c.value(g.After) - c.value(g.Before) }
	slices.SortFunc(list, func(a, b LeafGroup) int {
		return cmp.Or(cmp.Compare(grown(&b), grown(&a)), cmp.Compare(b.After.Bytes, a.After.Bytes), cmp.Compare(a.Type, b.Type),
			cmp.Compare(a.Site, b.Site))
	})
	return list, nil
}

// mergedByType lists the groups, with one group for each type that has objects of unknown sites.
func mergedByType(groups map[[2]string]*LeafGroup) []LeafGroup {
	var list []LeafGroup
	merged := map[string]*LeafGroup{} // by type, those of unknown sites
	for key, g := range groups {
		if key[1] == "" {
			merged[g.Type] = &LeafGroup{Type: g.Type, Before: g.Before, After: g.After}
		}
	}
	for key, g := range groups {
		whole := merged[g.Type]
		switch {
		case whole == nil:
			list = append(list, *g)
		case key[1] != "":
			whole.Before.Add(g.Before)
			whole.After.Add(g.After)
			if n := g.After.Objects; n > whole.Sited || n > 0 && n == whole.Sited && g.Site < whole.Site {
				whole.Site, whole.Sited = g.Site, n
			}
		}
	}
	for _, g := range merged {
		list = append(list, *g)
	}
	return list
}

// addLeaves adds the leaves of a data structure. Where the sites of a sample are known, the others are put where the samples of their like
// are.
func (f *LeafFinder) addLeaves(ctx context.Context, c *Closures, id ID, groups map[[2]string]*LeafGroup, add func(*LeafGroup, leafSum)) error {
	h := c.detection.Heap
	leaves, err := c.Leaves(ctx, []ID{id}, true)
	if err != nil {
		return err
	}
	byType := map[trace.TypeID][]trace.ObjectID{}
	for _, o := range leaves {
		byType[h.TypeOf.At(o)] = append(byType[h.TypeOf.At(o)], o)
	}
	put := func(t trace.TypeID, site string, sum leafSum) {
		key := [2]string{h.Types[t].Name, site}
		g := groups[key]
		if g == nil {
			g = &LeafGroup{Type: key[0], Site: key[1]}
			groups[key] = g
		}
		add(g, sum)
	}
	for t, objects := range byType {
		origins := site.Of(h, objects, f.Name)
		rest := origins.All
		for i := range origins.Froms {
			from := &origins.Froms[i]
			sum := leafSum{Amount: from.Amount}
			if !from.Exact() {
				sum.estimate = &from.Estimate
			}
			put(t, from.Name, sum)
			rest = rest.Minus(from.Amount)
		}
		if rest.Objects > 0 {
			put(t, "", leafSum{Amount: trace.Amount{Objects: rest.Objects, Bytes: max(rest.Bytes, 0)}})
		}
	}
	return nil
}

// leafSum is an amount with its error; nil if it is exact.
type leafSum struct {
	trace.Amount
	estimate *trace.Estimate
}
