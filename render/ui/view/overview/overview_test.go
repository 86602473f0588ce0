package overview

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

	"memcity/analysis/window"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/overview"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestOverviewGolden(t *testing.T) {
	chosen := uitest.OverviewModel()
	chosen.State.Settings.Unit = trees.Bytes
	o := overview.Kind.Result(&chosen.Results)
	chosen.State = state.Step(chosen.State, state.ChooseWindow{Window: trees.Window{From: 4, To: 11}, Span: o.SpanOf(o.Found[0])})
	for name, m := range map[string]model.Model{"overview": chosen, "overview-events": uitest.EventsModel()} {
		k, _ := newTest(t, m, uitest.Screen, 1)
		at := uitest.Find(t, k, "overview", "plot", "Heap over time").Rect
		uitest.ClickWith(k, image.Pt(at.Min.X+at.Dx()/2, at.Max.Y-120), model.Primary, 0)
		var shown []model.Item
		for _, it := range k.Seen() {
			if it.Panel == "overview" {
				shown = append(shown, it)
			}
		}
		path, got := filepath.Join("testdata", name+".golden"), uitest.Describe(shown)
		if *uitest.Update {
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
	empty, limits := uitest.OverviewModel(), uitest.OverviewModel()
	empty.Results = overview.Kind.With(empty.Results, overview.Query{}, &overview.Overview{Evolution: &window.Evolution{}})
	for i, m := range []model.Model{uitest.OverviewModel(), uitest.EventsModel(), empty, limits} {
		for _, scale := range []float64{1, 1.5, 2} {
			for _, dp := range []image.Point{{420, 500}, {640, 480}, {800, 600}, {1280, 720}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				k, view := newTest(t, m, size, scale)
				if view.limits = i == 3; i == 3 {
					k.Layout()
				}
				uitest.CheckTexts(t, k, size)
			}
		}
	}
}

// plotPlace returns the framebuffer position of a time in the chart.
func plotPlace(t *testing.T, k *widget.Core, at time.Duration) image.Point {
	t.Helper()
	r := uitest.Find(t, k, "overview", "plot", "Heap over time").Rect
	x := of(k).time.X(canvas.Box{X: float32(r.Min.X), W: float32(r.Dx())}, at)
	return image.Pt(int(math.Round(float64(x))), r.Max.Y-100)
}

// chosenWindows returns the chosen windows of some events.
func chosenWindows(events []model.Event) []state.ChooseWindow {
	var list []state.ChooseWindow
	for _, e := range events {
		if do, ok := e.(model.Do); ok {
			if w, ok := do.Action.(state.ChooseWindow); ok {
				list = append(list, w)
			}
		}
	}
	return list
}

// Dragging chooses a time range with the GC points around it and the GCs in it.
func TestOverviewDragChooses(t *testing.T) {
	k, view := newTest(t, uitest.OverviewModel(), uitest.Screen, 1)
	from, to := plotPlace(t, k, 2600*time.Millisecond), plotPlace(t, k, 7400*time.Millisecond)
	for _, way := range [][]image.Point{{from, from.Add(image.Pt(40, 0)), to}, {to, to.Sub(image.Pt(40, 0)), from}} {
		uitest.Drag(k, way...)
		got := chosenWindows(uitest.Taken(k))
		if len(got) != 1 {
			t.Fatalf("%d windows were chosen", len(got))
		}
		if w := got[0]; w.Window != (trees.Window{From: 2, To: 8}) || w.Span.Any() {
			t.Errorf("chosen: %+v", w)
		}
		if s := view.chosenSpan(k.Offscreen(),
			overview.Kind.Result(&k.Model.Results)); s != (widget.PlotSpan{From: 2 * time.Second, To: 8 * time.Second}) {
			t.Errorf("shown as chosen: %v", s)
		}
	}
	// Its handle moves one end.
	grip := uitest.Find(t, k, "overview", "slider", "Window, last moment")
	uitest.Drag(k, uitest.Middle(grip.Rect), plotPlace(t, k, 8900*time.Millisecond))
	if got := chosenWindows(uitest.Taken(k)); len(got) != 1 || got[0].Window != (trees.Window{From: 2, To: 9}) {
		t.Errorf("moved to %+v", got)
	}
}

// Pressing its bar or its card chooses a suspicious window; pressing it again deselects it.
func TestOverviewChoosesFound(t *testing.T) {
	k, _ := newTest(t, uitest.OverviewModel(), uitest.Screen, 1)
	for _, it := range []string{"Steady growth", "Steady growth +907 kB/s"} {
		uitest.Click(k, uitest.Find(t, k, "overview", "choice", it))
		s := k.Model.State
		if s.Span.FromKind != "growth" || s.Window != (trees.Window{From: 4, To: 11}) || s.Span.Start != 4*time.Second {
			t.Errorf("%s: %+v, %+v", it, s.Window, s.Span)
		}
		uitest.Click(k, uitest.Find(t, k, "overview", "choice", it))
		if s := k.Model.State; s.Span.Any() || !s.Whole() {
			t.Errorf("%s pressed again: %+v, %+v", it, s.Window, s.Span)
		}
	}
	uitest.Click(k, uitest.Find(t, k, "overview", "choice", "GC overhead 11 %"))
	if s := k.Model.State.Span; s.FromGC != 19 || s.ToGC != 23 {
		t.Errorf("the window of GCs 19 to 23 is %+v", s)
	}
}

func TestOverviewZoomsAndMoves(t *testing.T) {
	k, view := newTest(t, uitest.OverviewModel(), uitest.Screen, 1)
	v := &view.time
	at := plotPlace(t, k, 8*time.Second)
	for range 6 {
		k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: -1})
	}
	from, to := v.Shown()
	if to-from > 4*time.Second || from > 8*time.Second || to < 8*time.Second {
		t.Fatalf("zoomed to %v … %v", from, to)
	}
	if moved := plotPlace(t, k, 8*time.Second).X - at.X; moved < -1 || moved > 1 {
		t.Errorf("what was under the pointer moved by %d pixels", moved)
	}
	// Shift+drag scrolls the time axis and chooses nothing.
	k.Take(model.Pointer{Kind: model.PointerPress, At: at, Buttons: model.Primary, Mods: action.Shift, Time: time.Hour})
	k.Take(model.Pointer{Kind: model.PointerMove, At: at.Add(image.Pt(100, 0)), Buttons: model.Primary, Mods: action.Shift})
	k.Take(model.Pointer{Kind: model.PointerRelease, At: at.Add(image.Pt(100, 0))})
	if later, _ := v.Shown(); later >= from {
		t.Errorf("moved from %v to %v", from, later)
	}
	if got := chosenWindows(uitest.Taken(k)); len(got) > 0 {
		t.Errorf("moving chose %+v", got)
	}
	for range 2 {
		k.Take(model.Pointer{Kind: model.PointerPress, At: at, Buttons: model.Primary, Time: 2 * time.Hour})
		k.Take(model.Pointer{Kind: model.PointerRelease, At: at, Time: 2 * time.Hour})
	}
	if !v.Whole() {
		t.Error("a double click does not show all")
	}
}

// The keyboard suffices for everything: arrows go from GC to GC, Shift extends the window, plus and minus zoom.
func TestOverviewKeys(t *testing.T) {
	k, view := newTest(t, uitest.OverviewModel(), uitest.Screen, 1)
	uitest.ClickWith(k, plotPlace(t, k, 5*time.Second), model.Primary, 0)
	l := view
	first := l.gc
	uitest.Press(k, model.KeyRight, model.KeyRight, model.KeyLeft)
	if l.gc != first+1 {
		t.Errorf("GC %d after %d", l.gc, first)
	}
	uitest.Press(k, model.KeyHome)
	if l.gc != 0 {
		t.Errorf("at home: GC %d", l.gc)
	}
	uitest.Taken(k)
	for range 3 {
		k.Take(model.Key{Name: model.KeyRight, Mods: action.Shift})
	}
	if w := k.Model.State.Window; w != (trees.Window{To: 1}) {
		t.Errorf("the window is %+v", w)
	}
	for range 3 {
		k.Take(model.Key{Name: model.KeyRight, Mods: action.Shift})
	}
	if w := k.Model.State.Window; w != (trees.Window{To: 2}) {
		t.Errorf("the window is %+v", w)
	}
	k.Model.State = state.Step(k.Model.State, state.Undo{})
	if !k.Model.State.Whole() {
		t.Errorf("extending by keys is taken back in more than one step: %+v", k.Model.State.Window)
	}
	uitest.Press(k, "+", "+", model.KeyPageDown)
	if l.time.Whole() {
		t.Error("not zoomed")
	}
	uitest.Press(k, "0")
	if !l.time.Whole() {
		t.Error("not all is shown")
	}
	uitest.Press(k, model.KeyEnd, model.KeyReturn)
	if k.Model.State.Point != 11 {
		t.Errorf("GC point %d is shown", k.Model.State.Point+1)
	}
	uitest.Press(k, model.KeyMenu)
	uitest.Find(t, k, model.Menu, "button", "Start window here")
}

// The chart takes the focus when the view opens, so that its keys work immediately. It does not take the focus from another control.
func TestOverviewTakesFocus(t *testing.T) {
	m := uitest.OverviewModel()
	k, _ := newTest(t, m, uitest.Screen, 1)
	if it, _ := uitest.FocusedItem(k); it.Text != "Heap over time" || it.Panel != "overview" {
		t.Errorf("the focus is on %q", it.Text)
	}
}

// New GC points change neither the visible range nor the chosen GC.
func TestOverviewGrows(t *testing.T) {
	m := uitest.OverviewModel()
	k, view := newTest(t, m, uitest.Screen, 1)
	view.time.Show(2*time.Second, 4*time.Second)
	view.gc = 7
	k.Layout()
	e := *overview.Kind.Result(&m.Results).Evolution
	e.Times, e.Sources = append(e.Times, 12*time.Second), append(e.Sources, 12)
	e.Points = append(e.Points, window.Point{Time: 12 * time.Second, Bytes: 11e6, Objects: 1e5, GC: 44})
	o := *overview.Kind.Result(&m.Results)
	o.Evolution = &e
	without := m
	without.Results = without.Results.Drop(overview.Kind.Any())
	without.Results.Busy = true
	for _, next := range []model.Model{without, {}} {
		if next.Plan == nil {
			next = m
			next.Results = overview.Kind.With(next.Results, o.Query, &o)
		}
		k.Show(&widget.Shown{Model: next, Size: uitest.Screen, Scale: 1})
		k.Layout()
		if from, to := view.time.Shown(); from != 2*time.Second || to != 4*time.Second || view.gc != 7 {
			t.Errorf("%v to %v is shown, GC %d is chosen", from, to, view.gc)
		}
		uitest.Find(t, k, "overview", "plot", "Heap over time")
	}
}

// A recording without GC events does not show that the program has no churn.
func TestOverviewUnknown(t *testing.T) {
	m := uitest.OverviewModel()
	e := *overview.Kind.Result(&m.Results).Evolution
	e.GCs = nil
	m.Results = overview.Kind.With(m.Results, overview.Query{}, &overview.Overview{Evolution: &e})
	k, _ := newTest(t, m, uitest.Screen, 1)
	text := uitest.Describe(k.Seen())
	if !strings.Contains(text, "Churn is unknown. No GC events in this input") || strings.Contains(text, "No churn.") {
		t.Error(text)
	}
}

func TestOverviewLimits(t *testing.T) {
	k, _ := newTest(t, uitest.OverviewModel(), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "overview", "button", "Limits"))
	uitest.Click(k, uitest.Find(t, k, "overview", "button", "Minimum GCs per window, more"))
	if got := k.Model.State.Settings.Limits; got.MinGCs != 6 {
		t.Errorf("limits: %+v", got)
	}
	uitest.Click(k, uitest.Find(t, k, "overview", "button", "Overhead threshold (% of time), less"))
	if got := k.Model.State.Settings.Limits.Overhead; math.Abs(got-0.09) > 1e-9 {
		t.Errorf("overhead from %v on", got)
	}
	uitest.Click(k, uitest.Find(t, k, "overview", "button", "Reset the limits"))
	if got := k.Model.State.Settings.Limits; got != overview.DefaultLimits() {
		t.Errorf("limits: %+v", got)
	}
}

// Saved files are well-formed and contain the visible data.
func TestOverviewSaves(t *testing.T) {
	m := uitest.OverviewModel()
	m.State.Settings.Unit = trees.Bytes
	m.Name = `a "<&>" name`
	k, _ := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "overview", "button", "Save"))
	for _, row := range []string{"Save as SVG…", "Save as CSV…"} {
		if k.Menu.Name == "" {
			uitest.Click(k, uitest.Find(t, k, "overview", "button", "Save"))
		}
		uitest.Taken(k)
		uitest.Click(k, uitest.Find(t, k, model.Menu, "button", row))
		events := uitest.Taken(k)
		save, ok := events[len(events)-1].(model.Save)
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
		for _, want := range []string{m.Name + ": heap over time", "Steady growth", "Pauses", "Concurrent", "12 MB", "10 s"} {
			if !strings.Contains(texts, want) {
				t.Errorf("there is no %q in %s", want, texts)
			}
		}
	}
}
