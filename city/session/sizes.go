package session

import (
	"context"
	"errors"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city"
	"memcity/trace"
)

var closureKinds = map[city.Measure]closure.Kind{city.Deep: closure.Deep, city.Retained: closure.Retained}

// errNoRoots says why nothing is known about what keeps objects alive.
var errNoRoots = errors.New("GC roots: this GC point has none, so nothing is known about what keeps its objects alive")

// measured returns the tree of a grouping with the numbers of a measure instead of the shallow ones.
func measured(ctx context.Context, h *heapState, g *group.Grouping, m city.Measure) (*trace.Tree, error) {
	kind, other := closureKinds[m]
	if !other {
		return g.Tree, nil
	}
	references, err := h.subject.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	if kind == closure.Retained && !references.KnowsRoots() {
		return nil, errNoRoots
	}
	results, err := references.Sizes(ctx, g.Groups(), []closure.Kind{kind}, nil, nil)
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

// Groups groups the heap state of one GC point, which is kept for the next question. Ready-made memory trees have none.
func (o *Opened) Groups(ctx context.Context, by city.Grouping, point int, progress trace.Progress) (*group.Grouping, error) {
	h, err := o.load(ctx, point, true, progress)
	if err != nil {
		return nil, err
	}
	return o.grouped(ctx, h, by)
}

// Sizes computes sizes of all groups of the tree of one GC point. Done, unless nil, gets every batch as it is finished, by
// node of the tree. Without GC roots there are no retained sizes.
func (o *Opened) Sizes(ctx context.Context, by city.Grouping, point int, kinds []closure.Kind, progress trace.Progress, done func([]closure.Result)) (*group.Grouping, []closure.Result, error) {
	h, err := o.load(ctx, point, true, progress)
	if err != nil {
		return nil, nil, err
	}
	g, err := o.grouped(ctx, h, by)
	if err != nil {
		return nil, nil, err
	}
	references, err := h.subject.ReferenceGraph(ctx)
	if err != nil {
		return nil, nil, err
	}
	results, err := references.Sizes(ctx, g.Groups(), kinds, progress, done)
	return g, results, err
}
