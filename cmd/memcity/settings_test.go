package main

import (
	"reflect"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

func sameSettings(a, b scene.Settings) bool { return reflect.DeepEqual(a, b) }

// settingsControls lists every control of the settings, with the effect of a click in its middle, and of key while it has the focus.
var settingsControls = []struct {
	kind, text string
	key        string
	check      func(before, after scene.Settings) bool
}{
	{"choice", "Unit: Objects", "Enter", func(_, a scene.Settings) bool { return a.Unit == trees.Objects }},
	{"choice", "Unit: Bytes", "Space", func(_, a scene.Settings) bool { return a.Unit == trees.Bytes }},
	{"choice", "Area: Linear", "Space", func(_, a scene.Settings) bool { return a.Area == scene.Linear }},
	{"choice", "Area: Square root", "Space", func(_, a scene.Settings) bool { return a.Area == scene.Sqrt }},
	{"switch", "Height from objects", "Space", func(b, a scene.Settings) bool { return a.OtherHeight != b.OtherHeight }},
	{"choice", "Deep", "Space", func(_, a scene.Settings) bool { return a.SizeKind == trees.Deep }},
	{"choice", "Shallow", "Enter", func(_, a scene.Settings) bool { return a.SizeKind == trees.Shallow }},
	{"choice", "Type", "Space", func(_, a scene.Settings) bool { return a.By == seq.Of("type") }},
	{"choice", "Package, type", "Space", func(_, a scene.Settings) bool { return a.By == seq.Of("package", "type") }},
	{"choice", "Groups shown: 10", "Space", func(_, a scene.Settings) bool { return a.Children == 10 }},
	{"choice", "Groups shown: 20", "Space", func(_, a scene.Settings) bool { return a.Children == 20 }},
	{"choice", "Groups shown: 100", "Space", func(_, a scene.Settings) bool { return a.Children == 100 }},
	{"choice", "Groups shown: All", "Space", func(_, a scene.Settings) bool { return a.Children == scene.AllChildren }},
	{"choice", "Groups shown: 40", "Space", func(_, a scene.Settings) bool { return a.Children == 40 }},
	{"choice", "Color shows: Growth", "Space", func(_, a scene.Settings) bool { return a.Color == scene.GrowthColors }},
	{"switch", "Color-blind palette", "Space", func(b, a scene.Settings) bool { return a.ColorBlind != b.ColorBlind }},
	{"switch", "Fade groups with little growth", "Space", func(b, a scene.Settings) bool { return a.Fade != b.Fade }},
	{"slider", "Opacity of faded groups", "Left",
		func(b, a scene.Settings) bool { return a.Opacity != b.Opacity && a.Opacity > 0 && a.Opacity < 1 }},
	{"switch", "Names", "Space", func(b, a scene.Settings) bool { return a.Labels != b.Labels }},
	{"choice", "References shown as: Routes", "Space", func(_, a scene.Settings) bool { return a.Routes.On }},
	{"choice", "References shown as: Frustums", "Enter", func(_, a scene.Settings) bool { return !a.Routes.On }},
	{"switch", "References", "Space", func(b, a scene.Settings) bool { return a.References != b.References }},
	{"slider", "Play speed", "Right", func(b, a scene.Settings) bool {
		return a.PlaySpeed != b.PlaySpeed && a.PlaySpeed > 0.05 && a.PlaySpeed < 4
	}},
	{"switch", "Loop", "Space", func(b, a scene.Settings) bool { return a.Loop != b.Loop }},
	{"switch", "Reduced motion", "Space", func(b, a scene.Settings) bool { return a.ReducedMotion != b.ReducedMotion }},
	{"choice", "Theme: Dark", "Space", func(_, a scene.Settings) bool { return a.Theme == scene.Dark }},
	{"choice", "Theme: Light", "Space", func(_, a scene.Settings) bool { return a.Theme == scene.Light }},
}

// tallHeight is the height of a window in which all settings are visible.
const tallHeight = 1800

func TestSettingsByMouse(t *testing.T) {
	testSettings(t, func(w *screen, kind, text, _ string) { w.clickItem(model.SettingsP, kind, text) })
}

func TestSettingsByKeyboard(t *testing.T) {
	testSettings(t, func(w *screen, _, text, key string) {
		w.focusOn(model.SettingsP, text)
		w.key(key, 0)
	})
}

func testSettings(t *testing.T, use func(w *screen, kind, text, key string)) {
	inWindow(t, func(w *screen) {
		w.resize(720, tallHeight, 1)
		w.open("test:town")
		w.key(",", action.Ctrl)
		view := w.view()
		for _, c := range settingsControls {
			before := w.state()
			use(w, c.kind, c.text, c.key)
			after := w.state()
			if !c.check(before.Settings, after.Settings) {
				t.Errorf("%s: settings are %+v", c.text, after.Settings)
			}
			if changed := changedFields(before.Settings, after.Settings); changed > 1 {
				t.Errorf("%s changes %d settings", c.text, changed)
			}
			if got := w.App.City().Plan.Settings(); !got.SamePlan(after.Settings) {
				t.Errorf("%s: the plan shown is of %+v", c.text, got)
			}
			w.sameView(view, c.text)
		}
		if _, open := w.find(model.SettingsP, "text", "Settings"); !open {
			t.Error("the settings are closed")
		}
	})
}

// changedFields counts the settings that differ.
func changedFields(a, b scene.Settings) int {
	n := 0
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			n++
		}
	}
	return n
}

func TestSettingsNumbers(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.resize(720, tallHeight, 1)
		w.open("test:town")
		w.key(",", action.Ctrl)
		enter := func(field, text string) {
			x, y := middle(w.item(model.SettingsP, "field", field).Rect)
			w.click(x, y)
			w.key("A", action.Ctrl)
			w.Send(render.Text{Text: text})
			w.key("Enter", 0)
		}
		w.clickItem(model.SettingsP, "choice", "Color shows: Growth") // findings are drawn in solid buildings
		w.clickItem(model.SettingsP, "switch", "Fade groups with little growth")
		enter("Solid groups", "3")
		if got := w.state().Settings.Solid; got != 3 {
			t.Errorf("3 typed gives %d solid groups", got)
		}
		solid := 0
		for _, b := range w.App.City().Buildings {
			if b.Solid {
				solid++
			}
		}
		if solid != 3 {
			t.Errorf("%d buildings are solid", solid)
		}
		enter("Number of groups", "2")
		if got := w.state().Settings.Children; got != 2 || w.App.City().Hidden.Groups == 0 {
			t.Errorf("2 typed shows %d groups and hides %d", got, w.App.City().Hidden.Groups)
		}
		enter("Number of groups", "x-")
		if got := w.state().Settings.Children; got != 2 {
			t.Errorf("letters typed into the field give %d", got)
		}
		// One undo reverts the typed text of each field.
		w.key("Z", action.Ctrl)
		w.key("Z", action.Ctrl)
		if got := w.state().Settings; got.Children != 40 || got.Solid != 10 {
			t.Errorf("taken back: %d groups, %d solid", got.Children, got.Solid)
		}
		// A slider dragged beyond its ends stays in its range.
		r := w.item(model.SettingsP, "slider", "Opacity of faded groups").Rect
		x, y := middle(r)
		w.drag(render.LeftButton, 0, [2]float64{x, y}, [2]float64{x + 10, y}, [2]float64{5000, y})
		if got := w.state().Settings.Opacity; got != 1 {
			t.Errorf("opacity is %v at the right end", got)
		}
		w.drag(render.LeftButton, 0, [2]float64{x, y}, [2]float64{-500, y + 90})
		if got := w.state().Settings.Opacity; got != 0 {
			t.Errorf("opacity is %v at the left end", got)
		}
		// One undo reverts a drag, however many moves it had.
		w.key("Z", action.Ctrl)
		if got := w.state().Settings.Opacity; got != 1 {
			t.Errorf("the second drag taken back: opacity is %v", got)
		}
		w.key("Z", action.Ctrl)
		if got := w.state().Settings.Opacity; got != 0.4 {
			t.Errorf("both drags taken back: opacity is %v", got)
		}
	})
}
