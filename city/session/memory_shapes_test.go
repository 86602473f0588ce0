//go:build !race

package session_test

import (
	"os"
	"path/filepath"
	"testing"

	"memcity/city/memory"
	"memcity/trace/tracetest/huge"
)

// TestMemoryTableOfShapes: a heap with far too many items of one kind takes no more per item than planned, for every kind.
func TestMemoryTableOfShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("does all work with a busy garbage collector")
	}
	for _, test := range []struct {
		shape string
		n     int
		works []memory.Work
	}{
		{"classes", 10_000, []memory.Work{memory.Counts, memory.Tree, memory.Paths}},
		{"hierarchy", 10_000, []memory.Work{memory.Convert, memory.Structures}},
		{"threads", 20_000, []memory.Work{memory.Convert, memory.Paths, memory.Analyze}},
		{"roots", 100_000, []memory.Work{memory.Counts, memory.Sizes, memory.Analyze}},
		{"list", 200_000, []memory.Work{memory.Tree, memory.Sizes, memory.Diff, memory.Structures}},
		{"arrays", 1_000_000, []memory.Work{memory.Tree, memory.Convert, memory.Paths, memory.Sizes, memory.Structures, memory.Analyze}},
		{"map", 100_000, []memory.Work{memory.Convert, memory.Sizes, memory.Diff, memory.Structures}},
	} {
		few, many := shapeOnDisk(t, test.shape, test.n), shapeOnDisk(t, test.shape, 4*test.n)
		for _, w := range test.works {
			var took, planned int64
			for try := 0; try == 0 || took > planned && try < 3; try++ { // uncollected garbage is measured as well
				less, before := measured(t, few, w)
				all, v := measured(t, many, w)
				took, planned = all-less, w.Need(v)-w.Need(before)
			}
			per := func(bytes int64) int64 { return bytes / int64(3*test.n) }
			if t.Logf("%s of %s: %d bytes for each, %d are planned", w, test.shape, per(took), per(planned)); took > planned {
				t.Errorf("%s of %s takes %d bytes for each, and %d are planned", w, test.shape, per(took), per(planned))
			}
		}
	}
}

// shapeOnDisk writes a dump with n items of a kind, and returns its path.
func shapeOnDisk(t *testing.T, name string, n int) string {
	t.Helper()
	shape, err := huge.Of(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name+shape.Ends)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := shape.Write(f, n); err != nil {
		t.Fatal(err)
	}
	return path
}
