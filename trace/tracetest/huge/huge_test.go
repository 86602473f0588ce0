package huge_test

import (
	"bytes"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest/huge"
)

// TestSound checks that the dumps are valid and have the requested numbers of objects, references and roots.
func TestSound(t *testing.T) {
	const n = 900 // chains of super classes are cut at 1000
	for name, want := range map[string]struct{ objects, references, roots, types int }{
		"list": {n + 3, 2 * n, 1, 3}, "map": {2*n + 6, 3*n + 1, 1, 5}, "roots": {2, 0, n, 2}, "classes": {2 * n, n - 1, 1, n + 1},
		"threads": {2*n + 2, 0, 2 * n, 3}, "hierarchy": {2*n + 1, 2*n - 1, 1, n + 2}, "array": {2, 0, 1, 2}, "arrays": {4, n, 1, 3},
	} {
		shape, err := huge.Of(name)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := shape.Write(&file, n); err != nil {
			t.Fatal(err)
		}
		h, warnings, err := hprof.Load(t.Context(), trace.MemoryFile(name+shape.Ends, file.Bytes()), nil)
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%s: %v, %v", name, err, warnings)
		}
		if h.Len() != want.objects || len(h.RefTo) != want.references || len(h.Roots) != want.roots || len(h.Types) != want.types {
			t.Errorf("%s: %d objects, %d references, %d roots, %d types; want %v", name, h.Len(), len(h.RefTo), len(h.Roots), len(h.Types), want)
		}
	}
}
