package recording

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

// maxDraft is the maximum number of groups in a preview. That many take a fraction of a second.
const maxDraft = 1 << 18

// errLargeDraft is returned for a grouping with more than maxDraft groups.
var errLargeDraft = errors.New("too many groups to preview")

// Draft previews the groups of a grouping that is not applied yet. Shallow sizes are reported first. The newest reports are cached.
func (o *Recording) Draft(ctx context.Context, q drafts.Query, progress trace.Progress, show func(*drafts.Report)) (*drafts.Report, error) {
	if r := o.drafts.Get(q); r != nil {
		return r, nil
	}
	ctx, end := o.Memory.Begin(ctx, memory.Sizes)
	defer end()
	h, err := o.Load(ctx, q.Heap.Point, Keeping, progress)
	if err != nil {
		return nil, err
	}
	progress.Report(0, 0, "previewing the groups")
	g, err := o.draftOf(ctx, h, q.Heap.By)
	if errors.Is(err, errLargeDraft) {
		return &drafts.Report{Query: q, None: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	r := drafts.New(q, g.Tree, nil)
	if len(h.heap.Roots) == 0 {
		r.None = "retained sizes need GC roots, and this GC point has none"
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

// draftOf groups a heap state and leaves the cached grouping of the city in place.
func (o *Recording) draftOf(ctx context.Context, h *HeapState, by trees.Grouping) (*group.Grouping, error) {
	by.SizeKind = trees.Shallow
	h.mu.Lock()
	g := h.grouped
	if g == nil || h.grouping != by {
		g = nil
	}
	h.mu.Unlock()
	if g != nil {
		return g, nil
	}
	chain, filters, err := o.Chains(by)
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
