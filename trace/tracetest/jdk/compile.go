package jdk

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// classes caches class files: by their sources, and then by path in the folder.
var classes = struct {
	sync.Mutex
	of map[string]map[string][]byte
}{of: map[string]map[string][]byte{}}

// CompileInto writes the classes of source files to a folder. A test process compiles the same sources only once with each JDK, because
// javac takes longer than most of the programs.
func CompileInto(t testing.TB, home, dir string, options []string, sources ...string) {
	t.Helper()
	classes.Lock()
	defer classes.Unlock()
	key := fmt.Sprintf("%q %q", home, options)
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		key += fmt.Sprintf(" %s %x", filepath.Base(source), sha256.Sum256(text))
	}
	files, ok := classes.of[key]
	if !ok {
		to := t.TempDir()
		Run(t, home, ".", "javac", append(append([]string{"-d", to}, options...), sources...)...)
		files = read(t, to)
		classes.of[key] = files
	}
	for name, class := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, class, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the files of a folder by relative path.
func read(t testing.TB, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		files[name], err = os.ReadFile(path)
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("javac wrote %d files into %s: %v", len(files), folder, err)
	}
	return files
}
