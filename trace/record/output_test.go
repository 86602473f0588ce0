package record

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestFolder checks that an unwritable folder is detected before the program starts, and that the attempt leaves nothing behind.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	if err := (&Options{Out: filepath.Join(dir, "a.mct")}).check(); err != nil {
		t.Errorf("a new file: %v", err)
	}
	t.Chdir(dir)
	if err := (&Options{}).check(); err != nil {
		t.Errorf("without a name: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	folders := []string{filepath.Join(dir, "none")}
	if runtime.GOOS == "linux" {
		folders = append(folders, "/proc/self") // exists and accepts no files, not even from root
	}
	if runtime.GOOS != "windows" && os.Geteuid() != 0 {
		shut := filepath.Join(dir, "shut")
		if err := os.Mkdir(shut, 0o500); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, shut)
	}
	for _, folder := range folders {
		out := filepath.Join(folder, "a.mct")
		if err := (&Options{Out: out}).check(); err == nil || !strings.HasPrefix(err.Error(), out+": cannot be written: ") {
			t.Errorf("%s: %v", out, err)
		}
	}
}
