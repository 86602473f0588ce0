package closure

import (
	"context"
	"slices"

	"memcity/analysis/closure/retained"
	"memcity/trace"
	"memcity/trace/index"
)

// Source provides the data that sizes of one heap state are computed from, and creates it on demand. Methods return an error only if ctx is
// done.
type Source interface {
	State() *trace.Heap
	DominatorTree(ctx context.Context) (*DominatorTree, error)
	ReferenceGraph(ctx context.Context) (*Graph, error)
}

// Sizes computes the size of the closure of each group, for each of the given kinds. Retained sizes come first. They are computed together,
// see [DominatorTree.Retained], or by [Graph.Sizes] if that takes too long. Without GC roots there are none. Deep sizes, done and errors
// are as in [Graph.Sizes]. If the heap has an index, sizes are read from it or stored there.
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

// sizesOf computes sizes of one kind.
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
