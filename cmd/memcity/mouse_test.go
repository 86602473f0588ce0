package main

import (
	"math"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// places are pixels over roofs, walls, slabs and the ground.
var places = [][2]float64{{620, 330}, {500, 300}, {700, 420}, {560, 250}, {420, 500}, {730, 470}}

func TestWheelZoomsTowardsPointer(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, p := range places {
			for _, notches := range []float64{1, 2, -1, 0.25, -2} {
				target, at := w.pick(p[0], p[1])
				before := w.state().Camera.Distance
				w.Send(render.Wheel{X: p[0], Y: p[1], DY: notches})
				w.flush()
				if x, y := w.project(at); target.Kind != scene.Nothing && !near([2]float64{x, y}, p, 0.01) {
					t.Errorf("%v notches at %v: what was under the pointer is at %.2f, %.2f now", notches, p, x, y)
				}
				if after := w.state().Camera.Distance; (after < before) != (notches > 0) {
					t.Errorf("%v notches at %v: distance %v became %v", notches, p, before, after)
				}
			}
			w.key("R", 0)
			w.wait(flightTime)
		}
	})
}

func TestZoomKeepsCity(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, notches := range []float64{500, -500, 300, -1e9, 1e9} {
			for range 40 {
				w.Send(render.Wheel{X: 620, Y: 330, DY: notches / 40})
			}
			w.flush()
			w.sane()
		}
	})
}

// sane ends the test if the camera has invalid values or is below the ground.
func (w *screen) sane() {
	c := w.state().Camera
	for _, v := range []float64{c.Target.X, c.Target.Y, c.Target.Z, c.Yaw, c.Pitch, c.Distance} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			w.fatalf("camera is %+v", c)
		}
	}
	if c.Eye().Y <= 0 {
		w.fatalf("the camera is under the ground: %+v", c)
	}
	b := w.state().Bounds
	if far := math.Hypot(c.Target.X-b.Center().X, c.Target.Z-b.Center().Z); far > 5*b.Radius()+1e-6 {
		w.fatalf("the camera looks at a place %v away from a city of radius %v", far, b.Radius())
	}
}

func TestPanKeepsGroundUnderPointer(t *testing.T) {
	for _, c := range []struct {
		name   string
		button render.Button
		mods   action.Mods
	}{{"middle", render.MiddleButton, 0}, {"right", render.RightButton, 0}, {"shift and left", render.LeftButton, action.Shift}} {
		inWindow(t, func(w *screen) {
			w.open("test:town")
			_, grip := w.pick(620, 400)
			w.press(c.button, 620, 400, c.mods)
			before := w.state().Camera
			for _, p := range [][2]float64{{640, 410}, {700, 450}, {560, 380}} {
				w.move(p[0], p[1])
				if x, y := w.project(grip); !near([2]float64{x, y}, p, 0.01) {
					t.Errorf("%s: the pointer is at %v, what it holds at %.2f, %.2f", c.name, p, x, y)
				}
			}
			w.release(c.button, 560, 380)
			after := w.state().Camera
			if after.Yaw != before.Yaw || after.Pitch != before.Pitch || after.Distance != before.Distance {
				t.Errorf("%s: panning turned or zoomed: %+v, then %+v", c.name, before, after)
			}
			if w.state().Selection != "" {
				t.Errorf("%s: a drag selected %q", c.name, w.state().Selection)
			}
			w.move(300, 300)
			if w.state().Camera != after {
				t.Errorf("%s: the camera follows the pointer after the release", c.name)
			}
			for range 30 { // never beyond the limits
				w.drag(c.button, c.mods, [2]float64{620, 400}, [2]float64{1000, 200})
			}
			w.sane()
		})
	}
}

func TestDragTurnsAboutPointer(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, p := range places[:3] {
			_, pivot := w.pick(p[0], p[1])
			before := w.state().Camera
			w.press(render.LeftButton, p[0], p[1], 0)
			for _, by := range [][2]float64{{10, 3}, {80, 20}, {-60, -10}} {
				w.move(p[0]+by[0], p[1]+by[1])
				if x, y := w.project(pivot); !near([2]float64{x, y}, p, 0.01) {
					t.Errorf("turning about %v by %v moves it to %.2f, %.2f", p, by, x, y)
				}
			}
			w.release(render.LeftButton, p[0]-60, p[1]-10)
			if after := w.state().Camera; after.Yaw == before.Yaw || after.Pitch == before.Pitch {
				t.Errorf("nothing turned: %+v", after)
			}
		}
		if s := w.state(); s.Selection != "" {
			t.Errorf("turning selects %q", s.Selection)
		}
		for _, way := range [][2]float64{{620, 5000}, {620, -5000}, {9000, 330}} {
			w.drag(render.LeftButton, 0, [2]float64{620, 330}, way)
			w.sane()
		}
	})
}

func TestClickSelects(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.openByObjects()
		x, y, key := w.seenAt("Person")
		w.click(x, y)
		if w.state().Selection != key {
			t.Errorf("selected is %q, not %q", w.state().Selection, key)
		}
		w.item(model.Inspector, "text", "Person")
		w.click(x+1, y)
		if w.state().Selection != "" {
			t.Errorf("a second click leaves %q selected", w.state().Selection)
		}
		x, y, key = w.seenAt("app.cache")
		w.click(x, y)
		if w.state().Selection != key {
			t.Errorf("selected is %q, not the district %q", w.state().Selection, key)
		}
		// A click on the ground, near and far, deselects.
		besides := func(id model.ID) float64 { return float64(w.App.Panels().Rect(id).Max.X + 10) }
		for _, p := range [][2]float64{{besides(model.LegendP), 530}, {besides(model.RailP), 70}} {
			w.click(x, y)
			if w.state().Selection == "" {
				w.click(x, y)
			}
			w.click(p[0], p[1])
			if w.state().Selection != "" {
				t.Errorf("a click next to the city at %v leaves %q selected", p, w.state().Selection)
			}
		}
		// Dragging with the left button and clicking the middle one do not. The right one opens a menu: see TestCityMenu.
		w.drag(render.LeftButton, 0, [2]float64{x, y}, [2]float64{x + 30, y})
		w.drag(render.MiddleButton, 0, [2]float64{x, y}, [2]float64{x, y})
		if w.state().Selection != "" {
			t.Errorf("%q is selected by a drag, or by another button", w.state().Selection)
		}
	})
}

func TestSelectionSurvives(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.resize(1280, 1100, 1) // all settings are visible
		x, y, key := w.seenAt("Person")
		w.click(x, y)
		kept := func(after string) {
			if w.state().Selection != key {
				w.fatalf("after %s %q is selected, not %q", after, w.state().Selection, key)
			}
			w.item(model.Inspector, "text", "Person")
		}
		w.key("Home", 0)
		kept("the first GC point")
		w.key("N", 0)
		kept("a step")
		w.key(",", action.Ctrl)
		w.clickItem(model.SettingsP, "choice", "Unit: Objects")
		kept("another metric")
		w.clickItem(model.SettingsP, "choice", "Area: Linear")
		kept("another area mode")
		w.clickItem(model.SettingsP, "choice", "Groups shown: 10")
		kept("another child count")
		w.clickItem(model.SettingsP, "choice", "Type")
		if _, shown := w.find(model.Inspector, "text", "Person"); shown {
			t.Error("the inspector shows a group that this grouping lacks")
		}
		w.key("Z", action.Ctrl)
		w.key("Left", action.Alt)
		kept("another grouping, taken back, and going back")
		w.key("Z", action.Ctrl)
		w.key("Z", action.Ctrl)
		kept("undo")
		w.key("Escape", 0)
		if w.state().Selection != "" {
			t.Errorf("Esc leaves %q selected", w.state().Selection)
		}
	})
}

func TestTooltip(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		x, y, key := w.seenAt("Person")
		w.move(x, y)
		if w.state().Hover != key {
			t.Fatalf("hovered is %q, not %q", w.state().Hover, key)
		}
		shown := w.texts(model.Tooltip)
		for _, want := range []string{"Heap → Package: app.model\n", "text Type:\ntext Person\n", "text 125\n", "text 3 kB\n",
			"+105  (+525 %)", "Share of all bytes"} {
			if !strings.Contains(shown, want) {
				t.Errorf("the tooltip lacks %q:\n%s", want, shown)
			}
		}
		w.key("Home", 0) // another building may be under the pointer, but its numbers are current
		if shown := w.texts(model.Tooltip); strings.Contains(shown, "125") {
			t.Errorf("the tooltip is about another GC point:\n%s", shown)
		}
		w.move(990, 70)
		if w.state().Hover != "" || w.texts(model.Tooltip) != "" {
			t.Errorf("over the sky there is a tooltip:\n%s", w.texts(model.Tooltip))
		}
		w.key("End", 0)
		w.move(x, y)
		w.Send(render.PointerLeave{})
		w.flush()
		if w.state().Hover != "" {
			t.Errorf("outside the window %q is hovered", w.state().Hover)
		}
	})
}

func TestPointerStaysWithWhatItPressed(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		slider := w.item(model.TimeBar, "slider", "GC point").Rect
		camera := w.state().Camera
		y := float64(slider.Max.Y - 10)
		w.press(render.LeftButton, float64(slider.Max.X-10), y, 0)
		for _, x := range []float64{700, 500, float64(slider.Min.X) - 50} {
			w.move(x, 300) // over the city
			if w.state().Hover != "" || w.state().Camera != camera {
				t.Fatalf("a drag of the slider hovers %q or moves the camera", w.state().Hover)
			}
		}
		if w.state().Point != 0 {
			t.Errorf("the slider dragged to the left over the city shows point %d", w.state().Point)
		}
		w.release(render.LeftButton, 300, 300)
		if w.state().Selection != "" {
			t.Errorf("the release over the city selected %q", w.state().Selection)
		}
		// A drag that starts on the city continues over a panel, without affecting the panel.
		bar := w.App.Panels().Rect(model.TimeBar)
		w.press(render.RightButton, 620, 330, 0)
		w.move(640, 340)
		turned := w.state().Camera
		w.move(float64(bar.Min.X+500), float64(bar.Min.Y+40))
		if w.state().Camera == turned {
			t.Error("a drag of the city stops at a panel")
		}
		w.Send(render.PointerButton{Button: render.RightButton, X: float64(bar.Min.X + 500), Y: float64(bar.Min.Y + 40)})
		w.flush()
		if w.state().Point != 0 {
			t.Error("the panel took the release of a drag of the city")
		}
		// The wheel over a panel affects only the panel.
		turned = w.state().Camera
		w.Send(render.Wheel{X: float64(bar.Min.X + 500), Y: float64(bar.Min.Y + 40), DY: 3})
		w.flush()
		if w.state().Camera != turned {
			t.Error("the wheel over a panel zooms")
		}
	})
}

// TestFocusLostEndsDrag: losing the focus releases a held button, since its release event may never arrive.
func TestFocusLostEndsDrag(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.press(render.MiddleButton, 620, 400, 0)
		w.move(650, 400)
		w.Send(render.FocusLost{})
		camera := w.state().Camera
		w.move(700, 300)
		if w.state().Camera != camera {
			t.Error("the drag goes on")
		}
		x, y, key := w.seenAt("Person")
		w.move(x, y)
		if w.state().Hover != key {
			t.Errorf("hovered is %q, not %q", w.state().Hover, key)
		}
		w.click(x, y)
		if w.state().Selection != key {
			t.Errorf("selected is %q, not %q", w.state().Selection, key)
		}
	})
}
