package scratch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/scratch"
	"memcity/trace/tracetest/columns"
)

// inFiles stores columns of at least the given number of bytes in files of a folder until the test ends.
func inFiles(t *testing.T, least int64) *scratch.Folder {
	t.Helper()
	f, err := scratch.Use(columns.Folder(t), least)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Stop)
	return f
}

func TestColumnsInFiles(t *testing.T) {
	const least = 1 << 12
	f := inFiles(t, least)
	small := scratch.Make[uint32](least/4 - 1)
	if now, most := f.Taken(); now != 0 || most != 0 || len(small) != least/4-1 {
		t.Errorf("%d bytes are in files, %d were, and %d items in memory", now, most, len(small))
	}
	scratch.Release(&small) // in memory
	type pair struct{ a, b uint32 }
	column := scratch.Make[pair](least)
	if now, _ := f.Taken(); now != 8*least || len(column) != least || cap(column) != least {
		t.Fatalf("%d bytes in files for %d items", now, len(column))
	}
	for i := range column {
		if column[i] != (pair{}) {
			t.Fatalf("item %d is %v at first", i, column[i])
		}
		column[i] = pair{uint32(i), 1}
	}
	if now, most := f.Taken(); now != most || now != 8*int64(len(column)) {
		t.Errorf("%d bytes are in files, %d were", now, most)
	}
	begin, again := column[:0], column[:0]
	scratch.Release(&begin)
	scratch.Release(&again) // does nothing
	if begin != nil || small != nil {
		t.Error("a column that was let go of can still be used")
	}
	if now, _ := f.Taken(); now != 0 {
		t.Errorf("%d bytes are left", now)
	}
	if list, err := os.ReadDir(f.Path()); err != nil || len(list) > 0 {
		t.Errorf("in the folder: %v, %v", list, err)
	}
	if n := scratch.Chunk[pair](7); n != 2*least/8 {
		t.Errorf("%d items a chunk", n)
	}
	if free, err := f.Free(); err != nil || free <= 0 {
		t.Errorf("room for %d bytes, %v", free, err)
	}
	f.Stop()
	if plain := scratch.Make[pair](least); len(plain) != least || scratch.Used() != nil || scratch.Chunk[pair](7) != 7 {
		t.Error("columns are in files after that was stopped")
	}
	if now, _ := f.Taken(); now != 0 {
		t.Errorf("%d bytes are in files after that was stopped", now)
	}
}

// TestStopped checks that existing columns stay valid after Stop.
func TestStopped(t *testing.T) {
	f := inFiles(t, 1)
	column := scratch.Make[byte](10)
	f.Stop()
	column[9] = 1
	same := column
	scratch.Release(&same)
	if column[9] != 1 {
		t.Error("the column is gone")
	}
}

func TestFolders(t *testing.T) {
	if !scratch.Possible {
		t.Skip("scratch files are only supported on Linux")
	}
	used := inFiles(t, 1)
	scratch.Make[byte](1)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{file: "not a folder", file + "2": "no such file", used.Path(): "is used already", "/dev/shm": "is in memory"} {
		if _, err := os.Stat("/dev/shm"); path == "/dev/shm" && err != nil {
			continue
		}
		if _, err := scratch.Use(path, 1); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
