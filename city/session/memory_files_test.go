//go:build !race

package session_test

import (
	"testing"

	"memcity/city/memory"
	"memcity/trace/tracetest/columns"
)

// TestMemoryInFiles: with columns in files, no work takes more memory or disk than planned. Most of the planned memory is for the system,
// which caches the parts of files in use.
func TestMemoryInFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("does all work with a busy garbage collector")
	}
	path := *measuredHeap
	if path == "" {
		path = onDisk(t, 4_300_000)
	}
	for _, w := range []memory.Work{memory.Tree, memory.Sizes} {
		t.Run(w.String(), func(t *testing.T) {
			f := columns.InFiles(t, 1<<10)
			took, v := measured(t, path, w)
			_, most := f.Taken()
			per := func(bytes int64) float64 { return float64(bytes) / float64(v.Objects) }
			t.Logf("%.1f bytes an object in memory, of %.1f planned with the system's; %.1f in files, of %.1f planned", per(took), per(w.Resident(v)), per(most), per(w.Disk(v)))
			const buffers = 16 << 20 // for reading, which the process takes in any case
			if planned := w.Resident(v); took > planned/2+buffers {
				t.Errorf("it takes %d bytes in memory, and %d are planned with what the system takes", took, planned)
			}
			if most > w.Disk(v) {
				t.Errorf("it takes %d bytes of the disk, and %d are planned", most, w.Disk(v))
			}
		})
	}
}
