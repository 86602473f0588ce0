package waste

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Names in heap states of V8, which makes a sliced string when a program cuts a piece out of a longer string.
const (
	slicedString = "(sliced string)"
	slicedParent = "<parent>"
)

// fewSlices is the largest number of slices that leave most of a string unused. A text that is split into lines has more.
const fewSlices = 8

// TextSlices finds live strings of V8 that are pieces of longer strings of at least 1 kB, to which nothing else refers. The result has no
// Used, because heap states do not contain the lengths of the pieces. Strings with more than eight pieces are left out. The cost is linear
// in references; nothing is read if there are no slices.
func TextSlices(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) (*Sliced, error) {
	found := &Sliced{Slices: bitset.New(0), Type: slicedString}
	isSlice := make([]bool, len(h.Types))
	for t := range h.Types {
		isSlice[t] = h.Types[t].Name == slicedString
	}
	if h.Runtime != trace.V8 || !slices.Contains(isSlice, true) {
		return found, nil
	}
	pieces, others := map[trace.ObjectID][]trace.ObjectID{}, map[trace.ObjectID]int{} // by the string that they are cut from
	for o := range trace.ObjectID(h.Len()) {
		if err := poll.At(ctx, o); err != nil {
			return found, err
		}
		if !isSlice[h.TypeOf.At(o)] || !alive(o) {
			continue
		}
		if whole := h.Referent(o, slicedParent); whole != trace.NoObject && h.Size(whole) >= minSliced {
			pieces[whole] = append(pieces[whole], o)
		}
	}
	if len(pieces) == 0 {
		return found, nil
	}
	for o := range trace.ObjectID(h.Len()) {
		if err := poll.At(ctx, o); err != nil {
			return found, err
		}
		if isSlice[h.TypeOf.At(o)] || !alive(o) {
			continue
		}
		for _, to := range h.References(o) {
			if pieces[to] != nil {
				others[to]++
			}
		}
	}
	for whole, list := range pieces {
		if others[whole] > 0 || len(list) > fewSlices {
			continue
		}
		found.All.Add(trace.Amount{Objects: int64(len(list)), Bytes: h.Size(whole)})
		for _, o := range list {
			found.Slices.Set(uint(o))
		}
	}
	return found, nil
}
