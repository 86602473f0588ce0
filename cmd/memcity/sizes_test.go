package main

import (
	"image"
	"math"
	"testing"

	"memcity/city/scene"
	"memcity/render"
	"memcity/render/ui/model"
)

// inView ends the test unless the whole city is visible between the bars, and is not tiny.
func (w *screen) inView() {
	w.t.Helper()
	top, bottom := 0.0, float64(w.height)
	if bar := w.App.Panels().Rect(model.Bar); !bar.Empty() {
		top = float64(bar.Max.Y)
	}
	if bar := w.App.Panels().Rect(model.TimeBar); !bar.Empty() {
		bottom = float64(bar.Min.Y)
	}
	b := w.state().Bounds
	minX, maxX, minY, maxY := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i := range 8 {
		v := b.Min
		if i&1 != 0 {
			v.X = b.Max.X
		}
		if i&2 != 0 {
			v.Y = b.Max.Y
		}
		if i&4 != 0 {
			v.Z = b.Max.Z
		}
		x, y := w.project(v)
		minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
	}
	if !(minX >= 0 && maxX <= float64(w.width) && minY >= top-1 && maxY <= bottom+1) {
		w.fatalf("%d x %d: the city spans %.0f … %.0f, %.0f … %.0f, free are %.0f … %.0f", w.width, w.height, minX, maxX, minY, maxY, top, bottom)
	}
	if compact := w.height < 400; !compact && maxX-minX < 0.5*float64(w.width) && maxY-minY < 0.5*(bottom-top) {
		w.fatalf("%d x %d: the city is only %.0f x %.0f large", w.width, w.height, maxX-minX, maxY-minY)
	}
}

func TestWholeCityInViewOnOpening(t *testing.T) {
	inWindow(t, func(w *screen) {
		for _, c := range []struct {
			width, height int
			scale         float64
		}{{1280, 720, 1}, {1920, 1080, 1}, {800, 600, 1}, {2560, 1440, 2}, {320, 240, 1}, {600, 1200, 1}, {2000, 300, 1}} {
			w.resize(c.width, c.height, c.scale)
			for _, name := range []string{"test:town", "test:trees", "test:single"} {
				w.open(name)
				w.inView()
			}
			for _, id := range []model.ID{model.Bar, model.TimeBar, model.LegendP} {
				if r := w.App.Panels().Rect(id); !r.In(image.Rect(0, 0, c.width, c.height)) {
					t.Errorf("%d x %d: %s is at %v", c.width, c.height, id, r)
				}
			}
		}
	})
}

func TestResize(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, size := range [][2]int{{700, 900}, {0, 0}, {0, 500}, {1, 1}, {3000, 200}, {testWidth, testHeight}} {
			w.Send(render.Resize{Width: size[0], Height: size[1], Scale: 1})
			w.flush()
			w.sane()
		}
		w.width, w.height = testWidth, testHeight
		before := w.state().Camera
		w.Send(render.Resize{}) // minimized
		w.key("Home", 0)
		w.wait(flightTime)
		w.resize(testWidth, testHeight, 1)
		if w.state().Camera != before || w.App.City().Point != 0 {
			t.Errorf("after being minimised the camera is %+v, at point %d", w.state().Camera, w.App.City().Point)
		}
		img, err := w.Picture()
		w.check(err)
		if img.Rect.Dx() != testWidth || img.Rect.Dy() != testHeight {
			t.Errorf("the picture is %v", img.Rect)
		}
	})
}

// TestResizeKeepsPlace: a window that is resized before a recording is open shows the whole city. Resizing it later keeps the center of the
// view.
func TestResizeKeepsPlace(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.key("F", 0)
		w.Send(render.Wheel{X: 620, Y: 330, DY: 3})
		w.flush()
		camera := w.state().Camera
		w.resize(700, 500, 1)
		w.resize(1400, 500, 2)
		if got := w.state().Camera; got != camera {
			t.Errorf("the camera moved from %+v to %+v", camera, got)
		}
		w.resize(testWidth, testHeight, 1)
		w.key("R", 0)
		w.wait(flightTime)
		w.inView()
		if home := (scene.Look{}).Home(w.state().Bounds, w.aspect(), w.state().Frame); !closeCamera(w.state().Camera, home) {
			t.Errorf("reset leads to %+v", w.state().Camera)
		}
	})
}
