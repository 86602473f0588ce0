package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"memcity/analysis/group"
	"memcity/city/memory"
	"memcity/city/trees"
	"memcity/trace"
)

// byType are the classifiers and filters that look at nothing but the type of an object, so that they can group what is
// only counted per type.
var byType = []string{"overall", "package", "packages", "type", onlyDomain, "no-java", "no-primitive-arrays"}

// onlyDomain needs the objects of a heap state to know the program's own packages, unless they are given.
const onlyDomain = "only-domain"

var (
	// errOnlyCounts says why a GC point is missing in a series.
	errOnlyCounts = errors.New("GC points that have only objects and bytes per type, which cannot be grouped so")
	// errCountsHave says why nothing else is known of one.
	errCountsHave = errors.New("only counts by type")
)

const onlyCounts = "needs single objects; of the GC points of this recording only objects and bytes per type are known"

// noneHere is errCountsHave of a GC point, with the closest one that has single objects.
func noneHere(r *trace.Recording, point int) error {
	if i, ok := r.ClosestWalked(point); ok {
		return fmt.Errorf("GC point %d has %w; GC point %d has objects (--at %[3]d)", point+1, errCountsHave, i+1)
	}
	return fmt.Errorf("GC point %d has %w", point+1, errCountsHave)
}

// countsOnly reports whether nothing but counts per type is known of any GC point so far.
func countsOnly(r *trace.Recording) bool {
	some := false
	for i := range r.Points {
		if p := &r.Points[i]; p.Load != nil || p.Tree != nil {
			return false
		}
		some = some || r.Points[i].Counts != nil
	}
	return some
}

// lack reports what a classifier needs that the recording does not have; empty if it can be used.
func (o *Recording) lack(c *group.Classifier) string {
	r := o.now()
	if !countsOnly(r) {
		return c.Missing(o.groupable())
	}
	if why := c.Missing(r.Knows | trace.KnowsObjects); why != "" || slices.Contains(byType, c.Name) {
		return why
	}
	return onlyCounts
}

// lackOf reports it for the first classifier of a chain that lacks something.
func (o *Recording) lackOf(chain group.Chain) string {
	for _, c := range chain {
		if why := o.lack(c); why != "" {
			return fmt.Sprintf("classifier %q: %s", c.Name, why)
		}
	}
	return ""
}

// Counted returns the tree of a GC point made of counts per type, which takes a pass over the file and no references. It is nil where
// more than types is requested, where the input has no such way, where the heap state is loaded anyway, and where the recording has
// other GC points: numbers are compared over them, and there garbage is set apart. Here what no GC root keeps alive is counted with
// the rest. By is one of [Recording.Grouping].
func (o *Recording) Counted(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (*trace.Tree, error) {
	p, err := o.point(point)
	if err != nil || p.Count == nil || len(o.now().Points) > 1 || kept(o.heaps, point) || by.Measure != trees.Shallow {
		return nil, err
	}
	for _, name := range slices.Concat(by.By.Slice(), by.Filters.Slice()) {
		if !slices.Contains(byType, name) || name == onlyDomain && o.options.Domain == nil {
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

func kept(heaps *memory.Cache[*heapState], point int) bool {
	_, ok := heaps.Get(point)
	return ok
}

// countTypes counts the objects of a GC point by type, if there is memory for that.
func (o *Recording) countTypes(ctx context.Context, p *trace.Point, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
	ctx, task := o.memory.Part(ctx, memory.Counts)
	defer task.End()
	return p.Count(task.Admitting(ctx), progress)
}

// countsTree groups objects that are only counted per type. Each type stands for its objects.
func (o *Recording) countsTree(ctx context.Context, by trees.Grouping, counts []trace.TypeCount) (*trace.Tree, error) {
	chain, filters, err := o.chains(by)
	if err != nil {
		return nil, err
	}
	if by.Measure != trees.Shallow || !o.byType(by) {
		return nil, errOnlyCounts
	}
	h := &trace.Heap{Align: 1, TypeOf: trace.NewTypes(len(counts), len(counts)), Extent: trace.NewExtents(len(counts)),
		RefStart: trace.RowsOf(make([]uint32, len(counts)+1))}
	for i, c := range counts {
		h.Types = append(h.Types, trace.Type{Name: c.Name, Kind: c.Kind, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject})
		h.TypeOf.Set(trace.ObjectID(i), trace.TypeID(i))
	}
	subject := &group.Subject{Heap: h, Names: o.Recording.Names, Knows: trace.KnowsObjects, Domain: o.options.Domain}
	g, err := group.New(ctx, subject, chain, group.Options{Filters: filters, Objects: true})
	if err != nil {
		return nil, err
	}
	t := &trace.Tree{Names: g.Tree.Names, Nodes: slices.Clone(g.Tree.Nodes)}
	for i := range t.Nodes {
		t.Nodes[i].Objects, t.Nodes[i].Bytes = 0, 0
	}
	for i, c := range counts {
		for _, leaf := range g.Leaves(trace.ObjectID(i)) { // one at most: by its type, an object is in one group
			for up := range t.Nodes.Up(leaf) {
				t.Nodes[up].Objects += c.Objects
				t.Nodes[up].Bytes += c.Bytes
			}
		}
	}
	return t, nil
}

// treeWork is what a tree of a grouping is made by.
func (o *Recording) treeWork(by trees.Grouping) memory.Work {
	work := memory.Tree
	if by.Measure == trees.Deep || by.Measure == trees.Retained {
		work = memory.Sizes
	}
	if chain, filters, err := o.chains(by); err == nil && (chain.Graph() || filters.Graph()) {
		work = max(work, memory.Paths)
	}
	return work
}

// countedInstead is the tree of a GC point whose single objects were refused for lack of memory, made of numbers by type. Where it
// cannot be made of them the error is the refusal. What is less exact for it is a warning.
func (o *Recording) countedInstead(ctx context.Context, by trees.Grouping, p *trace.Point, refusal error, progress trace.Progress) (*trace.Tree, error) {
	if p.Count == nil || by.Measure != trees.Shallow || !o.byType(by) {
		return nil, refusal
	}
	counts, warnings, err := o.countTypes(ctx, p, progress)
	switch {
	case memory.RefusedBy(err) != nil:
		return nil, refusal // not for what nobody requested
	case err != nil:
		return nil, err
	}
	tree, err := o.countsTree(ctx, by, counts)
	if err == nil {
		o.Warn(append(warnings, trace.Warning{Source: p.Source, Text: fmt.Sprintf(
			"objects were counted by type, those that no GC root keeps alive among them: %v", memory.RefusedBy(refusal))}))
	}
	return tree, err
}

// byType reports whether objects can be grouped so that are only counted per type.
func (o *Recording) byType(by trees.Grouping) bool {
	chain, filters, err := o.chains(by)
	return err == nil && !slices.ContainsFunc(append(slices.Clone(chain), filters...),
		func(c *group.Classifier) bool { return !slices.Contains(byType, c.Name) })
}
