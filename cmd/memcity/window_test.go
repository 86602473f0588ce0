package main

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"memcity/render"
)

// offScreen is an app off screen, driven like a window.
type offScreen struct {
	*render.OffScreen
	t *testing.T
}

func openWindow(t *testing.T, width, height int) *offScreen {
	t.Helper()
	o, err := render.NewOffScreen(windowOptions(), width, height, 1)
	if err != nil {
		if os.Getenv("MEMCITY_GL_REQUIRED") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(o.Close)
	return &offScreen{o, t}
}

func openWindowOn(t *testing.T, name string) *offScreen {
	t.Helper()
	w := openWindow(t, 1280, 720)
	w.App.Open(render.DemoPrefix + name)
	w.settle()
	return w
}

func (w *offScreen) settle() {
	w.t.Helper()
	if err := w.Settle(); err != nil {
		w.t.Fatal(err)
	}
}

// save keeps the picture for a look when MEMCITY_SHOTS names a folder.
func (w *offScreen) save(name string) {
	dir := os.Getenv("MEMCITY_SHOTS")
	if dir == "" {
		return
	}
	img, err := w.Image()
	if err != nil {
		w.t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		w.t.Fatal(err)
	}
}

func (w *offScreen) key(name string, mods render.Modifiers) {
	w.t.Helper()
	w.Send(render.Key{Name: name, Down: true, Mods: mods})
	w.Send(render.Key{Name: name, Mods: mods})
	w.settle()
}

func (w *offScreen) move(x, y float64) {
	w.t.Helper()
	w.Send(render.PointerMove{X: x, Y: y})
	w.settle()
}

func (w *offScreen) click(x, y float64) {
	w.t.Helper()
	w.Send(render.PointerMove{X: x, Y: y})
	w.Send(render.PointerButton{Button: render.LeftButton, Down: true, X: x, Y: y})
	w.Send(render.PointerButton{Button: render.LeftButton, X: x, Y: y})
	w.settle()
}

func TestTour(t *testing.T) {
	w := openWindow(t, 1280, 720)
	w.settle()
	w.save("start")
	w.App.Open("demo:persons")
	w.settle()
	w.save("open")
	w.move(430, 330)
	w.save("hover")
	w.click(430, 330)
	w.save("select")
	w.key("?", 0)
	w.save("help")
	w.key("Escape", 0)
	w.key(",", render.Control)
	w.save("settings")
}
