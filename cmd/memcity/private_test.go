package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestPrivate: files with names from a heap are readable only by their owner.
func TestPrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes mean something else")
	}
	dir := t.TempDir()
	for name, args := range map[string][]string{
		"page.html": {"report", "demo:orders", "--pictures=false"},
		"copy.mct":  {"convert", "demo:orders"},
		"paths.svg": {"paths", "demo:orders", "--by", "type", "--group", "Heap#com.example.orders.Order", "--format", "svg"},
	} {
		path := filepath.Join(dir, name)
		if r := memcity(append(args, "-o", path)...); r.err != nil {
			t.Errorf("%v: %v %s", args, r.err, r.stderr)
			continue
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}
