package ui

import (
	"fmt"
	"image"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memcity/city"
)

func TestBackAndForward(t *testing.T) {
	m := sample()
	k := newTest(t, m, screen, 1)
	if !find(t, k, Bar, "button", "Back").Off || !find(t, k, Bar, "button", "Forward").Off {
		t.Error("back or forward can be pressed without a history")
	}
	m.State = city.Step(city.Step(m.State, city.Select{Key: "a"}), city.Select{Key: "b"})
	m.State = city.Step(m.State, city.Back{})
	k = newTest(t, m, screen, 1)
	click(k, find(t, k, Bar, "button", "Back"))
	click(k, find(t, k, Bar, "button", "Forward"))
	wanted(t, k, GoBack, GoForward)
}

func TestCameraMenu(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	view := find(t, k, Bar, "button", "Camera")
	for _, c := range []struct {
		row  string
		want Command
	}{{"Whole city", ViewHome}, {"Bird's eye", ViewBird}, {"From the front", ViewFront}, {"From the right", ViewRight},
		{"From the back", ViewBack}, {"From the left", ViewLeft}, {"Fly to the selection", FocusSelection}} {
		click(k, view)
		wanted(t, k)
		click(k, find(t, k, Menu, "button", c.row))
		wanted(t, k, c.want)
		if _, open := k.rects[Menu]; open {
			t.Fatalf("the menu stays open after %q", c.row)
		}
	}
	m := sample()
	m.Selection = nil
	k = newTest(t, m, screen, 1)
	click(k, view)
	if !find(t, k, Menu, "button", "Fly to the selection").Off {
		t.Error("there is nothing to fly to")
	}
}

func TestMenuCloses(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	view := find(t, k, Bar, "button", "Camera")
	for name, act := range map[string]func(){
		"a second click":   func() { click(k, view) },
		"a press beside":   func() { drag(k, image.Pt(640, 300)) },
		"Esc":              func() { k.take(Key{Name: KeyEscape}) },
		"leaving the city": func() { k.take(blur{}) },
	} {
		click(k, view)
		if _, open := k.rects[Menu]; !open {
			t.Fatalf("the menu is not open before %s", name)
		}
		act()
		if _, open := k.rects[Menu]; open {
			t.Errorf("the menu is open after %s", name)
		}
	}
	wanted(t, k)
}

func TestMenuByKey(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	focusOn(t, k, "Camera")
	k.take(Key{Name: KeyReturn})
	if it, ok := focusedItem(k); !ok || it.Text != "Whole city" {
		t.Fatalf("the focus is on %q, not on the first row", it.Text)
	}
	for _, key := range []string{KeyUp, KeyDown, KeyDown, KeyUp, KeyReturn} {
		k.take(Key{Name: key})
	}
	wanted(t, k, ViewBird)
	if it, _ := focusedItem(k); it.Text != "Camera" {
		t.Errorf("after choosing, the focus is on %q", it.Text)
	}
}

func TestSearchProblem(t *testing.T) {
	m := sample()
	m.CanSearch, m.Search = true, &Search{}
	k := newTest(t, m, screen, 1)
	k.take(typed("/a(/"))
	m.Search = &Search{Problem: "search, character 3: a bracket is not closed"}
	k.show(&shown{m, screen, 1})
	k.layout()
	find(t, k, SearchP, "text", m.Search.Problem)
	for _, it := range k.seen() {
		if it.Panel == SearchP && strings.HasPrefix(it.Text, "No group") {
			t.Error("a faulty search tells of no groups")
		}
	}
	for _, c := range []struct {
		total, listed, groups int
		want                  string
	}{{0, 0, 9, "No group has a name like this"}, {1, 1, 345, "1 of 345 groups"}, {12, 12, 345, "12 of 345 groups"},
		{300, 200, 1345, "300 of 1,345 groups, the best 200 listed"}, {5, 5, 0, "5 groups"}} {
		if got := foundText(&Search{Total: c.total, Found: make([]Found, c.listed)}, c.groups); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.total, c.groups, got, c.want)
		}
	}
}

func TestSeveralSelected(t *testing.T) {
	m := several()
	k := newTest(t, m, screen, 1)
	find(t, k, Inspector, "text", "3 groups")
	// The node class lies in java.util, so it counts once.
	find(t, k, Inspector, "text", "14,500")
	find(t, k, Inspector, "text", "+10,800  (+292 %)")
	find(t, k, Inspector, "text", "1 group lies in another selected one and is counted")
	click(k, find(t, k, Inspector, "button", "Copy"))
	wanted(t, k, CopyText{SelectionText(&k.model)})
	click(k, find(t, k, Inspector, "button", "Remove String"))
	wanted(t, k, Do{city.Select{Key: "Heap#java.lang#String", Add: true}})
	if k.model.State.IsSelected("Heap#java.lang#String") {
		t.Error("the group is still selected")
	}
	click(k, find(t, k, Inspector, "link", "java.util"))
	wanted(t, k, Do{city.Select{Key: "Heap#java.util"}})
	click(k, find(t, k, Inspector, "button", "Close"))
	wanted(t, k, Do{city.Select{}})
	if got := k.model.State.Selected(); len(got) != 0 {
		t.Errorf("%v are selected after closing", got)
	}
}

func TestSelectionText(t *testing.T) {
	m := several()
	text := SelectionText(&m)
	for _, line := range []string{"3 groups\n", "Objects: 14,500\n", "  Heap → Package: java.lang → Type: String: 500 objects, 12 kB\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in:\n%s", line, text)
		}
	}
}

func TestIsolate(t *testing.T) {
	m := sample()
	m.State = city.Step(m.State, city.Select{Key: m.Selection.Key})
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, Inspector, "button", "Isolate"))
	wanted(t, k, Do{city.ToggleIsolate{}})
	if it := find(t, k, Inspector, "button", "Isolate"); it.Value != "on" {
		t.Errorf("isolate is %q", it.Value)
	}
}

func TestNote(t *testing.T) {
	m := sample()
	key := m.Selection.Key
	k := newTest(t, m, screen, 1)
	field := find(t, k, Inspector, "field", "Note")
	click(k, field)
	k.take(typed(" keep an eye on it "))
	wanted(t, k)
	k.take(Key{Name: KeyReturn})
	wanted(t, k, Do{city.Note{Key: key, Text: "keep an eye on it"}})
	if it := find(t, k, Inspector, "field", "Note"); it.Value != "keep an eye on it" {
		t.Errorf("the field shows %q", it.Value)
	}
	click(k, field)
	k.take(Key{Name: KeyEnd})
	k.take(typed(" and on its holders"))
	k.take(Key{Name: KeyEscape})
	wanted(t, k, Do{city.Note{Key: key, Text: "keep an eye on it and on its holders"}})
	if it, ok := focusedItem(k); ok {
		t.Errorf("after Esc %q has the focus", it.Text)
	}
	k.show(&shown{Model{State: city.Step(k.model.State, city.Undo{}), Points: m.Points, Name: m.Name, Selection: m.Selection}, screen, 1})
	k.layout()
	if it := find(t, k, Inspector, "field", "Note"); it.Value != "keep an eye on it" {
		t.Errorf("taken back, the field shows %q", it.Value)
	}
}

// A note that is being written belongs to its group, even if another one is shown before the focus has left.
func TestNoteOfAnotherGroup(t *testing.T) {
	m := sample()
	key := m.Selection.Key
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, Inspector, "field", "Note"))
	k.take(typed("mine"))
	other := *m.Selection
	other.Key = "other"
	m.Selection = &other
	k.show(&shown{m, screen, 1})
	k.take(blur{})
	wanted(t, k, Do{city.Note{Key: key, Text: "mine"}})
	if it := find(t, k, Inspector, "field", "Note"); it.Value != "" {
		t.Errorf("the note of the other group is %q", it.Value)
	}
}

func TestReferenceHint(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	k.take(Pointer{Kind: PointerMove, At: middle(find(t, k, Inspector, "text", "com.example.Person").Rect), Time: 1e9})
	k.take(tick(1e9 + hintDelay))
	find(t, k, Hint, "text", "12,344 objects here refer to 12,344 of")
	find(t, k, Hint, "text", "com.example.Person")
}

func TestClosingClearsTheHover(t *testing.T) {
	m := sample()
	k := newTest(t, m, screen, 1)
	k.take(Pointer{Kind: PointerMove, At: middle(find(t, k, Inspector, "text", "com.example.Person").Rect)})
	taken(k)
	m.Selection = nil
	k.show(&shown{m, screen, 1})
	k.layout()
	wanted(t, k, Do{city.HoverOver{}})
}

func TestAppearanceSettings(t *testing.T) {
	m := sample()
	m.SettingsOpen, m.Zoom, m.Presenter = true, 1.25, true
	k := newTest(t, m, image.Pt(1280, 2000), 1)
	if it := find(t, k, SettingsP, "choice", "Size: 125 %"); it.Value != "chosen" {
		t.Errorf("the size is %q", it.Value)
	}
	if it := find(t, k, SettingsP, "switch", "Presenter mode"); it.Value != "on" {
		t.Errorf("presenter mode is %q", it.Value)
	}
	click(k, find(t, k, SettingsP, "choice", "Size: 150 %"))
	click(k, find(t, k, SettingsP, "switch", "Presenter mode"))
	wanted(t, k, Zoom{1.5}, TogglePresenter)
	click(k, find(t, k, SettingsP, "switch", "Reduced motion"))
	still := city.DefaultSettings()
	still.ReducedMotion = true
	wanted(t, k, Do{city.Set{To: still}})
}

func TestNumberAppliesWhenTheFocusLeaves(t *testing.T) {
	m := sample()
	m.SettingsOpen = true
	k := newTest(t, m, image.Pt(1280, 1600), 1)
	field := find(t, k, SettingsP, "field", "Solid groups")
	retype := func(text string) {
		click(k, field)
		k.take(Key{Name: "A", Modifiers: Ctrl})
		k.take(typed(text))
	}
	retype("33")
	wanted(t, k)
	k.take(Key{Name: KeyTab})
	if got := k.model.State.Settings.Solid; got != 33 {
		t.Errorf("after Tab %d groups are solid, want 33", got)
	}
	taken(k)
	retype("44")
	k.take(Key{Name: KeyEscape})
	wanted(t, k)
	if it := find(t, k, SettingsP, "field", "Solid groups"); it.Value != "33" {
		t.Errorf("after Esc the field shows %q", it.Value)
	}
}

func TestDemoCards(t *testing.T) {
	m := startModel()
	m.Demos[0].Picture = image.NewRGBA(image.Rect(0, 0, 300, 200))
	k := newTest(t, m, screen, 1)
	var cards []Item
	for _, it := range k.seen() {
		if it.Kind == "button" && it.Panel == Start && strings.Contains("Persons in a linked list A cache that is never emptied Short-lived strings", it.Text) {
			cards = append(cards, it)
		}
	}
	if len(cards) != 3 || cards[0].Rect.Min.Y != cards[2].Rect.Min.Y || cards[0].Rect.Dx() != cards[2].Rect.Dx() {
		t.Fatalf("the cards are %v", cards)
	}
	click(k, cards[1])
	wanted(t, k, OpenDemo{"demo1"})
	serial := k.photos.last
	k.layout()
	if k.photos.last != serial || serial != 1 {
		t.Errorf("%d uploads of one picture", k.photos.last)
	}
}

// Demos of which there are many have no cards, and what is wrong in them stands in the manual.
func TestSmallDemos(t *testing.T) {
	m := startModel()
	for i := range 12 {
		m.Demos = append(m.Demos, Demo{Name: fmt.Sprint("small", i), Title: fmt.Sprint("Program ", i), Text: "It has a fault.", Small: true})
	}
	for _, size := range []image.Point{{X: 1280, Y: 1200}, {X: 420, Y: 1600}} {
		k := newTest(t, m, size, 1)
		first, last := find(t, k, Start, "button", "Program 0"), find(t, k, Start, "button", "Program 11")
		if first.Hint != "It has a fault." || last.Rect.Max.X > size.X || first.Rect.Dy() != last.Rect.Dy() {
			t.Errorf("%v: %+v and %+v", size, first, last)
		}
		click(k, last)
		click(k, find(t, k, Start, "button", "Hints and answers"))
		if got := taken(k); !reflect.DeepEqual(got, []Event{OpenDemo{"small11"}, ShowHelp{"gallery"}}) {
			t.Errorf("%v: events are %v", size, got)
		}
	}
	if k := newTest(t, startModel(), screen, 1); slices.ContainsFunc(k.seen(), func(it Item) bool { return it.Text == "Hints and answers" }) {
		t.Error("there are hints to nothing")
	}
}

func TestMissingRecent(t *testing.T) {
	k := newTest(t, startModel(), image.Pt(1280, 1000), 1)
	find(t, k, Start, "text", "/mnt/usb/old.zip")
	click(k, find(t, k, Start, "button", "shop-server.hprof"))
	click(k, find(t, k, Start, "button", "old.zip is missing"))
	if got := taken(k); !reflect.DeepEqual(got, []Event{OpenRecent{"/home/me/dumps/shop-server.hprof"}, OpenRecent{"/mnt/usb/old.zip"}}) {
		t.Errorf("events are %v", got)
	}
}
