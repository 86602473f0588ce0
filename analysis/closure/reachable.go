package closure

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/poll"
)

// Reachable returns the objects that the GC roots keep alive. The class object of a type counts as reachable when an
// object of the type is, as the header of every object refers to it. A heap without roots gives nil: nothing is known
// then. Cost is linear in objects and references; an error is ctx's.
func Reachable(ctx context.Context, h *trace.Heap) (*bitset.BitSet, error) {
	if len(h.Roots) == 0 {
		return nil, nil
	}
	w := walk{heap: h, seen: bitset.New(uint(h.Len())), types: make([]bool, len(h.Types))}
	for _, r := range h.Roots {
		w.visit(r.Object)
	}
	for done := 0; len(w.stack) > 0; done++ {
		if err := poll.At(ctx, done); err != nil {
			return nil, err
		}
		o := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		for _, to := range h.References(o) {
			w.visit(to)
		}
		if t := h.TypeOf.At(o); !w.types[t] {
			w.types[t] = true
			w.visit(h.Types[t].Class)
		}
	}
	return w.seen, nil
}

type walk struct {
	heap  *trace.Heap
	seen  *bitset.BitSet
	types []bool // whose class object was visited
	stack []trace.ObjectID
}

func (w *walk) visit(o trace.ObjectID) {
	if o == trace.NoObject || w.seen.Test(uint(o)) {
		return
	}
	w.seen.Set(uint(o))
	w.stack = append(w.stack, o)
}
