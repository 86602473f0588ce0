package main

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/window"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// tryEverything uses the window like a user and checks the camera after each step.
func (w *screen) tryEverything() {
	screen := image.Rect(0, 0, w.width, w.height)
	use := func(what string, do func()) {
		do()
		w.sane()
		for _, it := range w.items() {
			if !it.Rect.In(screen) {
				w.t.Errorf("%s: %s %q lies at %v", what, it.Kind, shortened(it.Text), it.Rect)
			}
		}
	}
	point := w.state().Point
	use("opened", func() {})
	use("first point", func() { w.key("Home", 0) })
	use("last point", func() { w.key("End", 0) })
	if w.state().Point != point {
		w.t.Errorf("End leads to point %d", w.state().Point)
	}
	use("played", func() { w.key("Space", 0); w.wait(tick); w.key("Escape", 0) })
	use("bird's eye", func() { w.key("B", 0); w.wait(flightTime) })
	use("reset", func() { w.key("R", 0); w.wait(flightTime) })
	use("hovering", func() { w.move(620, 330) })
	use("focus", func() { w.key("F", 0); w.wait(flightTime) })
	use("selecting", func() { w.click(620, 330) })
	use("bytes", func() {
		w.key(",", action.Ctrl)
		w.clickItem(model.SettingsP, "choice", "Unit: Objects")
		w.clickItem(model.SettingsP, "switch", "Height from bytes")
	})
	use("taken back", func() {
		w.key("Z", action.Ctrl)
		w.key("Z", action.Ctrl)
		w.key("Escape", 0)
		w.key("Escape", 0)
	})
	use("dragged", func() { w.drag(render.RightButton, 0, [2]float64{620, 330}, [2]float64{700, 300}) })
	w.resize(400, 300, 1) // pictures are slow
	img, err := w.Picture()
	w.check(err)
	if img.Rect.Size() != image.Pt(400, 300) {
		w.t.Errorf("picture is %v", img.Rect)
	}
}

// tick is slightly longer than the time per GC point while playing.
const tick = 520_000_000

func shortened(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

func TestOddRecordings(t *testing.T) {
	for _, name := range []string{"test:moment", "test:single", "test:empty", "test:zero", "test:long", "test:script", "test:many"} {
		t.Run(strings.TrimPrefix(name, "test:"), func(t *testing.T) {
			inNewWindow(t, testOptions(), func(w *screen) {
				w.DrawLate()
				w.App.Open(name)
				w.flush()
				if w.problem() != "" {
					w.fatalf("%s", w.problem())
				}
				w.tryEverything()
				w.resize(testWidth, testHeight, 1)
				w.key("R", 0)
				w.wait(flightTime)
				w.save("odd-" + strings.TrimPrefix(name, "test:"))
			})
		})
	}
}

func TestOneGCPoint(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:moment")
		w.key("Space", 0)
		if w.state().Playing || w.state().Points != 1 {
			t.Errorf("playing %t over %d points", w.state().Playing, w.state().Points)
		}
		for _, name := range []string{"First", "Previous", "Play", "Next", "Last"} {
			if _, shown := w.find(model.TimeBar, "button", name); shown {
				t.Errorf("%s is offered, though there is only one GC point", name)
			}
		}
		w.item(model.TimeBar, "text", "1 GC point")
		x, y, _ := w.seenAt("Order")
		w.click(x, y)
		w.item(model.Inspector, "text", "Order")
		w.key("Escape", 0)
		w.clickItem(model.TimeBar, "button", "Largest: Order")
		w.item(model.Inspector, "text", "Order")
	})
}

func TestManyGroups(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:many")
		if got := len(w.App.City().Buildings); got != (40+3)*40 { // three more districts have a group with strong growth
			t.Errorf("%d buildings are shown", got)
		}
		w.resize(testWidth, tallHeight, 1)
		w.key(",", action.Ctrl)
		w.clickItem(model.SettingsP, "choice", "Groups shown: All")
		if got := len(w.App.City().Buildings); got != manyGroups {
			t.Errorf("%d of %d buildings are shown", got, manyGroups)
		}
		w.key("Home", 0)
		w.save("many")
	})
}

// TestGroupingOutlivesGroupedRecording: while a recording with its own groups is shown, the selected grouping is kept for the next one.
func TestGroupingOutlivesGroupedRecording(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.resize(testWidth, tallHeight, 1)
		w.open("test:town")
		w.key(",", action.Ctrl)
		w.clickItem(model.SettingsP, "choice", "Type")
		w.open("test:trees")
		if _, offered := w.find(model.SettingsP, "choice", "Type"); offered {
			t.Error("a grouping is offered for trees")
		}
		w.item(model.SettingsP, "text", "Package, Type")
		w.open("test:town")
		if got := w.state().Settings.By; got != seq.Of("type") {
			t.Errorf("grouped by %v", got)
		}
		if got := w.item(model.SettingsP, "choice", "Type").Value; got != "chosen" {
			t.Errorf("the choice is %q", got)
		}
	})
}

func TestDrop(t *testing.T) {
	trees := filepath.Join("..", "..", "testdata", "trees", "persons")
	rubbish := filepath.Join(t.TempDir(), "rubbish.hprof")
	if err := os.WriteFile(rubbish, []byte("no heap dump"), 0o600); err != nil {
		t.Fatal(err)
	}
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.Send(render.Drop{Paths: []string{trees}})
		w.flush()
		if w.problem() != "" || w.App.City() == nil || w.state().Points == townPoints {
			w.fatalf("the dropped folder is not shown: %s", w.problem())
		}
		w.key("Home", 0)
		shown, points := w.App.City(), w.state().Points
		for _, paths := range [][]string{{rubbish}, {filepath.Join(t.TempDir(), "missing")}} {
			w.Send(render.Drop{Paths: paths})
			w.flush()
			problem := w.problem()
			if !strings.Contains(problem, "Something went wrong") || !strings.Contains(problem, filepath.Base(paths[0])) {
				t.Errorf("%v: the card says %q", paths, problem)
			}
			if w.App.City() != shown || w.state().Points != points || w.state().Point != 0 {
				t.Errorf("%v: the city shown before is gone", paths)
			}
			w.clickItem(model.Problems, "button", "Dismiss")
			if w.problem() != "" {
				t.Errorf("the card stays: %q", w.problem())
			}
		}
		w.save("rubbish")
		w.Send(render.Drop{})
		w.flush()
		if w.App.City() != shown || w.problem() != "" {
			t.Error("dropping nothing does something")
		}
		w.key("N", 0)
		if w.App.City().Point != 1 {
			t.Error("after rubbish was dropped, steps are not shown")
		}
		// Invalid files of a recording are reported and left out.
		w.Send(render.Drop{Paths: []string{rubbish, trees}})
		w.flush()
		if !strings.Contains(w.problem(), "rubbish.hprof") || w.App.City() == shown || w.state().Points != points {
			t.Errorf("%d points are shown: %s", w.state().Points, w.problem())
		}
	})
}

// TestStartScreen: the start screen opens the bundled recordings.
func TestStartScreen(t *testing.T) {
	inNewWindow(t, testOptions(), func(w *screen) {
		w.DrawLate()
		w.flush()
		w.save("start")
		for _, key := range []string{"W", "B", "R", "F", "N", "Space", "Home", "Escape"} { // these have no effect here
			w.key(key, 0)
		}
		w.click(900, 600)
		w.Send(render.Wheel{X: 500, Y: 400, DY: 2})
		w.drag(render.RightButton, 0, [2]float64{900, 600}, [2]float64{700, 500})
		// A setting changed before a recording is open applies to the next recording.
		w.App.Do(state.Set{To: withMetric(w.state().Settings, trees.Objects)})
		w.clickItem(model.Start, "button", window.Options(&cli.Definitions{}).Demos[0].Title)
		w.flush()
		if w.App.City() == nil {
			w.fatalf("no city is shown: %s", w.problem())
		}
		if got := w.App.City().Plan.Settings().Unit; got != trees.Objects {
			t.Errorf("the plan shows %v", got)
		}
		w.inView()
		w.save("persons")
	})
}

// openByObjects opens the town with area and height by number of objects, so that all buildings are visible.
func (w *screen) openByObjects() {
	w.open("test:town")
	w.App.Do(state.Set{To: withMetric(w.state().Settings, trees.Objects)})
	w.flush()
	w.key("R", 0)
	w.wait(flightTime)
}

func withMetric(s scene.Settings, m trees.Unit) scene.Settings {
	s.Unit = m
	return s
}
