package main

import (
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// flightTime is longer than any flight of the camera.
const flightTime = 400 * time.Millisecond

// hold holds a key down for a duration.
func (w *screen) hold(name string, d time.Duration) {
	w.Send(render.Key{Name: name, Down: true})
	w.check(w.Advance(d))
	w.Send(render.Key{Name: name})
	w.flush()
}

func TestWalk(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		const d = 200 * time.Millisecond
		for _, c := range []struct {
			key                string
			right, up, forward float64
		}{{"W", 0, 0, 1}, {"S", 0, 0, -1}, {"A", -1, 0, 0}, {"D", 1, 0, 0}, {"Q", 0, 1, 0}, {"E", 0, -1, 0}} {
			before := w.state()
			w.hold(c.key, d)
			after := w.state()
			want := state.Step(before, state.Walk{Right: c.right, Up: c.up, Forward: c.forward, For: d}).Camera
			if after.Camera == before.Camera || !closeCamera(after.Camera, want) {
				t.Errorf("%s: camera is %+v, want %+v", c.key, after.Camera, want)
			}
			if climbed := after.Camera.Eye().Y - before.Camera.Eye().Y; climbed*c.up < 0 || c.up != 0 && climbed == 0 {
				t.Errorf("%s: the eye rose by %v", c.key, climbed)
			}
			w.wait(50 * time.Millisecond)
			if w.state().Camera != after.Camera {
				t.Errorf("%s: the camera goes on after the key is up", c.key)
			}
		}
	})
}

func closeCamera(a, b scene.Camera) bool {
	d := math.Abs(a.Target.X-b.Target.X) + math.Abs(a.Target.Y-b.Target.Y) + math.Abs(a.Target.Z-b.Target.Z) + math.Abs(a.Distance-b.Distance)
	return d < 1e-3*b.Distance && a.Yaw == b.Yaw && a.Pitch == b.Pitch
}

func TestWalkEnds(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.Send(render.Key{Name: "W", Down: true})
		w.Send(render.Key{Name: "W", Down: true, Repeat: true})
		w.check(w.Advance(100 * time.Millisecond))
		w.Send(render.FocusLost{})
		stopped := w.state().Camera
		w.wait(100 * time.Millisecond)
		if w.state().Camera != stopped {
			t.Error("the camera walks on without focus")
		}
		w.key("R", 0)
		w.wait(flightTime)
		home := w.state().Camera
		w.Send(render.Key{Name: "A", Down: true})
		w.Send(render.Key{Name: "D", Down: true})
		w.wait(100 * time.Millisecond)
		if got := w.state().Camera; !closeCamera(got, home) {
			t.Errorf("left and right together lead to %+v", got)
		}
		w.Send(render.Key{Name: "A"})
		w.Send(render.Key{Name: "D"})
		w.key("S", action.Ctrl) // not a walk
		w.wait(50 * time.Millisecond)
		if got := w.state().Camera; !closeCamera(got, home) {
			t.Errorf("Ctrl+S walks to %+v", got)
		}
		for _, key := range []string{"W", "S", "A", "D", "Q", "E"} {
			w.hold(key, 3*time.Second)
			w.sane()
		}
	})
}

func TestKeysOfEditorDoNotWalk(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.resize(testWidth, tallHeight, 1)
		w.open("test:town")
		w.key(",", action.Ctrl)
		w.clickItem(model.SettingsP, "choice", "Color shows: Growth") // findings are drawn in solid buildings
		w.clickItem(model.SettingsP, "switch", "Fade groups with little growth")
		x, y := middle(w.item(model.SettingsP, "field", "Solid groups").Rect)
		w.click(x, y)
		if !w.App.Panels().Typing() {
			w.fatalf("the field has no focus")
		}
		before := w.state()
		for _, key := range []string{"W", "A", "S", "D", "Q", "E", "B", "R", "P", "N", "Home", "Left", "Space"} {
			w.Send(render.Key{Name: key, Down: true})
			w.wait(20 * time.Millisecond)
			w.Send(render.Key{Name: key})
		}
		if got := w.state(); got.Camera != before.Camera || got.Point != before.Point || got.Playing {
			t.Errorf("typing moves to point %d, playing %t, camera %+v", got.Point, got.Playing, got.Camera)
		}
		w.key("A", action.Ctrl)
		w.Send(render.Text{Text: "7"})
		w.key("Enter", 0)
		if got := w.state().Settings.Solid; got != 7 {
			t.Errorf("7 typed into the field gives %d solid groups", got)
		}
		x, y = middle(w.item(model.SettingsP, "field", "Solid groups").Rect)
		w.click(x, y)
		w.click(1000, tallHeight-150) // clicking the ground removes the focus
		w.key("Home", 0)
		if w.state().Point != 0 {
			t.Error("keys still go to the field")
		}
		w.Send(render.Text{Text: "9"})
		w.flush()
		if got := w.state().Settings.Solid; got != 7 {
			t.Errorf("text without focus changes the field to %d", got)
		}
	})
}

// TestEscapeLeavesTheFileBrowser: Esc closes the file browser, with the focus inside it or, after a click on the ground, nowhere.
func TestEscapeLeavesTheFileBrowser(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, blurred := range []bool{false, true} {
			w.key("S", action.Ctrl)
			w.wait(20 * time.Millisecond) // another goroutine opens it
			if w.App.Panels().Rect(model.FilesP).Empty() {
				w.fatalf("Ctrl+S shows no file browser")
			}
			if blurred {
				w.App.Panels().Blur()
				w.flush()
			}
			w.key("Escape", 0)
			w.wait(20 * time.Millisecond)
			if !w.App.Panels().Rect(model.FilesP).Empty() {
				t.Errorf("blurred: %t: Esc leaves the file browser open", blurred)
				w.key("Escape", 0)
			}
		}
	})
}

// TestFileBrowserFiltersAndKeepsItsOrder: letters filter the files while the list has the focus, and the sort order is remembered.
func TestFileBrowserFiltersAndKeepsItsOrder(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		open := func() {
			w.key("O", action.Ctrl)
			w.wait(20 * time.Millisecond) // another goroutine reads the folder
		}
		order := func(heading string) string { return w.item(model.FilesP, "button", heading).Value }
		open()
		before := w.state().Camera
		for _, letter := range "wq/" {
			w.Send(render.Key{Name: strings.ToUpper(string(letter)), Down: true})
			w.Send(render.Text{Text: string(letter)})
			w.Send(render.Key{Name: strings.ToUpper(string(letter))})
			w.wait(20 * time.Millisecond)
		}
		if got := w.item(model.FilesP, "field", "Filter").Value; got != "wq/" || w.state().Camera != before {
			t.Errorf("the filter is %q, the camera at %+v", got, w.state().Camera)
		}
		w.clickItem(model.FilesP, "button", "Size")
		w.key("Escape", 0) // shows all files
		if got := order("Size"); got != "largest first" || w.item(model.FilesP, "field", "Filter").Value != "" {
			t.Errorf("sorted by size, %q", got)
		}
		w.key("Escape", 0)
		w.wait(20 * time.Millisecond)
		open()
		if got := order("Size"); got != "largest first" {
			t.Errorf("opened again it is sorted by size, %q", got)
		}
		w.clickItem(model.FilesP, "button", "Name")
		if got := order("Name"); got != "A to Z" {
			t.Errorf("sorted by name, %q", got)
		}
		w.key("Escape", 0)
	})
}

func TestViews(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.openByObjects()
		home := w.state().Camera
		w.key("B", 0)
		w.wait(100 * time.Millisecond)
		if c := w.state().Camera; c == home || !w.state().Flying() {
			t.Error("B does not fly, but jumps or stays")
		}
		w.wait(flightTime)
		if c := w.state().Camera; c.Pitch < 1.5 || w.state().Flying() {
			t.Errorf("bird's eye is %+v", c)
		}
		w.inView()
		w.hold("W", 200*time.Millisecond)
		w.key("R", 0)
		w.wait(flightTime)
		if c := w.state().Camera; !closeCamera(c, home) {
			t.Errorf("reset is %+v, not %+v", c, home)
		}
		// F flies to the object under the pointer, or to the selection if there is one.
		x, y, _ := w.seenAt("Config")
		w.move(x, y)
		w.key("F", 0)
		w.wait(flightTime)
		w.inMiddle("Config")
		w.key("R", 0)
		w.wait(flightTime)
		x, y, _ = w.seenAt("Person")
		w.click(x, y)
		x, y, _ = w.seenAt("Config")
		w.move(x, y)
		w.key("F", 0)
		w.wait(flightTime)
		w.inMiddle("Person")
		// Using the mouse interrupts a flight.
		w.key("R", 0)
		w.check(w.Advance(50 * time.Millisecond))
		w.Send(render.Wheel{X: 620, Y: 330, DY: 1})
		at := w.state().Camera
		w.wait(flightTime)
		if w.state().Camera != at {
			t.Error("a flight goes on after the wheel")
		}
	})
}

// inMiddle checks that the center of a building is in the area that the panels leave free. Its references and its GC root are in the picture
// too, so it need not be in the center.
func (w *screen) inMiddle(name string) {
	target, _ := w.target(name)
	box, _ := w.App.City().Box(target)
	x, y := w.project(box.Center())
	f := w.state().Frame
	wantX, wantY := (f.Left+f.Right+2)/4*float64(w.width), (2-f.Top-f.Bottom)/4*float64(w.height)
	halfW, halfH := (f.Right-f.Left)/4*float64(w.width), (f.Top-f.Bottom)/4*float64(w.height)
	if math.Abs(x-wantX) > halfW || math.Abs(y-wantY) > halfH {
		w.t.Errorf("%s is seen at %.0f, %.0f, not about %.0f, %.0f", name, x, y, wantX, wantY)
	}
}

func TestSteps(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		view := w.view()
		for _, c := range []struct {
			key  string
			want int
		}{{"Home", 0}, {"P", 0}, {"N", 1}, {"Right", 2}, {"Right", 3}, {"Left", 2}, {"P", 1}, {"End", townPoints - 1}, {"N", townPoints - 1}} {
			w.key(c.key, 0)
			if w.state().Point != c.want || w.App.City().Point != c.want {
				t.Errorf("%s leads to point %d and the city of point %d, want %d", c.key, w.state().Point, w.App.City().Point, c.want)
			}
			w.sameView(view, c.key)
		}
	})
}

func TestEscapeClosesOneAfterTheOther(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		open := func(id model.ID) bool { return w.App.Panels().Rect(id) != image.Rectangle{} }
		x, y, _ := w.seenAt("Person")
		w.click(x, y)
		w.key(",", action.Ctrl)
		w.App.Open("test:broken")
		w.flush()
		w.key("?", action.Shift)
		for i, want := range []struct{ help, problems, selection, settings bool }{
			{true, true, true, true}, {false, true, true, true}, {false, false, true, true}, {false, false, false, true}, {},
		} {
			got := struct{ help, problems, selection, settings bool }{
				open(model.Help), open(model.Problems), w.state().Selection != "", open(model.SettingsP)}
			if got != want {
				t.Errorf("after %d times Esc: %+v, want %+v", i, got, want)
			}
			w.key("Escape", 0)
		}
		for _, key := range []string{"?", "F1"} {
			w.key(key, 0)
			if !open(model.Help) {
				t.Errorf("%s does not open the help", key)
			}
			w.key(key, 0)
			if open(model.Help) {
				t.Errorf("%s does not close the help", key)
			}
		}
	})
}

func TestUndo(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		start := w.state().Settings
		w.clickItem(model.Bar, "button", "Theme")
		w.clickItem(model.Bar, "button", "Color-blind palette")
		changed := w.state().Settings
		if changed.Theme != scene.Dark || !changed.ColorBlind {
			t.Fatalf("settings are %+v", changed)
		}
		for _, c := range []struct {
			key  string
			mods action.Mods
			want scene.Settings
		}{{"Z", action.Ctrl, withTheme(start, scene.Dark)}, {"Z", action.Ctrl, start}, {"Z", action.Ctrl, start},
			{"Y", action.Ctrl, withTheme(start, scene.Dark)}, {"Z", action.Ctrl | action.Shift, changed}, {"Y", action.Ctrl, changed}} {
			w.key(c.key, c.mods)
			if got := w.state().Settings; !sameSettings(got, c.want) {
				t.Errorf("%s gives %+v, want %+v", c.key, got, c.want)
			}
		}
		w.clickItem(model.Bar, "button", "Undo")
		w.clickItem(model.Bar, "button", "Undo")
		if got := w.state().Settings; !sameSettings(got, start) {
			t.Errorf("the button takes back to %+v", got)
		}
		w.clickItem(model.Bar, "button", "Redo")
		if got := w.state().Settings; got.Theme != scene.Dark {
			t.Errorf("the button makes again %+v", got)
		}
	})
}

func withTheme(s scene.Settings, theme scene.Theme) scene.Settings {
	s.Theme = theme
	return s
}

func TestTabWorksTheWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.key("Home", 0)
		w.focusOn(model.TimeBar, "Next")
		w.key("Enter", 0)
		w.key("Space", 0) // also activates the button
		if w.state().Point != 2 || w.state().Playing {
			t.Errorf("Enter and Space on Next lead to point %d, playing %t", w.state().Point, w.state().Playing)
		}
		w.key("N", 0) // not a key for buttons
		if w.state().Point != 3 {
			t.Errorf("N with the focus on a button leads to point %d", w.state().Point)
		}
		w.key("Escape", 0)
		w.key("Space", 0)
		if !w.state().Playing {
			t.Error("Space does not play after Esc has left the button")
		}
		w.key("Space", 0)
		w.focusOn(model.TimeBar, "GC point")
		w.key("Home", 0)
		w.key("Right", 0)
		if w.state().Point != 1 {
			t.Errorf("arrows on the slider lead to point %d", w.state().Point)
		}
		w.key("Escape", 0)
	})
}

func TestCloseKeys(t *testing.T) {
	for _, e := range []render.Event{render.Key{Name: "Q", Down: true, Mods: action.Ctrl}, render.Close{}} {
		inNewWindow(t, testOptions(), func(w *screen) {
			w.Send(e)
			if !w.App.Closing() {
				t.Errorf("%+v does not close the window", e)
			}
		})
	}
}
