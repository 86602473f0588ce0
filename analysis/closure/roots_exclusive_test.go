package closure_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestExclusive compares what only the roots of a thread lead to with traversals from the roots of the others, on heaps with threads, weak
// references and cycles.
func TestExclusive(t *testing.T) {
	owning, shared := 0, 0
	for seed := range uint64(300) {
		h := tracetest.RandomGraph(binary.LittleEndian.AppendUint64(nil, seed), int(seed)%3)
		for i := range h.Roots { // random graphs have few local variables
			if root := &h.Roots[i]; root.Kind != trace.RootStaticField && root.Thread < 0 && len(h.Threads) > 0 && i%3 == 0 {
				root.Kind, root.Thread = trace.RootLocal, int32(i%len(h.Threads))
			}
		}
		r := graph(t, h).Roots()
		groupOf := func(i int) int { return int(h.Roots[i].Thread) }
		got, held, err := r.Exclusive(t.Context(), len(h.Threads), groupOf)
		if err != nil {
			t.Fatal(err)
		}
		want, all := exclusiveByTraversal(h, r, len(h.Threads), groupOf)
		if !slices.Equal(got, want) || held != all {
			t.Fatalf("seed %d: %v of %v, want %v of %v", seed, got, held, want, all)
		}
		for _, a := range got {
			if a.Objects > 0 {
				owning++
			} else {
				shared++
			}
		}
	}
	if owning < 100 || shared < 30 {
		t.Errorf("%d threads have objects of their own, %d have none", owning, shared)
	}
}

// nobody is a group without roots, of which there may be several.
const nobody = -2

// exclusiveByTraversal removes the roots of one group after the other.
func exclusiveByTraversal(h *trace.Heap, r *closure.Roots, groups int, groupOf func(int) int) (sizes []trace.Amount, total trace.Amount) {
	running := map[trace.ObjectID]bool{}
	for i := range h.Roots {
		if h.Roots[i].Kind == trace.RootThread {
			running[h.Roots[i].Object] = true
		}
	}
	base := map[trace.ObjectID]bool{} // without classes that only their instances hold
	held := func(without int) map[trace.ObjectID]bool {
		var next []trace.ObjectID
		for o := range trace.ObjectID(h.Len()) {
			for _, id := range r.Direct(o) {
				if r.Names[id].Kind == trace.RootStaticField {
					next = append(next, o)
				}
			}
		}
		for i := range h.Roots {
			root := &h.Roots[i]
			if root.Kind == trace.RootStaticField || groupOf(i) == without || running[root.Object] && root.Kind != trace.RootThread {
				continue
			}
			next = append(next, root.Object)
		}
		in := map[trace.ObjectID]bool{}
		for len(next) > 0 {
			o := next[len(next)-1]
			if next = next[:len(next)-1]; in[o] {
				continue
			}
			in[o] = true
			for i, to := range h.References(o) {
				if r.Holds(o, i) {
					next = append(next, to)
				}
			}
			if class := h.Types[h.TypeOf.At(o)].Class; class != trace.NoObject && (r.HeldClass(o) == class || without != nobody && !base[class]) {
				next = append(next, class)
			}
		}
		return in
	}
	base = held(nobody)
	all := held(groups)
	for o := range all {
		total.Add(trace.Amount{Objects: 1, Bytes: h.Size(o)})
	}
	sizes = make([]trace.Amount, groups)
	for g := range sizes {
		stays := held(g)
		for o := range all {
			if !stays[o] {
				sizes[g].Add(trace.Amount{Objects: 1, Bytes: h.Size(o)})
			}
		}
	}
	return sizes, total
}

// TestExclusiveShared: what two threads hold belongs to none of them, in whatever order they are read.
func TestExclusiveShared(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("Node", 16, "next")
	first, second, both, tail := b.Object(node), b.Object(node), b.Object(node), b.Object(node)
	b.Refer(first, "next", both)
	b.Refer(second, "next", both)
	b.Refer(both, "next", tail)
	h := b.Heap()
	h.Threads = []trace.Thread{{Name: "a", Object: trace.NoObject}, {Name: "b", Object: trace.NoObject}}
	for _, order := range [][]int32{{0, 1}, {1, 0}} {
		h.Roots = nil
		for _, n := range order {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootLocal, Object: []trace.ObjectID{first, second}[n], Thread: n, Frame: -1})
		}
		got, _, err := graph(t, h).Roots().Exclusive(t.Context(), 2, func(i int) int { return int(h.Roots[i].Thread) })
		one := trace.Amount{Objects: 1, Bytes: 16}
		if err != nil || !slices.Equal(got, []trace.Amount{one, one}) {
			t.Errorf("in the order %d the threads hold %v, %v", order, got, err)
		}
	}
}
