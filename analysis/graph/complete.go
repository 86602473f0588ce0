package graph

import (
	"context"

	"memcity/trace"
)

// complete makes sure that the graph shows what keeps most of the objects started from alive. The search ends where it has as many
// nodes as it may, and where none keeps enough alive; the GC roots that it has met by then may lead to a few of the objects only.
// If less than half of those that GC roots hold are reached, the most frequent shortest path from GC roots to the others is added,
// though the graph gets more nodes than it may: one for each type on the path. The cost is that of [closure.Roots.ShortestPaths].
func (p *pathFinder) complete(ctx context.Context) error {
	left, err := p.unreached(ctx)
	if err != nil || len(left)*2 <= len(p.base) {
		return err
	}
	paths, err := p.source.roots.ShortestPaths(ctx)
	if err != nil {
		return err
	}
	return p.climb(ctx, left, paths.Before)
}

// unreached returns the objects started from that GC roots hold, but none of those that are shown.
func (p *pathFinder) unreached(ctx context.Context) ([]trace.ObjectID, error) {
	v, err := p.view(ctx, false)
	if err != nil {
		return nil, err
	}
	s := v.spreader()
	for _, w := range p.nodes {
		if w == nil || !w.in {
			continue
		}
		for _, o := range w.Objects {
			if p.source.roots.IsDirect(o) {
				s.seed(v.Number(o), 1)
			}
		}
	}
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	var left []trace.ObjectID
	for _, o := range p.base {
		if s.words[v.Number(o)] == 0 && p.source.roots.Held(o) {
			left = append(left, o)
		}
	}
	return left, nil
}
