package structure

import (
	"context"
	"slices"

	"memcity/analysis/closure"
	"memcity/trace"
)

// MaxReachable is the number of data structures of which the reachable size is computed: eight sweeps over the references.
const MaxReachable = 512

// reachable computes what references lead to from each of some heads, as [Sizes] says. The cost is that of
// [closure.Graph.SizesUpTo]. An error is ctx's.
func (s *State) reachable(ctx context.Context, ids []ID, progress trace.Progress) ([]trace.Amount, error) {
	sizes := make([]trace.Amount, len(ids))
	if len(ids) == 0 {
		return sizes, nil
	}
	ends := newLoading(s.Heap)
	lists := make([][]trace.ObjectID, len(ids))
	for i, id := range ids {
		sizes[i] = Unknown
		lists[i] = ends.from(s.Detection, id)
	}
	_, err := s.Graph.SizesUpTo(ctx, ends.has, closure.ObjectGroups(s.Heap, lists...), progress, func(results []closure.Result) {
		for _, r := range results {
			sizes[r.Group] = r.Amount
		}
	})
	return sizes, err
}

// loading knows class objects and class loaders. Nearly all that is in a heap leads to some class loader, that to all classes
// that it has loaded, and these to all static fields: beyond them every data structure would reach the whole program, and grow
// with it.
type loading struct {
	heap  *trace.Heap
	types []bool                  // by type: class objects, and sub types of java.lang.ClassLoader
	also  map[trace.ObjectID]bool // what has loaded types
}

func newLoading(h *trace.Heap) *loading {
	l := &loading{heap: h, types: make([]bool, len(h.Types)), also: map[trace.ObjectID]bool{}}
	for t := range h.Types {
		l.types[t] = h.Types[t].Kind == trace.ClassObject || h.Extends(trace.TypeID(t), "java.lang.ClassLoader")
		if loader := h.Types[t].Loader; loader != trace.NoObject {
			l.also[loader] = true
		}
	}
	return l
}

func (l *loading) has(o trace.ObjectID) bool { return l.types[l.heap.TypeOf.At(o)] || l.also[o] }

// from returns the objects from which to go on: the head, and what class objects and class loaders refer to that are the head or
// parts of the data structure, as a description may say.
func (l *loading) from(d *Detection, id ID) []trace.ObjectID {
	list := []trace.ObjectID{d.Heads[id]}
	add := func(o trace.ObjectID) {
		if l.has(o) {
			list = append(append(list, o), l.heap.References(o)...)
		}
	}
	add(d.Heads[id])
	for _, o := range d.Parts(id) {
		add(o)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
