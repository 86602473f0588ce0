package columns

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"memcity/trace/index"
)

// Indexed stores indexes of inputs of any size in a folder until the test ends. The test fails if something could not be stored. Other tests of
// the process must not run at the same time.
func Indexed(t testing.TB) *index.Folder {
	t.Helper()
	f := index.In(filepath.Join(t.TempDir(), "index"), 1, index.Limit, func() time.Time { return time.Unix(1<<30, 0) })
	restore := index.Use(f)
	t.Cleanup(func() {
		f.Wait()
		restore()
		if err := f.Err(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// IndexOf returns the index of an input whose content is the name of the test.
func IndexOf(t testing.TB) *index.Index {
	t.Helper()
	path := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(path, []byte(t.Name()), 0o600); err != nil {
		t.Fatal(err)
	}
	return IndexAt(t, path)
}

// IndexAt returns the index of a file.
func IndexAt(t testing.TB, path string) *index.Index {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return index.Of(index.Input{Path: path, Size: info.Size(), Modified: info.ModTime(), Content: file})
}
