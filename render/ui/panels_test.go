package ui

import (
	"fmt"
	"image"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/card/search"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestBackAndForward(t *testing.T) {
	m := uitest.Sample()
	k := newTest(t, m, uitest.Screen, 1)
	if !uitest.Find(t, k, model.Bar, "button", "Back").Off || !uitest.Find(t, k, model.Bar, "button", "Forward").Off {
		t.Error("back or forward can be pressed without a history")
	}
	m.State = state.Step(state.Step(m.State, state.Select{Key: "a"}), state.Select{Key: "b"})
	m.State = state.Step(m.State, state.Back{})
	k = newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Back"))
	uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Forward"))
	uitest.Wanted(t, k, model.Run(action.GoBack), model.Run(action.GoForward))
}

func TestCameraMenu(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	view := uitest.Find(t, k, model.Bar, "button", "Camera")
	for _, c := range []struct {
		row  string
		want model.Run
	}{{"Whole city", model.Run(action.CameraHome)}, {"Bird's eye", model.Run(action.CameraBirdsEye)}, {"From the front", model.Run(action.CameraFront)}, {"From the right", model.Run(action.CameraRight)},
		{"From the back", model.Run(action.CameraBack)}, {"From the left", model.Run(action.CameraLeft)}, {"Fly to the selection", model.Run(action.CameraFocus)}} {
		uitest.Click(k, view)
		uitest.Wanted(t, k)
		uitest.Click(k, uitest.Find(t, k, model.Menu, "button", c.row))
		uitest.Wanted(t, k, c.want)
		if _, open := k.Rects[model.Menu]; open {
			t.Fatalf("the menu stays open after %q", c.row)
		}
	}
	m := uitest.Sample()
	m.Selection = nil
	k = newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, view)
	if !uitest.Find(t, k, model.Menu, "button", "Fly to the selection").Off {
		t.Error("there is nothing to fly to")
	}
}

func TestMenuCloses(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	view := uitest.Find(t, k, model.Bar, "button", "Camera")
	for name, act := range map[string]func(){
		"a second click":   func() { uitest.Click(k, view) },
		"a press beside":   func() { uitest.Drag(k, image.Pt(640, 300)) },
		"Esc":              func() { k.Take(model.Key{Name: model.KeyEscape}) },
		"leaving the city": func() { k.Take(widget.Blur{}) },
	} {
		uitest.Click(k, view)
		if _, open := k.Rects[model.Menu]; !open {
			t.Fatalf("the menu is not open before %s", name)
		}
		act()
		if _, open := k.Rects[model.Menu]; open {
			t.Errorf("the menu is open after %s", name)
		}
	}
	uitest.Wanted(t, k)
}

func TestMenuByKey(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	uitest.FocusOn(t, k, "Camera")
	k.Take(model.Key{Name: model.KeyReturn})
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Whole city" {
		t.Fatalf("the focus is on %q, not on the first row", it.Text)
	}
	for _, key := range []string{model.KeyUp, model.KeyDown, model.KeyDown, model.KeyUp, model.KeyReturn} {
		k.Take(model.Key{Name: key})
	}
	uitest.Wanted(t, k, model.Run(action.CameraBirdsEye))
	if it, _ := uitest.FocusedItem(k); it.Text != "Camera" {
		t.Errorf("after choosing, the focus is on %q", it.Text)
	}
}

func TestSearchProblem(t *testing.T) {
	m := uitest.Sample()
	m.CanSearch, m.Search = true, &model.Search{}
	k := newTest(t, m, uitest.Screen, 1)
	k.Take(widget.Typed("/a(/"))
	m.Search = &model.Search{Problem: "search, character 3: a bracket is not closed"}
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	uitest.Find(t, k, model.SearchP, "text", m.Search.Problem)
	for _, it := range k.Seen() {
		if it.Panel == model.SearchP && strings.HasPrefix(it.Text, "No group") {
			t.Error("a faulty search shows no groups")
		}
	}
	for _, c := range []struct {
		total, listed, groups int
		want                  string
	}{{0, 0, 9, "No group matches"}, {1, 1, 345, "1 of 345 groups"}, {12, 12, 345, "12 of 345 groups"},
		{300, 200, 1345, "300 of 1,345 groups, best 200 listed"}, {5, 5, 0, "5 groups"}} {
		if got := search.FoundText(&model.Search{Total: c.total, Found: make([]model.Found, c.listed)}, c.groups); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.total, c.groups, got, c.want)
		}
	}
}

// The search lists enabled actions first, then disabled ones with the reason, which do nothing.
func TestSearchListsDisabledActions(t *testing.T) {
	m := uitest.Sample()
	m.CanSearch, m.Search = true, &model.Search{}
	k := newTest(t, m, uitest.Screen, 1)
	k.Take(widget.Typed("back"))
	enabled, disabled := uitest.Find(t, k, model.SearchP, "button", "From the back"), uitest.Find(t, k, model.SearchP, "button", "Back")
	if enabled.Off || !disabled.Off || enabled.Rect.Max.Y > disabled.Rect.Min.Y {
		t.Errorf("enabled %+v, disabled %+v", enabled, disabled)
	}
	uitest.Find(t, k, model.SearchP, "text", disabled.Why)
	uitest.Taken(k)
	uitest.Click(k, disabled)
	uitest.Wanted(t, k)
	uitest.Click(k, enabled)
	uitest.Wanted(t, k, model.Run(action.PanelSearch), model.Run(action.CameraBack))
}

func TestSeveralSelected(t *testing.T) {
	m := uitest.Several()
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.Inspector, "text", "3 groups")
	// The node class is in java.util, so it counts once.
	uitest.Find(t, k, model.Inspector, "text", "14,500")
	uitest.Find(t, k, model.Inspector, "text", "+10,800  (+292 %)")
	uitest.Find(t, k, model.Inspector, "text", "1 group is in another selected group and is counted")
	uitest.Choose(t, k, model.Inspector, "More", "Copy as text")
	uitest.Wanted(t, k, model.CopyText{Text: part.SelectionText(&k.Model)})
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "button", "Remove String"))
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "Heap#java.lang#String", Add: true}})
	if k.Model.State.IsSelected("Heap#java.lang#String") {
		t.Error("the group is still selected")
	}
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "link", "java.util"))
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "Heap#java.util"}})
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "button", "Close"))
	uitest.Wanted(t, k, model.Do{Action: state.Select{}})
	if got := k.Model.State.Selected(); len(got) != 0 {
		t.Errorf("%v are selected after closing", got)
	}
}

func TestSelectionText(t *testing.T) {
	m := uitest.Several()
	text := part.SelectionText(&m)
	for _, line := range []string{"3 groups\n", "Objects: 14,500\n", "  Heap → Package: java.lang → Type: String: 500 objects, 12 kB\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in:\n%s", line, text)
		}
	}
}

func TestIsolate(t *testing.T) {
	m := uitest.Sample()
	m.State = state.Step(m.State, state.Select{Key: m.Selection.Key})
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "button", "Isolate"))
	uitest.Wanted(t, k, model.Do{Action: state.ToggleIsolate{}})
	if it := uitest.Find(t, k, model.Inspector, "button", "Isolate"); it.Value != "on" {
		t.Errorf("isolate is %q", it.Value)
	}
}

func TestNote(t *testing.T) {
	m := uitest.Sample()
	key := m.Selection.Key
	k := newTest(t, m, uitest.Screen, 1)
	field := uitest.Find(t, k, model.Inspector, "field", "Note")
	uitest.Click(k, field)
	k.Take(widget.Typed(" keep an eye on it "))
	uitest.Wanted(t, k)
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.Do{Action: state.Note{Key: key, Text: "keep an eye on it"}})
	if it := uitest.Find(t, k, model.Inspector, "field", "Note"); it.Value != "keep an eye on it" {
		t.Errorf("the field shows %q", it.Value)
	}
	uitest.Click(k, field)
	k.Take(model.Key{Name: model.KeyEnd})
	k.Take(widget.Typed(" and on its holders"))
	k.Take(model.Key{Name: model.KeyEscape})
	uitest.Wanted(t, k, model.Do{Action: state.Note{Key: key, Text: "keep an eye on it and on its holders"}})
	if it, ok := uitest.FocusedItem(k); ok {
		t.Errorf("after Esc %q has the focus", it.Text)
	}
	k.Show(&widget.Shown{Model: model.Model{State: state.Step(k.Model.State, state.Undo{}), Points: m.Points, Name: m.Name,
		Selection: m.Selection}, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if it := uitest.Find(t, k, model.Inspector, "field", "Note"); it.Value != "keep an eye on it" {
		t.Errorf("taken back, the field shows %q", it.Value)
	}
}

// A note being edited belongs to its group, even if another group is shown before the field loses the focus.
func TestNoteOfAnotherGroup(t *testing.T) {
	m := uitest.Sample()
	key := m.Selection.Key
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "field", "Note"))
	k.Take(widget.Typed("mine"))
	other := *m.Selection
	other.Key = "other"
	m.Selection = &other
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Take(widget.Blur{})
	uitest.Wanted(t, k, model.Do{Action: state.Note{Key: key, Text: "mine"}})
	if it := uitest.Find(t, k, model.Inspector, "field", "Note"); it.Value != "" {
		t.Errorf("the note of the other group is %q", it.Value)
	}
}

func TestReferenceHint(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	k.Take(model.Pointer{Kind: model.PointerMove, At: uitest.Middle(uitest.Find(t, k, model.Inspector, "text", "com.example.Person").Rect),
		Time: 1e9})
	k.Take(widget.Tick(1e9 + widget.HintDelay))
	uitest.Find(t, k, model.Hint, "text", "12,344 objects here refer to 12,344 of")
	uitest.Find(t, k, model.Hint, "text", "com.example.Person")
}

func TestClosingClearsTheHover(t *testing.T) {
	m := uitest.Sample()
	k := newTest(t, m, uitest.Screen, 1)
	k.Take(model.Pointer{Kind: model.PointerMove, At: uitest.Middle(uitest.Find(t, k, model.Inspector, "text", "com.example.Person").Rect)})
	uitest.Taken(k)
	m.Selection = nil
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	uitest.Wanted(t, k, model.Do{Action: state.HoverOver{}})
}

func TestAppearanceSettings(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen, m.Zoom, m.Presenter = true, 1.25, true
	k := newTest(t, m, image.Pt(1280, 2000), 1)
	if it := uitest.Find(t, k, model.SettingsP, "choice", "Size: 125 %"); it.Value != "chosen" {
		t.Errorf("the size is %q", it.Value)
	}
	if it := uitest.Find(t, k, model.SettingsP, "switch", "Presenter mode"); it.Value != "on" {
		t.Errorf("presenter mode is %q", it.Value)
	}
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "choice", "Size: 150 %"))
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "switch", "Presenter mode"))
	uitest.Wanted(t, k, model.Zoom{Factor: 1.5}, model.Run(action.WindowPresenter))
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "switch", "Reduced motion"))
	still := scene.DefaultSettings()
	still.ReducedMotion = true
	uitest.Wanted(t, k, model.Do{Action: state.Set{To: still}})
}

func TestNumberAppliesWhenTheFocusLeaves(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen, m.State.Settings.Fade = true, true
	k := newTest(t, m, image.Pt(1280, 1600), 1)
	field := uitest.Find(t, k, model.SettingsP, "field", "Solid groups")
	retype := func(text string) {
		uitest.Click(k, field)
		k.Take(model.Key{Name: "A", Mods: action.Ctrl})
		k.Take(widget.Typed(text))
	}
	retype("33")
	uitest.Wanted(t, k)
	k.Take(model.Key{Name: model.KeyTab})
	if got := k.Model.State.Settings.Solid; got != 33 {
		t.Errorf("after Tab %d groups are solid, want 33", got)
	}
	uitest.Taken(k)
	retype("44")
	k.Take(model.Key{Name: model.KeyEscape})
	uitest.Wanted(t, k)
	if it := uitest.Find(t, k, model.SettingsP, "field", "Solid groups"); it.Value != "33" {
		t.Errorf("after Esc the field shows %q", it.Value)
	}
}

func TestDemoCards(t *testing.T) {
	m := uitest.StartModel()
	m.Demos[0].Picture = image.NewRGBA(image.Rect(0, 0, 300, 200))
	k := newTest(t, m, uitest.Screen, 1)
	var cards []model.Item
	for _, it := range k.Seen() {
		if it.Kind == "button" && it.Panel == model.Start &&
			strings.Contains("Persons in a linked list A cache that is never emptied Short-lived strings", it.Text) {
			cards = append(cards, it)
		}
	}
	if len(cards) != 3 || cards[0].Rect.Min.Y != cards[2].Rect.Min.Y || cards[0].Rect.Dx() != cards[2].Rect.Dx() {
		t.Fatalf("the cards are %v", cards)
	}
	uitest.Click(k, cards[1])
	uitest.Wanted(t, k, model.OpenDemo{Name: "demo1"})
	before := maps.Clone(k.Photos.Made)
	k.Layout()
	if !maps.Equal(k.Photos.Made, before) || len(before) != 1 {
		t.Errorf("pictures were made again, or not one: %d, %d before", len(k.Photos.Made), len(before))
	}
}

// Small demos have no cards, and the manual explains their faults.
func TestSmallDemos(t *testing.T) {
	m := uitest.StartModel()
	for i := range 12 {
		m.Demos = append(m.Demos, model.Demo{Name: fmt.Sprint("small", i), Title: fmt.Sprint("Program ", i), Text: "It has a fault.",
			Small: true})
	}
	for _, size := range []image.Point{{X: 1280, Y: 1200}, {X: 420, Y: 1600}} {
		k := newTest(t, m, size, 1)
		first, last := uitest.Find(t, k, model.Start, "button", "Program 0"), uitest.Find(t, k, model.Start, "button", "Program 11")
		if first.Hint != "It has a fault." || last.Rect.Max.X > size.X || first.Rect.Dy() != last.Rect.Dy() {
			t.Errorf("%v: %+v and %+v", size, first, last)
		}
		uitest.Click(k, last)
		uitest.Click(k, uitest.Find(t, k, model.Start, "button", "with hints and answers"))
		if got := uitest.Taken(k); !reflect.DeepEqual(got, []model.Event{model.OpenDemo{Name: "small11"}, model.ShowHelp{Page: "gallery"}}) {
			t.Errorf("%v: events are %v", size, got)
		}
	}
	if k := newTest(t, uitest.StartModel(), uitest.Screen, 1); slices.ContainsFunc(k.Seen(),
		func(it model.Item) bool { return it.Text == "with hints and answers" }) {
		t.Error("there are hints to nothing")
	}
}

func TestMissingRecent(t *testing.T) {
	k := newTest(t, uitest.StartModel(), image.Pt(1280, 1000), 1)
	uitest.Find(t, k, model.Start, "text", "/mnt/usb/old.zip")
	uitest.Click(k, uitest.Find(t, k, model.Start, "button", "shop-server.hprof"))
	uitest.Click(k, uitest.Find(t, k, model.Start, "button", "old.zip is missing"))
	if got := uitest.Taken(k); !reflect.DeepEqual(got,
		[]model.Event{model.OpenRecent{Path: "/home/me/dumps/shop-server.hprof"}, model.OpenRecent{Path: "/mnt/usb/old.zip"}}) {
		t.Errorf("events are %v", got)
	}
}
