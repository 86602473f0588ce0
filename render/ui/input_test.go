package ui

import (
	"image"
	"testing"

	"memcity/assets/help"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestButtons(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	for _, c := range []struct {
		panel model.ID
		name  string
		want  model.Event
	}{
		{model.TimeBar, "Next", model.Do{Action: state.Move{By: 1}}}, {model.TimeBar, "Previous", model.Do{Action: state.Move{By: -1}}},
		{model.TimeBar, "First", model.Do{Action: state.GoTo{}}},
		{model.TimeBar, "Last", model.Do{Action: state.GoTo{Point: 22}}}, {model.TimeBar, "Play", model.Run(action.TimePlay)},
		{model.Bar, "Help", model.Run(action.PanelHelp)},
		{model.Bar, "Settings", model.Run(action.PanelSettings)}, {model.Bar, "Open", model.Run(action.FileOpen)}, {model.LegendP, "Fold", model.Run(action.PanelLegend)},
		{model.Inspector, "Focus", model.Run(action.CameraFocus)},
	} {
		uitest.Click(k, uitest.Find(t, k, c.panel, "button", c.name))
		uitest.Wanted(t, k, c.want)
	}
	uitest.Choose(t, k, model.Inspector, "More", "Copy as text")
	uitest.Wanted(t, k, model.CopyText{Text: part.GroupText(&k.Model, k.Model.Selection)})
	off := uitest.Find(t, k, model.Bar, "button", "Undo")
	uitest.Click(k, off)
	uitest.Wanted(t, k)
	if !off.Off {
		t.Error("undo can be pressed, though there is nothing to take back")
	}
}

func TestReleaseOutsideIsNoClick(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	next := uitest.Find(t, k, model.TimeBar, "button", "Next")
	uitest.Drag(k, uitest.Middle(next.Rect), uitest.Middle(next.Rect).Add(image.Pt(0, -200)))
	uitest.Wanted(t, k)
	uitest.Click(k, next)
	uitest.Wanted(t, k, model.Do{Action: state.Move{By: 1}})
}

func TestThemeButton(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2} {
		k := newTest(t, uitest.Sample(), image.Pt(int(1280*scale), int(720*scale)), scale)
		uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Theme"))
		to := scene.DefaultSettings()
		to.Theme = scene.Dark
		uitest.Wanted(t, k, model.Do{Action: state.Set{To: to}})
		if got := k.Model.State.Settings.Theme; got != scene.Dark {
			t.Errorf("theme is %v before the next model is shown", got)
		}
		uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Undo"))
		uitest.Wanted(t, k, model.Do{Action: state.Undo{}})
	}
}

func TestTimeSlider(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	r := uitest.Find(t, k, model.TimeBar, "slider", "GC point").Rect
	uitest.Drag(k, image.Pt(r.Min.X+9, r.Max.Y-8), image.Pt(r.Max.X-9, r.Max.Y-8), image.Pt(r.Max.X+500, -50))
	uitest.Wanted(t, k, model.Do{Action: state.GoTo{Point: 0}}, model.Do{Action: state.GoTo{Point: 22}})
	k.Take(model.Pointer{Kind: model.PointerMove, At: image.Pt(r.Min.X+9, r.Max.Y-8)})
	uitest.Find(t, k, model.TimeBar, "text", "point 1  ·  300 ms  ·  960 kB")
	k.Take(model.Pointer{Kind: model.PointerLeave})
	uitest.Find(t, k, model.TimeBar, "text", "Heap over time in bytes")
}

func TestWindowHandles(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	chart := uitest.Find(t, k, model.TimeBar, "slider", "GC point").Rect
	y := chart.Min.Y + chart.Dy()/2
	x := func(point int) int { return chart.Min.X + 8 + (chart.Dx()-16)*point/22 }
	uitest.Drag(k, uitest.Middle(uitest.Find(t, k, model.TimeBar, "slider", "Window, first point").Rect), image.Pt(x(4), y))
	uitest.Wanted(t, k, model.Do{Action: state.SetWindow{Window: trees.Window{From: 4, To: 22}, Drag: "time/from"}})
	uitest.Drag(k, uitest.Middle(uitest.Find(t, k, model.TimeBar, "slider", "Window, last point").Rect), image.Pt(x(19), y), image.Pt(x(1), y))
	uitest.Wanted(t, k, model.Do{Action: state.SetWindow{Window: trees.Window{From: 4, To: 19}, Drag: "time/to"}},
		model.Do{Action: state.SetWindow{Window: trees.Window{From: 4, To: 5}, Drag: "time/to"}})
	uitest.Click(k, uitest.Find(t, k, model.TimeBar, "button", "Whole recording"))
	uitest.Wanted(t, k, model.Do{Action: state.SetWindow{Window: trees.Window{From: 0, To: 22}}})
}

// Tab reaches every enabled control and wraps around.
func TestTabReachesEverything(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen, m.State.Settings.Fade = true, true
	catalog := *uitest.SampleCatalog
	catalog.Missing[trees.Retained] = "" // disabled controls out of sight cannot be listed
	m.Catalog = &catalog
	k := newTest(t, m, image.Pt(1280, 720), 1)
	seen, off := map[string]bool{}, map[string]bool{} // disabled controls may be out of sight at the end
	reached := 0
	for range 300 {
		k.Take(model.Key{Name: model.KeyTab})
		for _, it := range k.Seen() {
			if it.Off {
				off[string(it.Panel)+it.Kind+it.Text] = true
			}
		}
		it, ok := uitest.FocusedItem(k)
		if !ok {
			continue
		}
		name := string(it.Panel) + it.Kind + it.Text
		if !seen[name] {
			reached++
			seen[name] = true
		}
		if it.Rect.Empty() {
			t.Fatalf("%s has the focus but cannot be seen", it.Text)
		}
	}
	for id, ctl := range k.Controls {
		if ctl.Kind == widget.NoControl {
			t.Errorf("%s takes no keys", id)
		}
	}
	usable := len(k.Controls) + len(k.Fields)
	for _, ctl := range k.Controls {
		if ctl.Kind == widget.Pointable {
			usable--
		}
	}
	if usable -= len(off); reached < usable {
		t.Errorf("Tab reached %d of %d controls", reached, usable)
	}
	for _, name := range []string{"settingschoiceTheme: Dark", "settingssliderOpacity of faded groups", "settingsfieldSolid groups",
		"inspectorlistOutgoing references", "timesliderGC point"} {
		if !seen[name] {
			t.Errorf("Tab does not reach %s", name)
		}
	}
}

func TestKeysOfControls(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen, m.State.Settings.Fade = true, true
	k := newTest(t, m, image.Pt(1280, 720), 1)
	uitest.FocusOn(t, k, "Next")
	uitest.Taken(k) // list rows focused along the way
	k.Take(model.Key{Name: model.KeySpace})
	uitest.Wanted(t, k, model.Do{Action: state.Move{By: 1}})
	uitest.FocusOn(t, k, "GC point")
	for _, key := range []string{model.KeyLeft, model.KeyHome, model.KeyRight, model.KeyEnd, model.KeyPageDown} {
		k.Take(model.Key{Name: key})
	}
	uitest.Wanted(t, k, model.Do{Action: state.GoTo{Point: 16}}, model.Do{Action: state.GoTo{Point: 0}},
		model.Do{Action: state.GoTo{Point: 1}}, model.Do{Action: state.GoTo{Point: 22}}, model.Do{Action: state.GoTo{Point: 20}})
	uitest.FocusOn(t, k, "Opacity of faded groups")
	k.Take(model.Key{Name: model.KeyRight})
	k.Take(model.Key{Name: model.KeyRight})
	if got := k.Model.State.Settings.Opacity; got < 0.499 || got > 0.501 {
		t.Errorf("opacity is %v after two steps from 0.4, want 0.5", got)
	}
	uitest.Taken(k)
	uitest.FocusOn(t, k, "Outgoing references")
	k.Take(model.Key{Name: model.KeyDown})
	uitest.Taken(k)
	k.Take(model.Key{Name: model.KeyReturn})
	if got := uitest.Taken(k); len(got) == 0 || got[0] != (model.Do{Action: state.Select{Key: "d"}}) {
		t.Errorf("Return on the second row gives %v", got)
	}
	k.Take(model.Key{Name: model.KeyEscape})
	if it, ok := uitest.FocusedItem(k); ok {
		t.Errorf("after Esc %q has the focus", it.Text)
	}
}

func TestTypingANumber(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen, m.State.Settings.Fade = true, true
	k := newTest(t, m, image.Pt(1280, 1400), 1)
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "field", "Solid groups"))
	if k.FocusKind != widget.Typable {
		t.Fatal("the field has no focus after a click")
	}
	for _, key := range []model.Key{{Name: "A", Mods: action.Ctrl}, {Name: model.KeyBackspace}} {
		k.Take(key)
	}
	for _, r := range "2x5" {
		k.Take(widget.Typed(r))
	}
	uitest.Wanted(t, k)
	k.Take(model.Key{Name: model.KeyReturn})
	if got := k.Model.State.Settings.Solid; got != 25 {
		t.Errorf("solid groups are %d, want 25", got)
	}
	if events := uitest.Taken(k); len(events) != 1 {
		t.Errorf("one number typed gives %v", events)
	}
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "field", "Solid groups"))
	k.Take(model.Key{Name: "A", Mods: action.Ctrl})
	k.Take(model.Key{Name: "C", Mods: action.Ctrl})
	uitest.Wanted(t, k, model.CopyText{Text: "25"})
	k.Take(model.Key{Name: "V", Mods: action.Ctrl})
	uitest.Wanted(t, k, model.Paste{})
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "button", "Solid groups, less"))
	if got := k.Model.State.Settings.Solid; got != 15 {
		t.Errorf("one step below 25 is %d, want 15", got)
	}
}

func TestTakes(t *testing.T) {
	for _, c := range []struct {
		kind widget.ControlKind
		key  model.Key
		want bool
	}{
		{widget.NoControl, model.Key{Name: model.KeyTab}, true},
		{widget.NoControl, model.Key{Name: model.KeyTab, Mods: action.Alt}, false},
		{widget.NoControl, model.Key{Name: model.KeySpace}, false},
		{widget.NoControl, model.Key{Name: model.KeyEscape}, false}, {widget.Pressable, model.Key{Name: model.KeySpace}, true},
		{widget.Pressable, model.Key{Name: "N"}, false},
		{widget.Pressable, model.Key{Name: model.KeyLeft}, false}, {widget.Pressable, model.Key{Name: model.KeyEscape}, true},
		{widget.Slidable, model.Key{Name: model.KeyLeft}, true},
		{widget.Slidable, model.Key{Name: model.KeySpace}, false}, {widget.Typable, model.Key{Name: "N"}, true},
		{widget.Listable, model.Key{Name: model.KeyReturn}, true},
		{widget.Slidable, model.Key{Name: model.KeyLeft, Mods: action.Ctrl}, false},
	} {
		if got := widget.Takes(c.kind, c.key); got != c.want {
			t.Errorf("control of kind %d takes %v: %v", c.kind, c.key, got)
		}
	}
}

func TestHintAfterRest(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	k.Take(model.Pointer{Kind: model.PointerMove, At: uitest.Middle(uitest.Find(t, k, model.Bar, "button", "Help").Rect), Time: 1e9})
	at, ok := k.Wake()
	if !ok || at != 1e9+widget.HintDelay {
		t.Fatalf("wake is %v, %v", at, ok)
	}
	k.Take(widget.Tick(at - 1))
	if _, open := k.Rects[model.Hint]; open {
		t.Error("the hint is shown too early")
	}
	k.Take(widget.Tick(at))
	uitest.Find(t, k, model.Hint, "text", "Open the manual at the page on the current view")
	uitest.Find(t, k, model.Hint, "text", "(F1)")
	if _, ok := k.Wake(); ok {
		t.Error("time still changes something")
	}
	k.Take(model.Pointer{Kind: model.PointerMove, At: image.Pt(640, 300), Time: at})
	if _, open := k.Rects[model.Hint]; open {
		t.Error("the hint stays")
	}
}

func TestReferenceRows(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	row := uitest.Find(t, k, model.Inspector, "text", "com.example.Person")
	k.Take(model.Pointer{Kind: model.PointerMove, At: uitest.Middle(row.Rect)})
	uitest.Wanted(t, k, model.Do{Action: state.HoverOver{Key: "c"}})
	uitest.Click(k, row)
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "c"}}, model.Run(action.CameraSelection))
	k.Take(model.Pointer{Kind: model.PointerLeave})
	uitest.Wanted(t, k, model.Do{Action: state.HoverOver{}})
}

func TestPathParts(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Bar, "link", "java.util"))
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "Heap#java.util"}})
}

func TestMarks(t *testing.T) {
	m := uitest.Sample()
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "button", "Mark pink"))
	uitest.Wanted(t, k, model.Do{Action: state.Mark{Key: m.Selection.Key, Color: &part.Marks[2]}})
}

func TestWheelScrollsSettings(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen = true
	k := newTest(t, m, uitest.Screen, 1)
	before := uitest.Find(t, k, model.SettingsP, "choice", "Data structures").Rect.Min.Y
	at := uitest.Middle(k.Rects[model.SettingsP])
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 2})
	if after := uitest.Find(t, k, model.SettingsP, "choice", "Data structures").Rect.Min.Y; after != before-2*widget.WheelStep {
		t.Errorf("the row went from %d to %d, want %d up", before, after, 2*widget.WheelStep)
	}
	k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 1000})
	last := uitest.Find(t, k, model.SettingsP, "choice", "Theme: Dark")
	if !last.Rect.In(k.Rects[model.SettingsP]) {
		t.Error("the last row cannot be scrolled into view")
	}
	k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: -1000})
	if after := uitest.Find(t, k, model.SettingsP, "choice", "Data structures").Rect.Min.Y; after != before {
		t.Errorf("scrolled back, the row is at %d, want %d", after, before)
	}
}

func TestHit(t *testing.T) {
	m := uitest.Sample()
	m.Help = &model.HelpRequest{Page: help.Keys, Number: 1}
	k := newTest(t, m, uitest.Screen, 1)
	for at, want := range map[image.Point]model.ID{{20, 20}: model.Bar, {640, 650}: model.TimeBar, {640, 320}: model.Help, {640, 62}: "",
		{1200, 100}: model.Inspector, {5, 5}: ""} {
		if got := k.Hit(k.Rects, at); got != want {
			t.Errorf("at %v is %q, want %q", at, got, want)
		}
	}
}

func TestSearch(t *testing.T) {
	m := uitest.Sample()
	m.CanSearch = true
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Search"))
	uitest.Wanted(t, k, model.Run(action.PanelSearch))
	m.Search = &model.Search{Total: 2000}
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if it, ok := uitest.FocusedItem(k); !ok || it.Kind != "field" {
		t.Fatal("the field has no focus when the search opens")
	}
	k.Take(widget.Typed("no"))
	k.Take(widget.Typed("d"))
	uitest.Wanted(t, k, model.Find{Text: "no"}, model.Find{Text: "nod"})
	m.Search = &model.Search{Total: 30}
	for i := range 30 {
		m.Search.Found = append(m.Search.Found, model.Found{Key: string(rune('A' + i)), Name: "Node", Path: "Heap → java.util", Objects: 5})
	}
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	uitest.Find(t, k, model.SearchP, "text", "30 of 1,512 groups")
	for range 12 {
		k.Take(model.Key{Name: model.KeyDown})
	}
	k.Take(model.Key{Name: model.KeyUp})
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "L"}}, model.Run(action.CameraFocus), model.Run(action.PanelSearch))
	uitest.Click(k, uitest.Find(t, k, model.SearchP, "field", "Search"))
	k.Take(model.Key{Name: model.KeyEscape})
	uitest.Wanted(t, k, model.Run(action.PanelSearch))
}
