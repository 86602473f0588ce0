package session

import (
	"context"
	"errors"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city/memory"
	"memcity/city/trees"
	"memcity/city/view/drafts"
	"memcity/trace"
)

// maxDraft is how many groups are shown before they are in force: as many are made in the blink of an eye.
const maxDraft = 1 << 18

// errLargeDraft says why groups are not shown before they are in force.
var errLargeDraft = errors.New("these are too many groups to show them here")

// Draft reports which groups a grouping makes that need not be in force, with their shallow sizes first. The newest reports are kept.
func (o *Recording) Draft(ctx context.Context, q drafts.Query, progress trace.Progress, show func(*drafts.Report)) (*drafts.Report, error) {
	if r := o.drafts.Get(q); r != nil {
		return r, nil
	}
	ctx, end := o.memory.Begin(ctx, memory.Sizes)
	defer end()
	h, err := o.load(ctx, q.Heap.Point, keeping, progress)
	if err != nil {
		return nil, err
	}
	progress.Report(0, 0, "grouping by the chain being put together")
	g, err := o.draftOf(ctx, h, q.Heap.By)
	if errors.Is(err, errLargeDraft) {
		return &drafts.Report{Query: q, None: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	r := drafts.New(q, g.Tree, nil)
	if len(h.heap.Roots) == 0 {
		r.None = "retained sizes need GC roots, which this GC point has none of"
		return r, nil
	}
	show(r)
	progress.Report(0, 0, "computing what groups retain")
	results, err := sizesOf(ctx, h, g, []closure.Kind{closure.Retained}, progress, nil)
	if err != nil {
		return nil, err
	}
	retained := make([]trees.Amount, len(g.Tree.Nodes))
	for _, s := range results {
		retained[s.Group] = s.Amount
	}
	r = drafts.New(q, g.Tree, retained)
	o.drafts.Put(q, r)
	return r, nil
}

// draftOf groups a heap state, and leaves the grouping of the city kept.
func (o *Recording) draftOf(ctx context.Context, h *heapState, by trees.Grouping) (*group.Grouping, error) {
	by.Measure = trees.Shallow
	h.mu.Lock()
	g := h.grouped
	if g == nil || h.grouping != by {
		g = nil
	}
	h.mu.Unlock()
	if g != nil {
		return g, nil
	}
	chain, filters, err := o.chains(by)
	if err != nil {
		return nil, err
	}
	return group.New(ctx, h.subject, chain, group.Options{Filters: filters, Objects: true, Admit: func(groups int, _ int64) error {
		if groups > maxDraft {
			return errLargeDraft
		}
		return nil
	}})
}
