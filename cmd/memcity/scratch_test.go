package main

import (
	"os"
	"testing"

	"memcity/trace/tracetest/columns"
)

// TestScratch: a command prints the same if columns may be in files.
func TestScratch(t *testing.T) {
	folder := columns.Folder(t)
	sizes := []string{"tree", "demo:persons", "--by", "type", "--sizes", "deep"}
	if got, want := ok(t, append(sizes, "--scratch", folder)...), ok(t, sizes...); got != want {
		t.Errorf("%s\nwithout --scratch:\n%s", got, want)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
}
