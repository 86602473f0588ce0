package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFileBrowser: without dialogs of the system, a recording can be opened and a picture saved with keys alone.
func TestFileBrowser(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "assets", "demos", "persons.tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"shop.tar.zst": data, "notes.md": nil} {
		if err := os.WriteFile(filepath.Join(inside, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustRun(t, nil, strings.Split(`size 1280x720
choose
key Ctrl+O
wait
expect panels.id files
click "Path"
key Ctrl+A
type "`+dir+`/"
key Enter
wait
expect not items.text "notes.md"
key Enter
wait
expect items.text "shop.tar.zst"
expect not items.text "notes.md"
click "All files (1 more)"
wait
expect items.text "notes.md"
click "Path"
key Ctrl+A
type "none"
key Enter
wait
expect items.text "`+filepath.Join(inside, "none")+`: no such file or directory"
click "shop.tar.zst"
key Enter
wait
expect not panels.id files
expect recording shop
key Ctrl+Shift+S
wait
key Enter
wait
expect panels.id files
key Escape
wait
expect not panels.id files
key Ctrl+Shift+S
wait
click "Save…"
wait
key Ctrl+A
type "x.png"
click "Path"
key Ctrl+A
type "`+dir+`"
key Enter
wait
click "Name"
key Enter
wait
expect not panels.id files`, "\n")...)
	if _, err := os.Stat(filepath.Join(dir, "x.png")); err != nil {
		var list []string
		_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error { list = append(list, path); return nil })
		t.Errorf("no picture: %v: %v", err, list)
	}
}
