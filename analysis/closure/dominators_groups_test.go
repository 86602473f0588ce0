package closure_test

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/tracetest"
)

func tree(t testing.TB, h *trace.Heap) *dominators.Tree {
	t.Helper()
	d, err := dominators.FindTree(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func byType(h *trace.Heap) closure.Groups {
	groups := closure.Groups{Count: len(h.Types), Of: func(o trace.ObjectID) int32 { return int32(h.TypeOf.At(o)) }}
	for i := range h.Types {
		groups.Sets = append(groups.Sets, []int32{int32(i)})
	}
	return groups
}

// retained returns what groups retain by the dominator tree. The flag is false if there is no result.
func retained(t testing.TB, h *trace.Heap, groups closure.Groups) ([]trace.Amount, bool) {
	t.Helper()
	sizes, ok, err := tree(t, h).Retained(t.Context(), groups, nil)
	if err != nil {
		t.Fatal(err)
	}
	return sizes, ok
}

// TestRetainedByDefinition removes groups from small heaps: few and many overlapping ones, from one object up to half of the heap.
func TestRetainedByDefinition(t *testing.T) {
	ended := 0
	const seeds = 600
	for seed := range uint64(seeds) {
		h := loosened(randomHeap(seed), seed)
		rng := rand.New(rand.NewPCG(seed, 1))
		lists := make([][]trace.ObjectID, 1+rng.IntN(20))
		for i := range lists {
			for range 1 + rng.IntN(1+h.Len()>>rng.IntN(8)) {
				lists[i] = append(lists[i], trace.ObjectID(rng.IntN(h.Len())))
			}
		}
		lists = append(lists, nil, lists[0])
		got, ok := retained(t, h, closure.ObjectGroups(h, lists...))
		if !ok {
			continue
		}
		ended++
		for i, list := range lists {
			if want := sizeOf(h, retainedOf(h, set(list...))); got[i] != want {
				t.Fatalf("seed %d: group %d retains %v; expected %v", seed, i, got[i], want)
			}
		}
	}
	if ended < seeds*9/10 {
		t.Errorf("%d of %d heaps led to an end", ended, seeds)
	}
}

// TestRetainedByType compares the dominator tree with sweeps.
func TestRetainedByType(t *testing.T) {
	for seed := range uint64(40) {
		h := loosened(tracetest.RandomHeap(seed, 3000), seed)
		groups := byType(h)
		_, want := sizes(t, graph(t, h), groups)
		got, ok := retained(t, h, groups)
		if !ok {
			t.Errorf("seed %d: no end", seed)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("seed %d: type %d retains %v; expected %v", seed, i, got[i], want[i])
			}
		}
	}
}

// eachObject returns one group for every object.
func eachObject(h *trace.Heap) closure.Groups {
	groups := closure.Groups{Count: h.Len(), Of: func(o trace.ObjectID) int32 { return int32(o) }}
	for o := range int32(h.Len()) {
		groups.Sets = append(groups.Sets, []int32{o})
	}
	return groups
}

// TestRetainedOfCircles checks circles that can be entered at several places, so that joins are visited again. They are rings with nodes of
// two alternating types. A hub refers to some places of a ring, and all nodes of the ring refer to an object that they hold together.
func TestRetainedOfCircles(t *testing.T) {
	for _, entries := range [][]int{{1, 6}, {1, 2, 3}, {2, 4, 6, 8}, {1, 3, 5}, {5, 8}} {
		const ring = 8
		s := shape{refs: make([][]trace.ObjectID, ring+3)}
		for _, e := range entries {
			s.refs[0] = append(s.refs[0], trace.ObjectID(e))
		}
		for i := 1; i <= ring; i++ {
			s.refs[i] = []trace.ObjectID{trace.ObjectID(i%ring + 1), trace.ObjectID((i+ring-2)%ring + 1), ring + 1}
		}
		s.refs[ring+1] = []trace.ObjectID{ring + 2}
		h := s.heap(0)
		for _, groups := range [][][]trace.ObjectID{
			{{1, 3, 5, 7}, {2, 4, 6, 8}, {ring + 1}, {0}},
			{{1, 2, 3, 4}, {5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}},
			{{1, 5}, {2, 6}, {3, 7}, {4, 8}},
		} {
			got, ok := retained(t, h, closure.ObjectGroups(h, groups...))
			if !ok {
				t.Fatalf("entries %v, groups %v: no end", entries, groups)
			}
			for i, list := range groups {
				if want := sizeOf(h, retainedOf(h, set(list...))); got[i] != want {
					t.Errorf("entries %v: group %v retains %v; expected %v", entries, list, got[i], want)
				}
			}
		}
	}
}

// TestRetainedBySingleObjects uses as many groups as objects, so that chains are as long as paths. It compares with the sizes of the
// dominator tree.
func TestRetainedBySingleObjects(t *testing.T) {
	ended := 0
	for seed := range uint64(40) {
		h := loosened(randomHeap(seed), seed)
		got, ok := retained(t, h, eachObject(h))
		if !ok {
			continue
		}
		ended++
		d := dominatorsOf(t, h)
		for o := range got {
			if want := d.Retained(trace.ObjectID(o)); got[o] != want {
				t.Fatalf("seed %d: object %d retains %v; expected %v", seed, o, got[o], want)
			}
		}
	}
	if ended < 36 {
		t.Errorf("%d of 40 heaps led to an end", ended)
	}
}

// TestSizesOfLongChains checks two long lists, each with its objects in one group, that hold the same elements. Following the chains of all
// elements would take time quadratic in the length. So there is no result, and sweeps give the sizes of a few groups.
func TestSizesOfLongChains(t *testing.T) {
	const nodes = 2000
	s := shape{refs: make([][]trace.ObjectID, 1+3*nodes)}
	s.refs[0] = []trace.ObjectID{1, 1 + nodes}
	for i := range trace.ObjectID(nodes) {
		for _, list := range []trace.ObjectID{1, 1 + nodes} {
			s.refs[list+i] = []trace.ObjectID{1 + 2*nodes + i}
			if i+1 < nodes {
				s.refs[list+i] = append(s.refs[list+i], list+i+1)
			}
		}
	}
	h := s.heap(0)
	if _, ok := retained(t, h, eachObject(h)); ok {
		t.Error("there is a result")
	}
	few := closure.ObjectGroups(h, []trace.ObjectID{0}, []trace.ObjectID{1 + nodes/4, 1 + nodes + nodes/2})
	results, err := dominators.Sizes(t.Context(), source{t, h}, few, []closure.Kind{closure.Retained}, nil, nil)
	if err != nil || len(results) != 2 || results[0].Objects != 1+3*nodes || results[1].Objects != nodes*3/4+nodes/2+nodes/2 {
		t.Errorf("%v, error %v", results, err)
	}
	every, err := dominators.Sizes(t.Context(), source{t, h}, eachObject(h), []closure.Kind{closure.Retained}, nil, nil)
	if err != nil || len(every) != h.Len() || every[0].Objects+every[1].Objects == 0 {
		t.Errorf("%d results, error %v", len(every), err)
	}
}

// source computes everything again for each call.
type source struct {
	t testing.TB
	h *trace.Heap
}

func (s source) State() *trace.Heap { return s.h }
func (s source) DominatorTree(context.Context) (*dominators.Tree, error) {
	return tree(s.t, s.h), nil
}
func (s source) ReferenceGraph(context.Context) (*closure.Graph, error) { return graph(s.t, s.h), nil }

// TestSizesOfSource checks that sizes of both kinds match those of sweeps, however they are computed. Without GC roots nothing is retained.
func TestSizesOfSource(t *testing.T) {
	h := tracetest.RandomHeap(9, 3000)
	want, err := graph(t, h).Sizes(t.Context(), byType(h), bothKinds, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	compare := func(a, b closure.Result) int { return cmp.Or(int(a.Kind)-int(b.Kind), int(a.Group-b.Group)) }
	slices.SortFunc(want, compare)
	var streamed []closure.Result
	got, err := dominators.Sizes(t.Context(), source{t, h}, byType(h), bothKinds, nil, func(r []closure.Result) {
		streamed = append(streamed, r...)
		clear(r)
	})
	slices.SortFunc(got, compare)
	slices.SortFunc(streamed, compare)
	if err != nil || !slices.Equal(got, want) || !slices.Equal(streamed, want) {
		t.Errorf("%d results, %d in batches, error %v; expected %d", len(got), len(streamed), err, len(want))
	}
	h.Roots = nil
	got, err = dominators.Sizes(t.Context(), source{t, h}, byType(h), []closure.Kind{closure.Retained}, nil, nil)
	if err != nil || len(got) > 0 {
		t.Errorf("%d results without GC roots, error %v", len(got), err)
	}
}

// TestRetainedCancels checks that the work ends if ctx is canceled.
func TestRetainedCancels(t *testing.T) {
	defer poll.Often(16)()
	h := tracetest.RandomHeap(9, 3000)
	d := tree(t, h)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := d.Retained(ctx, byType(h), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := dominators.FindTree(ctx, h); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestRetainedJointly checks two ways from the GC root to an object, each through more groups than a word has bits. Some groups are on both
// ways, in a different order.
func TestRetainedJointly(t *testing.T) {
	const long = 150
	s := shape{refs: make([][]trace.ObjectID, 2*long+2)}
	groups := make([][]trace.ObjectID, long)
	for way := range 2 {
		from := trace.ObjectID(0)
		for i := range long {
			o := trace.ObjectID(1 + way*long + i)
			s.refs[from] = append(s.refs[from], o)
			from = o
			if way == 0 {
				groups[i] = append(groups[i], o)
			} else if n := long - 1 - i; n%3 != 0 {
				groups[n] = append(groups[n], o)
			}
		}
		s.refs[from] = []trace.ObjectID{2*long + 1}
	}
	h := s.heap(0)
	got, ok := retained(t, h, closure.ObjectGroups(h, groups...))
	if !ok {
		t.Fatal("no end")
	}
	for i, list := range groups {
		if want := sizeOf(h, retainedOf(h, set(list...))); got[i] != want {
			t.Errorf("group %d retains %v; expected %v", i, got[i], want)
		}
	}
}
