package ui

import (
	"image"
	"reflect"
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
	view := find(t, k, Bar, "button", "View")
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
	view := find(t, k, Bar, "button", "View")
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
	focusOn(t, k, "View")
	k.take(Key{Name: KeyReturn})
	if it, ok := focusedItem(k); !ok || it.Text != "Whole city" {
		t.Fatalf("the focus is on %q, not on the first row", it.Text)
	}
	for _, key := range []string{KeyUp, KeyDown, KeyDown, KeyUp, KeyReturn} {
		k.take(Key{Name: key})
	}
	wanted(t, k, ViewBird)
	if it, _ := focusedItem(k); it.Text != "View" {
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
	for _, it := range k.items() {
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
	k.take(typed("x"))
	k.take(Key{Name: KeyEscape})
	wanted(t, k)
	if it := find(t, k, Inspector, "field", "Note"); it.Value != "keep an eye on it" {
		t.Errorf("after Esc the field shows %q", it.Value)
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
	find(t, k, Hint, "text", "com.example.Person: 12,344 objects here")
	find(t, k, Hint, "text", "→ 12,344 there")
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

func TestMinimapPointsAtTheGround(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	r := find(t, k, MinimapP, "map", "Map of the city").Rect
	drag(k, image.Pt(r.Min.X, r.Min.Y), image.Pt(r.Min.X+r.Dx()/2, r.Min.Y+r.Dy()/4), image.Pt(r.Max.X+50, r.Max.Y+50))
	var got []MapTo
	for _, e := range taken(k) {
		got = append(got, e.(MapTo))
	}
	if len(got) != 3 || got[0] != (MapTo{}) || got[2] != (MapTo{1, 1}) {
		t.Fatalf("events are %v", got)
	}
	if d := got[1]; d.X < 0.49 || d.X > 0.51 || d.Z < 0.24 || d.Z > 0.26 {
		t.Errorf("the middle of the upper half is %v", d)
	}
}

func TestMinimapNeedsRoom(t *testing.T) {
	for _, c := range []struct {
		size image.Point
		want bool
	}{{image.Pt(1280, 720), true}, {image.Pt(900, 560), true}, {image.Pt(890, 720), false}, {image.Pt(1280, 550), false}} {
		m := sample()
		m.Selection = nil
		k := newTest(t, m, c.size, 1)
		if _, open := k.rects[MinimapP]; open != c.want {
			t.Errorf("%v: shown is %v", c.size, open)
		}
	}
	m := sample()
	m.Minimap = &Minimap{}
	k := newTest(t, m, screen, 1)
	if _, open := k.rects[MinimapP]; open {
		t.Error("a map without ground is shown")
	}
}

func TestPlanPicture(t *testing.T) {
	m := sampleMap()
	img := paintPlan(m, image.Pt(120, 80))
	for at, want := range map[image.Point]city.RGB{{1, 1}: m.Ground.Color, {6, 5}: m.Rects[0].Color, {27, 14}: m.Rects[2].Color, {119, 79}: m.Ground.Color} {
		c := img.RGBAAt(at.X, at.Y)
		if got := (city.RGB{R: c.R, G: c.G, B: c.B}); got != want {
			t.Errorf("at %v is %v, want %v", at, got, want)
		}
	}
	nan := float32(0)
	nan /= nan
	m.Rects = []MapRect{{nan, 0, 1, 1, city.RGB{}}, {0, 0, -5, 1, city.RGB{}}, {1e30, 0, 1e30, 1, city.RGB{}}, {-1e30, -1e30, 2e30, 2e30, city.RGB{G: 9}}, {3, 3, 0, 0, city.RGB{B: 7}}}
	img = paintPlan(m, image.Pt(120, 80))
	if got := img.RGBAAt(50, 10).G; got != 9 {
		t.Errorf("a huge rectangle does not cover the ground")
	}
	if got := img.RGBAAt(63, 43).B; got != 7 {
		t.Errorf("a tiny rectangle cannot be seen")
	}
}

// The plan is painted again only when it is another one, not when the camera has moved.
func TestPlanIsKept(t *testing.T) {
	m := sample()
	k := newTest(t, m, screen, 1)
	serial := k.plan.serial
	next := *sampleMap()
	next.View = []float32{0, 0, 10, 0, 10, 10}
	m.Minimap = &next
	k.show(&shown{m, screen, 1})
	k.layout()
	if k.plan.serial != serial {
		t.Error("the plan was painted again for another view")
	}
	third := *sampleMap()
	third.Rects = third.Rects[1:]
	m.Minimap = &third
	k.show(&shown{m, screen, 1})
	k.layout()
	if k.plan.serial == serial {
		t.Error("another plan is not painted")
	}
}

func TestWheelZoomsTime(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	r := find(t, k, TimeBar, "slider", "GC point").Rect
	at := image.Pt(r.Min.X+8+(r.Dx()-16)/2, r.Min.Y+r.Dy()/2)
	k.take(Pointer{Kind: PointerMove, At: at})
	for range 4 {
		k.take(Pointer{Kind: PointerWheel, At: at, Wheel: -1})
	}
	v := k.local.view
	if got, want := v.width(), 1/(1.25*1.25*1.25*1.25); got < want-1e-6 || got > want+1e-6 {
		t.Errorf("four notches show %v of the time, want %v", got, want)
	}
	if mid := (v.from + v.to) / 2; mid < 0.499 || mid > 0.501 {
		t.Errorf("the pointer's place moved to %v", mid)
	}
	wanted(t, k)
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 1, Modifiers: Shift})
	if got := k.local.view.from - v.from; got < 0.0409 || got > 0.0411 {
		t.Errorf("Shift and the wheel move by %v", got)
	}
	find(t, k, TimeBar, "button", "All of the time")
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 100})
	if !k.local.view.whole() {
		t.Errorf("zoomed out, %v is shown", k.local.view)
	}
}

func TestDoubleClickShowsAllOfTheTime(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	k.local.view = span{0.25, 0.5}
	k.layout()
	r := find(t, k, TimeBar, "slider", "GC point").Rect
	press := func(at image.Point, ms int) {
		now := tickTime(tick(ms * 1e6))
		k.take(Pointer{Kind: PointerMove, At: at, Time: now})
		k.take(Pointer{Kind: PointerPress, At: at, Buttons: Primary, Time: now})
		k.take(Pointer{Kind: PointerRelease, At: at, Time: now})
	}
	press(middle(r), 1000)
	press(middle(r), 1900)
	if k.local.view.whole() {
		t.Fatal("two slow clicks count as a double click")
	}
	press(middle(r), 2100)
	if !k.local.view.whole() {
		t.Error("a double click leaves the zoom")
	}
}

func TestZoomFollowsThePoint(t *testing.T) {
	m := sample()
	k := newTest(t, m, screen, 1)
	k.local.view = span{0.6, 0.8}
	k.layout()
	for point := 16; point < 23; point++ {
		m.State.Point = point
		k.show(&shown{m, screen, 1})
		k.layout()
		if at := float64(point) / 22; at < k.local.view.from || at > k.local.view.to+1e-9 {
			t.Errorf("point %d is out of sight", point)
		}
	}
	m.State.Point = 0
	k.show(&shown{m, screen, 1})
	k.layout()
	if k.local.view.from != 0 {
		t.Errorf("the first point is out of sight: %v", k.local.view)
	}
	m.Name = "another"
	k.show(&shown{m, screen, 1})
	k.layout()
	if !k.local.view.whole() {
		t.Error("the zoom outlives the recording")
	}
}

func TestPace(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	to := city.DefaultSettings()
	to.Loop = true
	click(k, find(t, k, TimeBar, "button", "Loop"))
	wanted(t, k, Do{city.Set{To: to}})
	click(k, find(t, k, TimeBar, "button", "1×"))
	click(k, find(t, k, Menu, "button", "4×"))
	to.PlaySpeed = 0.125
	wanted(t, k, Do{city.Set{To: to}})
	find(t, k, TimeBar, "button", "4×")
}

func TestCurveOfItsOwn(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	find(t, k, TimeBar, "text", "Heap over time in objects")
	click(k, find(t, k, TimeBar, "choice", "Curve: Bytes"))
	wanted(t, k)
	k.take(Pointer{Kind: PointerLeave})
	find(t, k, TimeBar, "text", "Heap over time in bytes")
	if got := k.model.State.Settings.Metric; got != city.Objects {
		t.Errorf("the city shows %v", got)
	}
}

func TestAppearanceSettings(t *testing.T) {
	m := sample()
	m.SettingsOpen, m.Zoom, m.Presenter = true, 1.25, true
	k := newTest(t, m, image.Pt(1280, 1600), 1)
	if it := find(t, k, SettingsP, "choice", "Size: 125 %"); it.Value != "chosen" {
		t.Errorf("the size is %q", it.Value)
	}
	if it := find(t, k, SettingsP, "switch", "Presenter mode"); it.Value != "on" {
		t.Errorf("presenter mode is %q", it.Value)
	}
	click(k, find(t, k, SettingsP, "choice", "Size: 150 %"))
	click(k, find(t, k, SettingsP, "switch", "Presenter mode"))
	wanted(t, k, Zoom{1.5}, TogglePresenter)
	click(k, find(t, k, SettingsP, "switch", "Animate steps"))
	still := city.DefaultSettings()
	still.Tween = false
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
	for _, it := range k.items() {
		if it.Kind == "button" && it.Panel == Start && strings.Contains("Persons in a linked list A cache that is never emptied Short-lived strings", it.Text) {
			cards = append(cards, it)
		}
	}
	if len(cards) != 3 || cards[0].Rect.Min.Y != cards[2].Rect.Min.Y || cards[0].Rect.Dx() != cards[2].Rect.Dx() {
		t.Fatalf("the cards are %v", cards)
	}
	click(k, cards[1])
	wanted(t, k, OpenDemo{"demo1"})
	serial := k.lastPhoto
	k.layout()
	if k.lastPhoto != serial || serial != 1 {
		t.Errorf("%d uploads of one picture", k.lastPhoto)
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
