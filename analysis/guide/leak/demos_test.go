//go:build !race

package leak_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/golden"
)

// TestDemos compares growth, piles and holders in recordings of programs with known faults.
func TestDemos(t *testing.T) {
	var w strings.Builder
	for _, demo := range []string{"chat", "gate", "plugins", "editor"} {
		rec, err := open.Paths(t.Context(), []string{"../../../assets/demos/" + demo + ".tar.zst"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var heaps []*trace.Heap
		for i := range rec.Points {
			if i%2 == 0 && i+1 < len(rec.Points) {
				continue // half of them show as much
			}
			h, _, err := rec.Points[i].Load(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			heaps = append(heaps, h)
		}
		fmt.Fprintf(&w, "== %s, %d heap states\n", demo, len(heaps))
		describe(t, &w, heaps)
	}
	golden.File(t, "demos.txt", w.String())
}
