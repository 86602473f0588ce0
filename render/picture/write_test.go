package picture

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return img
}

func TestWritePNG(t *testing.T) {
	dir := t.TempDir()
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	img.SetRGBA(1, 1, color.RGBA{R: 40, A: 80})
	path, link := filepath.Join(dir, "a.png"), filepath.Join(dir, "link.png")
	for _, old := range []string{path, path + ".part-1"} { // the second is an unfinished file of another program
		if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a.png", link); err != nil {
		t.Skip(err)
	}
	if err := WritePNG(link, img); err != nil {
		t.Fatal(err)
	}
	got := readPNG(t, path)
	if got.Bounds() != img.Rect || color.NRGBAModel.Convert(got.At(1, 1)) != (color.NRGBA{R: 127, A: 80}) {
		t.Errorf("%v with %v", got.Bounds(), got.At(1, 1))
	}
	if to, err := os.Readlink(link); err != nil || to != "a.png" {
		t.Errorf("the link goes to %q: %v", to, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

func TestPicturesThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	img := image.NewRGBA(image.Rect(0, 0, 300, 200))
	kept := filepath.Join(dir, "kept.png")
	if err := os.WriteFile(kept, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(dir, "none", "a.png")
	below := filepath.Join(kept, "a.png")
	for path, reason := range map[string]string{none: "no such file or directory", below: "not a directory", dir: "is a directory"} {
		err := WritePNG(path, img)
		if err == nil || !strings.HasPrefix(err.Error(), path+": the picture cannot be written: ") || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v; expected %s", path, err, reason)
		}
	}
	if data, err := os.ReadFile(kept); err != nil || string(data) != "old" {
		t.Errorf("a file was lost: %q, %v", data, err)
	}
}

func TestPictureOnAFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	err := WritePNG(full, image.NewRGBA(image.Rect(0, 0, 300, 200)))
	if err == nil || !strings.Contains(err.Error(), "no space left on device") {
		t.Errorf("got %v", err)
	}
}

func TestPictureSizes(t *testing.T) {
	for _, size := range []struct {
		w, h int
		ok   bool
	}{{1, 1, true}, {0, 5, false}, {5, -1, false}, {MaxPicture, 8192, true}, {MaxPicture + 1, 1, false}, {MaxPicture, MaxPicture, false}} {
		if err := CheckSize(size.w, size.h); (err == nil) != size.ok {
			t.Errorf("%dx%d: %v", size.w, size.h, err)
		}
	}
}
