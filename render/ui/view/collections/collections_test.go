package collections

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/collections"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func page(p collections.Page) model.Model {
	m := uitest.CollectionsModel()
	collections.View.Change(&m.State.Views, func(s *collections.State) { s.Page = p })
	return m
}

func TestGoldens(t *testing.T) {
	uitest.CheckGolden(t, newCore(t, uitest.CollectionsModel(), uitest.Screen, 1), "collections", "collections")
	uitest.CheckGolden(t, newCore(t, uitest.CollectionsModel(), image.Pt(640, 560), 1), "collections", "collections-narrow")
	uitest.CheckGolden(t, newCore(t, page(collections.Patterns), uitest.Screen, 1), "collections", "patterns")
	uitest.CheckGolden(t, newCore(t, uitest.CollectionModel(), uitest.Screen, 1), "collections", "details")
	uitest.CheckGolden(t, newCore(t, uitest.CollectionModel(), image.Pt(640, 700), 1), "collections", "details-narrow")
}

// Nothing overlaps or leaves the panel, at any window size.
func TestSizes(t *testing.T) {
	for _, m := range []model.Model{uitest.CollectionsModel(), page(collections.Patterns), uitest.CollectionModel()} {
		for _, size := range []image.Point{{360, 300}, {500, 400}, {800, 600}, {1280, 720}, {1920, 1080}} {
			for _, scale := range []float64{1, 2} {
				k := newCore(t, m, size.Mul(int(scale)), scale)
				uitest.CheckTexts(t, k, size)
			}
		}
	}
}

// shown returns the current state of the view.
func shown(t *testing.T, k *widget.Core) collections.State {
	t.Helper()
	return collections.View.Of(k.Model.State.Views)
}

// Pointer and keyboard open a collection, and go back.
func TestOpening(t *testing.T) {
	k, view := newTest(t, uitest.CollectionsModel(), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "collections", "row", "HashMap@Shop.java:5"))
	if shown(t, k).Opened != 2 {
		t.Errorf("opened %d", shown(t, k).Opened)
	}
	uitest.Click(k, uitest.Find(t, k, "collections", "button", "All collections"))
	if shown(t, k).Opened != 0 || view.row != 2 {
		t.Errorf("opened %d, keys are on %d", shown(t, k).Opened, view.row)
	}
	uitest.FocusOn(t, k, "Collections listed")
	uitest.Press(k, model.KeyUp, model.KeyUp, model.KeyReturn)
	if shown(t, k).Opened != 1 {
		t.Errorf("the key opened %d", shown(t, k).Opened)
	}
	uitest.FocusOn(t, k, "All collections")
	uitest.Press(k, model.KeyEscape)
	if shown(t, k).Opened != 0 {
		t.Error("Esc does not lead back")
	}
	uitest.Click(k, uitest.Find(t, k, "collections", "button", "All collections together"))
	if shown(t, k).Opened != collections.AllOpened {
		t.Errorf("opened %d", shown(t, k).Opened)
	}
}

// Sliders, column headers, pages, the filter and the button for more rows change the request.
func TestControls(t *testing.T) {
	k, _ := newTest(t, uitest.CollectionsModel(), uitest.Screen, 1)
	uitest.FocusOn(t, k, "Threshold")
	uitest.Press(k, model.KeyRight)
	if got := shown(t, k).Threshold; !got.Moved || got.At < 0.549 || got.At > 0.551 {
		t.Errorf("the threshold is %+v", got)
	}
	uitest.FocusOn(t, k, "Maximum size")
	uitest.Press(k, model.KeyLeft)
	if s := shown(t, k); !s.Limited || s.MaxSize != 10000 {
		t.Errorf("one step below any size is %d", s.MaxSize)
	}
	uitest.Press(k, model.KeyHome)
	if s := shown(t, k); !s.Limited || s.MaxSize != 0 {
		t.Errorf("the least size is %d", s.MaxSize)
	}
	uitest.Press(k, model.KeyEnd)
	if s := shown(t, k); s.Limited {
		t.Errorf("at the end the size is %d", s.MaxSize)
	}
	for title, want := range map[string]collections.Order{"Elements": collections.BySize, "Staleness": collections.ByStaleness,
		"Leak conf.": collections.ByConfidence, "Size × staleness": collections.ByRank} {
		uitest.Click(k, uitest.Find(t, k, "collections", "choice", "Order by: "+title))
		if got := shown(t, k).Order; title != "Size × staleness" && got != want {
			t.Errorf("%s orders by %d", title, got)
		}
	}
	uitest.Click(k, uitest.Find(t, k, "collections", "button", "Show 3 more"))
	if shown(t, k).Top != 50 {
		t.Errorf("lists %d", shown(t, k).Top)
	}
	uitest.Click(k, uitest.Find(t, k, "collections", "field", "Filter"))
	k.Take(widget.Typed("Hash"))
	if s := shown(t, k); s.Text != "Hash" || s.Top != 0 {
		t.Errorf("filters by %q", s.Text)
	}
	uitest.Press(k, model.KeyEscape)
	if shown(t, k).Text != "" {
		t.Errorf("filters by %q after Esc", shown(t, k).Text)
	}
	uitest.Click(k, uitest.Find(t, k, "collections", "choice", "Show: Patterns"))
	uitest.Find(t, k, "collections", "text", "7 collections never held an element")
	k, _ = newTest(t, uitest.CollectionModel(), uitest.Screen, 1)
	uitest.FocusOn(t, k, "Most GETs")
	uitest.Press(k, model.KeyHome)
	if shown(t, k).Gets != 1 {
		t.Errorf("GETs up to %d", shown(t, k).Gets)
	}
}

// A time range dragged in the chart becomes the window for all views.
func TestWindow(t *testing.T) {
	k, _ := newTest(t, uitest.CollectionsModel(), uitest.Screen, 1)
	chart := uitest.Find(t, k, "collections", "plot", "Elements over time").Rect
	uitest.Taken(k)
	uitest.Drag(k, chart.Min.Add(image.Pt(80, 40)), chart.Min.Add(image.Pt(200, 40)))
	if !slices.ContainsFunc(uitest.Taken(k), func(e model.Event) bool {
		do, ok := e.(model.Do)
		choice, is := do.Action.(state.ChooseWindow)
		return ok && is && choice.Window == trees.Window{From: 0, To: 1}
	}) {
		t.Error("no window is chosen")
	}
	for _, test := range []struct {
		from, to trees.Millis
		want     trees.Window
	}{{0, 300, trees.Window{To: 3}}, {90, 110, trees.Window{To: 1}}, {100, 140, trees.Window{From: 1, To: 2}}, {80, 90, trees.Window{To: 1}},
		{280, 300, trees.Window{From: 2, To: 3}},
		{0, 10, trees.Window{To: 1}}, {130, 220, trees.Window{From: 1, To: 2}}} {
		got := windowOf([]trees.Millis{0, 100, 200, 300}, widget.PlotSpan{From: test.from.Duration(), To: test.to.Duration()})
		if got != test.want {
			t.Errorf("%d to %d: %v, want %v", test.from, test.to, got, test.want)
		}
	}
}

// Lists that do not fit scroll by keyboard.
func TestScrolling(t *testing.T) {
	k, _ := newTest(t, uitest.CollectionModel(), image.Pt(640, 420), 1)
	uitest.FocusOn(t, k, "Lines")
	s := k.Scrollers["collections/lines"]
	for _, step := range []struct {
		key  string
		want float32
	}{{model.KeyDown, rowHigh}, {model.KeyUp, 0}, {model.KeyEnd, s.Content - s.View}, {model.KeyHome, 0}} {
		if uitest.Press(k, step.key); s.Offset != step.want {
			t.Errorf("%s scrolls to %v, want %v", step.key, s.Offset, step.want)
		}
	}
}

// Empty states explain why there is nothing to show, and what to do next.
func TestStages(t *testing.T) {
	req := query.NewRequest(collections.Kind.Of(collections.Query{}))
	for words, results := range map[string]query.Results{
		"Collections were not recorded":      {Request: req, Err: fmt.Errorf("x: %w", collections.ErrNone)},
		"Analyzing collections was canceled": {Request: req},
		"Analyzing collections…":             {Request: req, Busy: true, Progress: query.Progress{Done: 1, Total: 2, What: "reading"}},
		"Collection usage cannot be shown":   {Request: req, Err: errors.New("a.mct: damaged")},
	} {
		m := uitest.CollectionsModel()
		m.Results = results
		k, _ := newTest(t, m, uitest.Screen, 1)
		uitest.Find(t, k, "collections", "text", words)
		button := map[bool]string{true: "Manual", false: "Try again"}[strings.Contains(words, "recorded")]
		if !results.Busy {
			uitest.Taken(k)
			uitest.Click(k, uitest.Find(t, k, "collections", "button", button))
			if events := uitest.Taken(k); len(events) != 1 {
				t.Errorf("%s: %v", button, events)
			}
		}
	}
	m := uitest.CollectionsModel()
	m.Results = collections.Kind.With(query.Results{}, collections.Query{}, &collections.Report{})
	k, _ := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, "collections", "text", "No collection was alive in the window.")
	m.Results = collections.Kind.With(query.Results{}, collections.Query{}, &collections.Report{Window: collections.Window{Collections: 2}})
	k, _ = newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, "collections", "text", "No collection matches the filters.")
}

// The contents can be copied and saved.
func TestExport(t *testing.T) {
	for name, m := range map[string]model.Model{"collections": uitest.CollectionsModel(), "patterns": page(collections.Patterns),
		"collection": uitest.CollectionModel()} {
		k, view := newTest(t, m, uitest.Screen, 1)
		files, copied := map[string]string{}, 0
		for _, row := range view.menuRows(k) {
			switch e := row.Event.(type) {
			case model.CopyText:
				copied++
				if !strings.Contains(e.Text, "Shop.java:") {
					t.Errorf("%s: %s copies %q", name, row.Text, e.Text)
				}
			case model.Save:
				var b strings.Builder
				if strings.HasSuffix(e.Name, "png") {
					continue
				}
				if err := e.Write(&b); err != nil {
					t.Fatal(err)
				}
				files[e.Name] = b.String()
			}
		}
		if copied != 2 || !strings.Contains(files[name+".csv"], "Shop.java:") {
			t.Errorf("%s: %d are copied, %v", name, copied, files)
		}
		if svg := files[name+".svg"]; name != "patterns" && !strings.Contains(svg, "Shop.java:") {
			t.Errorf("%s: %.200q", name, svg)
		}
	}
	k, view := newTest(t, uitest.CollectionsModel(), uitest.Screen, 1)
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, "collections", "row", "HashMap@Shop.java:5").Rect), model.Secondary, 0)
	rows := view.rowMenuRows(k)
	if k.Menu.Name != RowMenu || len(rows) != 3 || rows[2].Event != (model.CopyText{Text: "app.Shop.run(Shop.java:5)"}) {
		t.Errorf("the menu is %q with %v", k.Menu.Name, rows)
	}
}

// Both colors are distinguishable in both themes, for color-blind users as well.
func TestColors(t *testing.T) {
	for _, theme := range []scene.Theme{scene.Light, scene.Dark} {
		for _, blind := range []bool{false, true} {
			m := uitest.CollectionsModel()
			m.State.Settings.Theme, m.State.Settings.ColorBlind = theme, blind
			k, view := newTest(t, m, uitest.Screen, 1)
			c := k.Offscreen()
			cold, hot := view.colors(c)
			if cold == hot || view.staleColor(c, 0) != cold || view.staleColor(c, 1) != hot || view.staleColor(c, 2) != hot {
				t.Errorf("%v, %v: %v and %v", theme, blind, cold, hot)
			}
		}
	}
}

// The sizes that the slider steps through.
func TestSizesOfSlider(t *testing.T) {
	for largest, want := range map[int64][]int64{0: {0}, 1: {0}, 2: {0, 1}, 11: {0, 1, 2, 5, 10}, 20: {0, 1, 2, 5, 10}, 21: {0, 1, 2, 5, 10, 20}} {
		if got := sizesUpTo(largest); !slices.Equal(got, want) {
			t.Errorf("up to %d: %v, want %v", largest, got, want)
		}
	}
}
