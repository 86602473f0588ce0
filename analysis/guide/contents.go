package guide

import (
	"context"
	"encoding/binary"
	"hash/maphash"

	"memcity/analysis/guide/leak"
	"memcity/trace"
)

// maxKeyText is the least length, in bytes, of strings that always count as different.
const maxKeyText = 1 << 12

// countContents returns the number of distinct contents of objects of a type. Contents are the values of fields and the referenced objects.
// Strings and boxed values are compared by value, other objects by identity. The cost is at most three passes over the values of the heap.
func countContents(ctx context.Context, h *trace.Heap, t trace.TypeID, objects []trace.ObjectID) (int, error) {
	c := contents{heap: h, seed: maphash.MakeSeed(), plain: map[trace.ObjectID]uint64{}}
	wanted := map[trace.ObjectID]bool{}
	for _, o := range objects {
		wanted[o] = true
	}
	if err := c.readReferenced(ctx, objects); err != nil {
		return 0, err
	}
	if err := c.readRows(ctx, []trace.TypeID{t}, wanted); err != nil {
		return 0, err
	}
	different := map[uint64]bool{}
	for _, o := range objects {
		text := binary.LittleEndian.AppendUint64(nil, c.plain[o])
		for i, to := range h.References(o) {
			value, ok := c.plain[to]
			if !ok {
				value = uint64(to)
			}
			text = binary.LittleEndian.AppendUint16(text, h.Slot(o, i))
			text = append(text, pick[byte](ok, 1, 0))
			text = binary.LittleEndian.AppendUint64(text, value)
		}
		different[maphash.Bytes(c.seed, text)] = true
	}
	return len(different), nil
}

// contents hashes values of objects.
type contents struct {
	heap  *trace.Heap
	seed  maphash.Seed
	plain map[trace.ObjectID]uint64 // by object: hash of its values, without references
}

// readReferenced hashes the strings and boxed values that the given objects refer to.
func (c *contents) readReferenced(ctx context.Context, objects []trace.ObjectID) error {
	h := c.heap
	var strings []trace.ObjectID
	boxes, boxTypes := map[trace.ObjectID]bool{}, map[trace.TypeID]bool{}
	known := map[trace.ObjectID]bool{}
	for _, o := range objects {
		for _, to := range h.References(o) {
			t := h.TypeOf.At(to)
			switch {
			case known[to]:
			case h.IsString(t):
				strings = append(strings, to)
			case leak.IsBox(h.Types[t].Name):
				boxes[to], boxTypes[t] = true, true
			}
			known[to] = true
		}
	}
	err := h.Values.Texts(ctx, strings, maxKeyText, func(o trace.ObjectID, text []byte) {
		if len(text) < maxKeyText {
			c.plain[o] = maphash.Bytes(c.seed, text)
		}
	})
	if err != nil {
		return err
	}
	var types []trace.TypeID
	for t := range boxTypes {
		types = append(types, t)
	}
	return c.readRows(ctx, types, boxes)
}

// readRows hashes the values of the wanted objects of the given types.
func (c *contents) readRows(ctx context.Context, types []trace.TypeID, wanted map[trace.ObjectID]bool) error {
	var selections []trace.Selection
	for _, t := range types {
		s := trace.Selection{Type: t}
		for i, f := range c.heap.Values.Layout(t) {
			if f.Kind > trace.ReferenceValue {
				s.Fields = append(s.Fields, i)
			}
		}
		if len(s.Fields) > 0 {
			selections = append(selections, s)
		}
	}
	return c.heap.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		if !wanted[o] {
			return
		}
		var text []byte
		for _, v := range row {
			if v.Kind == trace.NoValue { // missing in the input, so it may differ
				text = binary.LittleEndian.AppendUint64(text, uint64(o))
				continue
			}
			value, _ := v.MarshalBinary() // the error is always nil
			text = append(text, value...)
		}
		c.plain[o] = maphash.Bytes(c.seed, text)
	})
}
