package staleness

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace/usage"
)

// Kept describes the contents of a collection at the end of a window.
type Kept struct {
	ID       usage.CollectionID
	Elements int64 // elements at the end
	Removed  int64 // elements removed in the window
	// Quarters contains the number of Elements added in each quarter of the window. Older ones are in none.
	Quarters [4]int64
	// Idle is the mean time since Elements were last read, as a share of their time in the collection within the window, from 0 to 1.
	Idle float64
}

// Limits for unused collections.
const (
	minKept    = 1000 // elements
	minIdle    = 0.8
	maxRemoved = 0.1  // as a share of the remaining elements
	minAdded   = 0.05 // as a share of these, in each quarter of the window: the collection grows throughout
)

// IsUnused reports whether a collection grows throughout the window by elements that are neither removed nor read.
func (k *Kept) IsUnused() bool {
	least := minAdded * float64(k.Elements)
	return k.Elements >= minKept && k.Idle >= minIdle && float64(k.Removed) <= maxRemoved*float64(k.Elements) &&
		!slices.ContainsFunc(k.Quarters[:], func(n int64) bool { return float64(n) < least })
}

// Unused returns the followed collections that are alive at the end of the window and unused, by number of elements, largest first. The
// cost is linear in the elements, times the logarithm of their reads.
func (v *View) Unused(ctx context.Context) ([]Kept, error) {
	var found []Kept
	for i := range v.Log.Collections {
		c := usage.CollectionID(i)
		from, to := v.Log.ElementsOf(c)
		of := &v.Log.Collections[i]
		if to-from < minKept || !of.Followed || of.Died != usage.Never && of.Died <= v.To {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if k := v.kept(c); k.IsUnused() {
			found = append(found, k)
		}
	}
	slices.SortStableFunc(found, func(a, b Kept) int { return cmp.Compare(b.Elements, a.Elements) })
	return found, nil
}

// kept examines the elements of a collection.
func (v *View) kept(c usage.CollectionID) Kept {
	k := Kept{ID: c}
	span := float64(v.Span())
	from, to := v.Log.ElementsOf(c)
	for e := from; e < to; e++ {
		added, removed := v.Log.Elements.Added[e], v.Log.Elements.Removed[e]
		if removed != usage.Never && v.Holds(removed) {
			k.Removed++
		}
		s, ok := v.Element(e)
		if !ok || removed != usage.Never && removed <= v.To {
			continue
		}
		k.Elements++
		if v.Holds(added) {
			k.Quarters[min(3, int(4*float64(added-v.From)/span))]++
		}
		if life := float64(v.To - max(added, v.From)); life > 0 {
			k.Idle += min(1, s*span/life)
		}
	}
	k.Idle /= float64(max(1, k.Elements))
	return k
}
