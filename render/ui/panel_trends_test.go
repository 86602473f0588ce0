package ui

import (
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city"
)

// trendsModel is the trends view of a recording of ten GC points a second apart: packages of types, of which the first of all
// grows most. Answered says what levels are.
func trendsModel(packages, types int) Model {
	series := packagesSeries(10, 1000, packages, types, func(p, i, j int) int { return 100*(i+1) + 10*(j+1) + p*(packages-i)*(types-j) })
	settings := city.DefaultSettings()
	m := Model{State: city.NewState(10, settings), Name: "trends", Format: "hprof", At: 9, CanSearch: true, Groups: len(series.Nodes),
		Catalog: &city.Catalog{}, Plan: city.NewPlan(series, city.NewMeta(series, city.Window{From: 0, To: 9}), settings)}
	for p := range 10 {
		m.Points = append(m.Points, Point{city.Millis(1000 * p), series.Objects(p, 0), series.Bytes(p, 0)})
	}
	m.State.View = city.TrendsView
	m.answerTrends()
	return m
}

// answerTrends answers what the view asks for.
func (m *Model) answerTrends() {
	s := m.Plan.Series
	w := m.State.Window
	m.Answers = city.Answers{Ask: city.Ask{Trends: m.State.Trends.Ask(m.State.Settings.Metric == city.Bytes, w.From, w.To)}}
	looked := s.Only(func(source int) bool { return source >= w.From && source <= w.To })
	m.Answers.Trends = m.Answers.Ask.Trends.Report(looked, w.To-w.From+1, m.State.Settings.Measure)
}

// answered shows the answer to what the view asks for now.
func answered(k *core) {
	m := k.model
	m.answerTrends()
	k.show(&shown{m, k.size, float64(k.dpPx)})
	k.layout()
}

// trendNames lists the rows of all tables, from top to bottom.
func trendNames(k *core) []string {
	var names []string
	for _, it := range k.seen() {
		if it.Panel == TrendsP && it.Kind == "row" {
			names = append(names, it.Text)
		}
	}
	return names
}

// A group that is selected, as by a step of the guide, has a series of its own, and stands out.
func TestTrendsTellWhatIsSelected(t *testing.T) {
	m := trendsModel(7, 2)
	m.State = city.Step(m.State, city.SelectRows{Keys: []string{"Heap#p6"}})
	k := newTest(t, m, image.Pt(1280, 1100), 1)
	checkTrends(t, k, "a selection", "p0", "p1", "p2", "p3", "p4", "p6", "Other, 1 group", "All")
	m.State = city.Step(m.State, city.SelectRows{Keys: []string{"Heap#p1"}})
	k = newTest(t, m, image.Pt(1280, 1100), 1)
	checkTrends(t, k, "another selection", "p0", "p1", "p2", "p3", "p4", "Other, 2 groups", "All")
}

func checkTrends(t *testing.T, k *core, after string, want ...string) {
	t.Helper()
	if got := trendNames(k); !slices.Equal(got, want) {
		t.Fatalf("after %s the rows are %q, want %q", after, got, want)
	}
}

// One drills down with the keys alone.
func TestTrendsByKeys(t *testing.T) {
	k := newTest(t, trendsModel(7, 2), image.Pt(1280, 1100), 1)
	top := []string{"p0", "p1", "p2", "p3", "p4", "Other, 2 groups", "All"}
	checkTrends(t, k, "opening", top...)
	if it, ok := focusedItem(k); !ok || it.Text != "Series of Heap" {
		t.Fatalf("the focus is on %q", it.Text)
	}
	press(k, KeyDown, KeyReturn)
	checkSelected(t, k, "Down, Return", "Heap#p1")
	answered(k)
	checkTrends(t, k, "Return", append(slices.Clone(top), "T1.0", "T1.1", "All of p1")...)
	if it, ok := focusedItem(k); !ok || it.Text != "Series of p1" {
		t.Fatalf("after Return the focus is on %q", it.Text)
	}
	press(k, KeyDown)
	checkSelected(t, k, "Down", "Heap#p1#T1.1")
	press(k, KeyReturn)
	if got := k.model.State.Trends.Levels; !slices.Equal(got, []string{"Heap#p1"}) {
		t.Errorf("after Return on a leaf %q is open", got)
	}
	k.do(city.CloseTrend{Level: 1})
	answered(k)
	checkSelected(t, k, "closing", "Heap#p1")
	checkTrends(t, k, "closing", top...)
	if it, ok := focusedItem(k); !ok || it.Text != "Series of Heap" {
		t.Errorf("after closing the focus is on %q", it.Text)
	}
}

// A press on a row or an area selects it and opens what is in it; one on the sky above goes to that time.
func TestTrendsByMouse(t *testing.T) {
	k := newTest(t, trendsModel(3, 2), screen, 1)
	row := find(t, k, TrendsP, "row", "p1")
	clickWith(k, image.Pt(row.Rect.Min.X+60, middle(row.Rect).Y), Primary, 0)
	checkSelected(t, k, "a press on a row", "Heap#p1")
	answered(k)
	clickWith(k, image.Pt(row.Rect.Min.X+60, middle(row.Rect).Y), Primary, Ctrl)
	if got := k.model.State.Trends.Levels; !slices.Equal(got, []string{"Heap#p1"}) {
		t.Errorf("after Ctrl and a press %q is open", got)
	}
	click(k, find(t, k, TrendsP, "button", "Close p1"))
	answered(k)
	if got := k.model.State.Trends.Levels; len(got) > 0 {
		t.Errorf("after closing %q is open", got)
	}
	chart := find(t, k, TrendsP, "plot", "Heap by package over time").Rect
	clickWith(k, image.Pt(middle(chart).X, chart.Max.Y-8), Primary, 0)
	checkSelected(t, k, "a press on the lowest area", "Heap#p2")
	answered(k)
	chart = find(t, k, TrendsP, "plot", "Heap by package over time").Rect
	clickWith(k, image.Pt(chart.Min.X+chart.Dx()/3, chart.Min.Y+9), Primary, 0)
	if k.model.State.Point != 3 || k.model.State.Selection != "Heap#p2" {
		t.Errorf("a press on nothing shows point %d and selects %q", k.model.State.Point, k.model.State.Selection)
	}
}

// The arrows go from GC point to GC point, and Return opens what is selected.
func TestTrendsChartByKeys(t *testing.T) {
	k := newTest(t, trendsModel(3, 2), screen, 1)
	focusOn(t, k, "Heap by package over time")
	press(k, KeyLeft, KeyLeft)
	if k.model.State.Point != 7 {
		t.Errorf("two steps back lead to point %d", k.model.State.Point)
	}
	press(k, KeyHome)
	if k.model.State.Point != 0 {
		t.Errorf("Home leads to point %d", k.model.State.Point)
	}
	k.do(city.Select{Key: "Heap#p2"})
	k.layout()
	press(k, KeyReturn)
	if got := k.model.State.Trends.Levels; !slices.Equal(got, []string{"Heap#p2"}) {
		t.Errorf("Return opens %q", got)
	}
}

// The order of a chart follows the head that was pressed, in that chart alone; colours stay with their groups.
func TestTrendsOrder(t *testing.T) {
	k := newTest(t, trendsModel(7, 2), image.Pt(1920, 1080), 1)
	k.do(city.OpenTrend{Level: 0, Key: "Heap#p0"})
	answered(k)
	hues := map[string]int{}
	for key, hue := range k.local.trends.hues {
		hues[key] = hue
	}
	click(k, find(t, k, TrendsP, "button", "End"))
	answered(k)
	if got := trendNames(k)[:5]; !slices.Equal(got, []string{"p6", "p5", "p4", "p3", "p2"}) {
		t.Errorf("the largest at the end are %q", got)
	}
	if got := k.model.State.Trends.Chart(1); got != (city.TrendChart{Top: city.UsualTop}) {
		t.Errorf("the lower chart has %+v", got)
	}
	for _, key := range []string{"Heap#p2", "Heap#p3", "Heap#p4", "Heap#p0#T0.0"} {
		if k.local.trends.hues[key] != hues[key] {
			t.Errorf("%s has colour %d, and had %d", key, k.local.trends.hues[key], hues[key])
		}
	}
	click(k, find(t, k, TrendsP, "button", "Top 5 by end"))
	click(k, find(t, k, Menu, "button", "Top 3"))
	answered(k)
	if got := trendNames(k)[:5]; got[3] != "p0" || got[4] != "Other, 3 groups" { // what is drilled down into stays
		t.Errorf("the rows are %q", got)
	}
}

// Shown together, no two groups have one colour, and each keeps its own if it can.
func TestHueBook(t *testing.T) {
	book := hueBook{}
	if got := book.give([]string{"a", "b", "c"}); !slices.Equal(got, []int{0, 1, 2}) {
		t.Fatalf("colours %v", got)
	}
	if got := book.give([]string{"x", "c", "y"}); !slices.Equal(got, []int{0, 2, 1}) {
		t.Fatalf("colours %v", got)
	}
	if got := book.give([]string{"y", "b", "a", "c"}); !slices.Equal(got, []int{1, 3, 0, 2}) {
		t.Fatalf("colours %v", got)
	}
	if got := book.give([]string{"b", "y"}); !slices.Equal(got, []int{3, 1}) {
		t.Fatalf("colours %v", got)
	}
}

// What is lacking is said, with what to do.
func TestTrendsStates(t *testing.T) {
	for _, test := range []struct {
		words, button string
		change        func(m *Model)
	}{
		{"A series is needed to see growth", "", func(m *Model) { m.Points = m.Points[:1] }},
		{"The window has a single GC point", "All GC points", func(m *Model) { m.State.Window = city.Window{From: 4, To: 4} }},
		{"No trends", "Try again", func(m *Model) { m.Answers.Trends, m.Answers.Err = nil, errors.New("retained sizes: not told") }},
		{"No trends", "Try again", func(m *Model) { m.Answers.Trends = nil }},
		{"Following the groups over time …", "", func(m *Model) { m.Answers = city.Answers{Busy: true} }},
	} {
		m := trendsModel(3, 2)
		test.change(&m)
		k := newTest(t, m, screen, 1)
		find(t, k, TrendsP, "text", test.words)
		if test.button != "" {
			find(t, k, TrendsP, "button", test.button)
		}
		if names := trendNames(k); len(names) > 0 {
			t.Errorf("%s: there are rows %q", test.words, names)
		}
	}
}

// While an answer is computed, the charts of before stay.
func TestTrendsStay(t *testing.T) {
	k := newTest(t, trendsModel(3, 2), screen, 1)
	m := k.model
	m.Answers.Trends, m.Answers.Busy, m.Answers.Progress = nil, true, city.Progress{Done: 1, Total: 4, What: "reading"}
	k.show(&shown{m, k.size, 1})
	k.layout()
	checkTrends(t, k, "asking anew", "p0", "p1", "p2", "All")
	find(t, k, TrendsP, "text", "computing trends, 25 %")
	find(t, k, TrendsP, "button", "Cancel")
}

// The time that the charts show can be made the window.
func TestTrendsWindow(t *testing.T) {
	k := newTest(t, trendsModel(3, 2), screen, 1)
	k.local.trends.time.show(2500*time.Millisecond, 5200*time.Millisecond)
	k.layout()
	click(k, find(t, k, TrendsP, "button", "Use as window"))
	if w := k.model.State.Window; w != (city.Window{From: 2, To: 6}) || !k.local.trends.time.whole() {
		t.Errorf("the window is %+v", w)
	}
}

// The values of a chart as a file, and its drawing.
func TestTrendsExport(t *testing.T) {
	k := newTest(t, trendsModel(7, 2), screen, 1)
	click(k, find(t, k, TrendsP, "button", "Save or copy Heap"))
	taken(k)
	click(k, find(t, k, Menu, "button", "Copy values as CSV"))
	events := taken(k)
	text := events[len(events)-1].(CopyText).Text
	lines := strings.Split(text, "\n")
	if lines[0] != "gc_point,time_ms,p0,p1,p2,p3,p4,other,all" || lines[2] != "2,1000,251,448,645,842,1039,2669,5894" {
		t.Errorf("the values are\n%s", text)
	}
	click(k, find(t, k, TrendsP, "button", "Save or copy Heap"))
	click(k, find(t, k, Menu, "button", "Save as SVG…"))
	events = taken(k)
	var b strings.Builder
	if err := events[len(events)-1].(Save).Write(&b); err != nil || !strings.Contains(b.String(), "Other, 2 groups") {
		t.Errorf("%v: %.200s", err, b.String())
	}
}

// Charts of two levels lie below one another, whatever room there is: nothing overlaps, nothing leaves the panel.
func TestTrendsFit(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2} {
		for _, dp := range []image.Point{{320, 240}, {640, 480}, {800, 600}, {1280, 720}, {1920, 1080}} {
			size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
			m := trendsModel(7, 4)
			m.State = city.Step(m.State, city.OpenTrend{Level: 0, Key: "Heap#p0"})
			m.answerTrends()
			k := newTest(t, m, size, scale)
			checkTexts(t, k, size)
			var buttons []Item
			for _, it := range k.seen() {
				if it.Panel != TrendsP || it.Kind != "button" && it.Kind != "choice" && it.Kind != "switch" {
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
	needGraphics(b)
	m := trendsModel(400, 20)
	m.State = city.Step(m.State, city.OpenTrend{Level: 0, Key: "Heap#p0"})
	m.answerTrends()
	k := newTest(b, m, screen, 1)
	defer k.release()
	chart := find(b, k, TrendsP, "plot", "Heap by package over time").Rect
	at := 0
	for b.Loop() {
		at++
		k.take(Pointer{Kind: PointerMove, At: image.Pt(chart.Min.X+20+at%200, middle(chart).Y)})
		if err := k.paint(); err != nil {
			b.Fatal(err)
		}
	}
}
