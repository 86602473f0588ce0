package objects

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
)

// owners reports the GC roots and the groups that own the objects.
func (r *reporter) owners(ctx context.Context, progress trace.Progress) (err error) {
	if r.report.NoRoots {
		return nil
	}
	if r.report.RootOwners, err = rootOwners(ctx, r.HeapState, r.set, 0, progress); err != nil {
		return err
	}
	chain, err := r.opened.Registry().Chain(r.by().Slice())
	if err != nil {
		return err
	}
	r.report.Owners, err = groupOwners(ctx, r.HeapState, r.set, chain, 0, r.grouping, progress)
	return err
}

// OwnersQuery selects the objects whose owners [Owners] returns.
type OwnersQuery struct {
	Keys  []string // groups that contain the objects; none for all reachable objects
	Chain []string // chain that groups the owners; none for GC roots
	Share float64  // share of the objects' bytes that the smallest set must retain, above 0, at most 1; 0 for [closure.DefaultShare]
}

// Owners reports the owners of the objects in the given groups.
func Owners(ctx context.Context, o *recording.Recording, by trees.Grouping, point int, q OwnersQuery,
	progress trace.Progress) (*inspect.Ownership, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Owners)
	defer end()
	h, err := o.Load(ctx, point, recording.Keeping, progress)
	if err != nil {
		return nil, err
	}
	if len(h.Heap().Roots) == 0 {
		return nil, recording.ErrNoRoots
	}
	return recording.Remembered(o, "owners", []any{by, point, q}, func() (*inspect.Ownership, bool, error) {
		found, err := findOwners(ctx, o, h, by, q, progress)
		return found, true, err
	})
}

func findOwners(ctx context.Context, o *recording.Recording, h *recording.HeapState, by trees.Grouping, q OwnersQuery, progress trace.Progress) (*inspect.Ownership,
	error) {
	var target *bitset.BitSet
	if len(q.Keys) > 0 {
		g, err := o.GroupHeap(ctx, h, by)
		if err != nil {
			return nil, err
		}
		if target, err = g.KeyedObjects(ctx, q.Keys); err != nil {
			return nil, err
		}
	}
	if len(q.Chain) == 0 {
		return rootOwners(ctx, h, target, q.Share, progress)
	}
	chain, _, err := o.Chains(trees.By(q.Chain...))
	if err != nil {
		return nil, err
	}
	return groupOwners(ctx, h, target, chain, q.Share, nil, progress)
}

func rootOwners(ctx context.Context, h *recording.HeapState, target *bitset.BitSet, share float64, progress trace.Progress) (*inspect.Ownership,
	error) {
	roots, err := h.Roots(ctx)
	if err != nil {
		return nil, err
	}
	roots = roots.Pooled()
	owners, err := roots.Owners(ctx, closure.OwnersQuery{Roots: true, Target: target, Share: share}, progress)
	if err != nil {
		return nil, err
	}
	return inspect.OwnershipOf(owners, seq.Seq[string]{}, func(n int32) (key, name string) { return "", roots.Names[n].String() }), nil
}

// groupOwners searches the last groups of a chain for owners. Unless keys is nil, owners have the keys of the same groups in that grouping.
func groupOwners(ctx context.Context, h *recording.HeapState, target *bitset.BitSet, chain group.Chain, share float64, keys *group.Grouping,
	progress trace.Progress) (*inspect.Ownership, error) {
	roots, err := h.Roots(ctx)
	if err != nil {
		return nil, err
	}
	g, err := group.New(ctx, h.Subject(), chain, group.Options{Objects: true})
	if err != nil {
		return nil, err
	}
	var leaves []int32
	for n := range g.Tree.Nodes {
		if g.Tree.IsLeaf(int32(n)) {
			leaves = append(leaves, int32(n))
		}
	}
	owners, err := roots.Owners(ctx, closure.OwnersQuery{Groups: g.Groups(), Candidates: leaves, Target: target, Share: share}, progress)
	if err != nil {
		return nil, err
	}
	key := g.Tree.Key
	if keys != nil {
		same, err := g.Same(ctx, keys, h.Heap().Len())
		if err != nil {
			return nil, err
		}
		key = func(n int32) string { return same[n] }
	}
	return inspect.OwnershipOf(owners, seq.Of(chain.Names()...), func(n int32) (string, string) {
		return key(n), g.Tree.Names.Text(g.Tree.Nodes[n].Name)
	}), nil
}
