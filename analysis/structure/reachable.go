package structure

import (
	"context"
	"slices"

	"memcity/analysis/closure"
	"memcity/trace"
)

// MaxReachable is the maximum number of data structures with a reachable size, which takes eight sweeps over the references.
const MaxReachable = 512

// reachable returns the reachable sizes of the given data structures, see [Sizes]. The cost is that of [closure.Graph.SizesUpTo]. It
// returns an error only if ctx is done.
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

// loading recognizes class objects and class loaders. Nearly every object leads to a class loader, from there to all its classes, and from
// these to all static fields. If sizes continued beyond them, every data structure would reach the whole program and grow with it.
type loading struct {
	heap  *trace.Heap
	types []bool                  // by type: true for class objects and subtypes of java.lang.ClassLoader
	also  map[trace.ObjectID]bool // other objects that have loaded types
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

// from returns the objects to start from: the head, and the targets of class objects and class loaders that a description makes the head or
// parts of the data structure.
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
