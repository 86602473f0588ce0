package recording

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"memcity/analysis/group"
	"memcity/analysis/site"
	"memcity/city/memory"
	"memcity/city/trees"
	"memcity/trace"
)

// byType lists the classifiers and filters that use only the type of an object. They can group counts per type.
var byType = []string{"overall", "package", "packages", "type", onlyDomain, "no-java", "no-primitive-arrays"}

// bySite lists the classifiers that use only the allocation site of an object. They can group counts with sites.
var bySite = []string{"site", "call-sites", "domain-site", "site-package"}

// onlyDomain needs the objects of a heap state to find the program's own packages, unless the user sets the packages.
const onlyDomain = "only-domain"

var (
	// errOnlyCounts is the reason that a GC point is missing from a series.
	errOnlyCounts = errors.New("GC points that have only counts by type, which cannot be grouped this way")
	// ErrCountsHave is returned for a GC point that has only counts per type.
	ErrCountsHave = errors.New("only counts by type")
)

const onlyCounts = "needs single objects; the GC points of this recording have only counts by type"

const onlyCountsOfSites = "needs single objects; the points of this recording have only counts by allocation site"

// usesCounts reports whether a classifier or filter can group the counts of a recording.
func usesCounts(r *trace.Recording, c *group.Classifier) bool {
	return slices.Contains(byType, c.Name) || slices.Contains(bySite, c.Name) && r.HasSiteCounts()
}

// noneHere returns errCountsHave for a GC point, and names the closest GC point that has objects.
func noneHere(r *trace.Recording, point int) error {
	if i, ok := r.ClosestWalked(point); ok {
		return fmt.Errorf("GC point %d has %w; GC point %d has objects (--at %[3]d)", point+1, ErrCountsHave, i+1)
	}
	return fmt.Errorf("GC point %d has %w", point+1, ErrCountsHave)
}

// CountsOnly reports whether all GC points so far have only counts per type.
func CountsOnly(r *trace.Recording) bool {
	some := false
	for i := range r.Points {
		if p := &r.Points[i]; p.Load != nil || p.Tree != nil {
			return false
		}
		some = some || r.Points[i].Counts != nil
	}
	return some
}

// lack returns what the recording lacks for a classifier; empty if the classifier can be used.
func (o *Recording) lack(c *group.Classifier) string {
	r := o.Now()
	if !CountsOnly(r) {
		return c.Missing(o.Groupable())
	}
	why := c.Missing(r.Knows | trace.KnowsObjects)
	switch {
	case why != "" || usesCounts(r, c):
		return why
	case r.HasSiteCounts():
		return onlyCountsOfSites
	}
	return onlyCounts
}

// lackOf returns what the recording lacks for a chain, and names the first classifier that lacks it.
func (o *Recording) lackOf(chain group.Chain) string {
	for _, c := range chain {
		if why := o.lack(c); why != "" {
			return fmt.Sprintf("classifier %q: %s", c.Name, why)
		}
	}
	return ""
}

// Counted returns the tree of a GC point from counts per type. This takes one pass over the file and follows no references, so unreachable
// objects are counted too. It returns nil if the grouping needs more than types, if the input cannot be counted, or if the heap state is
// loaded. It also returns nil if the recording has other GC points: numbers are compared between points, where unreachable objects are
// separate. By is a result of [Recording.Grouping].
func (o *Recording) Counted(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (*trace.Tree, error) {
	p, err := o.Point(point)
	if err != nil || p.Count == nil || len(o.Now().Points) > 1 || kept(o.heaps, point) || by.SizeKind != trees.Shallow {
		return nil, err
	}
	for _, name := range slices.Concat(by.By.Slice(), by.Filters.Slice()) {
		if !slices.Contains(byType, name) || name == onlyDomain && o.Options.Domain == nil {
			return nil, nil
		}
	}
	counts, warnings, err := o.countTypes(ctx, p, progress)
	o.Warn(warnings)
	if err != nil {
		return nil, err
	}
	return o.countsTree(ctx, by, counts)
}

func kept(heaps *memory.Cache[*HeapState], point int) bool {
	_, ok := heaps.Get(point)
	return ok
}

// countTypes counts the objects of a GC point by type, if the memory limit permits it.
func (o *Recording) countTypes(ctx context.Context, p *trace.Point, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
	ctx, task := o.Memory.Part(ctx, memory.Counts)
	defer task.End()
	return p.Count(task.Admitting(ctx), progress)
}

// countsTree groups counts per type and site. Each count stands for its objects.
func (o *Recording) countsTree(ctx context.Context, by trees.Grouping, counts []trace.TypeCount) (*trace.Tree, error) {
	chain, filters, err := o.Chains(by)
	if err != nil {
		return nil, err
	}
	if by.SizeKind != trees.Shallow || !o.byType(by) {
		return nil, errOnlyCounts
	}
	r := o.Now()
	h := heapOfCounts(r.Runtime, counts)
	subject := &group.Subject{Heap: h, Names: o.Recording.Names, Knows: r.Knows | trace.KnowsObjects, Domain: o.domain()}
	g, err := group.New(ctx, subject, chain, group.Options{Filters: filters, Objects: true})
	if err != nil {
		return nil, err
	}
	return treeOfCounts(g, counts, r.SiteInterval()), nil
}

// domain returns the packages that the user sets. For counts by site, the default is the domain of the recorded program, otherwise nil.
func (o *Recording) domain() *group.Domain {
	if o.Options.Domain != nil {
		return o.Options.Domain
	}
	r := o.Now()
	if len(r.Points) == 0 {
		return nil
	}
	return group.DomainOfCounts(r, []int{len(r.Points) - 1})
}

// heapOfCounts returns a heap state with an object of size 0 for each count.
func heapOfCounts(runtime trace.Runtime, counts []trace.TypeCount) *trace.Heap {
	h := &trace.Heap{Runtime: runtime, Align: 1, TypeOf: trace.NewTypes(len(counts), len(counts)), Extent: trace.NewExtents(len(counts)),
		RefStart: trace.RowsOf(make([]uint32, len(counts)+1))}
	if slices.ContainsFunc(counts, func(c trace.TypeCount) bool { return c.Site != nil }) {
		h.SiteOf = slices.Repeat([]trace.SiteID{trace.NoSite}, len(counts))
	}
	sites := map[*trace.Site]trace.SiteID{}
	for i, c := range counts {
		h.Types = append(h.Types, trace.Type{Name: c.Name, Kind: c.Kind, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject})
		h.TypeOf.Set(trace.ObjectID(i), trace.TypeID(i))
		if c.Site == nil {
			continue
		}
		id, ok := sites[c.Site]
		if !ok {
			id = trace.SiteID(len(h.Sites))
			sites[c.Site], h.Sites = id, append(h.Sites, *c.Site)
		}
		h.SiteOf[i] = id
	}
	return h
}

// treeOfCounts returns the tree of a grouping of [heapOfCounts] with the numbers of the counts. If interval is not 0, these are estimates from
// samples.
func treeOfCounts(g *group.Grouping, counts []trace.TypeCount, interval int64) *trace.Tree {
	t := &trace.Tree{Names: g.Tree.Names, Nodes: slices.Clone(g.Tree.Nodes)}
	for i := range t.Nodes {
		t.Nodes[i].Objects, t.Nodes[i].Bytes = 0, 0
	}
	errors := make([]site.Error, len(t.Nodes))
	for i, c := range counts {
		of := site.ErrorOf(c.Objects, c.Bytes, interval)
		for _, leaf := range g.Leaves(trace.ObjectID(i)) { // at most one: a grouping of counts puts an object in one group
			for up := range t.Nodes.Up(leaf) {
				t.Nodes[up].Objects += c.Objects
				t.Nodes[up].Bytes += c.Bytes
				errors[up].Add(of)
			}
		}
	}
	if interval > 0 {
		t.Estimates = make(map[int32]trace.Estimate, len(t.Nodes))
		for i := range t.Nodes {
			t.Estimates[int32(i)] = errors[i].Estimate(t.Nodes[i].Amount())
		}
	}
	return t
}

// treeWork returns the kind of work that a tree of the grouping needs.
func (o *Recording) treeWork(by trees.Grouping) memory.Work {
	work := memory.Tree
	if by.SizeKind == trees.Deep || by.SizeKind == trees.Retained {
		work = memory.Sizes
	}
	if chain, filters, err := o.Chains(by); err == nil && (chain.Graph() || filters.Graph()) {
		work = max(work, memory.Paths)
	}
	return work
}

// countedInstead returns the tree of a GC point from counts per type, after loading its objects was refused for lack of memory. If counts
// do not suffice, it returns the refusal as the error. A warning names the numbers that are less exact.
func (o *Recording) countedInstead(ctx context.Context, by trees.Grouping, p *trace.Point, refusal error, progress trace.Progress) (*trace.Tree, error) {
	if p.Count == nil || by.SizeKind != trees.Shallow || !o.byType(by) {
		return nil, refusal
	}
	counts, warnings, err := o.countTypes(ctx, p, progress)
	switch {
	case memory.RefusedBy(err) != nil:
		return nil, refusal // the user did not request counts
	case err != nil:
		return nil, err
	}
	tree, err := o.countsTree(ctx, by, counts)
	if err == nil {
		o.Warn(append(warnings, trace.Warning{Source: p.Source, Text: fmt.Sprintf(
			"objects were only counted by type, including unreachable objects: %v", memory.RefusedBy(refusal))}))
	}
	return tree, err
}

// byType reports whether the grouping can be made from counts.
func (o *Recording) byType(by trees.Grouping) bool {
	chain, filters, err := o.Chains(by)
	r := o.Now()
	return err == nil && !slices.ContainsFunc(append(slices.Clone(chain), filters...),
		func(c *group.Classifier) bool { return !usesCounts(r, c) })
}
