package waste

import (
	"context"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Sliced contains objects that show a small part of a large array and keep all of it alive.
type Sliced struct {
	Slices *bitset.BitSet
	All    trace.Amount // slices, with the bytes of their arrays
	Used   int64        // bytes of the arrays that they show
	Type   string       // type of most of the slices
}

// Wasted returns the bytes of arrays that no slice shows.
func (s *Sliced) Wasted() int64 { return s.All.Bytes - s.Used }

// minSliced is the minimum size of an array, in bytes, for which copying the used part pays off.
const minSliced = 1 << 10

// Copying pays off if slices show a smaller share of an array than roomy.
const roomy = 0.25

// sliceFields returns the fields of types that show a part of an array: the number of elements, and the array.
func sliceFields(h *trace.Heap, t trace.TypeID) (size, array string) {
	for _, name := range []string{"Byte", "Char", "Short", "Int", "Long", "Float", "Double"} {
		if h.Extends(t, "java.nio.Heap"+name+"Buffer") {
			return "capacity", "hb"
		}
	}
	if h.Types[t].Name == "org.apache.lucene.util.BytesRef" {
		return "length", "bytes"
	}
	return "", ""
}

// Slices finds live slices that together show less than a quarter of an array to which nothing else refers. It reads the values of slice
// types in one pass. Without such types it only examines the types.
func Slices(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Sliced, error) {
	found := &Sliced{Slices: bitset.New(0)}
	arrays := map[trace.TypeID]string{}
	var selections []trace.Selection
	for t := range h.Types {
		id := trace.TypeID(t)
		size, array := sliceFields(h, id)
		if i := h.Values.FieldIndex(id, size); size != "" && i >= 0 {
			arrays[id] = array
			selections = append(selections, trace.Selection{Type: id, Fields: []int{i}})
		}
	}
	type slice struct{ object, array trace.ObjectID }
	var list []slice
	shown, owned := map[trace.ObjectID]int64{}, map[trace.ObjectID]int{} // by array: shown bytes, and references from other objects
	err := h.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		array := h.Referent(o, arrays[h.TypeOf.At(o)])
		if array == trace.NoObject || !alive(o) {
			return
		}
		list = append(list, slice{o, array})
		shown[array] += row[0].Int() * h.Types[h.TypeOf.At(array)].Element
		owned[array]--
	})
	if err != nil || len(list) == 0 {
		return found, err
	}
	for o := range trace.ObjectID(h.Len()) {
		if err := poll.At(ctx, o); err != nil {
			return found, err
		}
		if !alive(o) {
			continue
		}
		for _, to := range h.References(o) {
			if _, ok := owned[to]; ok {
				owned[to]++
			}
		}
	}
	kinds, counted := map[string]int{}, map[trace.ObjectID]bool{}
	for _, s := range list {
		bytes := h.Size(s.array)
		if owned[s.array] > 0 || bytes < minSliced || float64(shown[s.array]) >= roomy*float64(bytes) {
			continue
		}
		found.Slices.Set(uint(s.object))
		found.All.Objects++
		if !counted[s.array] {
			counted[s.array] = true
			found.All.Bytes += bytes
			found.Used += shown[s.array]
		}
		kind := strings.TrimSuffix(h.Types[h.TypeOf.At(s.object)].Name, "BufferR")
		if kind != h.Types[h.TypeOf.At(s.object)].Name {
			kind += "Buffer"
		}
		kinds[kind]++
		if n := kinds[kind]; found.Type == "" || n > kinds[found.Type] || n == kinds[found.Type] && kind < found.Type {
			found.Type = kind
		}
	}
	return found, nil
}
