package open

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/tracetest"
	"memcity/trace/tracetest/hostile"
)

// TestPortable opens heap dumps of OpenJ9 with their javacores: files of a folder, one file next to its javacore, compressed, and among others.
func TestPortable(t *testing.T) {
	const core = "NULL           ---\n0SECTION       TITLE subcomponent dump routine\n3XMTHREADINFO      \"main\" J9VMThread:0x1, state:R\n"
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first := write("heapdump.20240506.080809.77.0001.phd", hostile.SoundPortable())
	write("heapdump.20240506.080909.77.0003.phd.gz", tracetest.Gzip(hostile.SoundPortable(), 0))
	javacore := write("javacore.20240506.080809.77.0002.txt", []byte(core))
	for _, path := range []string{folder, first} {
		rec := mustOpen(t, path)
		if want := map[string]int{folder: 2, first: 1}[path]; len(rec.Points) != want || rec.Format != "phd" {
			t.Fatalf("%d points of format %s, want %d", len(rec.Points), rec.Format, want)
		}
		for i, threads := range []int{1, 0}[:len(rec.Points)] {
			h, _, err := rec.Points[i].Load(t.Context(), nil)
			if err != nil || len(h.Threads) != threads {
				t.Errorf("%d threads at point %d, %v; want %d", len(h.Threads), i, err, threads)
			}
		}
	}
	if rec := mustOpen(t, first); rec.Name != "heapdump.20240506.080809.77.0001" {
		t.Errorf("the recording is named %s", rec.Name)
	}
	_, err := Paths(t.Context(), []string{javacore}, nil)
	if err == nil || !strings.HasPrefix(err.Error(), javacore+": a javacore of OpenJ9 has threads and classes, but no objects; open it with") {
		t.Errorf("a javacore alone: %v", err)
	}
	rec, warnings := openText(t, "a.hprof", string(hostile.SoundDump()), "b.hprof", string(hostile.SoundDump()), "javacore.txt", core)
	if rec.Format != "hprof" || warnings != "javacore.txt: skipped: it is a heap dump or javacore of OpenJ9, and the other files are a heap dump\n" {
		t.Errorf("format %s, warnings\n%s", rec.Format, warnings)
	}
}
