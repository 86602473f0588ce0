package ui

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"image"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/city"
	"memcity/trace"
)

// overviewModel is the overview of a recording of 12 GC points, a second apart, and a GC every quarter of a second. From the
// fifth point on the heap grows.
func overviewModel() Model {
	m := heapModel(2, 2)
	names := trace.NewNames()
	var points []city.PointTree
	e := &city.Evolution{}
	for i := range 12 {
		bytes := int64(4_000_000 + 900_000*max(0, i-4) + 50_000*(i%2))
		points = append(points, city.PointTree{Time: trace.Millis(1000 * i), Source: i, Tree: &trace.Tree{Names: names,
			Nodes: []trace.Node{{Name: names.ID("Heap"), Parent: -1, End: 1, Objects: bytes / 40, Bytes: bytes}}}})
		e.Times, e.Sources = append(e.Times, time.Duration(i)*time.Second), append(e.Sources, i)
		e.Points = append(e.Points, city.HeapPoint{Time: e.Times[i], Bytes: bytes, Objects: bytes / 40, GC: uint32(4 * i)})
	}
	for i := range 44 {
		start := time.Duration(i)*250*time.Millisecond + 100*time.Millisecond
		gc := city.GC{Number: uint32(i + 1), Start: start, End: start + 4*time.Millisecond, Pause: 4 * time.Millisecond, Kind: "Young", Cause: "G1 Evacuation Pause",
			Before: 12_000_000, After: 5_000_000 + int64(max(0, i-16))*200_000, Capacity: 20_000_000}
		switch {
		case i == 20:
			gc.Kind, gc.Pause, gc.End = "Full", 90*time.Millisecond, start+90*time.Millisecond
		case i%11 == 5:
			gc.Concurrent, gc.End = true, start+120*time.Millisecond
		}
		e.GCs = append(e.GCs, gc)
	}
	series := city.NewSeries(points)
	m.State = city.Step(city.NewState(12, city.DefaultSettings()), city.Show{View: city.OverviewView})
	m.Plan = city.NewPlan(series, city.NewMeta(series, m.State.Window), m.State.Settings)
	m.At, m.Points = 11, nil
	for i := range 12 {
		m.Points = append(m.Points, Point{points[i].Time, series.Objects(i, 0), series.Bytes(i, 0)})
	}
	ask := city.AskOverview{Points: 12, Limits: city.DefaultLimits()}
	m.Answers = city.Answers{Ask: city.Ask{Overview: &ask}, Overview: &city.Overview{Ask: ask, Evolution: e, Found: []city.SuspiciousWindow{
		{Kind: city.LeakWindow, From: 4, To: 11, Start: 4 * time.Second, End: 11 * time.Second, Score: 907_000, Average: 577_000, FirstBytes: 4_000_000, LastBytes: 10_350_000, PeakBytes: 10_350_000},
		{Kind: city.SteepestWindow, From: 6, To: 7, Start: 6 * time.Second, End: 7 * time.Second, Score: 950_000, Average: 577_000, FirstBytes: 5_800_000, LastBytes: 6_750_000},
		{Kind: city.OverheadWindow, From: 18, To: 22, Start: 4600 * time.Millisecond, End: 5604 * time.Millisecond, Score: 0.11, Average: 0.02, GCs: 5, Pause: 106 * time.Millisecond},
	}}}
	return m
}

// eventsModel is a recording of GCs alone.
func eventsModel() Model {
	m := overviewModel()
	m.NoStates, m.Points, m.Plan = "it has no heap states", nil, &city.Plan{Series: city.NewSeries(nil)}
	m.State = city.Step(city.NewState(0, m.State.Settings), city.Show{View: city.OverviewView})
	e := *m.Answers.Overview.Evolution
	e.Sources, e.Times, e.Points = nil, nil, nil
	for _, gc := range e.GCs {
		e.Points = append(e.Points, city.HeapPoint{Time: gc.End, Bytes: gc.After, GC: gc.Number})
	}
	o := *m.Answers.Overview
	o.Evolution, o.Found = &e, o.Found[2:]
	m.Answers.Overview = &o
	return m
}

func TestOverviewGolden(t *testing.T) {
	chosen := overviewModel()
	chosen.State.Settings.Metric = city.Bytes
	o := chosen.Answers.Overview
	chosen.State = city.Step(chosen.State, city.ChooseWindow{Window: city.Window{From: 4, To: 11}, Span: o.SpanOf(o.Found[0])})
	for name, m := range map[string]Model{"overview": chosen, "overview-events": eventsModel()} {
		k := newTest(t, m, screen, 1)
		at := find(t, k, OverviewP, "plot", "Heap over time").Rect
		clickWith(k, image.Pt(at.Min.X+at.Dx()/2, at.Max.Y-120), Primary, 0)
		var shown []Item
		for _, it := range k.seen() {
			if it.Panel == OverviewP {
				shown = append(shown, it)
			}
		}
		path, got := filepath.Join("testdata", name+".golden"), describe(shown)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || got != string(want) {
			t.Errorf("%s is not as in the golden (%v):\n%s", name, err, got)
		}
	}
}

func TestOverviewTextsStayApart(t *testing.T) {
	empty, limits := overviewModel(), overviewModel()
	empty.Answers.Overview = &city.Overview{Evolution: &city.Evolution{}}
	for i, m := range []Model{overviewModel(), eventsModel(), empty, limits} {
		for _, scale := range []float64{1, 1.5, 2} {
			for _, dp := range []image.Point{{420, 500}, {640, 480}, {800, 600}, {1280, 720}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				k := newTest(t, m, size, scale)
				if k.local.overview.limits = i == 3; i == 3 {
					k.layout()
				}
				checkTexts(t, k, size)
			}
		}
	}
}

// plotPlace returns where a moment stands in the chart, in the framebuffer.
func plotPlace(t *testing.T, k *core, at time.Duration) image.Point {
	t.Helper()
	r := find(t, k, OverviewP, "plot", "Heap over time").Rect
	x := k.local.overview.time.x(box{x: float32(r.Min.X), w: float32(r.Dx())}, at)
	return image.Pt(int(math.Round(float64(x))), r.Max.Y-100)
}

// chosenWindows are the windows that were chosen.
func chosenWindows(events []Event) []city.ChooseWindow {
	var list []city.ChooseWindow
	for _, e := range events {
		if do, ok := e.(Do); ok {
			if w, ok := do.Action.(city.ChooseWindow); ok {
				list = append(list, w)
			}
		}
	}
	return list
}

// Dragging chooses a stretch of time with the GC points around it and the GCs in it.
func TestOverviewDragChooses(t *testing.T) {
	k := newTest(t, overviewModel(), screen, 1)
	from, to := plotPlace(t, k, 2600*time.Millisecond), plotPlace(t, k, 7400*time.Millisecond)
	for _, way := range [][]image.Point{{from, from.Add(image.Pt(40, 0)), to}, {to, to.Sub(image.Pt(40, 0)), from}} {
		drag(k, way...)
		got := chosenWindows(taken(k))
		if len(got) != 1 {
			t.Fatalf("%d windows were chosen", len(got))
		}
		if w := got[0]; w.Window != (city.Window{From: 2, To: 8}) || w.Span.Any() {
			t.Errorf("chosen: %+v", w)
		}
		if s := k.offscreen().chosenSpan(k.model.Answers.Overview); s != (plotSpan{2 * time.Second, 8 * time.Second}) {
			t.Errorf("shown as chosen: %v", s)
		}
	}
	// One end is moved by its handle.
	grip := find(t, k, OverviewP, "slider", "Window, last moment")
	drag(k, middle(grip.Rect), plotPlace(t, k, 8900*time.Millisecond))
	if got := chosenWindows(taken(k)); len(got) != 1 || got[0].Window != (city.Window{From: 2, To: 9}) {
		t.Errorf("moved to %+v", got)
	}
}

// A suspicious window is chosen by its bar and by its card, and given up by pressing again.
func TestOverviewChoosesFound(t *testing.T) {
	k := newTest(t, overviewModel(), screen, 1)
	for _, it := range []string{"Leak", "Leak +907 kB/s"} {
		click(k, find(t, k, OverviewP, "choice", it))
		s := k.model.State
		if s.Span.FromKind != "leak" || s.Window != (city.Window{From: 4, To: 11}) || s.Span.Start != 4*time.Second {
			t.Errorf("%s: %+v, %+v", it, s.Window, s.Span)
		}
		click(k, find(t, k, OverviewP, "choice", it))
		if s := k.model.State; s.Span.Any() || !s.Whole() {
			t.Errorf("%s pressed again: %+v, %+v", it, s.Window, s.Span)
		}
	}
	click(k, find(t, k, OverviewP, "choice", "GC overhead 11 %"))
	if s := k.model.State.Span; s.FromGC != 19 || s.ToGC != 23 {
		t.Errorf("the window of GCs 19 to 23 is %+v", s)
	}
}

func TestOverviewZoomsAndMoves(t *testing.T) {
	k := newTest(t, overviewModel(), screen, 1)
	v := &k.local.overview.time
	at := plotPlace(t, k, 8*time.Second)
	for range 6 {
		k.take(Pointer{Kind: PointerWheel, At: at, Wheel: -1})
	}
	from, to := v.shown()
	if to-from > 4*time.Second || from > 8*time.Second || to < 8*time.Second {
		t.Fatalf("zoomed to %v … %v", from, to)
	}
	if moved := plotPlace(t, k, 8*time.Second).X - at.X; moved < -1 || moved > 1 {
		t.Errorf("what was under the pointer moved by %d pixels", moved)
	}
	// With Shift a drag moves the time, and chooses nothing.
	k.take(Pointer{Kind: PointerPress, At: at, Buttons: Primary, Modifiers: Shift, Time: time.Hour})
	k.take(Pointer{Kind: PointerMove, At: at.Add(image.Pt(100, 0)), Buttons: Primary, Modifiers: Shift})
	k.take(Pointer{Kind: PointerRelease, At: at.Add(image.Pt(100, 0))})
	if later, _ := v.shown(); later >= from {
		t.Errorf("moved from %v to %v", from, later)
	}
	if got := chosenWindows(taken(k)); len(got) > 0 {
		t.Errorf("moving chose %+v", got)
	}
	for range 2 {
		k.take(Pointer{Kind: PointerPress, At: at, Buttons: Primary, Time: 2 * time.Hour})
		k.take(Pointer{Kind: PointerRelease, At: at, Time: 2 * time.Hour})
	}
	if !v.whole() {
		t.Error("a double click does not show all")
	}
}

// Everything can be done by keys: the cursor goes from GC to GC, Shift extends the window, signs zoom.
func TestOverviewKeys(t *testing.T) {
	k := newTest(t, overviewModel(), screen, 1)
	clickWith(k, plotPlace(t, k, 5*time.Second), Primary, 0)
	l := &k.local.overview
	first := l.gc
	press(k, KeyRight, KeyRight, KeyLeft)
	if l.gc != first+1 {
		t.Errorf("GC %d after %d", l.gc, first)
	}
	press(k, KeyHome)
	if l.gc != 0 {
		t.Errorf("at home: GC %d", l.gc)
	}
	taken(k)
	for range 3 {
		k.take(Key{Name: KeyRight, Modifiers: Shift})
	}
	if w := k.model.State.Window; w != (city.Window{To: 1}) {
		t.Errorf("the window is %+v", w)
	}
	for range 3 {
		k.take(Key{Name: KeyRight, Modifiers: Shift})
	}
	if w := k.model.State.Window; w != (city.Window{To: 2}) {
		t.Errorf("the window is %+v", w)
	}
	k.model.State = city.Step(k.model.State, city.Undo{})
	if !k.model.State.Whole() {
		t.Errorf("extending by keys is taken back in more than one step: %+v", k.model.State.Window)
	}
	press(k, "+", "+", KeyPageDown)
	if l.time.whole() {
		t.Error("not zoomed")
	}
	press(k, "0")
	if !l.time.whole() {
		t.Error("not all is shown")
	}
	press(k, KeyEnd, KeyReturn)
	if k.model.State.Point != 11 {
		t.Errorf("GC point %d is shown", k.model.State.Point+1)
	}
	press(k, KeyMenu)
	find(t, k, Menu, "button", "Window begins here")
}

// New GC points come without losing the place.
// The chart takes the focus when the view comes, so that its keys work at once; not from what has it.
func TestOverviewTakesFocus(t *testing.T) {
	m := overviewModel()
	k := newTest(t, m, screen, 1)
	if it, _ := focusedItem(k); it.Text != "Heap over time" || it.Panel != OverviewP {
		t.Errorf("the focus is on %q", it.Text)
	}
}

func TestOverviewGrows(t *testing.T) {
	m := overviewModel()
	k := newTest(t, m, screen, 1)
	k.local.overview.time.show(2*time.Second, 4*time.Second)
	k.local.overview.gc = 7
	k.layout()
	e := *m.Answers.Overview.Evolution
	e.Times, e.Sources = append(e.Times, 12*time.Second), append(e.Sources, 12)
	e.Points = append(e.Points, city.HeapPoint{Time: 12 * time.Second, Bytes: 11e6, Objects: 1e5, GC: 44})
	o := *m.Answers.Overview
	o.Evolution = &e
	without := m
	without.Answers.Overview, without.Answers.Busy = nil, true
	for _, next := range []Model{without, {}} {
		if next.Plan == nil {
			next = m
			next.Answers.Overview = &o
		}
		k.show(&shown{next, screen, 1})
		k.layout()
		if from, to := k.local.overview.time.shown(); from != 2*time.Second || to != 4*time.Second || k.local.overview.gc != 7 {
			t.Errorf("%v to %v is shown, GC %d is chosen", from, to, k.local.overview.gc)
		}
		find(t, k, OverviewP, "plot", "Heap over time")
	}
}

func TestOverviewLimits(t *testing.T) {
	k := newTest(t, overviewModel(), screen, 1)
	click(k, find(t, k, OverviewP, "button", "Limits"))
	click(k, find(t, k, OverviewP, "button", "GCs in a window, at least, more"))
	if got := k.model.State.Settings.Limits; got.MinGCs != 6 {
		t.Errorf("limits: %+v", got)
	}
	click(k, find(t, k, OverviewP, "button", "GCs take at least, % of time, less"))
	if got := k.model.State.Settings.Limits.Overhead; math.Abs(got-0.09) > 1e-9 {
		t.Errorf("overhead from %v on", got)
	}
	click(k, find(t, k, OverviewP, "button", "Reset the limits"))
	if got := k.model.State.Settings.Limits; got != city.DefaultLimits() {
		t.Errorf("limits: %+v", got)
	}
}

// A view that needs heap states says so for a recording without, and leads to one that does not.
func TestNoStates(t *testing.T) {
	for _, v := range views {
		m := eventsModel()
		m.State = city.Step(m.State, city.Show{View: v.view})
		k := newTest(t, m, screen, 1)
		checkTexts(t, k, screen)
		switch v.view {
		case city.OverviewView:
			find(t, k, OverviewP, "plot", "Heap over time")
		case city.ChurnView:
		case city.CityView:
			find(t, k, EmptyP, "button", "Show the heap over time")
		default:
			click(k, find(t, k, viewPanels[v.view], "button", "Overview"))
			if k.model.State.View != city.OverviewView {
				t.Errorf("%s leads to %v", v.text, k.model.State.View)
			}
		}
	}
}

// What is saved is well formed and has what is shown.
func TestOverviewSaves(t *testing.T) {
	m := overviewModel()
	m.State.Settings.Metric = city.Bytes
	m.Name = `a "<&>" name`
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, OverviewP, "button", "Save"))
	for _, row := range []string{"Save as SVG…", "Save as CSV…"} {
		if k.local.menu.name == "" {
			click(k, find(t, k, OverviewP, "button", "Save"))
		}
		taken(k)
		click(k, find(t, k, Menu, "button", row))
		events := taken(k)
		save, ok := events[len(events)-1].(Save)
		if !ok {
			t.Fatalf("%s: %v", row, events)
		}
		var out bytes.Buffer
		if err := save.Write(&out); err != nil {
			t.Fatal(err)
		}
		if save.Name == "overview.csv" {
			rows, err := csv.NewReader(&out).ReadAll()
			if err != nil || len(rows) != 1+12+44 {
				t.Errorf("%d rows, %v", len(rows), err)
			}
			continue
		}
		texts, d := "", xml.NewDecoder(bytes.NewReader(out.Bytes()))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in %s", err, out.String())
			}
			if data, ok := token.(xml.CharData); ok {
				texts += string(data)
			}
		}
		for _, want := range []string{m.Name + ": heap over time", "Leak", "Pauses", "Concurrent", "12 MB", "10 s"} {
			if !strings.Contains(texts, want) {
				t.Errorf("there is no %q in %s", want, texts)
			}
		}
	}
}
