package history

import (
	"context"
	"errors"
	"fmt"

	"memcity/analysis/diff"
	"memcity/analysis/identity"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/view/diffs"
	"memcity/trace"
)

// DiffReport compares the objects of two GC points.
func DiffReport(ctx context.Context, o *recording.Recording, q diffs.Query, progress trace.Progress) (*diffs.Report, error) {
	tree, err := Diff(ctx, o, q, progress)
	return &diffs.Report{Query: q, Tree: tree}, err
}

// Diff reports by group which objects survived from one GC point to a later one. Without single objects or their identity, it has only the
// numbers before and after.
func Diff(ctx context.Context, o *recording.Recording, q diffs.Query, progress trace.Progress) (*diff.Tree, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Diff)
	defer end()
	if q.From >= q.To {
		return nil, fmt.Errorf("GC points %d and %d: expected an earlier and a later one", q.From+1, q.To+1)
	}
	before, err := o.Groups(ctx, q.By, q.From, progress)
	if errors.Is(err, recording.ErrNoObjects) || errors.Is(err, recording.ErrCountsHave) {
		return diffTrees(ctx, o, q, progress)
	}
	if err != nil {
		return nil, err
	}
	after, err := o.Groups(ctx, q.By, q.To, progress)
	if errors.Is(err, recording.ErrCountsHave) {
		return diffTrees(ctx, o, q, progress)
	}
	if err != nil {
		return nil, err
	}
	heaps := []*trace.Heap{before.Heap}
	if q.Through {
		heaps = append(heaps, make([]*trace.Heap, q.To-q.From-1)...)
	}
	m, err := matchAll(ctx, o, append(heaps, after.Heap), q.From, progress)
	if err != nil {
		return nil, err
	}
	return diff.Groupings(ctx, before, after, m, q.Probable)
}

// diffTrees compares the memory trees of two GC points, which have only the numbers of each group.
func diffTrees(ctx context.Context, o *recording.Recording, q diffs.Query, progress trace.Progress) (*diff.Tree, error) {
	before, err := o.Tree(ctx, q.By, q.From, progress)
	if err != nil {
		return nil, err
	}
	after, err := o.Tree(ctx, q.By, q.To, progress)
	if err != nil {
		return nil, err
	}
	return diff.Trees(before.Tree, after.Tree), nil
}

// matchAll matches the objects of the first heap state with those of the last. It loads the heap states in between when needed, from
// the GC point after from, and does not keep them.
func matchAll(ctx context.Context, o *recording.Recording, heaps []*trace.Heap, from int, progress trace.Progress) (*identity.Matching, error) {
	var steps []*identity.Matching
	var last *trace.Heap
	var prepared *identity.State // the latest
	ready := func(h *trace.Heap) func() (*identity.State, error) {
		return func() (_ *identity.State, err error) {
			if prepared == nil || prepared.Heap != h {
				prepared, err = identity.Prepare(ctx, h, identity.Options{}, progress)
			}
			return prepared, err
		}
	}
	for i, h := range heaps {
		if h == nil {
			loaded, err := o.Load(ctx, from+i, recording.Once, progress)
			if err != nil {
				return nil, err
			}
			h = loaded.Heap()
		}
		if last != nil {
			m, err := identity.Find(ctx, last, h, ready(last), ready(h), progress)
			if err != nil {
				return nil, err
			}
			steps = append(steps, m)
		}
		last = h
	}
	return identity.Compose(steps...)
}
