package main

import (
	"path/filepath"
	"testing"
)

// The script that comes with the program does what it says.
func TestTreeScript(t *testing.T) {
	needWindow(t)
	path, err := filepath.Abs(filepath.Join("..", "..", scripts, "tree.script"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // for its pictures
	if r := memcity(append([]string{"script", path}, persons...)...); r.err != nil {
		t.Error(r.err, r.stderr)
	}
}
