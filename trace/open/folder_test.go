package open_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace/open"
)

// TestFolder checks that Folder returns the files that are read, without hidden files and folders, and an error for a folder without any.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b.hprof", "a.hprof", ".hidden", "sub/c.hprof"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("nowhere", filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	files, err := open.Folder(folder)
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(f.Name))
	}
	if err != nil || !slices.Equal(names, []string{"a.hprof", "b.hprof"}) {
		t.Errorf("files %q, %v", names, err)
	}
	for path, want := range map[string]string{filepath.Join(folder, "none"): "no such file", t.TempDir(): "the folder contains no files"} {
		if _, err := open.Folder(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
