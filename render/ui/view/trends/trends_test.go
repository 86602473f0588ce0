package trends

import (
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// resolved shows the result of the view's current request.
func resolved(k *widget.Core) {
	m := k.Model
	uitest.ResolveTrends(&m)
	k.Show(&widget.Shown{Model: m, Size: k.Size, Scale: float64(k.DpPx)})
	k.Layout()
}

// trendNames lists the rows of all tables, from top to bottom.
func trendNames(k *widget.Core) []string {
	var names []string
	for _, it := range k.Seen() {
		if it.Panel == "trends" && it.Kind == "row" {
			names = append(names, it.Text)
		}
	}
	return names
}

// A group selected elsewhere, for example by a guide step, has a separate series and is highlighted.
func TestTrendsShowWhatIsSelected(t *testing.T) {
	m := uitest.TrendsModel(7, 2)
	m.State = state.Step(m.State, state.SelectRows{Keys: []string{"Heap#p6"}})
	k, _ := newTest(t, m, image.Pt(1280, 1100), 1)
	checkTrends(t, k, "a selection", "p0", "p1", "p2", "p3", "p4", "p6", "Other, 1 group", "All")
	m.State = state.Step(m.State, state.SelectRows{Keys: []string{"Heap#p1"}})
	k, _ = newTest(t, m, image.Pt(1280, 1100), 1)
	checkTrends(t, k, "another selection", "p0", "p1", "p2", "p3", "p4", "Other, 2 groups", "All")
}

func checkTrends(t *testing.T, k *widget.Core, after string, want ...string) {
	t.Helper()
	if got := trendNames(k); !slices.Equal(got, want) {
		t.Fatalf("after %s the rows are %q, want %q", after, got, want)
	}
}

// The keyboard suffices for drilling down.
func TestTrendsByKeys(t *testing.T) {
	k, _ := newTest(t, uitest.TrendsModel(7, 2), image.Pt(1280, 1100), 1)
	top := []string{"p0", "p1", "p2", "p3", "p4", "Other, 2 groups", "All"}
	checkTrends(t, k, "opening", top...)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Series of Heap" {
		t.Fatalf("the focus is on %q", it.Text)
	}
	uitest.Press(k, model.KeyDown, model.KeyReturn)
	uitest.CheckSelected(t, k, "Down, Return", "Heap#p1")
	resolved(k)
	checkTrends(t, k, "Return", append(slices.Clone(top), "T1.0", "T1.1", "All of p1")...)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Series of p1" {
		t.Fatalf("after Return the focus is on %q", it.Text)
	}
	uitest.Press(k, model.KeyDown)
	uitest.CheckSelected(t, k, "Down", "Heap#p1#T1.1")
	uitest.Press(k, model.KeyReturn)
	if got := trends.View.Of(k.Model.State.Views).Levels; !slices.Equal(got, []string{"Heap#p1"}) {
		t.Errorf("after Return on a leaf %q is open", got)
	}
	k.Do(state.CloseTrend{Level: 1})
	resolved(k)
	uitest.CheckSelected(t, k, "closing", "Heap#p1")
	checkTrends(t, k, "closing", top...)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Series of Heap" {
		t.Errorf("after closing the focus is on %q", it.Text)
	}
}

// A press on a row or an area selects it and opens its chart. A press above the areas goes to that time.
func TestTrendsByMouse(t *testing.T) {
	k, _ := newTest(t, uitest.TrendsModel(3, 2), uitest.Screen, 1)
	row := uitest.Find(t, k, "trends", "row", "p1")
	uitest.ClickWith(k, image.Pt(row.Rect.Min.X+60, uitest.Middle(row.Rect).Y), model.Primary, 0)
	uitest.CheckSelected(t, k, "a press on a row", "Heap#p1")
	resolved(k)
	uitest.ClickWith(k, image.Pt(row.Rect.Min.X+60, uitest.Middle(row.Rect).Y), model.Primary, action.Ctrl)
	if got := trends.View.Of(k.Model.State.Views).Levels; !slices.Equal(got, []string{"Heap#p1"}) {
		t.Errorf("after Ctrl and a press %q is open", got)
	}
	uitest.Click(k, uitest.Find(t, k, "trends", "button", "Close p1"))
	resolved(k)
	if got := trends.View.Of(k.Model.State.Views).Levels; len(got) > 0 {
		t.Errorf("after closing %q is open", got)
	}
	chart := uitest.Find(t, k, "trends", "plot", "Heap by package over time").Rect
	uitest.ClickWith(k, image.Pt(uitest.Middle(chart).X, chart.Max.Y-8), model.Primary, 0)
	uitest.CheckSelected(t, k, "a press on the lowest area", "Heap#p2")
	resolved(k)
	chart = uitest.Find(t, k, "trends", "plot", "Heap by package over time").Rect
	uitest.ClickWith(k, image.Pt(chart.Min.X+chart.Dx()/3, chart.Min.Y+9), model.Primary, 0)
	if k.Model.State.Point != 3 || k.Model.State.Selection != "Heap#p2" {
		t.Errorf("a press on nothing shows point %d and selects %q", k.Model.State.Point, k.Model.State.Selection)
	}
}

// Arrow keys go from GC point to GC point, and Enter opens the selected series.
func TestTrendsChartByKeys(t *testing.T) {
	k, _ := newTest(t, uitest.TrendsModel(3, 2), uitest.Screen, 1)
	uitest.FocusOn(t, k, "Heap by package over time")
	uitest.Press(k, model.KeyLeft, model.KeyLeft)
	if k.Model.State.Point != 7 {
		t.Errorf("two steps back lead to point %d", k.Model.State.Point)
	}
	uitest.Press(k, model.KeyHome)
	if k.Model.State.Point != 0 {
		t.Errorf("Home leads to point %d", k.Model.State.Point)
	}
	k.Do(state.Select{Key: "Heap#p2"})
	k.Layout()
	uitest.Press(k, model.KeyReturn)
	if got := trends.View.Of(k.Model.State.Views).Levels; !slices.Equal(got, []string{"Heap#p2"}) {
		t.Errorf("Return opens %q", got)
	}
}

// Pressing a header changes the order of that chart only. Groups keep their colors.
func TestTrendsOrder(t *testing.T) {
	k, _ := newTest(t, uitest.TrendsModel(7, 2), image.Pt(1920, 1080), 1)
	k.Do(state.OpenTrend{Level: 0, Key: "Heap#p0"})
	resolved(k)
	hues := map[string]int{}
	for key, hue := range part.Hues(k.Offscreen()) {
		hues[key] = hue
	}
	uitest.Click(k, uitest.Find(t, k, "trends", "button", "End"))
	resolved(k)
	if got := trendNames(k)[:5]; !slices.Equal(got, []string{"p6", "p5", "p4", "p3", "p2"}) {
		t.Errorf("the largest at the end are %q", got)
	}
	if got := trends.View.Of(k.Model.State.Views).Chart(1); got != (trends.Chart{Top: trends.DefaultTop}) {
		t.Errorf("the lower chart has %+v", got)
	}
	for _, key := range []string{"Heap#p2", "Heap#p3", "Heap#p4", "Heap#p0#T0.0"} {
		if part.Hues(k.Offscreen())[key] != hues[key] {
			t.Errorf("%s has color %d, and had %d", key, part.Hues(k.Offscreen())[key], hues[key])
		}
	}
	uitest.Click(k, uitest.Find(t, k, "trends", "button", "Top 5 by end"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Top 3"))
	resolved(k)
	if got := trendNames(k)[:5]; got[3] != "p0" || got[4] != "Other, 3 groups" { // groups that are drilled into are kept
		t.Errorf("the rows are %q", got)
	}
}

// Groups shown together have different colors, and each keeps its own if possible.
func TestHueBook(t *testing.T) {
	book := part.HueBook{}
	if got := book.Give([]string{"a", "b", "c"}); !slices.Equal(got, []int{0, 1, 2}) {
		t.Fatalf("colors %v", got)
	}
	if got := book.Give([]string{"x", "c", "y"}); !slices.Equal(got, []int{0, 2, 1}) {
		t.Fatalf("colors %v", got)
	}
	if got := book.Give([]string{"y", "b", "a", "c"}); !slices.Equal(got, []int{1, 3, 0, 2}) {
		t.Fatalf("colors %v", got)
	}
	if got := book.Give([]string{"b", "y"}); !slices.Equal(got, []int{3, 1}) {
		t.Fatalf("colors %v", got)
	}
}

// Missing data is reported, with the next steps.
func TestTrendsStates(t *testing.T) {
	for _, test := range []struct {
		words, button string
		change        func(m *model.Model)
	}{
		{"A series is needed to see growth", "", func(m *model.Model) { m.Points = m.Points[:1] }},
		{"The window has a single GC point", "All GC points", func(m *model.Model) { m.State.Window = trees.Window{From: 4, To: 4} }},
		{"No trends", "Try again", func(m *model.Model) {
			m.Results = m.Results.Drop(trends.Kind.Any()).Failed(errors.New("retained sizes: not told"))
		}},
		{"No trends", "Try again", func(m *model.Model) { m.Results = m.Results.Drop(trends.Kind.Any()) }},
		{"Computing the groups over time…", "", func(m *model.Model) { m.Results = query.Results{Busy: true} }},
	} {
		m := uitest.TrendsModel(3, 2)
		test.change(&m)
		k, _ := newTest(t, m, uitest.Screen, 1)
		uitest.Find(t, k, "trends", "text", test.words)
		if test.button != "" {
			uitest.Find(t, k, "trends", "button", test.button)
		}
		if names := trendNames(k); len(names) > 0 {
			t.Errorf("%s: there are rows %q", test.words, names)
		}
	}
}

// While a result is computed, the previous charts stay.
func TestTrendsStay(t *testing.T) {
	k, _ := newTest(t, uitest.TrendsModel(3, 2), uitest.Screen, 1)
	m := k.Model
	m.Results = m.Results.Drop(trends.Kind.Any())
	m.Results.Busy, m.Results.Progress = true, query.Progress{Done: 1, Total: 4, What: "reading"}
	k.Show(&widget.Shown{Model: m, Size: k.Size, Scale: 1})
	k.Layout()
	checkTrends(t, k, "asking anew", "p0", "p1", "p2", "All")
	uitest.Find(t, k, "trends", "text", "computing trends, 25 %")
	uitest.Find(t, k, "trends", "button", "Cancel")
}

// The visible time range can become the window.
func TestTrendsWindow(t *testing.T) {
	k, view := newTest(t, uitest.TrendsModel(3, 2), uitest.Screen, 1)
	view.time.Show(2500*time.Millisecond, 5200*time.Millisecond)
	k.Layout()
	uitest.Click(k, uitest.Find(t, k, "trends", "button", "Use as window"))
	if w := k.Model.State.Window; w != (trees.Window{From: 2, To: 6}) || !view.time.Whole() {
		t.Errorf("the window is %+v", w)
	}
}

// Values and drawing of a chart can be exported.
func TestTrendsExport(t *testing.T) {
	k, _ := newTest(t, uitest.TrendsModel(7, 2), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "trends", "button", "Save or copy Heap"))
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Copy values as CSV"))
	events := uitest.Taken(k)
	text := events[len(events)-1].(model.CopyText).Text
	lines := strings.Split(text, "\n")
	if lines[0] != "gc_point,time_ms,p0,p1,p2,p3,p4,other,all" || lines[2] != "2,1000,6024,10752,15480,20208,24936,64056,141456" {
		t.Errorf("the values are\n%s", text)
	}
	uitest.Click(k, uitest.Find(t, k, "trends", "button", "Save or copy Heap"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Save as SVG…"))
	events = uitest.Taken(k)
	var b strings.Builder
	if err := events[len(events)-1].(model.Save).Write(&b); err != nil || !strings.Contains(b.String(), "Other, 2 groups") {
		t.Errorf("%v: %.200s", err, b.String())
	}
}

// Charts of two levels are below each other in any space. Nothing overlaps or leaves the panel.
func TestTrendsFit(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2} {
		for _, dp := range []image.Point{{320, 240}, {640, 480}, {800, 600}, {1280, 720}, {1920, 1080}} {
			size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
			m := uitest.TrendsModel(7, 4)
			m.State = state.Step(m.State, state.OpenTrend{Level: 0, Key: "Heap#p0"})
			uitest.ResolveTrends(&m)
			k, _ := newTest(t, m, size, scale)
			uitest.CheckTexts(t, k, size)
			var buttons []model.Item
			for _, it := range k.Seen() {
				if it.Panel != "trends" || it.Kind != "button" && it.Kind != "choice" && it.Kind != "switch" {
					continue
				}
				for _, other := range buttons {
					if it.Rect.Overlaps(other.Rect) {
						t.Errorf("%v: %q lies over %q", size, it.Text, other.Text)
					}
				}
				buttons = append(buttons, it)
			}
		}
	}
}

// BenchmarkTrendsPaint paints the view with two levels of a large recording while the pointer moves.
func BenchmarkTrendsPaint(b *testing.B) {
	m := uitest.TrendsModel(400, 20)
	m.State = state.Step(m.State, state.OpenTrend{Level: 0, Key: "Heap#p0"})
	uitest.ResolveTrends(&m)
	k, _ := newTest(b, m, uitest.Screen, 1)
	defer k.Release()
	chart := uitest.Find(b, k, "trends", "plot", "Heap by package over time").Rect
	at := 0
	for b.Loop() {
		at++
		k.Take(model.Pointer{Kind: model.PointerMove, At: image.Pt(chart.Min.X+20+at%200, uitest.Middle(chart).Y)})
		k.Paint()
	}
}
