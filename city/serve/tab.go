package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/wire/antsocket"
)

// Source is a recording to serve, grouped by By.
type Source struct {
	Recording *trace.Recording
	Options   recording.Options
	By        trees.Grouping
}

// tab is a source with the trees made so far. The recording may grow.
type tab struct {
	id      antsocket.Whole
	options recording.Options
	by      trees.Grouping
	notify  func(string)
	making  chan struct{} // contains one token, so that trees are made sequentially

	mu     sync.Mutex
	opened *recording.Recording
	trees  []*trees.PointTree // by GC point; nil if not made yet
	lost   []bool             // by GC point; true if its heap state cannot be read
	grown  chan struct{}      // closed when there are more points, or no more can come
	ended  bool               // true if no more points can come
}

func newTab(id antsocket.Whole, s Source, notify func(string)) (*tab, error) {
	t := &tab{id: id, options: s.Options, notify: notify, making: make(chan struct{}, 1), grown: make(chan struct{})}
	t.show(s.Recording)
	by, err := t.opened.Grouping(s.By)
	t.by = by
	return t, err
}

// show replaces the recording with a newer version that begins with the same points.
func (t *tab) show(r *trace.Recording) {
	t.opened = recording.New(r, t.options)
	for len(t.trees) < len(r.Points) {
		t.trees, t.lost = append(t.trees, nil), append(t.lost, false)
	}
	t.ended = r.More == nil
}

// look polls the recording for new GC points, and reports whether more can come.
func (t *tab) look(ctx context.Context) (bool, error) {
	t.mu.Lock()
	recording, ended := t.opened.Recording, t.ended
	t.mu.Unlock()
	if ended {
		return false, nil
	}
	r, err := recording.More(ctx)
	if err != nil && err != io.EOF || err == nil && r == nil {
		return true, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == io.EOF {
		t.ended = true
	} else {
		t.show(r)
	}
	close(t.grown)
	t.grown = make(chan struct{})
	return !t.ended, nil
}

// describe returns the tab's entry in a list of tabs.
func (t *tab) describe() antsocket.Tab {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.opened.Recording
	d := antsocket.Tab{ID: t.id, Name: r.Name, ShortDescription: "heap evolution",
		LongDescription: fmt.Sprintf("%s: %d GC points from a recording of format %s, by %s", r.Name, len(r.Points), r.Format,
			seq.Join(t.by.By, ", "))}
	for _, capability := range []string{antsocket.SingleTree, antsocket.SingleTreePointerMap, antsocket.AllTrees,
		antsocket.AllPointsToMaps, antsocket.AllPointedFromMaps, antsocket.Subscribe} {
		if t.offers(capability) {
			d.Capabilities = append(d.Capabilities, antsocket.NewOffer(capability))
		}
	}
	return d
}

// offers reports whether the tab has a capability. The tab is locked.
func (t *tab) offers(capability string) bool {
	switch capability {
	case antsocket.SingleTree, antsocket.AllTrees:
		return true
	case antsocket.SingleTreePointerMap, antsocket.AllPointsToMaps, antsocket.AllPointedFromMaps:
		return t.opened.Recording.Knows.Has(trace.KnowsReferences)
	case antsocket.Subscribe:
		return !t.ended
	}
	return false
}

// has reports whether requests for a capability are served. Subscriptions are served even if nothing more can come; they then end
// immediately.
func (t *tab) has(capability string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return capability == antsocket.Subscribe || t.offers(capability)
}

// errLost is returned for a GC point that cannot be read, after it was reported.
var errLost = errors.New("the heap state cannot be read")

// tree returns the tree of a GC point, making it if necessary.
func (t *tab) tree(ctx context.Context, point int) (*trees.PointTree, error) {
	select {
	case t.making <- struct{}{}:
		defer func() { <-t.making }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	t.mu.Lock()
	made, lost, opened := t.trees[point], t.lost[point], t.opened
	t.mu.Unlock()
	if made != nil {
		return made, nil
	}
	if lost {
		return nil, errLost
	}
	tree, err := opened.Tree(ctx, t.by, point, nil)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.lost[point] = true
		t.notify(fmt.Sprintf("GC point %d of %s is skipped: %v", point+1, opened.Recording.Name, err))
		return nil, errLost
	}
	t.trees[point] = &tree
	return &tree, nil
}

// all returns the readable trees of all GC points later than a time. Grown is closed once there may be more; ended is true if there cannot
// be.
func (t *tab) all(ctx context.Context, after trace.Millis) (trees []*trees.PointTree, grown <-chan struct{}, ended bool, err error) {
	t.mu.Lock()
	points := t.opened.Recording.Points
	grown, ended = t.grown, t.ended
	t.mu.Unlock()
	for i := range points {
		if points[i].Time <= after {
			continue
		}
		tree, err := t.tree(ctx, i)
		switch {
		case err == nil:
			trees = append(trees, tree)
		case !errors.Is(err, errLost):
			return nil, nil, false, err
		}
	}
	return trees, grown, ended, nil
}

// last returns the newest tree; nil if there is none.
func (t *tab) last(ctx context.Context) (*trees.PointTree, error) {
	t.mu.Lock()
	n := len(t.trees)
	t.mu.Unlock()
	for i := n - 1; i >= 0; i-- {
		if tree, err := t.tree(ctx, i); !errors.Is(err, errLost) {
			return tree, err
		}
	}
	return nil, nil
}

// newest returns the time of the last GC point.
func (t *tab) newest() trace.Millis {
	t.mu.Lock()
	defer t.mu.Unlock()
	points := t.opened.Recording.Points
	return points[len(points)-1].Time
}
