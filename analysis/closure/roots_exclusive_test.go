package closure_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"memcity/analysis/closure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// partsOfThreads is the number of groups of GC roots of each thread in the tests.
const partsOfThreads = 3

// TestExclusive compares the objects of each thread with traversals from the remaining roots, on heaps with threads, weak references
// and cycles. Each thread has several groups.
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
		groupOf := func(i int) int {
			if h.Roots[i].Thread < 0 {
				return closure.NoGroup
			}
			return int(h.Roots[i].Thread)*partsOfThreads + i%partsOfThreads
		}
		ownerOf := make([]int32, len(h.Threads)*partsOfThreads)
		for g := range ownerOf {
			ownerOf[g] = int32(g / partsOfThreads)
		}
		got, held, err := r.Exclusive(t.Context(), ownerOf, groupOf)
		if err != nil {
			t.Fatal(err)
		}
		want, all := exclusiveByTraversal(h, r, ownerOf, groupOf)
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
	if owning < 100 || shared < 100 {
		t.Errorf("%d groups have objects, %d have none", owning, shared)
	}
}

// exclusiveByTraversal removes the roots of one owner from the last group to the first. The objects that a removal frees belong to the group.
func exclusiveByTraversal(h *trace.Heap, r *closure.Roots, ownerOf []int32, groupOf func(int) int) (sizes []trace.Amount, total trace.Amount) {
	reached := heldAfterRemoval(h, r)
	everything := func(int) bool { return false }
	all := reached(everything)
	for o := range all {
		total.Add(trace.Amount{Objects: 1, Bytes: h.Size(o)})
	}
	sizes = make([]trace.Amount, len(ownerOf))
	for first := 0; first < len(ownerOf); first += partsOfThreads {
		before := all
		for g := first + partsOfThreads - 1; g >= first; g-- {
			stays := reached(func(i int) bool { return groupOf(i) >= g && groupOf(i) < first+partsOfThreads })
			for o := range before {
				if !stays[o] {
					sizes[g].Add(trace.Amount{Objects: 1, Bytes: h.Size(o)})
				}
			}
			before = stays
		}
	}
	return sizes, total
}

// heldAfterRemoval returns a function that returns the objects held by the remaining GC roots.
func heldAfterRemoval(h *trace.Heap, r *closure.Roots) func(without func(root int) bool) map[trace.ObjectID]bool {
	running := map[trace.ObjectID]bool{}
	for i := range h.Roots {
		if h.Roots[i].Kind == trace.RootThread {
			running[h.Roots[i].Object] = true
		}
	}
	var named map[trace.ObjectID]bool // held without the headers of instances; nil while it is being found
	held := func(without func(root int) bool) map[trace.ObjectID]bool {
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
			if root.Kind == trace.RootStaticField || without(i) || running[root.Object] && root.Kind != trace.RootThread {
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
			if class := h.Types[h.TypeOf.At(o)].Class; class != trace.NoObject && (r.HeldClass(o) == class || named != nil && !named[class]) {
				next = append(next, class)
			}
		}
		return in
	}
	named = held(func(int) bool { return false })
	return held
}

// TestExclusiveShared: an object held by two threads belongs to neither, and an object held by two groups of a thread belongs to the first. The
// order of the roots does not matter.
func TestExclusiveShared(t *testing.T) {
	b := tracetest.NewHeap()
	node := b.Type("Node", 16, "next")
	first, second, both, tail := b.Object(node), b.Object(node), b.Object(node), b.Object(node)
	b.Refer(first, "next", both)
	b.Refer(second, "next", both)
	b.Refer(both, "next", tail)
	h := b.Heap()
	h.Threads = []trace.Thread{{Name: "a", Object: trace.NoObject}, {Name: "b", Object: trace.NoObject}}
	of := func(n int64) trace.Amount { return trace.Amount{Objects: n, Bytes: 16 * n} }
	for _, order := range [][]int32{{0, 1}, {1, 0}} {
		h.Roots = nil
		for _, n := range order {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootLocal, Object: []trace.ObjectID{first, second}[n], Thread: n, Frame: -1})
		}
		groupOf := func(i int) int { return int(h.Roots[i].Thread) }
		for _, tt := range []struct {
			ownerOf []int32
			want    []trace.Amount
		}{{[]int32{0, 1}, []trace.Amount{of(1), of(1)}}, {[]int32{0, 0}, []trace.Amount{of(3), of(1)}}} {
			got, _, err := graph(t, h).Roots().Exclusive(t.Context(), tt.ownerOf, groupOf)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("in the order %d the groups of %d hold %v, want %v; %v", order, tt.ownerOf, got, tt.want, err)
			}
		}
	}
}
