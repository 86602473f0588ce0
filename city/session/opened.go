package session

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"memcity/analysis/group"
	"memcity/city"
	"memcity/trace"
)

// Options are what a session works with beside recordings. The zero Options have the built-in classifiers only.
type Options struct {
	// Registry makes the classifiers and filters that chains may name of a recording; nil for the built-in ones. Told is
	// for them to tell what they cannot group; it may be called from several goroutines.
	Registry func(told func(error)) *group.Registry
	Domain   *group.Domain // the packages of the program under study; nil for the default
	Budget   int64         // bytes for heap states that are kept for the next question; 0 for DefaultBudget
}

// Opened is a recording with the series made of it so far. It may be used from several goroutines.
type Opened struct {
	Recording *trace.Recording
	registry  *group.Registry
	options   Options
	heaps     heapCache
	explored  explored

	mu     sync.Mutex
	series []keptSeries
	told   []trace.Warning // that came up while heap states were read
}

type keptSeries struct {
	by     city.Grouping
	series *city.Series
}

// Wrap makes a recording ready for work.
func Wrap(r *trace.Recording, options Options) *Opened {
	if options.Budget <= 0 {
		options.Budget = DefaultBudget
	}
	o := &Opened{Recording: r, registry: group.Builtin(), options: options, heaps: heapCache{budget: options.Budget}}
	if options.Registry != nil {
		o.registry = options.Registry(func(err error) { o.tell([]trace.Warning{{Source: r.Name, Text: err.Error()}}) })
	}
	return o
}

// Registry returns the classifiers and filters that can be named.
func (o *Opened) Registry() *group.Registry { return o.registry }

// Warnings returns what was wrong with the input so far, without harm to the rest.
func (o *Opened) Warnings() []trace.Warning {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append(append([]trace.Warning(nil), o.Recording.Warnings...), o.told...)
}

// Grouped reports whether the recording comes grouped, so that no chain can be chosen.
func (o *Opened) Grouped() bool { return !o.Recording.Knows.Has(trace.KnowsObjects) }

// Grouping returns what a wish for a grouping gives: itself, the default chain if it names none, or what the recording
// came with. An unknown classifier is an error.
func (o *Opened) Grouping(by city.Grouping) (city.Grouping, error) {
	if o.Grouped() {
		return city.Grouping{By: o.roles()}, nil
	}
	if len(by.By) == 0 {
		by.By = city.DefaultSettings().By
	}
	chain, filters, err := o.chains(by)
	if err != nil {
		return city.Grouping{}, err
	}
	return city.Grouping{By: chain.Names(), Filters: filters.Names(), Measure: by.Measure}, nil
}

// chains finds the classifiers and filters of a grouping, which must be usable with the recording.
func (o *Opened) chains(by city.Grouping) (chain, filters group.Chain, err error) {
	if chain, err = o.registry.Chain(by.By); err != nil {
		return nil, nil, err
	}
	if len(by.Filters) > 0 {
		if filters, err = o.registry.Chain(by.Filters); err != nil {
			return nil, nil, err
		}
	}
	for _, f := range filters {
		if f.Kind != group.Filters {
			return nil, nil, fmt.Errorf("filter %q: it is no filter", f.Name)
		}
	}
	for _, c := range []group.Chain{chain, filters} {
		if why := c.Missing(o.Recording.Knows); why != "" {
			return nil, nil, errors.New(why)
		}
	}
	return chain, filters, nil
}

// roles lists the roles from the root of a ready-made tree down to its first leaf.
func (o *Opened) roles() []string {
	roles := []string{}
	t := o.Recording.Points[0].Tree
	for i := int32(1); t != nil && int(i) < len(t.Nodes) && (i == 1 || !t.IsLeaf(i-1)); i++ {
		role := t.Names.Text(t.Nodes[i].Role)
		if role != "" && (len(roles) == 0 || roles[len(roles)-1] != role) {
			roles = append(roles, role)
		}
	}
	return roles
}

// Series groups every GC point of the recording and merges the trees. The result is kept for the next call. GC points
// whose heap state cannot be read are left out with a warning; if none can be read, that is the error. Partial, unless
// nil, is called now and then with a series of the points so far, in order, from the calling goroutine.
func (o *Opened) Series(ctx context.Context, by city.Grouping, progress trace.Progress, partial func(*city.Series)) (*city.Series, error) {
	by, err := o.Grouping(by)
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	for _, k := range o.series {
		if k.by.Same(by) {
			o.mu.Unlock()
			return k.series, nil
		}
	}
	o.mu.Unlock()
	points, err := o.trees(ctx, by, progress, partial)
	if err != nil {
		return nil, err
	}
	s := city.NewSeries(points)
	o.mu.Lock()
	o.series = append(o.series, keptSeries{by, s})
	if len(o.series) > maxSeries {
		o.series = o.series[1:]
	}
	o.mu.Unlock()
	return s, nil
}

// maxSeries is the number of series that are kept.
const maxSeries = 12

// Tree returns the memory tree of one GC point with its pointer maps.
func (o *Opened) Tree(ctx context.Context, by city.Grouping, point int, progress trace.Progress) (city.PointTree, error) {
	by, err := o.Grouping(by)
	if err != nil {
		return city.PointTree{}, err
	}
	return o.tree(ctx, by, point, progress)
}

func (o *Opened) tree(ctx context.Context, by city.Grouping, point int, progress trace.Progress) (city.PointTree, error) {
	p := &o.Recording.Points[point]
	out := city.PointTree{Time: p.Time, Source: point, Tree: p.Tree, Pointers: p.Pointers}
	if p.Tree != nil {
		return out, nil
	}
	h, err := o.load(ctx, point, false, progress)
	if err != nil {
		return out, err
	}
	g, err := o.grouped(ctx, h, by)
	if err != nil {
		return out, err
	}
	if out.Tree, err = measured(ctx, h, g, by.Measure); err != nil {
		return out, err
	}
	out.Pointers, err = g.Pointers(ctx)
	if errors.Is(err, group.ErrTooManyPairs) {
		o.tell([]trace.Warning{{Source: o.Recording.Name, Text: err.Error()}})
		err = nil
	}
	return out, err
}

// tell keeps warnings, each once.
func (o *Opened) tell(warnings []trace.Warning) {
	o.mu.Lock()
	defer o.mu.Unlock()
next:
	for _, w := range warnings {
		for _, old := range o.told {
			if old == w {
				continue next
			}
		}
		o.told = append(o.told, w)
	}
}

// trees makes the memory trees of all points, several at a time.
func (o *Opened) trees(ctx context.Context, by city.Grouping, progress trace.Progress, partial func(*city.Series)) ([]city.PointTree, error) {
	n := len(o.Recording.Points)
	type result struct {
		point int
		tree  city.PointTree
		err   error
	}
	results := make(chan result, n)
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), n) {
		go func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				tree, err := o.tree(ctx, by, i, nil)
				results <- result{i, tree, err}
			}
		}()
	}
	all := make([]result, n)
	ready := make([]bool, n)
	var good []city.PointTree
	var first error
	for done, at := 0, 0; done < n; done++ {
		progress.Tell(int64(done), int64(n), fmt.Sprintf("reading GC point %d of %d", done+1, n))
		r := <-results
		all[r.point], ready[r.point] = r, true
		shown := len(good)
		for ; at < n && ready[at]; at++ {
			switch err := all[at].err; {
			case err == nil:
				good = append(good, all[at].tree)
			case ctx.Err() == nil:
				o.tell([]trace.Warning{{Source: o.Recording.Points[at].Source, Text: "left out: " + err.Error()}})
				if first == nil {
					first = err
				}
			}
		}
		if partial != nil && len(good) > shown && done < n-1 && ctx.Err() == nil {
			partial(city.NewSeries(good))
		}
	}
	progress.Tell(int64(n), int64(n), "grouped")
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(good) == 0 {
		return nil, first
	}
	return good, nil
}
