package main

import (
	"path/filepath"
	"testing"
	"time"

	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

// fits reports corners of the ground that the bars cover or the window cuts off.
func (w *screen) fits(when string) {
	w.t.Helper()
	low, high := w.App.Panels().Rect(model.Bar).Max.Y, w.App.Panels().Rect(model.TimeBar).Min.Y
	for _, p := range w.view() {
		if p[0] < 0 || p[0] > float64(w.width) || p[1] < float64(low) || p[1] > float64(high) {
			w.t.Errorf("%s, a corner of the ground is at %.0f of %d×%d between %d and %d", when, p, w.width, w.height, low, high)
		}
	}
}

// TestWholeCityStaysInSight: the whole city stays visible when the window, its scale or the drawers change, until the user moves the camera.
// No setting of the city moves the camera.
func TestWholeCityStaysInSight(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.resize(1280, 720, 1)
		w.key("R", 0)
		w.wait(time.Second)
		w.fits("at first")
		w.resize(1280, 720, 2)
		w.fits("at scale 2")
		w.resize(1920, 1080, 2)
		w.fits("in a larger window")
		before := w.view()
		few := w.state().Settings
		few.Unit, few.Children = trees.Bytes, 2
		w.App.Do(state.Set{To: few})
		w.wait(time.Second)
		w.sameView(before, "another metric")
		w.resize(900, 700, 1)
		w.fits("in a smaller window, with another metric")
		w.key("0", action.Ctrl)
		w.key("+", action.Ctrl)
		w.fits("with larger panels")
		w.key("0", action.Ctrl)
		w.drag(render.RightButton, 0, [2]float64{450, 400}, [2]float64{500, 410})
		camera := w.state().Camera
		w.resize(1280, 720, 1)
		if w.state().Camera != camera {
			t.Error("another size of the window moves the user's camera")
		}
	})
}

// TestUndoOfADraggedWindow: one undo reverts a dragged window.
func TestUndoOfADraggedWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		x, y := middle(w.item(model.TimeBar, "slider", "Window, first point").Rect)
		w.drag(render.LeftButton, 0, [2]float64{x, y}, [2]float64{x + 150, y}, [2]float64{x + 300, y}, [2]float64{x + 450, y})
		if w.state().Whole() {
			t.Fatal("the handle cannot be dragged")
		}
		w.key("Z", action.Ctrl)
		if !w.state().Whole() || w.state().CanUndo() {
			t.Errorf("after Ctrl+Z the window is %v, can undo %v", w.state().Window, w.state().CanUndo())
		}
	})
}

// TestReferenceFliesToWhatIsHidden: pressing a reference to a hidden building flies there. For a visible building the camera stays.
func TestReferenceFliesToWhatIsHidden(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.openByObjects()
		w.resize(1280, 900, 1)
		w.key("R", 0)
		w.wait(time.Second)
		_, person := w.target("Person")
		w.App.Do(state.Select{Key: person})
		w.flush()
		row := func() { w.clickItem(model.Inspector, "text", "String") }
		before := w.view()
		row()
		w.wait(time.Second)
		w.sameView(before, "a reference to what is in sight")
		w.App.Do(state.Select{Key: person})
		c := w.state().Camera
		c.Target.X, c.Target.Z, c.Distance, c.Pitch = c.Target.X+200, c.Target.Z+200, c.Distance/3, 1.4
		w.App.Do(state.Look{From: c})
		w.flush()
		before = w.view()
		row()
		w.wait(time.Second)
		if near(w.view()[0], before[0], 1) {
			t.Error("the camera stays though the building is out of sight")
		}
		if _, _, key := w.seenAt("String"); key != w.state().Selection {
			t.Errorf("%q is selected, %q is in sight", w.state().Selection, key)
		}
	})
}

// TestPresenterIsRemembered: presenter mode and the panel size are reported and remembered.
func TestPresenterIsRemembered(t *testing.T) {
	dir := t.TempDir()
	for _, want := range []bool{false, true} {
		options := testOptions()
		options.NoImages = true
		options.Memory, _ = prefs.Open(dir)
		inNewWindow(t, options, func(w *screen) {
			w.DrawLate()
			w.flush()
			if d := w.App.Describe(); d.Presenter != want || want && (d.Zoom != 1.25 || d.Scale != 1.25*1.5) {
				t.Errorf("presenter %v, zoom %g, scale %g", d.Presenter, d.Zoom, d.Scale)
			}
			if !want {
				w.resize(1280, 2400, 1)
				w.key(",", action.Ctrl)
				w.clickItem(model.SettingsP, "choice", "Size: 125 %")
				w.clickItem(model.SettingsP, "switch", "Presenter mode")
				w.wait(2 * time.Second)
			}
		})
	}
}

// TestMissingRecordingIsMarked: a deleted recording is marked from the start.
func TestMissingRecordingIsMarked(t *testing.T) {
	options := testOptions()
	options.NoImages = true
	options.Memory, _ = prefs.Open(t.TempDir())
	options.Memory.Touch("gone.hprof", filepath.Join(t.TempDir(), "gone.hprof"))
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.resize(1280, 900, 1)
		w.until("mark", func() bool {
			if w.App.Panels().Rect(model.Start).Empty() {
				t.Fatal("there is no start screen")
			}
			_, ok := w.find(model.Start, "button", "gone.hprof is missing")
			return ok
		})
	})
}

// TestChainOfReadyMadeTreesIsReported: ready-made trees are reported with their own roles, as on the command line.
func TestChainOfReadyMadeTreesIsReported(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:trees")
		if got, want := w.App.Describe().Settings.By, seq.Of("Package", "Type"); got != want {
			t.Errorf("grouped by %q, want %q", got, want)
		}
	})
}
