package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/city"
)

// The search stands at the side, so that the buildings it found can be seen.
func TestSearchLeavesTheMiddle(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1440, 900}, {1920, 1080}} {
		m := sample()
		m.Selection, m.LegendFolded = nil, true
		m.Search = &Search{Total: 40}
		for i := range 40 {
			m.Search.Found = append(m.Search.Found, Found{Key: string(rune('a' + i)), Name: "Node", Path: "Heap", Objects: 5})
		}
		k := newTest(t, m, size, 1)
		k.take(typed("Node"))
		if r := k.rects[SearchP]; r.Empty() || r.Max.X > size.X*3/10 {
			t.Errorf("%v: the search is at %v", size, r)
		}
		if k.rects[LegendP].Empty() {
			t.Errorf("%v: there is no legend", size)
		}
	}
}

func TestSettingsBesideTheStartScreen(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1280, 760}, {1024, 700}, {1920, 1080}, {800, 600}, {640, 480}} {
		for _, scale := range []float64{1, 2} {
			m := startModel()
			m.SettingsOpen = true
			k := newTest(t, m, size, scale)
			settings, start := k.rects[SettingsP], k.rects[Start]
			if settings.Empty() || settings.Overlaps(start) {
				t.Errorf("%v at %v: settings at %v, start screen at %v", size, scale, settings, start)
			}
		}
	}
}

// A start screen that fits shows no bar that looks as if there was more.
func TestNothingToScrollShowsNoBar(t *testing.T) {
	k := newTest(t, startModel(), image.Pt(1600, 1200), 1)
	s := k.scrollers["start"]
	if s.content <= 0 || s.bar {
		t.Errorf("content of %v in %v has a bar", s.content, s.view)
	}
	if k = newTest(t, startModel(), image.Pt(800, 500), 1); !k.scrollers["start"].bar {
		t.Error("content that does not fit has no bar")
	}
}

// Long messages are told to their end, beside the city's front corner.
func TestLongToast(t *testing.T) {
	const text = "Settings are not kept: /home/me/.config/memcity: permission denied; nothing can be remembered from this run to the next"
	m := sample()
	m.Selection, m.Toasts = nil, []string{"Copied.", text}
	k := newTest(t, m, screen, 1)
	var told []string
	for _, it := range k.seen() {
		if it.Panel == ToastP {
			told = append(told, it.Text)
			if strings.Contains(it.Text, "…") || !it.Rect.In(k.rects[ToastP]) {
				t.Errorf("%q is cut", it.Text)
			}
		}
	}
	if got := strings.Join(strings.Fields(strings.Join(told, " ")), ""); got != strings.Join(strings.Fields("Copied. "+text), "") {
		t.Errorf("told: %q", told)
	}
	if r := k.rects[ToastP]; r.Max.X > screen.X/2+k.rects[RailP].Max.X || r.Overlaps(k.rects[LegendP]) {
		t.Errorf("the message is at %v, the legend at %v", r, k.rects[LegendP])
	}
}

// In low windows the time bar has no chart, and the city gets its room.
func TestFreeInLowWindows(t *testing.T) {
	if got := Free(image.Pt(1280, 720), 2, false); got.Dy() < 720-2*(44+44+4*margin) {
		t.Errorf("at twice the size %v is free", got)
	}
	size := image.Pt(1280, 720)
	for _, scale := range []float64{1, 1.5, 2} {
		m := sample()
		m.Selection = nil
		k := newTest(t, m, size, scale)
		if free := Free(size, scale, false); free.Min.Y != k.rects[Bar].Max.Y || free.Max.Y != k.rects[TimeBar].Min.Y {
			t.Errorf("at %v, %v is free between %v and %v", scale, free, k.rects[Bar], k.rects[TimeBar])
		}
	}
}

func TestDrawerIsNarrowerInNarrowWindows(t *testing.T) {
	if s := (Drawers{}).Place(image.Pt(1280, 720), 2, true, false); s.Settings > 640*0.4 || s.Settings < drawerLeast {
		t.Errorf("in 640 dp the settings take %v", s.Settings)
	}
	if s := (Drawers{SettingsWidth: 300}).Place(image.Pt(1280, 720), 2, true, false); s.Settings != 300 {
		t.Errorf("the user's width of 300 became %v", s.Settings)
	}
}

func TestLongLargestNameInLegend(t *testing.T) {
	m := sample()
	m.Selection = nil
	m.Legend.LargestName = "com.example.a.very.long.name.of.a.package.that.goes.on.and.on.OrderRepositoryFactoryBeanProvider"
	k := newTest(t, m, screen, 1)
	find(t, k, LegendP, "text", "14,002 objects:")
	lines := 0
	for _, it := range k.seen() {
		if it.Panel == LegendP && strings.HasSuffix(strings.Split(it.Text, "$")[0], "BeanProvider") {
			lines++
		}
	}
	if lines != 1 {
		t.Errorf("the end of the name stands in %d lines: %s", lines, describe(k.seen()))
	}
}

// A point shown that the zoomed time leaves out can be brought back.
func TestPointOutOfSight(t *testing.T) {
	for _, size := range []image.Point{screen, {640, 480}} {
		m := sample()
		m.State.Point = 2
		k := newTest(t, m, size, 1)
		k.local.view = span{0.6, 0.8}
		k.layout()
		find(t, k, TimeBar, "button", "All")
		click(k, find(t, k, TimeBar, "button", "GC point shown"))
		if v := k.local.view; v.from > 2.0/22 || v.to < 2.0/22 {
			t.Errorf("%v: point 2 is out of %v", size, v)
		}
		for _, it := range k.seen() {
			if it.Text == "GC point shown" {
				t.Errorf("%v: the arrow stays", size)
			}
		}
		wanted(t, k)
	}
}

func TestHomeAndEndGoToTheWindowFirst(t *testing.T) {
	m := sample()
	m.State.Window = city.Window{From: 4, To: 19}
	k := newTest(t, m, screen, 1)
	for _, want := range []struct {
		button string
		point  int
	}{{"First", 4}, {"First", 0}, {"Last", 19}, {"Last", 22}} {
		click(k, find(t, k, TimeBar, "button", want.button))
		wanted(t, k, Do{city.GoTo{Point: want.point}})
	}
	for name, point := range map[string]int{KeyHome: 4, KeyEnd: 19} {
		k := newTest(t, m, screen, 1)
		focusOn(t, k, "GC point")
		taken(k) // rows of lists that had the focus on the way
		k.take(Key{Name: name})
		wanted(t, k, Do{city.GoTo{Point: point}})
	}
}

func TestCameraMenuTellsKeys(t *testing.T) {
	m := sample()
	m.Selection = nil
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, Bar, "button", "Camera"))
	for i, r := range k.menuRows()[2:6] {
		if want := string(rune('1' + i)); r.key != want {
			t.Errorf("%s: key %q, want %q", r.text, r.key, want)
		}
	}
}

func TestTooltipKeepsRoleAndName(t *testing.T) {
	m := sample()
	if got := pathText(m.Selection); got != "Heap → Package: java.util" {
		t.Errorf("the path is %q", got)
	}
	m.Hover, m.HoverAt = m.Selection, image.Pt(500, 300)
	k := newTest(t, m, screen, 1)
	role, name := find(t, k, Tooltip, "text", "Type:"), find(t, k, Tooltip, "text", "LinkedList$Node")
	if role.Rect.Max.Y < name.Rect.Min.Y || role.Rect.Max.X > name.Rect.Min.X+4 {
		t.Errorf("the role is at %v, the name at %v", role.Rect, name.Rect)
	}
}

func TestGrowthSoFarAndOverTheWindow(t *testing.T) {
	m := sample()
	g := *m.Selection
	g.LastObjects, g.LastBytes = 20_000, g.Bytes
	var names []string
	for _, f := range facts(&m, &g) {
		names = append(names, f.name+" = "+f.value)
	}
	text := strings.Join(names, "\n")
	for _, want := range []string{"Growth so far, objects = +11,145", "Growth over window, objects = +18,800"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "over window, bytes") {
		t.Errorf("the same growth is told twice:\n%s", text)
	}
}

func TestNothingRefers(t *testing.T) {
	for unseen, want := range map[city.Unseen]string{{}: "nothing", {In: 3, Groups: 3}: "nothing", {Out: 1, Groups: 1}: "nothing that has a building"} {
		m := sample()
		m.Selection.In, m.Selection.Out, m.Selection.NotShown = nil, nil, unseen
		k := newTest(t, m, image.Pt(1280, 1200), 1)
		heading := find(t, k, Inspector, "text", "Refers to").Rect
		it := find(t, k, Inspector, "text", want)
		for _, other := range k.seen() {
			if other.Panel == Inspector && other.Text == want && other.Rect.Min.Y > heading.Max.Y {
				it = other
			}
		}
		if it.Rect.Min.Y < heading.Max.Y {
			t.Errorf("%+v: %q is not below Refers to", unseen, want)
		}
	}
}

func TestEmptyCity(t *testing.T) {
	m := sample()
	m.Selection, m.Minimap, m.Plan = nil, nil, &city.Plan{}
	m.Legend = Legend{NotShown: 1, Levels: 1}
	k := newTest(t, m, screen, 1)
	r := k.rects[EmptyP]
	if at := middle(r); r.Empty() || at.X < 400 || at.X > 880 || at.Y < 200 || at.Y > 480 {
		t.Errorf("the card is at %v", r)
	}
	m.State = city.Step(m.State, city.SetWindow{Window: city.Window{From: 2, To: 4}})
	k = newTest(t, m, screen, 1)
	click(k, find(t, k, EmptyP, "button", "Show all GC points"))
	wanted(t, k, Do{city.SetWindow{Window: city.Window{From: 0, To: 22}}})
	m.State.Settings.Filters = []string{"no-java"}
	k = newTest(t, m, screen, 1)
	click(k, find(t, k, EmptyP, "button", "Show all objects"))
	if got := k.model.State.Settings.Filters; got != nil {
		t.Errorf("filters are %v", got)
	}
}

func TestOnePointWordsByFormat(t *testing.T) {
	for format, jcmd := range map[string]bool{"hprof": true, "memory tree (AntTracks format)": false} {
		m := sample()
		m.Format, m.Points, m.Selection = format, m.Points[:1], nil
		m.State = city.NewState(1, city.DefaultSettings())
		words := describe(newTest(t, m, screen, 1).seen())
		if strings.Contains(words, "jcmd") != jcmd {
			t.Errorf("%s: %s", format, words)
		}
	}
}

func TestAppearanceIsResetWithTheSize(t *testing.T) {
	m := sample()
	m.SettingsOpen, m.Zoom, m.Presenter = true, 1.25, true
	k := newTest(t, m, image.Pt(1280, 2400), 1)
	click(k, find(t, k, SettingsP, "button", "Reset Appearance"))
	wanted(t, k, Zoom{1}, TogglePresenter)
	m.Zoom, m.Presenter = 1, false
	for _, it := range newTest(t, m, image.Pt(1280, 2400), 1).seen() {
		if it.Text == "Reset Appearance" {
			t.Error("there is nothing to reset")
		}
	}
}

// The way back to all of the time is there as soon as the wheel was turned.
func TestZoomedTimeOffersAllAtOnce(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	at := middle(find(t, k, TimeBar, "slider", "GC point").Rect)
	k.take(Pointer{Kind: PointerMove, At: at})
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: -2})
	find(t, k, TimeBar, "button", "All")
}
