package recording

import (
	"context"
	"errors"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/analysis/group"
	"memcity/city/memory"
	"memcity/city/trees"
	"memcity/city/view/summaries"
	"memcity/city/view/table"
	"memcity/trace"
)

var closureKinds = map[trees.SizeKind]closure.Kind{trees.Deep: closure.Deep, trees.Retained: closure.Retained}

// ErrNoRoots is returned for a GC point without GC roots, which cannot show what keeps objects alive.
var ErrNoRoots = errors.New("this GC point has no GC roots, which would show what keeps objects alive")

// measured returns the tree of a grouping with sizes of the given kind in place of the shallow ones.
func measured(ctx context.Context, h *HeapState, g *group.Grouping, m trees.SizeKind) (*trace.Tree, error) {
	kind, other := closureKinds[m]
	if !other {
		return g.Tree, nil
	}
	if kind == closure.Retained && len(h.heap.Roots) == 0 {
		return nil, ErrNoRoots
	}
	results, err := sizesOf(ctx, h, g, []closure.Kind{kind}, nil, nil)
	if err != nil {
		return nil, err
	}
	tree := &trace.Tree{Names: g.Tree.Names, Nodes: slices.Clone(g.Tree.Nodes)}
	for _, r := range results {
		n := &tree.Nodes[r.Group]
		n.Objects, n.Bytes = r.Objects, r.Bytes
	}
	return tree, nil
}

// Groups groups the heap state of one GC point, which stays cached. Ready-made memory trees have no heap state.
func (o *Recording) Groups(ctx context.Context, by trees.Grouping, point int, progress trace.Progress) (*group.Grouping, error) {
	ctx, end := o.Memory.Begin(ctx, o.treeWork(trees.Grouping{By: by.By, Filters: by.Filters}))
	defer end()
	h, err := o.Load(ctx, point, Keeping, progress)
	if err != nil {
		return nil, err
	}
	return o.GroupHeap(ctx, h, by)
}

// Dominators returns the heap state of one GC point and the dominators of its objects, for callers that list objects.
func (o *Recording) Dominators(ctx context.Context, point int, progress trace.Progress) (*trace.Heap, *dominators.Table, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Sizes)
	defer end()
	h, err := o.Load(ctx, point, dominated, progress)
	if err != nil {
		return nil, nil, err
	}
	d, err := h.Dominators(ctx)
	return h.heap, d, err
}

// Own returns the packages of the program. If given is true, the user chose them; otherwise they are derived from a heap state.
func (o *Recording) Own(ctx context.Context, point int, progress trace.Progress) (own *group.Domain, given bool, err error) {
	if own = o.Options.Domain; own != nil {
		return own, true, nil
	}
	if own = o.domain(); own != nil {
		return own, false, nil
	}
	h, err := o.Load(ctx, point, Keeping, progress)
	if err != nil {
		return nil, false, err
	}
	return h.subject.Domain, false, nil
}

// Summed returns the part of a summary that is about the whole recording.
func (o *Recording) Summed() summaries.Recorded {
	r := o.Now()
	return summaries.Recorded{Format: r.Format, Points: len(r.Points), Sampled: r.OnlySamples(), Explained: memory.Explain}
}

// Sizes computes sizes of all groups in the tree of one GC point. Done, unless nil, receives every finished batch, by node of the tree.
// Without GC roots there are no retained sizes.
func (o *Recording) Sizes(ctx context.Context, by trees.Grouping, point int, kinds []closure.Kind, progress trace.Progress,
	done func([]closure.Result)) (*group.Grouping, []closure.Result, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Sizes)
	defer end()
	want := Keeping
	if slices.Contains(kinds, closure.Retained) {
		want = dominated
	}
	h, err := o.Load(ctx, point, want, progress)
	if err != nil {
		return nil, nil, err
	}
	g, err := o.GroupHeap(ctx, h, by)
	if err != nil {
		return nil, nil, err
	}
	results, err := sizesOf(ctx, h, g, kinds, progress, done)
	return g, results, err
}

// sizesOf computes sizes of all nodes of a grouping. Nodes below transformers come last.
func sizesOf(ctx context.Context, h *HeapState, g *group.Grouping, kinds []closure.Kind, progress trace.Progress,
	done func([]closure.Result)) ([]closure.Result, error) {
	var all []closure.Result
	take := func(batch []closure.Result) {
		all = append(all, batch...)
		if done != nil {
			done(batch)
		}
	}
	_, err := dominators.Sizes(ctx, h.subject, g.Groups(), kinds, progress, func(batch []closure.Result) {
		take(slices.DeleteFunc(batch, func(r closure.Result) bool { return g.Transformed(r.Group) }))
	})
	if err != nil {
		return nil, err
	}
	b := turnedBatch{state: h, kinds: kinds, take: take}
	err = g.EachTurned(ctx, func(node int32, objects []trace.ObjectID) error {
		progress.Report(int64(node), int64(len(g.Tree.Nodes)), "computing sizes of groups below transformers")
		return b.add(ctx, node, objects)
	})
	if err == nil {
		err = b.size(ctx)
	}
	return all, err
}

// turnedBatch collects groups below transformers, to size many at a time. They may be arbitrary sets of objects.
type turnedBatch struct {
	state *HeapState
	kinds []closure.Kind
	take  func([]closure.Result)

	nodes   []int32
	lists   [][]trace.ObjectID
	objects int // in all lists
}

// Limits of a batch: eight sweeps, and 16 MB for the lists unless a single list is longer.
const (
	maxBatch        = 512
	maxBatchObjects = 1 << 22
)

func (b *turnedBatch) add(ctx context.Context, node int32, objects []trace.ObjectID) error {
	if len(b.nodes) == maxBatch || b.objects+len(objects) > maxBatchObjects {
		if err := b.size(ctx); err != nil {
			return err
		}
	}
	b.nodes = append(b.nodes, node)
	b.lists = append(b.lists, slices.Clone(objects))
	b.objects += len(objects)
	return nil
}

// size sizes the groups of the batch and empties it.
func (b *turnedBatch) size(ctx context.Context) error {
	if len(b.nodes) == 0 {
		return nil
	}
	groups := closure.ObjectGroups(b.state.heap, b.lists...)
	_, err := dominators.Sizes(ctx, b.state.subject, groups, b.kinds, nil, func(results []closure.Result) {
		for i := range results {
			results[i].Group = b.nodes[results[i].Group]
		}
		b.take(results)
	})
	b.nodes, b.lists, b.objects = nil, nil, 0
	return err
}

// GroupSizes computes the deep and retained sizes of all groups. It passes intermediate results to show.
func (o *Recording) GroupSizes(ctx context.Context, q table.SizesQuery, progress trace.Progress, show func(*trees.Sizes)) (*trees.Sizes,
	error) {
	series, err := o.Series(ctx, q.Heap.By, progress, nil)
	if err != nil {
		return nil, err
	}
	at := series.PointOf(q.Heap.Point)
	if at < 0 {
		return nil, ErrLeftOut
	}
	groups := make([]trees.GroupSizes, len(series.Nodes))
	sizes := func(whole bool) *trees.Sizes {
		return &trees.Sizes{Series: series, Point: q.Heap.Point, Groups: slices.Clone(groups), Whole: whole}
	}
	known, next := 0, 1 // results so far, and the number at which to show them next
	done := func(batch []closure.Result) {
		for _, r := range batch {
			g := &groups[series.NodeOf(at, r.Group)]
			size := r.Amount
			if r.Kind == closure.Deep {
				g.Deep, g.HasDeep = size, true
			} else {
				g.Retained, g.HasRetained = size, true
			}
		}
		if known += len(batch); known >= next {
			next = known + known/4
			show(sizes(false))
		}
	}
	kinds := []closure.Kind{closure.Retained, closure.Deep}
	if _, _, err := o.Sizes(ctx, q.Heap.By, q.Heap.Point, kinds, progress, done); err != nil {
		return nil, err
	}
	return sizes(true), nil
}

// ErrLeftOut is returned for a GC point that is not in the series.
var ErrLeftOut = errors.New("this GC point could not be read")
