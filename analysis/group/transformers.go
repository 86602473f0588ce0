package group

import (
	"context"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/poll"
)

func transformers() []*Classifier {
	const needs = trace.KnowsObjects | trace.KnowsReferences
	return []*Classifier{
		{
			Name: "points-to", Graph: true, Role: "Points To", Kind: Transforms, Needs: needs,
			Description: "Continues with the objects that the objects of a group refer to.",
			Example:     "type,points-to,type",
			Transform: func(_ context.Context, s *Subject) (Transform, error) {
				return newNeighbors(s.Heap, s.Heap.References).of, nil
			},
		},
		{
			Name: "pointed-from", Graph: true, Role: "Pointed From", Kind: Transforms, Needs: needs,
			Description: "Continues with the objects that refer to objects of a group.",
			Example:     "type,pointed-from,type,pointed-from,type",
			Transform: func(ctx context.Context, s *Subject) (Transform, error) {
				g, err := s.ReferenceGraph(ctx)
				if err != nil {
					return nil, err
				}
				back, err := g.Referrers(ctx)
				if err != nil {
					return nil, err
				}
				return newNeighbors(s.Heap, back.Of).of, nil
			},
		},
		{
			Name: "closure", Graph: true, Role: "Closure", Kind: Transforms, Needs: needs,
			Description: "Continues with all objects reachable from a group, including its own. Takes one walk per group.",
			Example:     "roots-direct,closure,type",
			Transform:   closures(closure.Deep),
		},
		{
			Name: "gc-closure", Graph: true, Role: "GC Closure", Kind: Transforms, Needs: needs | trace.KnowsRoots,
			Description: "Continues with all objects that would be freed together with a group, including its own. Takes one walk per group.",
			Example:     "type,gc-closure,type",
			Transform:   closures(closure.Retained),
		},
	}
}

func closures(kind closure.Kind) func(context.Context, *Subject) (Transform, error) {
	return func(ctx context.Context, s *Subject) (Transform, error) {
		g, err := s.ReferenceGraph(ctx)
		if err != nil {
			return nil, err
		}
		f := g.NewFinder()
		return func(ctx context.Context, objects []trace.ObjectID) ([]trace.ObjectID, error) {
			return f.Find(ctx, kind, objects)
		}, nil
	}
}

// neighbors finds the objects next to others, each once. It takes 4 bytes per object of the heap.
type neighbors struct {
	next  func(trace.ObjectID) []trace.ObjectID
	seen  []uint32 // by object: last call that found it
	calls uint32
}

func newNeighbors(h *trace.Heap, next func(trace.ObjectID) []trace.ObjectID) *neighbors {
	return &neighbors{next: next, seen: make([]uint32, h.Len())}
}

func (n *neighbors) of(ctx context.Context, objects []trace.ObjectID) ([]trace.ObjectID, error) {
	if n.calls++; n.calls == 0 {
		clear(n.seen)
		n.calls = 1
	}
	var found []trace.ObjectID
	for i, o := range objects {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		for _, to := range n.next(o) {
			if n.seen[to] != n.calls {
				n.seen[to] = n.calls
				found = append(found, to)
			}
		}
	}
	return found, nil
}
