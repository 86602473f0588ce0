package closure_test

import (
	"fmt"
	"slices"
	"testing"

	"memcity/analysis/closure/dominators"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func dominatorsOf(t testing.TB, h *trace.Heap) *dominators.Table {
	t.Helper()
	d, err := dominators.Find(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestDominatorsByDefinition removes every object in turn from small heaps of all shapes.
func TestDominatorsByDefinition(t *testing.T) {
	for seed := range uint64(60) {
		h := loosened(randomHeap(seed), seed)
		d := dominatorsOf(t, h)
		live := liveWithout(h, nil)
		if d.Top != sizeOf(h, live) {
			t.Fatalf("seed %d: %v reachable; expected %v", seed, d.Top, sizeOf(h, live))
		}
		retains := make([]map[trace.ObjectID]bool, h.Len())
		for o := range retains {
			retains[o] = retainedOf(h, set(trace.ObjectID(o)))
			got := d.Retained(trace.ObjectID(o))
			if want := sizeOf(h, retains[o]); got != want {
				t.Fatalf("seed %d: object %d retains %v; expected %v", seed, o, got, want)
			}
		}
		for o := range trace.ObjectID(h.Len()) {
			// The dominators of an object form a chain; the immediate one retains the least.
			want := trace.NoObject
			for by := range trace.ObjectID(h.Len()) {
				if live[o] && by != o && retains[by][o] && (want == trace.NoObject || len(retains[by]) < len(retains[want])) {
					want = by
				}
			}
			if d.Of(o) != want {
				t.Fatalf("seed %d: object %d is dominated by %d; expected %d", seed, o, d.Of(o), want)
			}
		}
	}
}

func set(objects ...trace.ObjectID) map[trace.ObjectID]bool {
	s := map[trace.ObjectID]bool{}
	for _, o := range objects {
		s[o] = true
	}
	return s
}

func sizeOf(h *trace.Heap, set map[trace.ObjectID]bool) trace.Amount {
	var s trace.Amount
	for o := range set {
		s.Objects++
		s.Bytes += h.Size(o)
	}
	return s
}

// randomHeap returns a small heap made from a seed, with few or many GC roots. For every second seed it has class objects, some of which
// are GC roots. The objects of some types keep them alive with their headers.
func randomHeap(seed uint64) *trace.Heap {
	h := tracetest.RandomHeap(seed, 20+int(seed*7%180))
	for i := range seed % 4 {
		h.Roots = append(h.Roots, trace.Root{Kind: trace.RootLocal, Object: trace.ObjectID((seed + 1) * (i + 3) % uint64(h.Len())),
			Thread: -1, Frame: -1})
	}
	if seed%2 == 1 {
		for t := range h.Types {
			if t%3 > 0 {
				h.Types[t].Class = trace.ObjectID((seed + uint64(t)*17) % uint64(h.Len()))
			}
		}
		if seed%4 == 1 {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootClass, Object: h.Types[1].Class, Thread: -1, Frame: -1})
		}
	}
	return h
}

// loosened changes the heap of every third seed so that some references keep nothing alive.
func loosened(h *trace.Heap, seed uint64) *trace.Heap {
	if seed%3 != 2 {
		return h
	}
	names := []string{"java.lang.ref.WeakReference", "java.lang.ref.SoftReference"}
	for t := range h.Types {
		if list := &h.Types[t].References; h.Types[t].Kind == trace.Instance && len(*list) > 0 && len(names) > 0 {
			h.Types[t].Name, names = names[0], names[1:]
			*list = slices.Concat([]string{"referent"}, (*list)[1:])
		}
	}
	return h
}

// linkedList returns a list with a head and n nodes. The head, object 0, refers to the first and the last node; every node refers to both
// neighbors.
func linkedList(n int) *trace.Heap {
	b := shape{refs: make([][]trace.ObjectID, n+1)}
	b.refs[0] = []trace.ObjectID{1, trace.ObjectID(n)}
	for o := 1; o <= n; o++ {
		if o < n {
			b.refs[o] = append(b.refs[o], trace.ObjectID(o+1))
		}
		if o > 1 {
			b.refs[o] = append(b.refs[o], trace.ObjectID(o-1))
		}
	}
	return b.heap(0)
}

// shape makes a heap of objects of 16 bytes from references alone.
type shape struct{ refs [][]trace.ObjectID }

func (s *shape) heap(roots ...trace.ObjectID) *trace.Heap {
	h := &trace.Heap{
		Types:  []trace.Type{{Name: "app.Node", Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject, Base: 16}},
		TypeOf: trace.NewTypes(len(s.refs), 1),
		Extent: trace.NewExtents(len(s.refs)),
		Align:  8,
	}
	starts := []uint32{0}
	for _, row := range s.refs {
		h.RefTo = append(h.RefTo, row...)
		starts = append(starts, uint32(len(h.RefTo)))
	}
	h.RefStart, h.RefSlot = trace.RowsOf(starts), trace.NewSlots(len(h.RefTo))
	for i, o := range roots {
		h.Roots = append(h.Roots, trace.Root{Kind: trace.RootStaticField, Object: o, Thread: -1, Frame: -1,
			Detail: fmt.Sprintf("app.Main.f%d", i)})
	}
	return h
}
