package main

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/render/action"
	"memcity/render/files"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// pictureFiles simulates the dialogs and the clipboard of the window.
type pictureFiles struct {
	path      string // result of the next dialog; empty for canceled
	err       error  // of the dialog
	requested []string
	copied    []byte
}

func (p *pictureFiles) files() files.Dialogs {
	return files.Dialogs{
		Save: func(_ context.Context, _, name string) (string, error) {
			p.requested = append(p.requested, name)
			return p.path, p.err
		},
		CopyImage: func(data []byte) error {
			p.copied = data
			return nil
		},
	}
}

// withPictures runs f with a small window whose settings are stored in a folder.
func withPictures(t *testing.T, f func(w *screen, p *pictureFiles, dir string)) {
	t.Helper()
	p, dir := &pictureFiles{}, t.TempDir()
	options := testOptions()
	options.NoImages, options.Files = true, p.files()
	options.Memory, _ = prefs.Open(filepath.Join(dir, "settings"))
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.resize(320, 480, 1)
		w.open("demo:steady")
		f(w, p, dir)
	})
}

func (w *screen) messages() []string { return w.App.Describe().Messages }

func (w *screen) mentions(text string) bool {
	return slices.ContainsFunc(w.messages(), func(m string) bool { return strings.Contains(m, text) })
}

func decoded(w *screen, data []byte) image.Image {
	img, err := png.Decode(bytes.NewReader(data))
	w.check(err)
	return img
}

func clearPixels(img image.Image) (n int) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if _, _, _, a := img.At(x, y).RGBA(); a == 0 {
				n++
			}
		}
	}
	return n
}

const controlShift = action.Ctrl | action.Shift

func TestPictureDialog(t *testing.T) {
	withPictures(t, func(w *screen, p *pictureFiles, dir string) {
		w.key("S", controlShift)
		if it := w.item(model.PictureP, "button", "Save…"); !it.Focused {
			t.Error("the dialog opens without the focus on its main button")
		}
		w.item(model.PictureP, "text", "320 × 480 pixels")
		w.clickItem(model.PictureP, "choice", "Size: 2x")
		w.item(model.PictureP, "text", "640 × 960 pixels")
		w.clickItem(model.PictureP, "switch", "Transparent background")
		w.clickItem(model.PictureP, "switch", "Legend")
		p.path = filepath.Join(dir, "first")
		w.key("Enter", 0)
		if !slices.Equal(p.requested, []string{"steady-" + lastPoint(w) + ".png"}) {
			t.Errorf("requested %q", p.requested)
		}
		data, err := os.ReadFile(p.path + ".png")
		w.check(err)
		img := decoded(w, data)
		if img.Bounds().Max != image.Pt(640, 960) || clearPixels(img) < 640*960/10 {
			t.Errorf("a picture of %v, %d pixels are clear", img.Bounds(), clearPixels(img))
		}
		if !w.mentions("Picture saved as " + p.path + ".png") {
			t.Errorf("reported %q", w.messages())
		}
		if w.App.Panels().Rect(model.PictureP) != (image.Rectangle{}) {
			t.Error("the dialog stays open")
		}

		w.key("C", controlShift) // with the same choices
		if b := decoded(w, p.copied).Bounds(); b.Max != image.Pt(640, 960) || !w.mentions("Picture copied") {
			t.Errorf("copied a picture of %v, reported %q", b, w.messages())
		}
		p.path = filepath.Join(dir, "again.png")
		w.key("S", controlShift)
		w.key("S", controlShift)
		if _, err := os.Stat(p.path); err != nil {
			t.Error("twice the key saves nothing:", err)
		}
	})
}

// lastPoint returns the number of the last GC point, which is the initial one.
func lastPoint(w *screen) string {
	points := w.texts(model.TimeBar)
	_, rest, _ := strings.Cut(points, " of ")
	return rest[:strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })]
}

func TestPictureDialogCloses(t *testing.T) {
	withPictures(t, func(w *screen, p *pictureFiles, _ string) {
		open := func() bool { return w.App.Panels().Rect(model.PictureP) != (image.Rectangle{}) }
		for _, closing := range []func(){
			func() { w.key("Escape", 0) },
			func() { w.click(5, 5); w.key("Escape", 0) },
			func() { w.clickItem(model.PictureP, "button", "Close") },
		} {
			w.key("S", controlShift)
			if !open() {
				w.fatalf("the key opens nothing")
			}
			closing()
			if open() {
				t.Error("the dialog stays open")
			}
		}
		w.key("S", controlShift)
		w.focusOn(model.PictureP, "Copy")
		w.key("Space", 0)
		if p.copied == nil || open() {
			t.Errorf("copied %d bytes, open %v", len(p.copied), open())
		}
	})
}

func TestPicturesThatFail(t *testing.T) {
	withPictures(t, func(w *screen, p *pictureFiles, dir string) {
		save := func() {
			w.key("S", controlShift)
			w.key("Enter", 0)
		}
		save() // canceled
		if len(p.requested) != 1 || len(w.messages()) != 0 {
			t.Errorf("a canceled dialog: requested %q, reported %q", p.requested, w.messages())
		}
		p.path = filepath.Join(dir, "none", "a.png")
		save()
		if !w.mentions(p.path + ": the picture cannot be written: no such file or directory") {
			t.Errorf("a missing folder: reported %q", w.messages())
		}
		home := filepath.Join(dir, "home")
		w.check(os.Mkdir(home, 0o700))
		t.Setenv("HOME", home)
		p.err = errors.New("file dialog is not supported")
		save()
		if found, _ := filepath.Glob(filepath.Join(home, "*.png")); len(found) != 1 {
			t.Errorf("without a dialog: %q, reported %q", found, w.messages())
		}
		w.resize(8000, 8000, 1)
		w.key("S", controlShift)
		w.clickItem(model.PictureP, "choice", "Size: 4x")
		if it := w.item(model.PictureP, "button", "Save…"); !it.Off {
			t.Error("a picture that is too large can be saved")
		}
		w.key("Escape", 0)
		p.copied = nil
		w.key("C", controlShift)
		if p.copied != nil || !w.mentions("larger than") {
			t.Errorf("too large: reported %q", w.messages())
		}
	})
}

// TestPictureChoicesAreKept: the next window restores the choices.
func TestPictureChoicesAreKept(t *testing.T) {
	folder := t.TempDir()
	options := testOptions()
	options.NoImages = true
	for run := range 2 {
		options.Memory, _ = prefs.Open(folder)
		inNewWindow(t, options, func(w *screen) {
			w.DrawLate()
			w.open("demo:steady")
			w.key("S", controlShift)
			if run == 0 {
				w.clickItem(model.PictureP, "choice", "Size: 2x")
				w.clickItem(model.PictureP, "switch", "Labels")
				return
			}
			if scale, labels := w.item(model.PictureP, "choice", "Size: 2x"),
				w.item(model.PictureP, "switch", "Labels"); scale.Value != "chosen" || labels.Value != "off" {
				t.Errorf("scale %q, labels %q", scale.Value, labels.Value)
			}
		})
	}
}

// TestScriptPictures: a script sets the result of the dialog, and reads the clipboard.
func TestScriptPictures(t *testing.T) {
	needWindow(t)
	dir := t.TempDir()
	saved, copied, text := filepath.Join(dir, "saved.png"), filepath.Join(dir, "copied.png"), filepath.Join(dir, "none.txt")
	file := filepath.Join(dir, "pictures.script")
	lines := []string{
		"size 400x480", "key Ctrl+Shift+S", "expect panels.id picture", `click "Size: 2x"`, `choose "` + saved + `"`, "key Enter",
		"expect not panels.id picture", `expect messages "Picture saved as ` + saved + `"`,
		`clipboard "` + text + `"`, "key Ctrl+Shift+C", `clipboard "` + copied + `"`, "key Ctrl+Shift+S", "key Ctrl+Shift+S", "advance 5000",
		"key Ctrl+O", "expect recording steady",
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := memcity("script", file, "demo:steady"); r.err != nil {
		t.Fatal(r.err)
	}
	first, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.DecodeConfig(bytes.NewReader(first)); err != nil || img.Width != 800 || img.Height != 960 {
		t.Errorf("%dx%d pixels: %v", img.Width, img.Height, err)
	}
	if !bytes.Equal(first, second) {
		t.Error("the picture saved is not the one copied")
	}
	if empty, err := os.ReadFile(text); err != nil || len(empty) != 0 {
		t.Errorf("before anything was copied: %q, %v", empty, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 4 {
		t.Errorf("files: %q", left)
	}
}

// TestShotInTiles: a picture that is too large for one tile looks the same as one that is not.
func TestShotInTiles(t *testing.T) {
	needWindow(t)
	path := filepath.Join(t.TempDir(), "large.png")
	if r := memcity("shot", "demo:steady", "--size", "2200x300", "--legend=false", "--caption", "-o", path); r.err != nil {
		t.Fatal(r.err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Max != image.Pt(2200, 300) {
		t.Fatalf("%v, %v", img.Bounds(), err)
	}
	const seam = 2048 // the seam between the tiles must be invisible
	for y := range 300 {
		r0, g0, b0, _ := img.At(seam-1, y).RGBA()
		r1, g1, b1, a := img.At(seam, y).RGBA()
		if d := max(diff(r0, r1), diff(g0, g1), diff(b0, b1)); d > 0x1000 || a != 0xffff {
			t.Fatalf("at y %d the tiles differ by %d of 65535, alpha %d", y, d, a)
		}
	}
}

func diff(a, b uint32) uint32 { return max(a, b) - min(a, b) }
