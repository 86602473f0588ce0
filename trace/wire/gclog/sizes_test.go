package gclog_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestSizesOfCycles checks that the sizes of a concurrent cycle are those of the pause that frees the most, the first on a tie, even if the
// heap grew.
func TestSizesOfCycles(t *testing.T) {
	for _, test := range []struct {
		name   string
		pauses [][2]int64 // MB before and after
		taken  int
	}{
		{"the first", [][2]int64{{30, 20}, {40, 35}}, 0},
		{"a later one", [][2]int64{{30, 28}, {20, 10}}, 1},
		{"the first of equal ones", [][2]int64{{30, 20}, {25, 15}}, 0},
		{"more by one", [][2]int64{{30, 20}, {26, 15}}, 1},
		{"the one in the middle", [][2]int64{{30, 28}, {30, 10}, {30, 20}}, 1},
		{"the least growth", [][2]int64{{30, 35}, {30, 31}}, 1},
		{"something before nothing", [][2]int64{{30, 30}, {30, 29}}, 1},
	} {
		var log strings.Builder
		log.WriteString("[1.0s] GC(4) Concurrent Mark Cycle\n")
		for i, p := range test.pauses {
			fmt.Fprintf(&log, "[1.%ds] GC(4) Pause Remark %dM->%dM(64M) 2.0ms\n", i+1, p[0], p[1])
		}
		log.WriteString("[1.9s] GC(4) Concurrent Mark Cycle 900.000ms\n")
		gcs := read(t, log.String()).GCs
		if len(gcs) != 1 {
			t.Fatalf("%s: %+v", test.name, gcs)
		}
		if want := test.pauses[test.taken]; gcs[0].Before != want[0]<<20 || gcs[0].After != want[1]<<20 || gcs[0].Capacity != 64<<20 ||
			!gcs[0].Concurrent {
			t.Errorf("%s: %+v", test.name, gcs[0])
		}
	}
}
