package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// The search is at the side, so that matching buildings stay visible.
func TestSearchLeavesTheMiddle(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1440, 900}, {1920, 1080}} {
		m := uitest.Sample()
		m.Selection, m.LegendFolded = nil, true
		m.Search = &model.Search{Total: 40}
		for i := range 40 {
			m.Search.Found = append(m.Search.Found, model.Found{Key: string(rune('a' + i)), Name: "Node", Path: "Heap", Objects: 5})
		}
		k := newTest(t, m, size, 1)
		k.Take(widget.Typed("Node"))
		if r := k.Rects[model.SearchP]; r.Empty() || r.Max.X > size.X*3/10 {
			t.Errorf("%v: the search is at %v", size, r)
		}
		if k.Rects[model.LegendP].Empty() {
			t.Errorf("%v: there is no legend", size)
		}
	}
}

func TestSettingsNextToTheStartScreen(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1280, 760}, {1024, 700}, {1920, 1080}, {800, 600}, {640, 480}} {
		for _, scale := range []float64{1, 2} {
			m := uitest.StartModel()
			m.SettingsOpen = true
			k := newTest(t, m, size, scale)
			settings, start := k.Rects[model.SettingsP], k.Rects[model.Start]
			if settings.Empty() || settings.Overlaps(start) {
				t.Errorf("%v at %v: settings at %v, start screen at %v", size, scale, settings, start)
			}
		}
	}
}

// A start screen that fits has no scroll bar.
func TestNothingToScrollShowsNoBar(t *testing.T) {
	k := newTest(t, uitest.StartModel(), image.Pt(1600, 1200), 1)
	s := k.Scrollers["start"]
	if s.Content <= 0 || s.Bar {
		t.Errorf("content of %v in %v has a bar", s.Content, s.View)
	}
	if k = newTest(t, uitest.StartModel(), image.Pt(800, 500), 1); !k.Scrollers["start"].Bar {
		t.Error("content that does not fit has no bar")
	}
}

// Long messages are shown completely, beside the city's front corner.
func TestLongToast(t *testing.T) {
	const text = "Could not save settings: /home/me/.config/memcity: permission denied; nothing can be remembered from this run to the next"
	m := uitest.Sample()
	m.Selection, m.Toasts = nil, []string{"Copied.", text}
	k := newTest(t, m, uitest.Screen, 1)
	var notes []string
	for _, it := range k.Seen() {
		if it.Panel == model.ToastP {
			notes = append(notes, it.Text)
			if strings.Contains(it.Text, "…") || !it.Rect.In(k.Rects[model.ToastP]) {
				t.Errorf("%q is cut", it.Text)
			}
		}
	}
	if got := strings.Join(strings.Fields(strings.Join(notes, " ")), ""); got != strings.Join(strings.Fields("Copied. "+text), "") {
		t.Errorf("reported: %q", notes)
	}
	if r := k.Rects[model.ToastP]; r.Max.X > uitest.Screen.X/2+k.Rects[model.RailP].Max.X || r.Overlaps(k.Rects[model.LegendP]) {
		t.Errorf("the message is at %v, the legend at %v", r, k.Rects[model.LegendP])
	}
}

// In low windows the time bar has no chart, which leaves more space for the city.
func TestFreeInLowWindows(t *testing.T) {
	if got := place.Free(image.Pt(1280, 720), 2, place.Bars{}); got.Dy() < 720-2*(44+44+4*place.Margin) {
		t.Errorf("at twice the size %v is free", got)
	}
	size := image.Pt(1280, 720)
	for _, scale := range []float64{1, 1.5, 2} {
		m := uitest.Sample()
		m.Selection = nil
		k := newTest(t, m, size, scale)
		if free := place.Free(size, scale, place.Bars{}); free.Min.Y != k.Rects[model.Bar].Max.Y || free.Max.Y != k.Rects[model.TimeBar].Min.Y {
			t.Errorf("at %v, %v is free between %v and %v", scale, free, k.Rects[model.Bar], k.Rects[model.TimeBar])
		}
	}
}

func TestDrawerIsNarrowerInNarrowWindows(t *testing.T) {
	if s := place.Place((model.Drawers{}), image.Pt(1280, 720), 2, true, false); s.Settings > 640*0.4 || s.Settings < place.DrawerLeast {
		t.Errorf("in 640 dp the settings take %v", s.Settings)
	}
	if s := place.Place((model.Drawers{SettingsWidth: 300}), image.Pt(1400, 720), 2, true, false); s.Settings != 300 {
		t.Errorf("the user's width of 300 became %v", s.Settings)
	}
}

func TestLongLargestNameInLegend(t *testing.T) {
	m := uitest.Sample()
	m.Selection = nil
	m.Legend.LargestName = "com.example.a.very.long.name.of.a.package.that.goes.on.and.on.OrderRepositoryFactoryBeanProvider"
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.LegendP, "text", "14 kB:")
	lines := 0
	for _, it := range k.Seen() {
		if it.Panel == model.LegendP && strings.HasSuffix(strings.Split(it.Text, "$")[0], "BeanProvider") {
			lines++
		}
	}
	if lines != 1 {
		t.Errorf("the end of the name stands in %d lines: %s", lines, uitest.Describe(k.Seen()))
	}
}

// A current point outside the zoomed time range can be brought back into view.
func TestPointOutOfSight(t *testing.T) {
	for _, size := range []image.Point{uitest.Screen, {640, 480}} {
		m := uitest.Sample()
		m.State.Point = 2
		k := newTest(t, m, size, 1)
		k.TimeShown = widget.Span{From: 0.6, To: 0.8}
		k.Layout()
		uitest.Find(t, k, model.TimeBar, "button", "All")
		uitest.Click(k, uitest.Find(t, k, model.TimeBar, "button", "Selected GC point"))
		if v := k.TimeShown; v.From > 2.0/22 || v.To < 2.0/22 {
			t.Errorf("%v: point 2 is out of %v", size, v)
		}
		for _, it := range k.Seen() {
			if it.Text == "Selected GC point" {
				t.Errorf("%v: the arrow stays", size)
			}
		}
		uitest.Wanted(t, k)
	}
}

func TestHomeAndEndGoToTheWindowFirst(t *testing.T) {
	m := uitest.Sample()
	m.State.Window = trees.Window{From: 4, To: 19}
	k := newTest(t, m, uitest.Screen, 1)
	for _, want := range []struct {
		button string
		point  int
	}{{"First", 4}, {"First", 0}, {"Last", 19}, {"Last", 22}} {
		uitest.Click(k, uitest.Find(t, k, model.TimeBar, "button", want.button))
		uitest.Wanted(t, k, model.Do{Action: state.GoTo{Point: want.point}})
	}
	for name, point := range map[string]int{model.KeyHome: 4, model.KeyEnd: 19} {
		k := newTest(t, m, uitest.Screen, 1)
		uitest.FocusOn(t, k, "GC point")
		uitest.Taken(k) // list rows focused along the way
		k.Take(model.Key{Name: name})
		uitest.Wanted(t, k, model.Do{Action: state.GoTo{Point: point}})
	}
}

func TestCameraMenuShowsKeys(t *testing.T) {
	m := uitest.Sample()
	m.Selection = nil
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Camera"))
	for i, r := range k.MenuRows()[2:6] {
		if want := string(rune('1' + i)); r.Key != want {
			t.Errorf("%s: key %q, want %q", r.Text, r.Key, want)
		}
	}
}

func TestTooltipKeepsRoleAndName(t *testing.T) {
	m := uitest.Sample()
	if got := part.PathText(m.Selection); got != "Heap → Package: java.util" {
		t.Errorf("the path is %q", got)
	}
	m.Hover, m.HoverAt = m.Selection, image.Pt(500, 300)
	k := newTest(t, m, uitest.Screen, 1)
	role, name := uitest.Find(t, k, model.Tooltip, "text", "Type:"), uitest.Find(t, k, model.Tooltip, "text", "LinkedList$Node")
	if role.Rect.Max.Y < name.Rect.Min.Y || role.Rect.Max.X > name.Rect.Min.X+4 {
		t.Errorf("the role is at %v, the name at %v", role.Rect, name.Rect)
	}
}

func TestGrowthSoFarAndOverTheWindow(t *testing.T) {
	m := uitest.Sample()
	g := *m.Selection
	g.LastObjects, g.LastBytes = 20_000, g.Bytes
	var names []string
	for _, f := range part.Facts(&m, &g) {
		names = append(names, f.Name+" = "+f.Value)
	}
	text := strings.Join(names, "\n")
	for _, want := range []string{"Growth so far, objects = +11,145", "Growth over window, objects = +18,800"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "over window, bytes") {
		t.Errorf("the same growth is reported twice:\n%s", text)
	}
}

func TestNothingRefers(t *testing.T) {
	for unseen, want := range map[scene.Unseen]string{{}: "nothing", {In: 3, Groups: 3}: "nothing",
		{Out: 1, Groups: 1}: "no group with a building"} {
		m := uitest.Sample()
		m.Selection.In, m.Selection.Out, m.Selection.NotShown = nil, nil, unseen
		k := newTest(t, m, image.Pt(1280, 1200), 1)
		heading := uitest.Find(t, k, model.Inspector, "text", "Outgoing references").Rect
		it := uitest.Find(t, k, model.Inspector, "text", want)
		for _, other := range k.Seen() {
			if other.Panel == model.Inspector && other.Text == want && other.Rect.Min.Y > heading.Max.Y {
				it = other
			}
		}
		if it.Rect.Min.Y < heading.Max.Y {
			t.Errorf("%+v: %q is not below the outgoing references", unseen, want)
		}
	}
}

func TestEmptyCity(t *testing.T) {
	m := uitest.Sample()
	m.Selection, m.Minimap, m.Plan = nil, nil, &scene.Plan{}
	m.Legend = model.Legend{NotShown: 1}
	k := newTest(t, m, uitest.Screen, 1)
	r := k.Rects[model.EmptyP]
	if at := uitest.Middle(r); r.Empty() || at.X < 400 || at.X > 880 || at.Y < 200 || at.Y > 480 {
		t.Errorf("the card is at %v", r)
	}
	m.State = state.Step(m.State, state.SetWindow{Window: trees.Window{From: 2, To: 4}})
	k = newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.EmptyP, "button", "Show all GC points"))
	uitest.Wanted(t, k, model.Do{Action: state.SetWindow{Window: trees.Window{From: 0, To: 22}}})
	m.State.Settings.Filters = seq.Of("no-java")
	k = newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.EmptyP, "button", "Show all objects"))
	if got := k.Model.State.Settings.Filters; !got.Empty() {
		t.Errorf("filters are %v", got)
	}
}

func TestOnePointWordsByFormat(t *testing.T) {
	for format, jcmd := range map[string]bool{"hprof": true, "memory tree (AntTracks format)": false} {
		m := uitest.Sample()
		m.Format, m.Points, m.Selection = format, m.Points[:1], nil
		m.State = state.NewState(1, scene.DefaultSettings())
		words := uitest.Describe(newTest(t, m, uitest.Screen, 1).Seen())
		if strings.Contains(words, "jcmd") != jcmd {
			t.Errorf("%s: %s", format, words)
		}
	}
}

func TestAppearanceIsResetWithTheSize(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen, m.Zoom, m.Presenter = true, 1.25, true
	k := newTest(t, m, image.Pt(1280, 2400), 1)
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "button", "Reset Appearance"))
	uitest.Wanted(t, k, model.Zoom{Factor: 1}, model.Run(action.WindowPresenter))
	m.Zoom, m.Presenter = 1, false
	for _, it := range newTest(t, m, image.Pt(1280, 2400), 1).Seen() {
		if it.Text == "Reset Appearance" {
			t.Error("there is nothing to reset")
		}
	}
}

// The button that shows the full time range appears as soon as the wheel is turned.
func TestZoomedTimeOffersAllAtOnce(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	at := uitest.Middle(uitest.Find(t, k, model.TimeBar, "slider", "GC point").Rect)
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: -2})
	uitest.Find(t, k, model.TimeBar, "button", "All")
}
