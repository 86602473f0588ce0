package main

import (
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/prefs"
	"memcity/render/ui/model"
	"memcity/words"
)

func (w *screen) shows(id model.ID) bool { return w.App.Panels().Rect(id) != image.Rectangle{} }

// TestDrawersAreRemembered: dragged widths and hidden drawers are remembered. A settings file without them gives the defaults.
func TestDrawersAreRemembered(t *testing.T) {
	dir := t.TempDir()
	run := func(f func(w *screen)) {
		options := testOptions()
		options.NoImages = true
		options.Memory, _ = prefs.Open(dir)
		inNewWindow(t, options, func(w *screen) {
			w.DrawLate()
			w.resize(1600, 900, 1)
			w.open("test:town")
			f(w)
		})
	}
	run(func(w *screen) {
		x, y, _ := w.seenAt("Order")
		w.click(x, y)
		w.key(",", action.Ctrl)
		for name, panel := range map[string]model.ID{"Width of the settings": model.SettingsP, "Width of the inspector": model.Inspector} {
			if got := w.App.Panels().Rect(panel).Dx(); got != 296 {
				t.Errorf("%s is %d wide at first", panel, got)
			}
			edge := w.item(panel, "slider", name).Rect
			x, y := float64(edge.Min.X+3), float64(edge.Min.Y+60)
			to := x + 60
			if panel == model.Inspector {
				to = x - 60
			}
			before := w.view()
			w.drag(render.LeftButton, 0, [2]float64{x, y}, [2]float64{to, y})
			w.sameView(before, "dragging an edge")
			if got := w.App.Panels().Rect(panel).Dx(); got != 356 {
				t.Errorf("%s is %d wide after dragging by 60", panel, got)
			}
		}
		w.key(".", action.Ctrl)
		if w.shows(model.Inspector) || w.state().Selection == "" {
			t.Error("hiding the inspector does not hide it, or deselects")
		}
		w.wait(2 * time.Second)
	})
	run(func(w *screen) {
		if got := w.App.Panels().Rect(model.SettingsP).Dx(); got != 356 {
			t.Errorf("in the next window the settings are %d wide", got)
		}
		x, y, _ := w.seenAt("Order")
		w.click(x, y)
		if w.shows(model.Inspector) {
			t.Error("the hidden inspector comes back by itself")
		}
		w.key(".", action.Ctrl)
		if got := w.App.Panels().Rect(model.Inspector).Dx(); got != 356 {
			t.Errorf("in the next window the inspector is %d wide", got)
		}
	})
}

// TestOneDrawerAtATime: if only one drawer fits, the one requested last is shown, and the others come back when there is space.
func TestOneDrawerAtATime(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		x, y, _ := w.seenAt("Order")
		w.click(x, y)
		for _, size := range [][2]int{{640, 480}, {320, 240}} {
			w.resize(size[0], size[1], 1)
			w.key(",", action.Ctrl)
			if !w.shows(model.SettingsP) || w.shows(model.Inspector) {
				t.Errorf("%v: settings requested, settings %t, inspector %t", size, w.shows(model.SettingsP), w.shows(model.Inspector))
			}
			w.key(".", action.Ctrl)
			if w.shows(model.SettingsP) || !w.shows(model.Inspector) {
				t.Errorf("%v: inspector requested, settings %t, inspector %t", size, w.shows(model.SettingsP), w.shows(model.Inspector))
			}
			w.key(",", action.Ctrl)
			w.clickItem(model.SettingsP, "button", "Close")
			if w.shows(model.SettingsP) || !w.shows(model.Inspector) {
				t.Errorf("%v: settings closed, settings %t, inspector %t", size, w.shows(model.SettingsP), w.shows(model.Inspector))
			}
		}
		w.key(",", action.Ctrl) // over the whole body of the small window
		w.key("Escape", 0)
		if w.shows(model.SettingsP) || w.state().Selection == "" {
			t.Error("Esc does not close the settings that lie over everything, or deselects as well")
		}
	})
}

// TestLegendBetweenDrawers: drawers and legend never overlap, and the legend gives way to the city.
func TestLegendBetweenDrawers(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		w.resize(1280, 720, 1)
		high := w.App.Panels().Rect(model.LegendP).Dy()
		x, y, _ := w.seenAt("Order")
		w.click(x, y)
		w.key(",", action.Ctrl)
		if got := w.App.Panels().Rect(model.LegendP); got.Dy() >= high || got.Empty() {
			t.Errorf("between drawers the legend is at %v, %d high before", got, high)
		}
		w.clickItem(model.LegendP, "button", "Fold")
		if got := w.App.Panels().Rect(model.LegendP).Dy(); got < high/2 {
			t.Errorf("unfolded by hand, the legend is %d high", got)
		}
		w.key(",", action.Ctrl)
		w.key(",", action.Ctrl)
		if got := w.App.Panels().Rect(model.LegendP).Dy(); got >= high {
			t.Errorf("with drawers open again, the legend is %d high", got)
		}
	})
}

// TestShowingAGroupWithoutAPlot: a search selects a group without a plot, flies to its block and says so. On request the group is shown.
func TestShowingAGroupWithoutAPlot(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:many")
		plan := w.App.City().Plan
		hidden := ""
		for n := range plan.Series.Nodes {
			if plan.Target(int32(n)).Kind == scene.OnBlock {
				hidden = plan.Series.Key(int32(n))
				break
			}
		}
		w.key("F", action.Ctrl)
		w.Send(render.Text{Text: hidden[strings.LastIndex(hidden, "#")+1:]})
		w.flush()
		w.key("Enter", 0)
		if got := w.state().Selection; got != hidden {
			t.Fatalf("Return selects %q, not %q", got, hidden)
		}
		w.wait(flightTime)
		block := plan.Find(hidden)
		box, _ := w.App.City().Box(block)
		top := box.Center()
		top.Y = box.Max.Y
		atX, atY, _, ok := w.state().Camera.Project(top, w.state().Aspect)
		if !ok || atX < -1 || atX > 1 || atY < -1 || atY > 1 {
			t.Errorf("the block of %q is at %v, %v", hidden, atX, atY)
		}
		node, _ := plan.Series.Find(hidden)
		needs := plan.Needs(node)
		if needs <= plan.Settings().Children {
			t.Errorf("%q needs %d groups, %d are shown", hidden, needs, plan.Settings().Children)
		}
		show := "Show it: the " + words.Count(int64(needs)) + " largest groups"
		w.clickItem(model.Inspector, "button", show)
		if !w.App.City().Plan.Find(hidden).OfGroup() {
			t.Error("it is still not shown")
		}
		w.key("Z", action.Ctrl)
	})
}

// TestMinimapByKeyboard: arrow keys in the minimap move the view, Return flies to the selection.
func TestMinimapByKeyboard(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.resize(1600, 900, 1)
		w.open("test:town")
		w.focusOn(model.MinimapP, "Map of the city")
		before := w.state().Camera.Target
		w.key("Right", 0)
		w.key("Right", 0)
		w.wait(flightTime)
		b := w.state().Bounds
		moved := w.state().Camera.Target.X - before.X
		if want := 0.1 * (b.Max.X - b.Min.X); math.Abs(moved-want) > 0.02*(b.Max.X-b.Min.X) {
			t.Errorf("two arrows move by %g, want %g", moved, want)
		}
		if w.state().Point != w.state().Points-1 {
			t.Error("the arrows of the map step in time")
		}
		w.key("Escape", 0)
		w.key("Left", 0)
		if w.state().Point == w.state().Points-1 {
			t.Error("after Esc the arrows still go to the map")
		}
	})
}
