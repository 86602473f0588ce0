package closure

import (
	"context"
	"slices"

	"memcity/analysis/closure/retained"
	"memcity/trace"
	"memcity/trace/index"
)

// Source has what sizes of one heap state are computed from, and makes it when it is first requested. Errors are ctx's.
type Source interface {
	State() *trace.Heap
	DominatorTree(ctx context.Context) (*DominatorTree, error)
	ReferenceGraph(ctx context.Context) (*Graph, error)
}

// Sizes computes the sizes of the closures of every group of groups, of each of the given kinds. Retained sizes come first and all at
// once, see [DominatorTree.Retained], or by [Graph.Sizes] where that does not lead to an end; without GC roots there are none. Deep
// sizes are those of [Graph.Sizes], as are done and the errors. Where the heap has an index, sizes are taken from there, and kept there.
func Sizes(ctx context.Context, source Source, groups Groups, kinds []Kind, progress trace.Progress, done func([]Result)) ([]Result,
	error) {
	if done == nil {
		done = func([]Result) {}
	}
	kept, digest := source.State().Index, ""
	if kept != nil {
		of := retained.Groups(groups)
		digest = of.Digest(source.State().Len())
	}
	var all []Result
	for _, kind := range []Kind{Retained, Deep} {
		if !slices.Contains(kinds, kind) {
			continue
		}
		made := false
		results, err := index.Value(kept, kind.String(), digest, func() ([]Result, bool, error) {
			made = true
			results, err := sizesOf(ctx, source, groups, kind, progress, done)
			return results, true, err
		})
		if err != nil {
			return nil, err
		}
		if !made {
			done(slices.Clone(results))
		}
		all = append(all, results...)
	}
	return all, ctx.Err()
}

// sizesOf computes sizes of a kind.
func sizesOf(ctx context.Context, source Source, groups Groups, kind Kind, progress trace.Progress, done func([]Result)) ([]Result, error) {
	if kind == Retained {
		tree, err := source.DominatorTree(ctx)
		if err != nil {
			return nil, err
		}
		sizes, ok, err := tree.Retained(ctx, groups, progress)
		if err != nil {
			return nil, err
		}
		if ok {
			results := make([]Result, len(sizes))
			for group, size := range sizes {
				results[group] = Result{int32(group), Retained, size}
			}
			done(slices.Clone(results))
			return results, nil
		}
	}
	references, err := source.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	return references.Sizes(ctx, groups, []Kind{kind}, progress, done)
}
