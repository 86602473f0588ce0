package structures

import (
	"cmp"
	"context"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/structure"
	"memcity/trace"
)

// maxStructureTypes is the number of types whose retained sizes are computed, in one sweep.
const maxStructureTypes = 64

// cancelEach is the number of data structures between two checks for cancellation.
const cancelEach = 1024

// CountTypes counts the data structures of a heap state by type. For the types with the largest sums it computes retained sizes, which
// costs one sweep over the heap. It returns an error only if ctx is done.
func (out *Structures) CountTypes(ctx context.Context, s *structure.State, progress trace.Progress) error {
	at := map[string]int{}
	var lists [][]trace.ObjectID
	for id := range structure.ID(s.Len()) {
		if id%cancelEach == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !s.IsLive(id) {
			continue
		}
		name := s.Heap.Types[s.Heap.TypeOf.At(s.Heads[id])].Name
		i, ok := at[name]
		if !ok {
			i = len(out.Types)
			at[name] = i
			out.Types, lists = append(out.Types, Type{Type: name}), append(lists, nil)
		}
		t, size := &out.Types[i], s.Size(id)
		t.Heads++
		t.Own.Objects += size.Objects
		t.Own.Bytes += size.Bytes
		lists[i] = append(lists[i], s.Heads[id])
		out.Heads++
		if !s.IsTop(id) {
			t.Contained++
			out.Contained++
		}
	}
	slices.SortFunc(out.Types, func(a, b Type) int {
		return cmp.Or(cmp.Compare(b.Own.Bytes, a.Own.Bytes), cmp.Compare(a.Type, b.Type))
	})
	if !s.KnowsRetained() || len(out.Types) == 0 {
		return nil
	}
	var sorted [][]trace.ObjectID
	for _, t := range out.Types[:min(len(out.Types), maxStructureTypes)] {
		sorted = append(sorted, lists[at[t.Type]])
	}
	_, err := s.Graph.Sizes(ctx, closure.ObjectGroups(s.Heap, sorted...), []closure.Kind{closure.Retained}, progress,
		func(results []closure.Result) {
			for _, r := range results {
				size := StructureSize(r.Amount)
				out.Types[r.Group].Retained = &size
			}
		})
	return err
}
