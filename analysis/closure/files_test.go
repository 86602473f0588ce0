package closure_test

import (
	"slices"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/columns"
)

// found is what dominators and sweeps find in a heap.
type found struct {
	types  []trace.Amount
	each   []trace.Amount
	of     []trace.ObjectID
	sweeps []closure.Result
}

func findAll(t *testing.T, h *trace.Heap) (all found) {
	t.Helper()
	all.types, _ = retained(t, h, byType(h))
	d, err := dominators.Find(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	for o := range trace.ObjectID(h.Len()) {
		all.each, all.of = append(all.each, d.Retained(o)), append(all.of, d.Of(o))
	}
	if all.sweeps, err = graph(t, h).Sizes(t.Context(), byType(h), []closure.Kind{closure.Deep, closure.Retained}, nil, nil); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestColumnsInFiles checks that answers stay the same if columns are in files. Files that a result does not need must be gone afterwards.
func TestColumnsInFiles(t *testing.T) {
	var heaps []*trace.Heap
	var want []found
	for seed := range uint64(60) {
		h := loosened(tracetest.RandomHeap(seed, 3000), seed)
		heaps, want = append(heaps, h), append(want, findAll(t, h))
	}
	f := columns.InFiles(t, 1)
	for seed, h := range heaps {
		got := findAll(t, h)
		if !slices.Equal(got.types, want[seed].types) || !slices.Equal(got.each, want[seed].each) || !slices.Equal(got.of, want[seed].of) ||
			!slices.Equal(got.sweeps, want[seed].sweeps) {
			t.Fatalf("seed %d: other answers with columns in files", seed)
		}
	}
	most := 0
	for i, h := range heaps {
		if reachable(t, h) > reachable(t, heaps[most]) {
			most = i
		}
	}
	h := heaps[most]
	before, _ := f.Taken()
	tree(t, h)
	after, _ := f.Taken()
	if per := float64(after-before) / float64(reachable(t, h)); per < 8 || per > 24 {
		t.Errorf("a dominator tree leaves %.1f bytes for each of %d objects in files", per, reachable(t, h))
	}
	before = after
	if _, err := dominators.Find(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	if after, _ = f.Taken(); after-before != 12*int64(h.Len()) {
		t.Errorf("immediate dominators leave %d bytes for %d objects in files", after-before, h.Len())
	}
}

func reachable(t *testing.T, h *trace.Heap) int {
	t.Helper()
	b, err := closure.Reachable(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	if b == nil {
		return 0
	}
	return int(b.Count())
}
