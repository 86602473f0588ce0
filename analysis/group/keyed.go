package group

import (
	"context"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/words"
)

// KeyedObjects returns the objects in any of the groups with the given keys. It returns an error if there are no such groups or ctx is
// done.
func (g *Grouping) KeyedObjects(ctx context.Context, keys []string) (*bitset.BitSet, error) {
	wanted := map[string]bool{}
	for _, key := range keys {
		wanted[key] = true
	}
	var all *bitset.BitSet
	for n := range g.Tree.Nodes {
		if !wanted[g.Tree.Key(int32(n))] {
			continue
		}
		objects, err := g.Objects(ctx, int32(n))
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = objects.Clone()
		} else {
			all.InPlaceUnion(objects)
		}
	}
	if all == nil {
		return nil, words.Errorf("group %q: it does not exist at this GC point", strings.Join(keys, ", "))
	}
	return all, nil
}
