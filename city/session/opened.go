package session

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city"
	"memcity/trace"
)

// Opened is a recording with the series made of it so far. It may be used from several goroutines.
type Opened struct {
	Recording *trace.Recording

	mu     sync.Mutex
	series map[string]*city.Series // by chain
	told   []trace.Warning         // that came up while heap states were read
}

// Wrap makes a recording ready for work.
func Wrap(r *trace.Recording) *Opened {
	return &Opened{Recording: r, series: map[string]*city.Series{}}
}

// Warnings returns what was wrong with the input so far, without harm to the rest.
func (o *Opened) Warnings() []trace.Warning {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append(append([]trace.Warning(nil), o.Recording.Warnings...), o.told...)
}

// Grouped reports whether the recording comes grouped, so that no chain can be chosen.
func (o *Opened) Grouped() bool { return !o.Recording.Knows.Has(trace.KnowsObjects) }

// Chain returns the chain that a wish for by gives: by itself, or the one that the recording came with. An unknown
// classifier is an error.
func (o *Opened) Chain(by []string) ([]string, error) {
	if o.Grouped() {
		return o.roles(), nil
	}
	if len(by) == 0 {
		by = city.DefaultSettings().By
	}
	chain, err := group.Chain(by)
	names := make([]string, len(chain))
	for i, c := range chain {
		names[i] = c.Name
	}
	return names, err
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

// Series groups every GC point of the recording by a chain and merges the trees. The result is kept for the next call.
// GC points whose heap state cannot be read are left out with a warning; if none can be read, that is the error. Partial,
// unless nil, is called now and then with a series of the points so far, in order, from the calling goroutine.
func (o *Opened) Series(ctx context.Context, by []string, progress trace.Progress, partial func(*city.Series)) (*city.Series, error) {
	by, err := o.Chain(by)
	if err != nil {
		return nil, err
	}
	key := strings.Join(by, ",")
	o.mu.Lock()
	done := o.series[key]
	o.mu.Unlock()
	if done != nil {
		return done, nil
	}
	points, err := o.trees(ctx, by, progress, partial)
	if err != nil {
		return nil, err
	}
	s := city.NewSeries(points)
	o.mu.Lock()
	o.series[key] = s
	o.mu.Unlock()
	return s, nil
}

// Tree returns the memory tree of one GC point with its pointer maps.
func (o *Opened) Tree(ctx context.Context, by []string, point int, progress trace.Progress) (city.PointTree, error) {
	by, err := o.Chain(by)
	if err != nil {
		return city.PointTree{}, err
	}
	return o.tree(ctx, by, point, progress)
}

func (o *Opened) tree(ctx context.Context, by []string, point int, progress trace.Progress) (city.PointTree, error) {
	p := &o.Recording.Points[point]
	if p.Tree != nil {
		return city.PointTree{Time: p.Time, Tree: p.Tree, Pointers: p.Pointers}, nil
	}
	chain, err := group.Chain(by)
	if err != nil {
		return city.PointTree{}, err
	}
	heap, warnings, err := p.Load(ctx, progress)
	o.tell(warnings)
	if err != nil {
		return city.PointTree{}, err
	}
	reachable, err := closure.Reachable(ctx, heap)
	if err != nil {
		return city.PointTree{}, err
	}
	g, err := group.New(ctx, heap, o.Recording.Names, chain, reachable)
	if err != nil {
		return city.PointTree{}, err
	}
	pointers, err := g.Pointers(ctx)
	return city.PointTree{Time: p.Time, Tree: g.Tree, Pointers: pointers}, err
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
func (o *Opened) trees(ctx context.Context, by []string, progress trace.Progress, partial func(*city.Series)) ([]city.PointTree, error) {
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
