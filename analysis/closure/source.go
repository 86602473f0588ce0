package closure

import (
	"context"
	"slices"

	"memcity/trace"
)

// Source has what sizes of one heap state are computed from, and makes it when it is first requested. Errors are ctx's.
type Source interface {
	DominatorTree(ctx context.Context) (*DominatorTree, error)
	ReferenceGraph(ctx context.Context) (*Graph, error)
}

// Sizes computes the sizes of the closures of every group of groups, of each of the given kinds. Retained sizes come first and all at
// once, see [DominatorTree.Retained], or by [Graph.Sizes] where that does not lead to an end; without GC roots there are none. Deep
// sizes are those of [Graph.Sizes], as are done and the errors.
func Sizes(ctx context.Context, source Source, groups Groups, kinds []Kind, progress trace.Progress, done func([]Result)) ([]Result,
	error) {
	var results []Result
	if slices.Contains(kinds, Retained) {
		tree, err := source.DominatorTree(ctx)
		if err != nil {
			return nil, err
		}
		sizes, ok, err := tree.Retained(ctx, groups, progress)
		if err != nil {
			return nil, err
		}
		if ok {
			for group, size := range sizes {
				results = append(results, Result{int32(group), Retained, size})
			}
			if done != nil {
				done(slices.Clone(results))
			}
			kinds = slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return k == Retained })
		}
	}
	if len(kinds) == 0 {
		return results, nil
	}
	references, err := source.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	more, err := references.Sizes(ctx, groups, kinds, progress, done)
	return append(results, more...), err
}
