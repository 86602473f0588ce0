package ui

import (
	"image"
	"reflect"
	"testing"

	"memcity/assets/help"
	"memcity/city"
)

// wanted checks that exactly these events came.
func wanted(t *testing.T, k *core, want ...Event) {
	t.Helper()
	if got := taken(k); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
		t.Errorf("events are %v, want %v", got, want)
	}
}

func TestButtons(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	for _, c := range []struct {
		panel ID
		name  string
		want  Event
	}{
		{TimeBar, "Next", Do{city.Move{By: 1}}}, {TimeBar, "Previous", Do{city.Move{By: -1}}}, {TimeBar, "First", Do{city.GoTo{}}},
		{TimeBar, "Last", Do{city.GoTo{Point: 22}}}, {TimeBar, "Play", TogglePlay}, {Bar, "Help", ToggleHelp},
		{Bar, "Settings", ToggleSettings}, {Bar, "Open", OpenFile}, {LegendP, "Fold", ToggleLegend},
		{Inspector, "Focus", FocusSelection},
	} {
		click(k, find(t, k, c.panel, "button", c.name))
		wanted(t, k, c.want)
	}
	click(k, find(t, k, Inspector, "button", "Copy"))
	wanted(t, k, CopyText{GroupText(&k.model, k.model.Selection)})
	off := find(t, k, Bar, "button", "Undo")
	click(k, off)
	wanted(t, k)
	if !off.Off {
		t.Error("undo can be pressed, though there is nothing to take back")
	}
}

func TestReleaseOutsideIsNoClick(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	next := find(t, k, TimeBar, "button", "Next")
	drag(k, middle(next.Rect), middle(next.Rect).Add(image.Pt(0, -200)))
	wanted(t, k)
	click(k, next)
	wanted(t, k, Do{city.Move{By: 1}})
}

func TestThemeButton(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2} {
		k := newTest(t, sample(), image.Pt(int(1280*scale), int(720*scale)), scale)
		click(k, find(t, k, Bar, "button", "Theme"))
		to := city.DefaultSettings()
		to.Theme = city.Dark
		wanted(t, k, Do{city.Set{To: to}})
		if got := k.model.State.Settings.Theme; got != city.Dark {
			t.Errorf("theme is %v before the next model is shown", got)
		}
		click(k, find(t, k, Bar, "button", "Undo"))
		wanted(t, k, Do{city.Undo{}})
	}
}

func TestTimeSlider(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	r := find(t, k, TimeBar, "slider", "GC point").Rect
	drag(k, image.Pt(r.Min.X+9, r.Max.Y-8), image.Pt(r.Max.X-9, r.Max.Y-8), image.Pt(r.Max.X+500, -50))
	wanted(t, k, Do{city.GoTo{Point: 0}}, Do{city.GoTo{Point: 22}})
	k.take(Pointer{Kind: PointerMove, At: image.Pt(r.Min.X+9, r.Max.Y-8)})
	find(t, k, TimeBar, "text", "point 1  ·  300 ms  ·  20,000 objects")
	k.take(Pointer{Kind: PointerLeave})
	find(t, k, TimeBar, "text", "Heap over time in objects")
}

func TestWindowHandles(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	chart := find(t, k, TimeBar, "slider", "GC point").Rect
	y := chart.Min.Y + chart.Dy()/2
	x := func(point int) int { return chart.Min.X + 8 + (chart.Dx()-16)*point/22 }
	drag(k, middle(find(t, k, TimeBar, "slider", "Window, first point").Rect), image.Pt(x(4), y))
	wanted(t, k, Do{city.SetWindow{Window: city.Window{From: 4, To: 22}, Drag: "time/from"}})
	drag(k, middle(find(t, k, TimeBar, "slider", "Window, last point").Rect), image.Pt(x(19), y), image.Pt(x(1), y))
	wanted(t, k, Do{city.SetWindow{Window: city.Window{From: 4, To: 19}, Drag: "time/to"}},
		Do{city.SetWindow{Window: city.Window{From: 4, To: 5}, Drag: "time/to"}})
	click(k, find(t, k, TimeBar, "button", "Whole recording"))
	wanted(t, k, Do{city.SetWindow{Window: city.Window{From: 0, To: 22}}})
}

// Tab reaches every control that can be used, and comes around.
func TestTabReachesEverything(t *testing.T) {
	m := sample()
	m.SettingsOpen = true
	catalog := *sampleCatalog
	catalog.Missing[city.Retained] = "" // controls that are off and out of sight cannot be told
	m.Catalog = &catalog
	k := newTest(t, m, image.Pt(1280, 720), 1)
	seen, off := map[string]bool{}, map[string]bool{} // what is off may be out of the picture at the end
	reached := 0
	for range 300 {
		k.take(Key{Name: KeyTab})
		for _, it := range k.seen() {
			if it.Off {
				off[string(it.Panel)+it.Kind+it.Text] = true
			}
		}
		it, ok := focusedItem(k)
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
	for id, ctl := range k.controls {
		if ctl.kind == noControl {
			t.Errorf("%s takes no keys", id)
		}
	}
	usable := len(k.controls) + len(k.fields)
	for _, ctl := range k.controls {
		if ctl.kind == pointable {
			usable--
		}
	}
	if usable -= len(off); reached < usable {
		t.Errorf("Tab reached %d of %d controls", reached, usable)
	}
	for _, name := range []string{"settingschoiceTheme: Dark", "settingssliderOpacity of the others", "settingsfieldSolid groups", "inspectorlistRefers to", "timesliderGC point"} {
		if !seen[name] {
			t.Errorf("Tab does not reach %s", name)
		}
	}
}

func focusOn(t *testing.T, k *core, text string) {
	t.Helper()
	for range 200 {
		k.take(Key{Name: KeyTab})
		if it, ok := focusedItem(k); ok && it.Text == text {
			return
		}
	}
	t.Fatalf("Tab does not reach %q", text)
}

func TestKeysOfControls(t *testing.T) {
	m := sample()
	m.SettingsOpen = true
	k := newTest(t, m, image.Pt(1280, 720), 1)
	focusOn(t, k, "Next")
	taken(k) // rows of lists that had the focus on the way
	k.take(Key{Name: KeySpace})
	wanted(t, k, Do{city.Move{By: 1}})
	focusOn(t, k, "GC point")
	for _, key := range []string{KeyLeft, KeyHome, KeyRight, KeyEnd, KeyPageDown} {
		k.take(Key{Name: key})
	}
	wanted(t, k, Do{city.GoTo{Point: 16}}, Do{city.GoTo{Point: 0}}, Do{city.GoTo{Point: 1}}, Do{city.GoTo{Point: 22}}, Do{city.GoTo{Point: 20}})
	focusOn(t, k, "Opacity of the others")
	k.take(Key{Name: KeyRight})
	k.take(Key{Name: KeyRight})
	if got := k.model.State.Settings.Opacity; got < 0.499 || got > 0.501 {
		t.Errorf("opacity is %v after two steps from 0.4, want 0.5", got)
	}
	taken(k)
	focusOn(t, k, "Refers to")
	k.take(Key{Name: KeyDown})
	taken(k)
	k.take(Key{Name: KeyReturn})
	if got := taken(k); len(got) == 0 || got[0] != (Do{city.Select{Key: "d"}}) {
		t.Errorf("Return on the second row gives %v", got)
	}
	k.take(Key{Name: KeyEscape})
	if it, ok := focusedItem(k); ok {
		t.Errorf("after Esc %q has the focus", it.Text)
	}
}

func TestTypingANumber(t *testing.T) {
	m := sample()
	m.SettingsOpen = true
	k := newTest(t, m, image.Pt(1280, 1400), 1)
	click(k, find(t, k, SettingsP, "field", "Solid groups"))
	if k.focusKind != typable {
		t.Fatal("the field has no focus after a click")
	}
	for _, key := range []Key{{Name: "A", Modifiers: Ctrl}, {Name: KeyBackspace}} {
		k.take(key)
	}
	for _, r := range "2x5" {
		k.take(typed(r))
	}
	wanted(t, k)
	k.take(Key{Name: KeyReturn})
	if got := k.model.State.Settings.Solid; got != 25 {
		t.Errorf("solid groups are %d, want 25", got)
	}
	if events := taken(k); len(events) != 1 {
		t.Errorf("one number typed gives %v", events)
	}
	click(k, find(t, k, SettingsP, "field", "Solid groups"))
	k.take(Key{Name: "A", Modifiers: Ctrl})
	k.take(Key{Name: "C", Modifiers: Ctrl})
	wanted(t, k, CopyText{"25"})
	k.take(Key{Name: "V", Modifiers: Ctrl})
	wanted(t, k, PasteText)
	click(k, find(t, k, SettingsP, "button", "Solid groups, less"))
	if got := k.model.State.Settings.Solid; got != 15 {
		t.Errorf("one step below 25 is %d, want 15", got)
	}
}

func TestTakes(t *testing.T) {
	for _, c := range []struct {
		kind controlKind
		key  Key
		want bool
	}{
		{noControl, Key{Name: KeyTab}, true}, {noControl, Key{Name: KeyTab, Modifiers: Alt}, false}, {noControl, Key{Name: KeySpace}, false},
		{noControl, Key{Name: KeyEscape}, false}, {pressable, Key{Name: KeySpace}, true}, {pressable, Key{Name: "N"}, false},
		{pressable, Key{Name: KeyLeft}, false}, {pressable, Key{Name: KeyEscape}, true}, {slidable, Key{Name: KeyLeft}, true},
		{slidable, Key{Name: KeySpace}, false}, {typable, Key{Name: "N"}, true}, {listable, Key{Name: KeyReturn}, true},
		{slidable, Key{Name: KeyLeft, Modifiers: Ctrl}, false},
	} {
		if got := takes(c.kind, c.key); got != c.want {
			t.Errorf("control of kind %d takes %v: %v", c.kind, c.key, got)
		}
	}
}

func TestHintAfterRest(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	k.take(Pointer{Kind: PointerMove, At: middle(find(t, k, Bar, "button", "Help").Rect), Time: 1e9})
	at, ok := k.wake()
	if !ok || at != 1e9+hintDelay {
		t.Fatalf("wake is %v, %v", at, ok)
	}
	k.take(tick(at - 1))
	if _, open := k.rects[Hint]; open {
		t.Error("the hint is shown too early")
	}
	k.take(tick(at))
	find(t, k, Hint, "text", "The manual, with a page on what is shown (F1)")
	if _, ok := k.wake(); ok {
		t.Error("time still changes something")
	}
	k.take(Pointer{Kind: PointerMove, At: image.Pt(640, 300), Time: at})
	if _, open := k.rects[Hint]; open {
		t.Error("the hint stays")
	}
}

func TestReferenceRows(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	row := find(t, k, Inspector, "text", "com.example.Person")
	k.take(Pointer{Kind: PointerMove, At: middle(row.Rect)})
	wanted(t, k, Do{city.HoverOver{Key: "c"}})
	click(k, row)
	wanted(t, k, Do{city.Select{Key: "c"}}, ShowSelection)
	k.take(Pointer{Kind: PointerLeave})
	wanted(t, k, Do{city.HoverOver{}})
}

func TestPathParts(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	click(k, find(t, k, Bar, "link", "java.util"))
	wanted(t, k, Do{city.Select{Key: "Heap#java.util"}})
}

func TestMarks(t *testing.T) {
	m := sample()
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, Inspector, "button", "Mark pink"))
	wanted(t, k, Do{city.Mark{Key: m.Selection.Key, Color: &Marks[2]}})
}

func TestWheelScrollsSettings(t *testing.T) {
	m := sample()
	m.SettingsOpen = true
	k := newTest(t, m, screen, 1)
	before := find(t, k, SettingsP, "choice", "Data structures").Rect.Min.Y
	at := middle(k.rects[SettingsP])
	k.take(Pointer{Kind: PointerMove, At: at})
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 2})
	if after := find(t, k, SettingsP, "choice", "Data structures").Rect.Min.Y; after != before-2*wheelStep {
		t.Errorf("the row went from %d to %d, want %d up", before, after, 2*wheelStep)
	}
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 1000})
	last := find(t, k, SettingsP, "choice", "Theme: Dark")
	if !last.Rect.In(k.rects[SettingsP]) {
		t.Error("the last row cannot be scrolled into view")
	}
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: -1000})
	if after := find(t, k, SettingsP, "choice", "Data structures").Rect.Min.Y; after != before {
		t.Errorf("scrolled back, the row is at %d, want %d", after, before)
	}
}

func TestHit(t *testing.T) {
	m := sample()
	m.Help = &HelpWish{Page: help.Keys, Asked: 1}
	k := newTest(t, m, screen, 1)
	for at, want := range map[image.Point]ID{{20, 20}: Bar, {640, 650}: TimeBar, {640, 320}: Help, {640, 62}: "", {1200, 100}: Inspector, {5, 5}: ""} {
		if got := hit(k.rects, at); got != want {
			t.Errorf("at %v is %q, want %q", at, got, want)
		}
	}
}

func TestSearch(t *testing.T) {
	m := sample()
	m.CanSearch = true
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, Bar, "button", "Search"))
	wanted(t, k, ToggleSearch)
	m.Search = &Search{Total: 2000}
	k.show(&shown{m, screen, 1})
	k.layout()
	if it, ok := focusedItem(k); !ok || it.Kind != "field" {
		t.Fatal("the field has no focus when the search opens")
	}
	k.take(typed("no"))
	k.take(typed("d"))
	wanted(t, k, Find{"no"}, Find{"nod"})
	m.Search = &Search{Total: 30}
	for i := range 30 {
		m.Search.Found = append(m.Search.Found, Found{Key: string(rune('A' + i)), Name: "Node", Path: "Heap → java.util", Objects: 5})
	}
	k.show(&shown{m, screen, 1})
	k.layout()
	find(t, k, SearchP, "text", "30 of 1,512 groups")
	for range 12 {
		k.take(Key{Name: KeyDown})
	}
	k.take(Key{Name: KeyUp})
	k.take(Key{Name: KeyReturn})
	wanted(t, k, Do{city.Select{Key: "L"}}, FocusSelection, ToggleSearch)
	click(k, find(t, k, SearchP, "field", "Search"))
	k.take(Key{Name: KeyEscape})
	wanted(t, k, ToggleSearch)
}
