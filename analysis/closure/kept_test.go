package closure_test

import (
	"path/filepath"
	"slices"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/closure/dominators"
	"memcity/trace"
	"memcity/trace/index"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/columns"
)

// TestKept checks that answers from an index match those without one, at its first use and at later ones.
func TestKept(t *testing.T) {
	folder := columns.Indexed(t)
	for seed := range uint64(60) {
		h := loosened(tracetest.RandomHeap(seed, 1000), seed)
		want, reached, both := findAll(t, h), reachable(t, h), sizesOf(t, h)
		h.Index = columns.IndexOf(t)
		for range 3 {
			got := findAll(t, h)
			if !slices.Equal(got.types, want.types) || !slices.Equal(got.each, want.each) || !slices.Equal(got.of, want.of) ||
				!slices.Equal(got.sweeps, want.sweeps) || reachable(t, h) != reached ||
				!slices.Equal(sizesOf(t, h), both) {
				t.Fatalf("seed %d: other answers with an index", seed)
			}
			folder.Wait()
		}
		checkParts(t, folder, h)
		if _, err := folder.Clear(); err != nil {
			t.Fatal(err)
		}
	}
}

// sizesOf returns the sizes of both kinds of all types.
func sizesOf(t *testing.T, h *trace.Heap) []closure.Result {
	t.Helper()
	all, err := dominators.Sizes(t.Context(), source{t, h}, byType(h), []closure.Kind{closure.Deep, closure.Retained}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// checkParts checks that everything was kept and is read back.
func checkParts(t *testing.T, folder *index.Folder, h *trace.Heap) {
	t.Helper()
	for part, want := range map[string]int{"reachable": min(1, len(h.Roots)), "dominators": 1, "retained-*": 1, "deep-*": 1} {
		files, _ := filepath.Glob(filepath.Join(folder.Path(), "*-"+part+".index"))
		if len(files) != want {
			t.Errorf("of %s %d parts are kept", part, len(files))
		}
	}
	if len(h.Roots) == 0 {
		return
	}
	a, err := dominators.FindTree(t.Context(), h)
	b, err2 := dominators.FindTree(t.Context(), h)
	if err != nil || err2 != nil || a == b {
		t.Fatal(err, err2)
	}
	// Without references, a new tree would differ.
	bare := *h
	bare.RefStart, bare.RefTo = trace.RowsOf(make([]uint32, h.Len()+1)), nil
	if !slices.Equal(sizesOf(t, &bare), sizesOf(t, h)) {
		t.Error("what is kept is not used")
	}
}

// TestKeptDamaged checks that a kept tree with invalid references is ignored.
func TestKeptDamaged(t *testing.T) {
	folder := columns.Indexed(t)
	h := loosened(tracetest.RandomHeap(3, 300), 3)
	want, _ := retained(t, h, byType(h))
	h.Index = columns.IndexOf(t)
	for i, columns := range [][][]uint32{{}, {{0}, {0}, {}, {}, {}, {}}, {{1 << 30}, {1<<32 - 1}, {}, {}, {}, {}},
		{{0}, {1<<32 - 1}, {5}, {0, 1}, {0}, {0}}, {{0}, {1<<32 - 1}, {0}, {0, 9}, {0}, {0}}, {{0}, {1<<32 - 1}, {0}, {0, 1}, {0}, {9}}} {
		var bytes [][]byte
		for _, c := range columns {
			bytes = append(bytes, index.Bytes(c))
		}
		h.Index.Keep("dominators", 0, bytes...)
		h.Index.Keep("reachable", 0, bytes...)
		folder.Wait()
		if got, _ := retained(t, h, byType(h)); !slices.Equal(got, want) {
			t.Errorf("%d: other sizes", i)
		}
		folder.Wait()
		if _, err := folder.Clear(); err != nil {
			t.Fatal(err)
		}
	}
}
