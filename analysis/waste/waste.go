package waste

import (
	"context"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

const (
	maxStrings = 20 << 20
	textLimit  = 1 << 12 // number of characters compared first; equal ones are compared as a whole
)

// Lacks names the data that a heap state of a recording lacks to determine waste; empty if it has all. texts selects duplicate strings
// rather than slices.
func Lacks(r *trace.Recording, h *trace.Heap, texts bool) string {
	switch {
	case h.Values == nil && h.Runtime != trace.JVM:
		return "Duplicate strings and memory outside the heap: this input has no contents of strings and fields."
	case h.Values == nil:
		return "Duplicate strings and memory outside the heap: no field values in this input. Open a heap dump."
	case texts && (!r.Knows.Has(trace.KnowsTexts) || r.Blanked):
		return "Duplicate strings: this input does not contain the contents of strings."
	}
	return ""
}

// Text contains strings with the same text.
type Text struct {
	First  trace.ObjectID
	Count  int64
	Wasted int64 // bytes of all but the first
	Length int   // characters; a lower bound for long texts, and 0 if unknown
}

// Duplicated contains the texts of the strings in a heap state.
type Duplicated struct {
	Texts   []Text
	All     Text           // all but the first of each text
	Strings int            // number of examined strings
	Copies  *bitset.BitSet // all but the first of each text

	index map[uint64]int32 // index in Texts by hash of the text
}

// Duplicates counts the live strings of a heap state by text.
func Duplicates(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Duplicated, error) {
	isString := make([]bool, len(h.Types))
	for t := range isString {
		isString[t] = h.IsString(trace.TypeID(t))
	}
	var strings []trace.ObjectID
	for o := range trace.ObjectID(h.Len()) {
		if isString[h.TypeOf.At(o)] && alive(o) && len(strings) < maxStrings {
			strings = append(strings, o)
		}
	}
	if h.Values.HasTextNumbers() {
		return numbered(ctx, h, strings)
	}
	d := &Duplicated{index: make(map[uint64]int32, len(strings)/2), Strings: len(strings), Copies: bitset.New(uint(h.Len()))}
	arrays := bitset.New(uint(h.Len())) // arrays that were counted
	add := func(sum uint64, o trace.ObjectID, length int) {
		size := h.Size(o)
		for _, array := range h.References(o) {
			if !arrays.Test(uint(array)) {
				arrays.Set(uint(array))
				size += h.Size(array)
			}
		}
		d.add(sum, o, size, length)
	}
	long := map[uint64][]trace.ObjectID{} // strings by the hash of their start
	err := h.Values.Texts(ctx, strings, textLimit, func(o trace.ObjectID, text []byte) {
		hash := fnv.New64a()
		_, _ = hash.Write(text)
		_, _ = hash.Write(strconv.AppendInt(nil, int64(len(text)), 10))
		sum := hash.Sum64()
		length := utf8.RuneCount(text)
		if length == textLimit {
			long[sum] = append(long[sum], o)
			return
		}
		add(sum, o, length)
	})
	if err != nil {
		return d, err
	}
	var alike []trace.ObjectID
	for _, sum := range slices.Sorted(maps.Keys(long)) {
		list := long[sum]
		if len(list) == 1 {
			add(sum, list[0], textLimit)
			continue
		}
		alike = append(alike, list...)
	}
	return d, wholeSums(ctx, h, alike, add)
}

// numbered counts strings by the number of their text. It reads no texts. Strings without a number are not examined. The result has only the
// texts of several strings.
func numbered(ctx context.Context, h *trace.Heap, strings []trace.ObjectID) (*Duplicated, error) {
	d := &Duplicated{index: map[uint64]int32{}, Copies: bitset.New(uint(h.Len()))}
	var first []trace.ObjectID // by number: first string, plus 1; 0 for none
	for i, o := range strings {
		if err := poll.At(ctx, i); err != nil {
			return d, err
		}
		number, ok := h.Values.TextNumber(o)
		if !ok {
			continue
		}
		d.Strings++
		if more := int(number) - len(first); more >= 0 {
			first = append(first, make([]trace.ObjectID, more+1)...)
		}
		if first[number] == 0 {
			first[number] = o + 1
			continue
		}
		if _, counted := d.index[uint64(number)]; !counted {
			d.add(uint64(number), first[number]-1, 0, 0)
		}
		d.add(uint64(number), o, h.Size(o), 0)
	}
	return d, nil
}

// wholeSums calls add with the hash of the whole text of each string. It only has a part of a text in memory at a time.
func wholeSums(ctx context.Context, h *trace.Heap, strings []trace.ObjectID, add func(sum uint64, o trace.ObjectID, length int)) error {
	hash, last := fnv.New64a(), trace.NoObject
	end := func() {
		if last != trace.NoObject {
			add(hash.Sum64(), last, textLimit)
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

// add counts a string by the hash of its text.
func (d *Duplicated) add(sum uint64, o trace.ObjectID, size int64, length int) {
	i, ok := d.index[sum]
	if !ok {
		d.index[sum], d.Texts = int32(len(d.Texts)), append(d.Texts, Text{First: o, Count: 1, Length: length})
		return
	}
	d.Copies.Set(uint(o))
	same := &d.Texts[i]
	same.Count++
	same.Wasted += size
	d.All.Count++
	d.All.Wasted += size
}
