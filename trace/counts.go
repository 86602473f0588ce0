package trace

import (
	"cmp"
	"slices"
)

// TypeCount is the number of objects of one type or, if the input has allocation sites, of one type and site.
type TypeCount struct {
	Name    string // as in source; types with the same name from different loaders have separate counts
	Kind    TypeKind
	Objects int64
	Bytes   int64 // shallow
	Site    *Site // allocation site, read-only; nil if unknown
}

// CountTypes counts the objects of h by type, in the order of [OrderCounts].
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

// OrderCounts deletes counts without objects and sorts the rest in place by bytes, largest first, then by name. [Point.Count] returns this
// order.
func OrderCounts(counts []TypeCount) []TypeCount {
	counts = slices.DeleteFunc(counts, func(c TypeCount) bool { return c.Objects == 0 })
	slices.SortStableFunc(counts, func(a, b TypeCount) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
	})
	return counts
}

// HasSiteCounts reports whether the points have counts by allocation site. Points of heap profiles have them. The cost is linear in the counts of one
// point.
func (r *Recording) HasSiteCounts() bool {
	if r.Knows.Has(KnowsObjects) || !r.Knows.Has(KnowsSites) {
		return false
	}
	for i := range r.Points {
		if counts := r.Points[i].Counts; len(counts) > 0 {
			return slices.ContainsFunc(counts, func(c TypeCount) bool { return c.Site != nil })
		}
	}
	return false
}

// SiteInterval returns the mean number of allocated bytes between two samples that counts by allocation site are estimated from; 0 if the
// counts are exact or have no sites.
func (r *Recording) SiteInterval() int64 {
	if r.Recorded == nil || !r.HasSiteCounts() {
		return 0
	}
	return max(0, r.Recorded.Interval)
}
