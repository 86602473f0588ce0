package tracetest

import (
	"testing"

	"memcity/trace"
)

// Check fails the test unless h satisfies the invariants of every heap.
func Check(t testing.TB, h *trace.Heap) {
	t.Helper()
	n := h.Len()
	if h.Extent.Len() != n || h.RefStart.Len() != n || len(h.RefTo) != h.RefSlot.Len() || int(h.RefStart.At(trace.ObjectID(n))) != len(h.RefTo) {
		t.Fatalf("columns of %d objects have %d, %d, %d, %d entries", n, h.Extent.Len(), h.RefStart.Len(), len(h.RefTo), h.RefSlot.Len())
	}
	last := uint64(0)
	for o := range trace.ObjectID(n) {
		if int(h.TypeOf.At(o)) >= len(h.Types) || h.RefStart.At(o) > h.RefStart.At(o+1) || h.Size(o) < 0 {
			t.Fatalf("object %d has type %d, references from %d to %d, size %d", o, h.TypeOf.At(o), h.RefStart.At(o), h.RefStart.At(o+1), h.Size(o))
		}
		if h.Address == nil {
			// objects have no order
		} else if id := h.Address(o); o > 0 && id <= last {
			t.Fatalf("address %d of object %d is not after %d", id, o, last)
		} else {
			last = id
		}
		for i, to := range h.References(o) {
			if int(to) >= n {
				t.Fatalf("object %d refers to %d of %d", o, to, n)
			}
			h.FieldAt(o, i)
		}
	}
	for _, r := range h.Roots {
		if int(r.Object) >= n || int(r.Thread) >= len(h.Threads) || r.Frame >= 0 && int(r.Frame) >= len(h.Threads[r.Thread].Frames) {
			t.Fatalf("root %+v", r)
		}
	}
	for _, u := range h.Unused {
		if int(u.Context) >= n || int(u.Index) >= len(h.References(u.Context)) {
			t.Fatalf("unused variable %+v", u)
		}
	}
	for i, ty := range h.Types {
		if ty.Class != trace.NoObject && int(ty.Class) >= n || ty.Super != trace.NoType && int(ty.Super) >= len(h.Types) ||
			ty.Loader != trace.NoObject && int(ty.Loader) >= n || ty.Super == trace.TypeID(i) {
			t.Fatalf("type %+v", ty)
		}
	}
}
