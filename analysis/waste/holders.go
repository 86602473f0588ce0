package waste

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Holder is a field that refers to objects.
type Holder struct {
	Type    string
	Field   string // empty for elements of arrays
	Objects int64
}

// Holders returns the fields that refer to the given objects, largest number of objects first. Each object counts for one field: the first
// in the heap state. Elements of arrays count only if no field refers to the object. The cost is one pass over all references. It returns
// an error only if ctx is done.
func Holders(ctx context.Context, h *trace.Heap, objects *bitset.BitSet, alive func(trace.ObjectID) bool) ([]Holder, error) {
	type field struct {
		kind trace.TypeID
		slot uint16
	}
	count := map[field]int64{}
	left := objects.Clone()
	for _, arrays := range []bool{false, true} {
		for o := range trace.ObjectID(h.Len()) {
			if err := poll.At(ctx, o); err != nil {
				return nil, err
			}
			t := h.TypeOf.At(o)
			if kind := h.Types[t].Kind; kind == trace.ClassObject || (kind == trace.ObjectArray) != arrays {
				continue
			}
			for i, to := range h.References(o) {
				if !left.Test(uint(to)) || !alive(o) {
					continue
				}
				left.Clear(uint(to))
				key := field{t, 0}
				if !arrays {
					key.slot = h.Slot(o, i)
				}
				count[key]++
			}
		}
	}
	byName := map[Holder]int64{}
	for key, n := range count {
		x := Holder{Type: h.Types[key.kind].Name}
		if names := h.Types[key.kind].References; int(key.slot) < len(names) && h.Types[key.kind].Kind == trace.Instance {
			x.Field = names[key.slot]
		}
		byName[x] += n
	}
	var list []Holder
	for x, n := range maps.All(byName) {
		x.Objects = n
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b Holder) int {
		return cmp.Or(cmp.Compare(b.Objects, a.Objects), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Field, b.Field))
	})
	return list, nil
}
