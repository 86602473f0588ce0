package main

import (
	"slices"
	"testing"

	"memcity/city/recording"
	"memcity/city/session"
	"memcity/city/state"
	"memcity/city/view/inspect"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/window"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

func (w *screen) menuIsOpen() bool { return !w.App.Panels().Rect(model.Menu).Empty() }

// rightClick presses and releases the right button at a position.
func (w *screen) rightClick(x, y float64) {
	w.move(x, y)
	w.press(render.RightButton, x, y, 0)
	w.release(render.RightButton, x, y)
	w.settle()
}

// TestCityMenu: the right button opens the menu of the object under it and selects the object. Dragging with it, the wheel and a press
// elsewhere leave no menu open.
func TestCityMenu(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:persons")
		x, y, key := w.seenAt("Person")
		w.rightClick(x, y)
		if s := w.state(); s.Selection != key || !w.menuIsOpen() {
			t.Errorf("%q is selected, menu %v", s.Selection, w.menuIsOpen())
		}
		w.Send(render.Wheel{X: 400, Y: 200, DY: 1})
		w.flush()
		w.settle()
		if w.menuIsOpen() {
			t.Error("it stays open while the city moves")
		}
		w.App.Do(state.Select{Key: "Heap#java.lang#String", Add: true})
		w.settle()
		x, y, _ = w.seenAt("Person")
		w.rightClick(x, y)
		if got := w.state().Selected(); len(got) != 2 {
			t.Errorf("on one of several it leaves %v selected", got)
		}
		w.clickItem(model.Menu, "button", "What keeps it alive")
		w.settle()
		if w.state().View != inspect.View.ID || w.menuIsOpen() {
			t.Errorf("view %v, menu %v", w.state().View, w.menuIsOpen())
		}
		w.App.Do(state.Show{View: state.CityView})
		w.settle()
		w.drag(render.RightButton, 0, [2]float64{620, 400}, [2]float64{660, 420})
		w.settle()
		if w.menuIsOpen() {
			t.Error("a drag opens it")
		}
		w.rightClick(700, 100)
		if w.state().Selection != "" {
			t.Error("on nothing it leaves something selected")
		}
		w.item(model.Menu, "button", "Whole city")
		w.press(render.LeftButton, 400, 150, 0)
		w.release(render.LeftButton, 400, 150)
		w.settle()
		if w.menuIsOpen() {
			t.Error("a press elsewhere leaves it open")
		}
	})
}

// TestCityMenuByKey: Shift+F10 opens the menu at the selection. The menu filters the city, and undo restores it.
func TestCityMenuByKey(t *testing.T) {
	const text, other = "Heap#java.lang#String", "Heap#com.example.people#Person"
	options, definitions := testOptions(), &cli.Definitions{}
	options.Start = func(notify func()) render.Worker { // filters are expressions
		return window.Worker{Session: session.New(notify, recording.Options{Open: cli.Opener, Registry: definitions.Registry}), Definitions: definitions}
	}
	inNewWindow(t, options, func(w *screen) {
		w.open("demo:persons")
		has := func(key string) bool {
			_, ok := w.App.City().Plan.Series.Find(key)
			return ok
		}
		for _, c := range []struct {
			row         string
			text, other bool
		}{{"Exclude its objects", false, true}, {"Show only its objects", true, false}} {
			w.App.Do(state.SelectRows{Keys: []string{text}})
			w.settle()
			w.key("F10", action.Shift)
			w.settle()
			if !w.menuIsOpen() {
				t.Fatal("Shift+F10 opens no menu")
			}
			w.clickItem(model.Menu, "button", c.row)
			w.settle()
			if has(text) != c.text || has(other) != c.other {
				t.Errorf("%s: strings %v, persons %v, %s", c.row, has(text), has(other), w.problem())
			}
			w.App.Do(state.Undo{})
			w.settle()
			if !has(text) || !has(other) || !w.state().Settings.Filters.Empty() {
				t.Errorf("%s, undone: strings %v, persons %v", c.row, has(text), has(other))
			}
		}
		w.App.Do(state.SelectRows{Keys: []string{"Heap#java.util"}})
		w.settle()
		w.key("Menu", 0)
		w.settle()
		row := w.item(model.Menu, "button", "Select the district around it")
		if row.Why == "" {
			t.Error("a district of the whole city has one around it")
		}
		w.key("Escape", 0)
		w.settle()
		if w.menuIsOpen() || !slices.Equal(w.state().Selected(), []string{"Heap#java.util"}) {
			t.Errorf("after Esc: menu %v, selected %v", w.menuIsOpen(), w.state().Selected())
		}
	})
}
