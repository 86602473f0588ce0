package session

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

// Options are what a session works with apart from recordings. The zero Options have the built-in classifiers only.
type Options struct {
	// Registry makes the classifiers and filters that chains may name of a recording; nil for the built-in ones. Warn is for
	// them to report what they cannot group; it may be called from several goroutines.
	Registry func(warn func(error)) *group.Registry
	// Structures are the descriptions of data structures; nil for none.
	Structures *structure.Library
	Remedies   *remedy.Library // what is known of containers, for the guide; nil for nothing
	Domain     *group.Domain   // the packages of the program under study; nil for the default
	// Files is what the files of the user are recognised by that these are made of; empty for none.
	Files  string
	Budget int64           // bytes for heap states that are kept for the next query; 0 for DefaultBudget
	Memory *memory.Account // shares out the memory of the process; nil for any amount

	// Open opens another recording to compare with; nil if none can be.
	Open func(paths []string) Opener

	// Every is the distance between two looks for what was added to a recording that grows; 0 for DefaultEvery. Ticker
	// starts a clock that ticks so, until stop is called; nil for that of the system.
	Every  time.Duration
	Ticker func(every time.Duration) (ticks <-chan time.Time, stop func())
	// MaxPoints is how many GC points of a recording that grows are kept, at least 8; 0 for DefaultMaxPoints.
	MaxPoints int

	// Leak looks for a suspicious time window that ends at the last of some GC points, and describes it in a sentence;
	// empty if there is none. Nil for the leak window of package window, of at least MinLeakPoints points.
	Leak func(points []window.Point) string
	// Act does what a rule wants that was broken. It is called from the worker and must not block. Nil for nothing.
	Act func(budget.Fired)
}

// Recording is a recording with the series made of it so far. It may be used from several goroutines.
type Recording struct {
	Recording *trace.Recording // as it was when it was opened
	options   Options
	memory    *memory.Account
	heaps     *memory.Cache[*heapState]
	explored  explored
	withouts  memory.Newest[whatif.Query, *whatif.Without]
	drafts    memory.Newest[drafts.Query, *drafts.Report]
	guided    guides.Kept

	recognised recognised
	ages       keptAges
	usage      keptUsage
	looked     struct {
		sync.Mutex
		collections.Look
	}

	mu        sync.Mutex
	registry  *group.Registry
	described *structure.Library // nil for none
	files     string             // see [Options]
	series    []keptSeries
	warnings  []trace.Warning // that came up while heap states were read
	suggested suggestedSets   // by the guide
	growth
}

// keptSeries is a series of the first GC points of the recording, those that are not kept or cannot be read left out.
type keptSeries struct {
	by     trees.Grouping
	series *trees.Series
	points int // of the recording

	thinned int // how often GC points had been dropped when it was made
}

// NewRecording makes a recording ready for work.
func NewRecording(r *trace.Recording, options Options) *Recording {
	if options.Budget <= 0 {
		options.Budget = DefaultBudget
	}
	if options.Memory == nil {
		options.Memory = memory.NewAccount(allowance.None)
	}
	o := &Recording{Recording: r, described: options.Structures, files: options.Files, options: options, memory: options.Memory,
		heaps: memory.NewCache[*heapState](options.Memory, options.Budget)}
	o.begin(r)
	o.registry = o.registryOf(options)
	return o
}

// Registry returns the classifiers and filters that can be named.
func (o *Recording) Registry() *group.Registry {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.registry
}

// Describe replaces the classifiers and the descriptions of data structures by those of other options.
func (o *Recording) Describe(options Options) {
	registry := o.registryOf(options)
	o.mu.Lock()
	o.registry, o.described, o.files = registry, options.Structures, options.Files
	o.series = nil // classifiers may group otherwise now
	o.mu.Unlock()
	o.heaps.Each((*heapState).regroup)
	o.withouts.Forget()
	o.drafts.Forget()
	o.guided.Put(nil)
}

func (o *Recording) registryOf(options Options) *group.Registry {
	if options.Registry == nil {
		return group.Builtin()
	}
	return options.Registry(func(err error) { o.Warn([]trace.Warning{{Source: o.Recording.Name, Text: err.Error()}}) })
}

// Warnings returns what was wrong with the input so far, without harm to the rest.
func (o *Recording) Warnings() []trace.Warning {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append(append([]trace.Warning(nil), o.newest.Warnings...), o.warnings...)
}

// Growing returns the warnings for whoever follows the recording while it grows: without those that it has no end yet.
func (o *Recording) Growing() []trace.Warning {
	all := o.Warnings()
	if o.grows() {
		all = slices.DeleteFunc(all, func(w trace.Warning) bool { return w.Unfinished })
	}
	return all
}

// Grouped reports whether the recording comes grouped, so that no chain can be chosen.
func (o *Recording) Grouped() bool {
	r := o.now()
	return !r.Knows.Has(trace.KnowsObjects) && !countsOnly(r)
}

// Grouping returns what a request for a grouping gives: itself, the default chain if it names none, or what the recording
// came with. An unknown classifier is an error.
func (o *Recording) Grouping(by trees.Grouping) (trees.Grouping, error) {
	if o.Grouped() {
		return trees.By(o.roles()...), nil
	}
	if by.By.Empty() {
		by.By = scene.DefaultSettings().By
	}
	chain, filters, err := o.chains(by)
	if err != nil {
		return trees.Grouping{}, err
	}
	return trees.Grouping{By: seq.Of(chain.Names()...), Filters: seq.Of(filters.Names()...), Measure: by.Measure}, nil
}

// chains finds the classifiers and filters of a grouping, which must be usable with the recording.
func (o *Recording) chains(by trees.Grouping) (chain, filters group.Chain, err error) {
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

// roles lists the roles from the root of a ready-made tree down to its first leaf.
func (o *Recording) roles() []string {
	roles := []string{}
	points := o.now().Points
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

// Series groups every GC point of the recording that is kept and merges the trees. The result is kept for the next call,
// which groups only what was added since. GC points whose heap state cannot be read are left out with a warning; if none
// can be read, that is the error. Partial, unless nil, is called now and then with a series of the points so far, in order,
// from the calling goroutine.
func (o *Recording) Series(ctx context.Context, by trees.Grouping, progress trace.Progress, partial func(*trees.Series)) (*trees.Series,
	error) {
	return o.seriesOf(ctx, by, math.MaxInt, progress, partial)
}

// seriesOf is the series of the first GC points of the recording up to limit.
func (o *Recording) seriesOf(ctx context.Context, by trees.Grouping, limit int, progress trace.Progress,
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
			base = trees.NewSeries(nil).Of(o.options.Domain)
		}
		if k.series, err = o.trees(ctx, by, base, missing, progress, partial); err != nil {
			return nil, err
		}
	}
	k.points = points
	o.keep(k)
	return k.series, nil
}

// kept returns the series that is kept for a grouping, and the GC points that it lacks of the first points of the
// recording up to limit.
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

// keep keeps a series, unless a longer one has come meanwhile, or some of its GC points have gone.
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

// maxSeries is the number of series that are kept.
const maxSeries = 12

// Tree returns the memory tree of one GC point, counted from 0, with its pointer maps. An error says that there is no such GC
// point, that it cannot be grouped so, or what went wrong with reading it; it may be ctx's.
func (o *Recording) Tree(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (trees.PointTree, error) {
	by, err := o.Grouping(by)
	if err != nil {
		return trees.PointTree{}, err
	}
	return o.tree(ctx, by, point, progress)
}

func (o *Recording) tree(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (trees.PointTree, error) {
	p, err := o.point(point)
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
	ctx, task := o.memory.Part(ctx, o.treeWork(by))
	defer task.End()
	h, err := o.load(ctx, point, once, progress)
	if memory.RefusedBy(err) != nil {
		out.Tree, err = o.countedInstead(ctx, by, p, err, progress)
		return out, err
	}
	if err != nil {
		return out, err
	}
	g, err := o.grouped(ctx, h, by)
	if err != nil {
		return out, err
	}
	if out.Tree, err = o.sizedTree(ctx, h, g, by.Measure); err != nil {
		return out, err
	}
	out.Pointers, err = g.Pointers(ctx)
	if errors.Is(err, group.ErrTooManyPairs) {
		o.Warn([]trace.Warning{{Source: o.now().Name, Text: err.Error()}})
		err = nil
	}
	return out, err
}

// Warn keeps warnings about the input, each once.
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

// trees adds the memory trees of some points to a series, several at a time. It is an error if there are none then.
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
	inMemory := o.heaps.Kept(points) // where the files of a recording are gone, these alone do not stand for it
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
				o.leaveOut(points[at], err)
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

// cameGrouped reports whether the recording came with the trees of points. They are added at once: each step costs as much as the series
// that it adds to.
func (o *Recording) cameGrouped(points []int) bool {
	r := o.now()
	return !slices.ContainsFunc(points, func(i int) bool { return i >= len(r.Points) || r.Points[i].Tree == nil })
}

// leaveOut reports why a GC point is not in a series.
func (o *Recording) leaveOut(point int, err error) {
	if errors.Is(err, errNotKept) { // while it was to be read
		return
	}
	source := o.now().Name
	if !errors.Is(err, errOnlyCounts) { // reported once for all of them
		source = o.now().Points[point].Source
	}
	o.Warn([]trace.Warning{{Source: source, Text: "left out: " + err.Error()}})
}
