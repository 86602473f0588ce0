package film

import (
	"image"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestPrivate: only its owner can read a new film. A film that cannot be created leaves no file behind.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes mean something else")
	}
	o := Options{Width: 4, Height: 4, Rate: 1, Frames: 1}
	for name, format := range map[string]Format{"a.gif": GIF, "a.png": APNG} {
		path := filepath.Join(t.TempDir(), name)
		w, err := Create(path, format, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(image.NewRGBA(image.Rect(0, 0, 4, 4))); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	path := filepath.Join(t.TempDir(), "a.mp4")
	if _, err := Create(path, MP4, Options{Width: 3, Height: 3, Rate: 1, Frames: 1}); err == nil {
		t.Fatal("a film of odd sides is begun")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a film that was not begun is there")
	}
}
