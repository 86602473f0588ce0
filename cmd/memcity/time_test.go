package main

import (
	"testing"
	"time"

	"memcity/city/trees"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/prefs"
	"memcity/render/ui/model"
)

func TestPlay(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		view := w.view()
		w.key("Space", 0) // at the end: starts over
		if w.state().Point != 0 || !w.state().Playing {
			t.Fatalf("playing %t at point %d", w.state().Playing, w.state().Point)
		}
		w.check(w.Advance(480 * time.Millisecond))
		if w.state().Point != 0 {
			t.Errorf("point %d comes before half a second", w.state().Point)
		}
		w.check(w.Advance(40 * time.Millisecond))
		if w.state().Point != 1 {
			t.Errorf("after half a second point %d is shown", w.state().Point)
		}
		w.sameView(view, "playing")
		w.key("Space", 0)
		w.check(w.Advance(600 * time.Millisecond))
		if w.state().Playing || w.state().Point != 1 {
			t.Errorf("paused, yet playing %t at point %d", w.state().Playing, w.state().Point)
		}
		w.key("End", 0)
		w.key("P", 0)
		w.key("Space", 0)
		w.check(w.Advance(1100 * time.Millisecond))
		if w.state().Playing || w.state().Point != townPoints-1 {
			t.Errorf("at the end playing is %t at point %d", w.state().Playing, w.state().Point)
		}
		// With the loop on, it continues from the start of the window.
		w.resize(testWidth, tallHeight, 1)
		w.key(",", action.Ctrl)
		w.clickItem(model.SettingsP, "switch", "Loop")
		w.key(",", action.Ctrl)
		w.key("Space", 0)
		w.check(w.Advance(time.Duration(townPoints)*510*time.Millisecond + 200*time.Millisecond))
		if !w.state().Playing || w.state().Point != 0 {
			t.Errorf("with the loop on, playing is %t at point %d", w.state().Playing, w.state().Point)
		}
		w.key("N", 0)
		if w.state().Playing {
			t.Error("a step by hand leaves it playing")
		}
	})
}

func TestTimeButtons(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		for _, c := range []struct {
			name string
			want int
		}{{"First", 0}, {"Next", 1}, {"Next", 2}, {"Previous", 1}, {"Last", townPoints - 1}} {
			w.clickItem(model.TimeBar, "button", c.name)
			if w.state().Point != c.want {
				t.Errorf("%s leads to point %d, want %d", c.name, w.state().Point, c.want)
			}
		}
		w.clickItem(model.TimeBar, "button", "Play")
		if !w.state().Playing {
			t.Fatal("Play does not play")
		}
		w.clickItem(model.TimeBar, "button", "Pause")
		if w.state().Playing {
			t.Error("Pause does not pause")
		}
		if w.App.Panels().Typing() || w.state().Selection != "" {
			t.Error("a click on a button does more than it says")
		}
	})
}

// xOf returns the pixel of a GC point on the time bar.
func (w *screen) xOf(point int) (x, y float64) {
	r := w.item(model.TimeBar, "slider", "GC point").Rect
	return float64(r.Min.X+8) + float64(r.Dx()-16)*float64(point)/(townPoints-1), float64(r.Max.Y - 10)
}

func TestTimeSlider(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		view := w.view()
		for point := range townPoints {
			x, y := w.xOf(point)
			w.click(x, y)
			if w.state().Point != point {
				t.Errorf("a click at point %d shows point %d", point, w.state().Point)
			}
		}
		x, y := w.xOf(5)
		w.press(render.LeftButton, x, y, 0)
		for _, point := range []int{4, 3, 6, 0, 2} {
			x, y := w.xOf(point)
			w.move(x, y)
			if w.state().Point != point || w.App.City().Point != point {
				t.Errorf("dragged to point %d, shown is %d", point, w.App.City().Point)
			}
		}
		w.release(render.LeftButton, x, y)
		w.sameView(view, "the slider")
	})
}

func TestWindowHandles(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		view := w.view()
		handle := func(name string, to int) {
			x, y := middle(w.item(model.TimeBar, "slider", "Window, "+name+" point").Rect)
			toX, _ := w.xOf(to)
			w.drag(render.LeftButton, 0, [2]float64{x, y}, [2]float64{(x + toX) / 2, y}, [2]float64{toX, y + 30})
		}
		handle("first", 2)
		handle("last", 5)
		if got := w.state().Window; got != (trees.Window{From: 2, To: 5}) || w.state().Point != 5 {
			t.Fatalf("window is %+v at point %d", got, w.state().Point)
		}
		_, key := w.target("Person")
		node, _ := w.App.City().Plan.Series.Find(key)
		if got := w.App.City().Plan.Meta.Objects[node]; got.First != 50 || got.Last != 95 {
			t.Errorf("growth is taken from %d to %d", got.First, got.Last)
		}
		w.sameView(view, "another window")
		w.key("Space", 0) // plays the window
		if w.state().Point != 2 {
			t.Errorf("playing begins at point %d", w.state().Point)
		}
		w.key("Space", 0)
		// The window stays if another recording fails to open, and is reset by one that opens.
		w.App.Open("test:broken")
		w.flush()
		if got := w.state().Window; got != (trees.Window{From: 2, To: 5}) {
			t.Errorf("window is %+v after a file that cannot be read", got)
		}
		w.item(model.Problems, "text", "Something went wrong")
		w.open("test:single")
		if got := w.state().Window; got != (trees.Window{From: 0, To: 2}) || w.App.City().Plan.Meta.Objects[0].First != 10 {
			t.Errorf("window is %+v in another recording", got)
		}
		w.open("test:town")
		handle("first", 3)
		w.clickItem(model.TimeBar, "button", "Whole recording")
		if !w.state().Whole() {
			t.Errorf("window is %+v", w.state().Window)
		}
	})
}

// TestStepDuringStep: steps that follow faster than their animation end at the right point.
func TestStepDuringStep(t *testing.T) {
	inNewWindow(t, testOptions(), func(w *screen) {
		w.resize(600, 450, 1)
		w.open("test:town")
		w.settle()
		for _, key := range []string{"P", "P", "N", "P", "Home", "N", "End"} {
			w.key(key, 0)
			w.check(w.Advance(70 * time.Millisecond))
		}
		w.settle()
		interrupted, err := w.Image()
		w.check(err)
		w.open("test:town")
		w.settle()
		straight, err := w.Image()
		w.check(err)
		different := 0
		for i := range straight.Pix {
			if d := int(straight.Pix[i]) - int(interrupted.Pix[i]); d > 8 || d < -8 {
				different++
			}
		}
		if different > len(straight.Pix)/200 {
			t.Errorf("%d of %d values of the picture differ after an interrupted animation", different, len(straight.Pix))
		}
	})
}

func TestIdle(t *testing.T) {
	inNewWindow(t, testOptions(), func(w *screen) {
		w.resize(1024, 450, 1)
		w.settle() // the start screen
		w.open("test:town")
		x, y, _ := w.seenAt("Person")
		for _, situation := range []struct {
			name string
			do   func()
		}{
			{"open", func() {}},
			{"hovering", func() { w.move(x, y) }},
			{"selected", func() { w.click(x, y) }},
			{"a step later", func() { w.key("P", 0) }},
			{"with settings", func() { w.key(",", action.Ctrl) }},
			{"in the dark", func() { w.key(",", action.Ctrl); w.clickItem(model.Bar, "button", "Theme"); w.move(990, 70) }},
		} {
			situation.do()
			w.settle()
			w.check(w.Advance(5 * time.Second)) // messages disappear, and state is written
			w.settle()
			for range 3 {
				drawn, next, err := w.App.Frame(w.Now())
				w.check(err)
				if drawn || next.Now || next.Any {
					t.Errorf("%s: at rest a frame is drawn (%t), next %+v", situation.name, drawn, next)
				}
			}
		}
	})
}

// TestHoverDrawsNoCity: moving the pointer does not redraw the city.
func TestHoverDrawsNoCity(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.settle()
		x, y, _ := w.seenAt("Person")
		before := w.CityDraws()
		w.move(x, y)
		w.move(x+1, y)
		x, y, _ = w.seenAt("Config")
		w.move(x, y)
		w.move(990, 70)
		w.key("?", 0)
		w.key("?", 0)
		w.settle()
		if n := w.CityDraws() - before; n != 0 {
			t.Errorf("the city was drawn %d times", n)
		}
		w.key("P", 0)
		if w.CityDraws() == before {
			t.Error("a step draws no city")
		}
	})
}

// TestRemembersWhileRunning: the window stores its state shortly after the last change, and has written it when it ends.
func TestRemembersWhileRunning(t *testing.T) {
	dir := t.TempDir()
	store, warnings := prefs.Open(dir)
	options := testOptions()
	options.NoImages, options.Memory = true, store
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.open("test:town")
		for _, open := range []bool{true, false, true} {
			w.key(",", action.Ctrl)
			w.wait(3 * time.Second)
			if got := store.Window().Drawers["settings"]; got != open {
				t.Errorf("it remembers settings that are open: %t, want %t", got, open)
			}
		}
	})
	again, more := prefs.Open(dir)
	if !again.Window().Drawers["settings"] || len(warnings)+len(more) > 0 {
		t.Errorf("after the end it remembers %+v, warnings %v %v", again.Window(), warnings, more)
	}
}
