package open

import (
	"os"
	"path/filepath"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/hostile"
)

// TestSnapshots opens a folder of heap snapshots, plain and compressed.
func TestSnapshots(t *testing.T) {
	folder := t.TempDir()
	data := hostile.SoundSnapshot()
	for name, data := range map[string][]byte{"1.heapsnapshot": data, "2.heapsnapshot.gz": tracetest.Gzip(data, 0), "10.heaptimeline": data} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rec := mustOpen(t, folder)
	if len(rec.Points) != 3 || rec.Format != "heapsnapshot" || rec.Runtime != trace.V8 {
		t.Fatalf("%d points of format %s by %v", len(rec.Points), rec.Format, rec.Runtime)
	}
	for i, want := range []string{"1.heapsnapshot", "2.heapsnapshot.gz", "10.heaptimeline"} {
		if rec.Points[i].Source != want {
			t.Errorf("point %d is %s, want %s", i, rec.Points[i].Source, want)
		}
		if h, _, err := rec.Points[i].Load(t.Context(), nil); err != nil || h.Len() < 30 {
			t.Errorf("point %d: %v", i, err)
		}
	}
	if rec := mustOpen(t, filepath.Join(folder, "1.heapsnapshot")); rec.Name != "1" {
		t.Errorf("the recording is named %s", rec.Name)
	}
}
