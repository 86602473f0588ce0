package dominators

import (
	"context"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/closure/retained"
	"memcity/trace"
	"memcity/trace/index"
)

// Source provides the data that sizes of one heap state are computed from, and creates it on demand. Methods return an error only if ctx is
// done.
type Source interface {
	State() *trace.Heap
	DominatorTree(ctx context.Context) (*Tree, error)
	ReferenceGraph(ctx context.Context) (*closure.Graph, error)
}

// Sizes computes the size of the closure of each group, for each of the given kinds. Retained sizes come first. They are computed together,
// see [Tree.Retained], or by [closure.Graph.Sizes] if that takes too long. Without GC roots there are none. Deep sizes, done and errors
// are as in [closure.Graph.Sizes]. If the heap has an index, sizes are read from it or stored there.
func Sizes(ctx context.Context, source Source, groups closure.Groups, kinds []closure.Kind, progress trace.Progress, done func([]closure.Result)) ([]closure.Result,
	error) {
	if done == nil {
		done = func([]closure.Result) {}
	}
	kept, digest := source.State().Index, ""
	if kept != nil {
		of := retained.Groups(groups)
		digest = of.Digest(source.State().Len())
	}
	var all []closure.Result
	for _, kind := range []closure.Kind{closure.Retained, closure.Deep} {
		if !slices.Contains(kinds, kind) {
			continue
		}
		made := false
		results, err := index.Value(kept, kind.String(), digest, func() ([]closure.Result, bool, error) {
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
func sizesOf(ctx context.Context, source Source, groups closure.Groups, kind closure.Kind, progress trace.Progress, done func([]closure.Result)) ([]closure.Result, error) {
	if kind == closure.Retained {
		tree, err := source.DominatorTree(ctx)
		if err != nil {
			return nil, err
		}
		sizes, ok, err := tree.Retained(ctx, groups, progress)
		if err != nil {
			return nil, err
		}
		if ok {
			results := make([]closure.Result, len(sizes))
			for group, size := range sizes {
				results[group] = closure.Result{Group: int32(group), Kind: closure.Retained, Amount: size}
			}
			done(slices.Clone(results))
			return results, nil
		}
	}
	references, err := source.ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	return references.Sizes(ctx, groups, []closure.Kind{kind}, progress, done)
}
