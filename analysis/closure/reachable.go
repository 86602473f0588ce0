package closure

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/index"
	"memcity/trace/poll"
)

// Reachable returns the objects that the GC roots keep alive. The header of each object refers to the class object of its type, which is
// therefore reachable as well. It returns nil if h has no GC roots. The cost is linear in objects and references. It returns an error only
// if ctx is done.
func Reachable(ctx context.Context, h *trace.Heap) (*bitset.BitSet, error) {
	if reachable, ok := KnownReachable(h); ok {
		return reachable, ctx.Err()
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
	keepReachable(h, w.seen)
	return w.seen, nil
}

// KnownReachable returns the result of [Reachable] if the index of h contains it or h has no GC roots. ok is false otherwise.
func KnownReachable(h *trace.Heap) (*bitset.BitSet, bool) {
	if len(h.Roots) == 0 {
		return nil, true
	}
	return keptReachable(h)
}

// Reachable returns the same objects as the function [Reachable]. It returns an error only if ctx is done.
func (g *Graph) Reachable(ctx context.Context) (*bitset.BitSet, error) {
	if reachable, ok := KnownReachable(g.heap); ok {
		return reachable, ctx.Err()
	}
	return ListedReachable(ctx, g.heap, g.order[g.live:])
}

// ListedReachable returns the listed objects as a set, and stores it in the index.
func ListedReachable(ctx context.Context, h *trace.Heap, objects []trace.ObjectID) (*bitset.BitSet, error) {
	reachable := bitset.New(uint(h.Len()))
	for i, o := range objects {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		reachable.Set(uint(o))
	}
	keepReachable(h, reachable)
	return reachable, nil
}

// reachablePart is the name of the index part with the reachable objects.
const reachablePart = "reachable"

// keptReachable reads the reachable objects from the index. ok is false if it does not contain them.
func keptReachable(h *trace.Heap) (*bitset.BitSet, bool) {
	columns, ok := h.Index.Read(reachablePart, nil)
	if !ok {
		return nil, false
	}
	r := index.NewReader(columns)
	words := index.Next[uint64](r)
	r.Check(len(words) == (h.Len()+63)/64, "words are missing")
	if r.End() != nil {
		return nil, false
	}
	return bitset.FromWithLength(uint(h.Len()), words), true
}

func keepReachable(h *trace.Heap, reachable *bitset.BitSet) {
	h.Index.Keep(reachablePart, nil, index.Bytes(reachable.Words()))
}

type walk struct {
	heap  *trace.Heap
	seen  *bitset.BitSet
	types []bool // true for types whose class object was visited
	stack []trace.ObjectID
}

func (w *walk) visit(o trace.ObjectID) {
	if o == trace.NoObject || w.seen.Test(uint(o)) {
		return
	}
	w.seen.Set(uint(o))
	w.stack = append(w.stack, o)
}
