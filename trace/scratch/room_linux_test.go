package scratch

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestNoRoom checks that columns are in memory if the disk is full, and that this is reported.
func TestNoRoom(t *testing.T) {
	folder := "."
	if data, err := mapped(folder, 1<<62); err == nil || data != nil || !strings.Contains(err.Error(), "no room for") {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	f := &Folder{path: filepath.Join(folder, "none"), least: 1, columns: map[uintptr][]byte{}}
	folderOf(t, f)
	column := Make[byte](100)
	if now, _ := f.Taken(); len(column) != 100 || now != 0 || f.Err() == nil {
		t.Errorf("%d bytes, %d in files, %v", len(column), now, f.Err())
	}
}

// folderOf makes f the folder of the process until the test ends.
func folderOf(t *testing.T, f *Folder) {
	folder.Lock()
	defer folder.Unlock()
	folder.used = f
	t.Cleanup(f.Stop)
}
