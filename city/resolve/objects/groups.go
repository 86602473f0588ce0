package objects

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	siteof "memcity/analysis/site"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
	"memcity/words"
)

// Group reports on the objects of the given groups at a GC point. Show, unless nil, receives the report as it grows, quick parts first.
func Group(ctx context.Context, o *recording.Recording, q inspect.Query, progress trace.Progress, show func(*inspect.Report)) (*inspect.Report,
	error) {
	ctx, end := o.Memory.Begin(ctx, memory.Owners)
	defer end()
	h, err := o.Load(ctx, q.Heap.Point, recording.Keeping, progress)
	if err != nil {
		return nil, err
	}
	g, err := o.GroupHeap(ctx, h, q.Heap.By)
	if err != nil {
		return nil, err
	}
	set, err := g.KeyedObjects(ctx, q.Keys.Slice())
	if err != nil {
		return nil, err
	}
	r := &reporter{opened: o, HeapState: h, grouping: g, query: q, set: set}
	r.report = inspect.Report{Query: q, Point: q.Heap.Point, Shallow: r.amount(recording.ObjectsIn(set)),
		Heap: g.Tree.Nodes[0].Amount()}
	r.report.NoReferences = !o.Now().Knows.Has(trace.KnowsReferences)
	r.report.NoRoots = r.report.NoReferences || !o.Now().Knows.Has(trace.KnowsRoots)
	r.origins()
	showSoFar := func() {
		if show != nil {
			report := r.report
			show(&report)
		}
	}
	showSoFar()
	for _, part := range []struct {
		words string
		work  func(context.Context, trace.Progress) error
	}{
		{"computing what the group keeps alive", r.closures}, {"choosing objects", r.samples},
		{"finding GC roots", r.roots}, {"finding owners", r.owners},
	} {
		progress.Report(0, 0, part.words)
		if err := part.work(ctx, progress); err != nil {
			return nil, err
		}
		showSoFar()
	}
	r.report.Whole = true
	return &r.report, nil
}

// reporter collects a report.
type reporter struct {
	opened *recording.Recording
	*recording.HeapState
	grouping *group.Grouping // that contains the queried groups
	query    inspect.Query
	set      *bitset.BitSet
	report   inspect.Report
}

func (r *reporter) amount(objects []trace.ObjectID) (a trees.Amount) {
	a.Objects = int64(len(objects))
	for _, o := range objects {
		a.Bytes += r.Heap().Size(o)
	}
	return a
}

// closures computes the objects that the group reaches and retains, and their composition.
func (r *reporter) closures(ctx context.Context, _ trace.Progress) error {
	if r.report.NoReferences {
		return nil
	}
	g, err := r.Subject().ReferenceGraph(ctx)
	if err != nil {
		return err
	}
	finder := g.NewFinder()
	deep, err := finder.Find(ctx, closure.Deep, recording.ObjectsIn(r.set))
	if err != nil {
		return err
	}
	r.report.Deep = r.amount(deep)
	if r.report.DeepParts, err = r.parts(ctx, deep); err != nil {
		return err
	}
	r.report.HasClosures, r.report.NoRoots = true, r.report.NoRoots || !g.KnowsRoots()
	if r.report.NoRoots {
		return nil
	}
	retained, err := finder.Find(ctx, closure.Retained, recording.ObjectsIn(r.set))
	if err != nil {
		return err
	}
	r.report.Retained = r.amount(retained)
	r.report.RetainedParts, err = r.parts(ctx, retained)
	return err
}

// parts groups objects by the requested chain.
func (r *reporter) parts(ctx context.Context, objects []trace.ObjectID) ([]inspect.PartOf, error) {
	chain, err := r.opened.Registry().Chain(r.by().Slice())
	if err != nil {
		return nil, err
	}
	among := bitset.New(uint(r.Heap().Len()))
	for _, o := range objects {
		among.Set(uint(o))
	}
	only := &group.Classifier{Name: "among", Kind: group.Filters,
		Prepare: func(context.Context, *group.Subject, group.Chain) (*group.Keys, error) {
			return group.ObjectFilter(func(o trace.ObjectID) bool { return among.Test(uint(o)) }), nil
		}}
	g, err := group.New(ctx, r.Subject(), chain, group.Options{Filters: group.Chain{only}})
	if err != nil {
		return nil, err
	}
	return inspect.Parts(g.Tree, maxParts), nil
}

// maxParts is the maximum number of groups listed per level.
const maxParts = 50

// by returns the requested chain; by default, the type.
func (r *reporter) by() seq.Seq[string] {
	if r.query.By.Empty() {
		return seq.Of("type")
	}
	return r.query.By
}

// maxOrigins is the maximum number of allocation sites, and maxFrames the maximum number of frames of each.
const (
	maxOrigins = 5
	maxFrames  = 32
)

// origins reports where the objects were allocated. In a group of sampled sites, sampled objects represent others. Only the group's own
// error is available.
func (r *reporter) origins() {
	keys := r.query.Keys.Slice()
	if t := r.grouping.Tree; len(t.Estimates) > 0 && len(keys) == 1 {
		if e, ok := t.Estimates[t.Nodes.Find(keys[0], t.Name)]; ok {
			r.report.Estimate = &e
			return
		}
	}
	found := siteof.Of(r.Heap(), recording.ObjectsIn(r.set), r.Subject().SiteName)
	if why := found.WhyUnknown(words.Size(r.Heap().Interval)); why != "" {
		r.report.NoOrigins = words.UpperFirst(why) + "."
	}
	for i := range found.Froms[:min(len(found.Froms), maxOrigins)] {
		f := &found.Froms[i]
		r.report.Origins = append(r.report.Origins, inspect.Origin{Name: f.Name, Amount: f.Amount, Estimate: f.Uncertainty(),
			Frames: f.Calls(r.Heap(), maxFrames)})
	}
}

// maxSamples is the maximum number of example objects.
const maxSamples = 200

func (r *reporter) samples(ctx context.Context, _ trace.Progress) error {
	l, err := newLister(ctx, r.HeapState)
	if err != nil {
		return err
	}
	all := recording.ObjectsIn(r.set)
	n := min(len(all), maxSamples)
	for i := range n {
		r.report.Samples = append(r.report.Samples, l.line(all[i*len(all)/n]))
	}
	return ctx.Err()
}

// roots reports the GC roots that hold the objects.
func (r *reporter) roots(ctx context.Context, progress trace.Progress) error {
	if r.report.NoRoots {
		return nil
	}
	roots, err := r.Roots(ctx)
	if err != nil {
		return err
	}
	roots = roots.Pooled()
	holders, err := roots.Holders(ctx, r.set, progress)
	if err != nil {
		return err
	}
	for _, h := range holders[:min(len(holders), maxRoots)] {
		name := roots.Names[h.Root]
		r.report.Roots = append(r.report.Roots, inspect.RootShare{Kind: name.Kind.String(), Text: name.String(),
			Direct: h.Direct, Closest: h.Closest, Indirect: h.Indirect})
	}
	return nil
}

// maxRoots is the maximum number of GC roots in a report.
const maxRoots = 500
