package graph

import (
	"context"

	"memcity/trace"
)

// complete ensures that the graph shows the holders of most of the base objects. The search may stop early because the graph is full or
// because no node keeps enough alive. If the GC roots found so far lead to less than half of the base objects that GC roots hold, complete
// adds the most frequent shortest path to the others. It ignores the node limit, and adds one node per type on the path. The cost is that
// of [closure.Roots.ShortestPaths].
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

// unreached returns the base objects that GC roots hold but that none of the shown GC roots reaches.
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
