package waste

import (
	"context"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"memcity/analysis/guide/leak"
	"memcity/trace"
)

const (
	maxStrings = 20 << 20
	textLimit  = 1 << 12 // characters that are compared at first; where they are the same, the whole texts are
)

// Lacks says what a heap state of a recording lacks to know of waste, of texts that are there many times or else of collections;
// empty if nothing.
func Lacks(r *trace.Recording, h *trace.Heap, texts bool) string {
	switch {
	case h.Values == nil:
		return "Duplicate strings, empty collections and memory outside the heap: this takes field values, available in heap dumps."
	case texts && (!r.Knows.Has(trace.KnowsTexts) || r.Blanked):
		return "Duplicate strings: the contents of strings are not in this input."
	}
	return ""
}

// Text is strings of one text.
type Text struct {
	First  trace.ObjectID
	Count  int64
	Wasted int64 // bytes of all but the first
}

// Duplicated is the texts that are there many times.
type Duplicated struct {
	Texts   map[uint64]*Text // by a hash of the text
	All     Text             // all but the first of each
	Strings int              // that were looked at
}

// Duplicates counts the texts of the strings of a heap state that are alive.
func Duplicates(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Duplicated, error) {
	isString := make([]bool, len(h.Types))
	for t := range isString {
		isString[t] = h.IsString(trace.TypeID(t))
	}
	var strings []trace.ObjectID
	for o := range trace.ObjectID(h.Len()) {
		if isString[h.TypeOf[o]] && alive(o) && len(strings) < maxStrings {
			strings = append(strings, o)
		}
	}
	d := &Duplicated{Texts: map[uint64]*Text{}, Strings: len(strings)}
	arrays := map[trace.ObjectID]bool{}
	add := func(sum uint64, o trace.ObjectID) {
		size := h.Size(o)
		for _, array := range h.References(o) {
			if !arrays[array] {
				arrays[array] = true
				size += h.Size(array)
			}
		}
		d.add(sum, o, size)
	}
	long := map[uint64][]trace.ObjectID{} // strings by the sum of their heads
	err := h.Values.Texts(ctx, strings, textLimit, func(o trace.ObjectID, text []byte) {
		hash := fnv.New64a()
		_, _ = hash.Write(text)
		_, _ = hash.Write(strconv.AppendInt(nil, int64(len(text)), 10))
		sum := hash.Sum64()
		if utf8.RuneCount(text) == textLimit {
			long[sum] = append(long[sum], o)
			return
		}
		add(sum, o)
	})
	if err != nil {
		return d, err
	}
	var alike []trace.ObjectID
	for _, sum := range slices.Sorted(maps.Keys(long)) {
		list := long[sum]
		if len(list) == 1 {
			add(sum, list[0])
			continue
		}
		alike = append(alike, list...)
	}
	return d, wholeSums(ctx, h, alike, add)
}

// wholeSums calls add with sums of the whole texts of strings, of which it has only a piece in memory at once.
func wholeSums(ctx context.Context, h *trace.Heap, strings []trace.ObjectID, add func(sum uint64, o trace.ObjectID)) error {
	hash, last := fnv.New64a(), trace.NoObject
	end := func() {
		if last != trace.NoObject {
			add(hash.Sum64(), last)
		}
		hash.Reset()
	}
	err := h.Values.Units(ctx, strings, func(o trace.ObjectID, units []byte) {
		if o != last {
			end()
			last = o
		}
		_, _ = hash.Write(units)
	})
	end()
	return err
}

// add counts a string by the sum of its text.
func (d *Duplicated) add(sum uint64, o trace.ObjectID, size int64) {
	same := d.Texts[sum]
	if same == nil {
		d.Texts[sum] = &Text{First: o, Count: 1}
		return
	}
	same.Count++
	same.Wasted += size
	d.All.Count++
	d.All.Wasted += size
}

// sizeFields are the fields that collections keep their number of elements in.
var sizeFields = []string{"size", "elementCount", "count", "baseCount"}

// arrayFields are those that they keep their elements in.
var arrayFields = []string{"elementData", "table", "elements", "queue", "items"}

// roomy is the part of an array that is used, below which a collection is sparse.
const roomy = 0.25

// Unused is collections that are empty, or whose arrays are mostly empty.
type Unused struct {
	Empty, Sparse trace.Amount
	Most          string // the type that wastes most
}

// Collections counts collections of a heap state that are alive and empty, or whose arrays are mostly empty.
func Collections(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Unused, error) {
	found := &Unused{}
	var selections []trace.Selection
	for t := range h.Types {
		id := trace.TypeID(t)
		if h.Types[t].Kind != trace.Instance || !leak.ExtendsCollection(h, id) {
			continue
		}
		for _, name := range sizeFields {
			if i := h.Values.FieldIndex(id, name); i >= 0 && arraySlot(h, id) != "" {
				selections = append(selections, trace.Selection{Type: id, Fields: []int{i}})
				break
			}
		}
	}
	kinds := map[string]int64{}
	err := h.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		if !alive(o) {
			return
		}
		array, length := arrayOf(h, o)
		size := row[0].Int()
		switch {
		case size == 0:
			bytes := h.Size(o)
			if array != trace.NoObject && length > 0 {
				bytes += h.Size(array)
			}
			found.Empty.Add(trace.Amount{Objects: 1, Bytes: bytes})
			kinds[h.Types[h.TypeOf[o]].Name] += bytes
		case array != trace.NoObject && length > 16 && float64(size) < roomy*float64(length):
			bytes := (length - size) * h.Types[h.TypeOf[array]].Element
			found.Sparse.Add(trace.Amount{Objects: 1, Bytes: bytes})
			kinds[h.Types[h.TypeOf[o]].Name] += bytes
		}
	})
	for name, bytes := range kinds {
		if found.Most == "" || bytes > kinds[found.Most] || bytes == kinds[found.Most] && name < found.Most {
			found.Most = name
		}
	}
	return found, err
}

// arraySlot names the field of a type that holds its elements; empty if there is none.
func arraySlot(h *trace.Heap, t trace.TypeID) string {
	for _, name := range h.Types[t].References {
		if slices.Contains(arrayFields, name) {
			return name
		}
	}
	return ""
}

// arrayOf returns the array with the elements of a collection, and its length.
func arrayOf(h *trace.Heap, o trace.ObjectID) (array trace.ObjectID, length int64) {
	for i, to := range h.References(o) {
		if slices.Contains(arrayFields, h.SlotName(o, h.RefSlot[int(h.RefStart[o])+i])) && h.Types[h.TypeOf[to]].Kind == trace.ObjectArray {
			return to, int64(h.Extent[to])
		}
	}
	return trace.NoObject, 0
}
