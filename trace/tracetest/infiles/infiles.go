// Package infiles has tests keep columns in files, as package scratch does with those that are larger than memory.
package infiles

import (
	"os"
	"testing"

	"memcity/trace/scratch"
)

// Use has columns of at least some bytes kept in files until the test ends. It skips the test on systems that cannot, and fails it if a column
// was kept in memory nevertheless. Other tests of the process must not run at the same time.
func Use(t testing.TB, least int64) *scratch.Folder {
	t.Helper()
	f, err := scratch.Use(Folder(t), least)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		f.Stop()
		if _, most := f.Taken(); most == 0 {
			t.Error("no column was in a file")
		}
		if err := f.Err(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// Folder returns a folder for the files of a test, next to the test: folders for what is temporary are in memory on some computers. It skips
// the test on systems that have no columns in files.
func Folder(t testing.TB) string {
	t.Helper()
	if !scratch.Possible {
		t.Skip("columns can be kept in files on Linux only")
	}
	folder, err := os.MkdirTemp(".", "scratch-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}
