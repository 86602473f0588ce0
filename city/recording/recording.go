package recording

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"sync"
	"time"

	"memcity/analysis/group"
	"memcity/analysis/guide"
	"memcity/analysis/guide/findings"
	"memcity/analysis/remedy"
	"memcity/analysis/structure"
	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/memory"
	"memcity/city/memory/allowance"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/collections"
	"memcity/city/view/drafts"
	"memcity/city/view/guides"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/trace/parallel"
)

// Options configures a recording and the session that shows it. The zero Options has only the built-in classifiers.
type Options struct {
	// Registry returns the classifiers and filters that chains may name; nil for the built-in ones. They report objects that they cannot
	// group to warn, which must be safe for concurrent use.
	Registry func(warn func(error)) *group.Registry
	// Structures contains descriptions of data structures; nil for none.
	Structures *structure.Library
	Remedies   *remedy.Library // knowledge about containers, for the guide; nil for none
	Domain     *group.Domain   // packages of the program under study; nil for the default
	// Files identifies the user's files that the registry and the structures were made from; empty for none.
	Files  string
	Budget int64           // memory for cached heap states, in bytes; 0 for DefaultBudget
	Memory *memory.Account // shares out the memory of the process; nil for no limit

	// Open opens another recording as a baseline; nil if that is not possible.
	Open func(paths []string) Opener

	// Every is the interval between checks of a growing recording; 0 for DefaultEvery. Ticker starts a clock with this interval, which runs
	// until stop is called; nil for the system clock.
	Every  time.Duration
	Ticker func(every time.Duration) (ticks <-chan time.Time, stop func())
	// MaxPoints is the number of GC points that a growing recording keeps, at least 8; 0 for DefaultMaxPoints.
	MaxPoints int

	// Leak describes in a sentence a suspicious time window that ends at the last of the given GC points; empty if there is none. Nil
	// selects the leak window of package window, with at least MinLeakPoints points.
	Leak func(points []window.Point) string
	// Act performs the action of a broken rule. The worker calls it, so it must not block. Nil for none.
	Act func(budget.FiredRule)
}

// Recording is a recording with its cached series. It is safe for concurrent use.
type Recording struct {
	Recording    *trace.Recording // as it was when opened
	Options      Options
	Memory       *memory.Account // shares out the memory of the process
	heaps        *memory.Cache[*HeapState]
	explored     nodePositions
	WhatIfs      memory.Newest[whatif.Query, *whatif.Result] // newest results
	drafts       memory.Newest[drafts.Query, *drafts.Report]
	GuideReports guides.Kept // newest results

	matched matchedObjects
	ages    keptAges
	usage   keptUsage
	// CollectionLook is the newest report on collections, with its lock.
	CollectionLook struct {
		sync.Mutex
		collections.Look
	}

	mu        sync.Mutex
	registry  *group.Registry
	described *structure.Library // nil for none
	files     string             // see [Options]
	series    []keptSeries
	warnings  []trace.Warning                       // from reading heap states
	suggested map[findings.Window]guide.Suggestions // by the guide
	growth
}

// keptSeries is a series of the first GC points of the recording, except dropped and unreadable points.
type keptSeries struct {
	by     trees.Grouping
	series *trees.Series
	points int // of the recording

	thinned int // number of times that GC points had been dropped when it was made
}

// New returns a Recording for r.
func New(r *trace.Recording, options Options) *Recording {
	if options.Budget <= 0 {
		options.Budget = DefaultBudget
	}
	if options.Memory == nil {
		options.Memory = memory.NewAccount(allowance.None)
	}
	o := &Recording{Recording: r, described: options.Structures, files: options.Files, Options: options, Memory: options.Memory,
		heaps: memory.NewCache[*HeapState](options.Memory, options.Budget)}
	o.begin(r)
	o.registry = o.registryOf(options)
	return o
}

// Registry returns the available classifiers and filters.
func (o *Recording) Registry() *group.Registry {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.registry
}

// Describe replaces the classifiers and the structure descriptions with those of other options.
func (o *Recording) Describe(options Options) {
	registry := o.registryOf(options)
	o.mu.Lock()
	o.registry, o.described, o.files = registry, options.Structures, options.Files
	o.series = nil // classifiers may group differently now
	o.mu.Unlock()
	o.heaps.Each((*HeapState).regroup)
	o.WhatIfs.Forget()
	o.drafts.Forget()
	o.GuideReports.Put(nil)
}

func (o *Recording) registryOf(options Options) *group.Registry {
	if options.Registry == nil {
		return group.Builtin()
	}
	return options.Registry(func(err error) { o.Warn([]trace.Warning{{Source: o.Recording.Name, Text: err.Error()}}) })
}

// Warnings returns the problems found in the input so far that did not prevent reading the rest.
func (o *Recording) Warnings() []trace.Warning {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append(append([]trace.Warning(nil), o.newest.Warnings...), o.warnings...)
}

// Growing returns the warnings to show while the recording grows. They then exclude the warning that the recording has no end yet.
func (o *Recording) Growing() []trace.Warning {
	all := o.Warnings()
	if o.Grows() {
		all = slices.DeleteFunc(all, func(w trace.Warning) bool { return w.Unfinished })
	}
	return all
}

// Grouped reports whether the recording comes grouped, so that no chain can be chosen.
func (o *Recording) Grouped() bool {
	r := o.Now()
	return !r.Knows.Has(trace.KnowsObjects) && !CountsOnly(r)
}

// Grouping returns the effective grouping for a request: the request itself, the default chain if it names none, or the grouping that the
// recording came with. An unknown classifier is an error.
func (o *Recording) Grouping(by trees.Grouping) (trees.Grouping, error) {
	if o.Grouped() {
		return trees.By(o.roles()...), nil
	}
	if by.By.Empty() {
		by.By = scene.DefaultSettings().By
	}
	chain, filters, err := o.Chains(by)
	if err != nil {
		return trees.Grouping{}, err
	}
	return trees.Grouping{By: seq.Of(chain.Names()...), Filters: seq.Of(filters.Names()...), SizeKind: by.SizeKind}, nil
}

// Chains returns the classifiers and filters of a grouping. It is an error if the recording lacks data for one.
func (o *Recording) Chains(by trees.Grouping) (chain, filters group.Chain, err error) {
	if chain, err = o.Registry().Chain(by.By.Slice()); err != nil {
		return nil, nil, err
	}
	if !by.Filters.Empty() {
		if filters, err = o.Registry().Chain(by.Filters.Slice()); err != nil {
			return nil, nil, err
		}
	}
	for _, f := range filters {
		if f.Kind != group.Filters {
			return nil, nil, fmt.Errorf("filter %q: not a filter", f.Name)
		}
	}
	for _, c := range []group.Chain{chain, filters} {
		if why := o.lackOf(c); why != "" {
			return nil, nil, errors.New(why)
		}
	}
	return chain, filters, nil
}

// roles returns the roles on the path from the root of a ready-made tree to its first leaf.
func (o *Recording) roles() []string {
	roles := []string{}
	points := o.Now().Points
	if len(points) == 0 {
		return roles
	}
	t := points[0].Tree
	for i := int32(1); t != nil && int(i) < len(t.Nodes) && (i == 1 || !t.IsLeaf(i-1)); i++ {
		role := t.Names.Text(t.Nodes[i].Role)
		if role != "" && (len(roles) == 0 || roles[len(roles)-1] != role) {
			roles = append(roles, role)
		}
	}
	return roles
}

// Series groups every kept GC point of the recording and merges the trees. It caches the result; the next call groups only new points. GC
// points whose heap state cannot be read are omitted with a warning. It is an error if none can be read. Partial, unless nil, is called at
// intervals from the calling goroutine with the series of the points so far, in order.
func (o *Recording) Series(ctx context.Context, by trees.Grouping, progress trace.Progress, partial func(*trees.Series)) (*trees.Series,
	error) {
	return o.SeriesUpTo(ctx, by, math.MaxInt, progress, partial)
}

// SeriesUpTo is Series for the recording's first GC points, up to limit.
func (o *Recording) SeriesUpTo(ctx context.Context, by trees.Grouping, limit int, progress trace.Progress,
	partial func(*trees.Series)) (*trees.Series, error) {
	by, err := o.Grouping(by)
	if err != nil {
		return nil, err
	}
	k, missing, points := o.kept(by, limit)
	if k.points > points {
		return k.series.Only(func(source int) bool { return source < limit }), nil
	}
	if len(missing) > 0 || k.series == nil {
		base := k.series
		if base == nil {
			base = trees.NewSeries(nil).Of(o.domain())
		}
		if k.series, err = o.trees(ctx, by, base, missing, progress, partial); err != nil {
			return nil, err
		}
	}
	k.points = points
	o.keep(k)
	return k.series, nil
}

// kept returns the cached series of a grouping, and the GC points that it lacks among the recording's first points, up to limit.
func (o *Recording) kept(by trees.Grouping, limit int) (k keptSeries, missing []int, points int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	points = min(limit, len(o.newest.Points))
	k.by, k.thinned = by, o.thinned
	for _, old := range o.series {
		if old.by == by {
			k = old
		}
	}
	for i := k.points; i < points; i++ {
		if !o.gone[i] {
			missing = append(missing, i)
		}
	}
	return k, missing, points
}

// keep caches a series, unless a longer one is cached or some of its GC points were dropped.
func (o *Recording) keep(k keptSeries) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if k.thinned != o.thinned {
		return
	}
	for i, old := range o.series {
		if old.by == k.by {
			if k.points >= old.points {
				o.series[i] = k
			}
			return
		}
	}
	o.series = append(o.series, k)
	if len(o.series) > maxSeries {
		o.series = o.series[1:]
	}
}

// maxSeries is the maximum number of cached series.
const maxSeries = 12

// Tree returns the memory tree of one GC point, 0-based, with its pointer maps. The error is ctx's, or says that there is no such GC point,
// that it cannot be grouped this way, or that it could not be read.
func (o *Recording) Tree(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (trees.PointTree, error) {
	by, err := o.Grouping(by)
	if err != nil {
		return trees.PointTree{}, err
	}
	return o.tree(ctx, by, point, progress)
}

func (o *Recording) tree(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (trees.PointTree, error) {
	p, err := o.Point(point)
	if err != nil {
		return trees.PointTree{}, err
	}
	out := trees.PointTree{Time: p.Time, Source: point, Tree: p.Tree, Pointers: p.Pointers}
	if p.Tree != nil {
		return out, nil
	}
	if p.Counts != nil {
		out.Tree, err = o.countsTree(ctx, by, p.Counts)
		return out, err
	}
	ctx, task := o.Memory.Part(ctx, o.treeWork(by))
	defer task.End()
	h, err := o.Load(ctx, point, Once, progress)
	if memory.RefusedBy(err) != nil {
		out.Tree, err = o.countedInstead(ctx, by, p, err, progress)
		return out, err
	}
	if err != nil {
		return out, err
	}
	g, err := o.GroupHeap(ctx, h, by)
	if err != nil {
		return out, err
	}
	if out.Tree, err = o.sizedTree(ctx, h, g, by.SizeKind); err != nil {
		return out, err
	}
	out.Pointers, err = g.Pointers(ctx)
	if errors.Is(err, group.ErrTooManyPairs) {
		o.Warn([]trace.Warning{{Source: o.Now().Name, Text: err.Error()}})
		err = nil
	}
	return out, err
}

// Warn adds warnings about the input, without duplicates.
func (o *Recording) Warn(warnings []trace.Warning) {
	o.mu.Lock()
	defer o.mu.Unlock()
next:
	for _, w := range warnings {
		for _, old := range o.warnings {
			if old == w {
				continue next
			}
		}
		o.warnings = append(o.warnings, w)
	}
}

// trees adds the memory trees of some points to a series, several in parallel. It is an error if the series is empty afterwards.
func (o *Recording) trees(ctx context.Context, by trees.Grouping, series *trees.Series, points []int, progress trace.Progress,
	partial func(*trees.Series)) (*trees.Series, error) {
	n := len(points)
	type result struct {
		tree trees.PointTree
		err  error
	}
	all := make([]result, n)
	ready := make([]bool, n)
	var first error
	report := func(done int) {
		if done < n {
			progress.Report(int64(done), int64(n), fmt.Sprintf("reading GC point %d of %d", done+1, n))
		}
	}
	report(0)
	done, at := 0, 0
	var good []trees.PointTree
	inMemory := o.heaps.Kept(points) // points in memory do not prove that the recording's files still exist
	read, lost := series.Len() > 0, false
	atOnce := o.cameGrouped(points)
	for i, r := range parallel.Results(n, n, func(_, i int) result {
		tree, err := o.tree(ctx, by, points[i], nil)
		return result{tree, err}
	}) {
		all[i], ready[i] = r, true
		for ; at < n && ready[at]; at++ {
			switch err := all[at].err; {
			case err == nil:
				good = append(good, all[at].tree)
				read = read || !inMemory[at]
			case ctx.Err() == nil:
				o.LeaveOut(points[at], err)
				if first == nil {
					first = err
				}
				lost = lost || errors.Is(err, fs.ErrNotExist)
			}
		}
		if done++; !atOnce || done == n {
			series = series.With(good)
			if partial != nil && read && len(good) > 0 && done < n && ctx.Err() == nil {
				partial(series)
			}
			good = nil
		}
		report(done)
	}
	progress.Report(int64(n), int64(n), "grouped")
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if first != nil && (series.Len() == 0 || lost && !read) {
		return nil, first
	}
	return series, nil
}

// cameGrouped reports whether the recording came with the trees of the given points. They are added in one step, because each step costs as
// much as the series that it adds to.
func (o *Recording) cameGrouped(points []int) bool {
	r := o.Now()
	return !slices.ContainsFunc(points, func(i int) bool { return i >= len(r.Points) || r.Points[i].Tree == nil })
}

// LeaveOut reports why a GC point is missing from a series.
func (o *Recording) LeaveOut(point int, err error) {
	if errors.Is(err, errNotKept) { // dropped before it was read
		return
	}
	source := o.Now().Name
	if !errors.Is(err, errOnlyCounts) { // reported once for all points
		source = o.Now().Points[point].Source
	}
	o.Warn([]trace.Warning{{Source: source, Text: "skipped: " + err.Error()}})
}

// Opener opens a recording. It runs on the worker.
type Opener func(ctx context.Context, progress trace.Progress) (*trace.Recording, error)
