package columns

import (
	"os"
	"testing"

	"memcity/trace/scratch"
)

// InFiles stores columns of at least the given number of bytes in files until the test ends. It skips the test on systems without support, and
// fails it if a large column was in memory, or if no column was in a file. Other tests of the process must not run at the same time.
func InFiles(t testing.TB, least int64) *scratch.Folder {
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

// Folder returns a folder for the files of a test, in the test's own folder, because folders for temporary files may be in memory. It skips
// the test on systems without support for columns in files.
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
