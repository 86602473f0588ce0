package main

import (
	"os"
	"testing"

	"memcity/trace/scratch"
)

// TestScratch: a command prints the same where columns may be in files. Folders for what is temporary are in memory on some computers, so
// the folder is next to the test.
func TestScratch(t *testing.T) {
	if !scratch.Possible {
		t.Skip("columns can be kept in files on Linux only")
	}
	folder, err := os.MkdirTemp(".", "scratch-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	sizes := []string{"tree", "demo:persons", "--by", "type", "--sizes", "deep"}
	if got, want := ok(t, append(sizes, "--scratch", folder)...), ok(t, sizes...); got != want {
		t.Errorf("%s\nwithout --scratch:\n%s", got, want)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
}
