package trace

import (
	"cmp"
	"slices"
)

// TypeCount says how many objects of a type there are.
type TypeCount struct {
	Name    string // as in source; types of one name from several loaders are apart
	Kind    TypeKind
	Objects int64
	Bytes   int64 // shallow
}

// CountTypes counts the objects by type.
func (h *Heap) CountTypes() []TypeCount {
	counts := make([]TypeCount, len(h.Types))
	for i := range h.Types {
		counts[i].Name, counts[i].Kind = h.Types[i].Name, h.Types[i].Kind
	}
	for o, t := range h.TypeOf.All() {
		counts[t].Objects++
		counts[t].Bytes += h.Size(ObjectID(o))
	}
	return OrderCounts(counts)
}

// OrderCounts puts counts in the order in which [Point.Count] has them: the largest first, without those of no objects.
func OrderCounts(counts []TypeCount) []TypeCount {
	counts = slices.DeleteFunc(counts, func(c TypeCount) bool { return c.Objects == 0 })
	slices.SortStableFunc(counts, func(a, b TypeCount) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
	})
	return counts
}
