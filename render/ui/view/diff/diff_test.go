package diff

import (
	"bytes"
	"encoding/csv"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/rows"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// uncounted returns a diff with only the numbers before and after.
func uncounted(m model.Model) model.Model {
	t := *diffs.Kind.Result(&m.Results).Tree
	t.Followed, t.Nodes = diffs.NotFollowed, slices.Clone(t.Nodes)
	for i := range t.Nodes {
		t.Nodes[i].Change = nil
	}
	q := diffs.Kind.Result(&m.Results).Query
	m.Results = diffs.Kind.With(m.Results, q, &diffs.Report{Query: q, Tree: &t})
	return m
}

func TestDiffGoldens(t *testing.T) {
	uitest.CheckGolden(t, newCore(t, uitest.DiffModel(4, 3), uitest.Screen, 1), "diff", "diff")
	uitest.CheckGolden(t, newCore(t, uncounted(uitest.DiffModel(4, 3)), uitest.Screen, 1), "diff", "diff-counts")
}

// Rows, switches and the order change the state. The table keeps the keyboard focus.
func TestDiffByKeysAndMouse(t *testing.T) {
	k, _ := newTest(t, uitest.DiffModel(3, 2), uitest.Screen, 1)
	rows := func() (names []string) {
		for _, it := range k.Seen() {
			if it.Panel == "diff" && it.Kind == "row" {
				names = append(names, it.Text)
			}
		}
		return names
	}
	uitest.Press(k, model.KeyDown, model.KeyRight, model.KeyRight)
	uitest.CheckSelected(t, k, "keys", "Heap#p0#T0.0")
	if got := rows(); !slices.Equal(got, []string{"Heap", "p0", "T0.0", "T0.1", "p1", "p2"}) {
		t.Fatalf("the rows are %q", got)
	}
	uitest.Click(k, uitest.Find(t, k, "diff", "button", "Born"))
	uitest.Click(k, uitest.Find(t, k, "diff", "button", "Born"))
	if d := diffs.View.Of(k.Model.State.Views); d.Sort != diffs.Born || !d.Upward {
		t.Errorf("the order is %v, %v", d.Sort, d.Upward)
	}
	if got := rows(); got[1] != "p2" {
		t.Errorf("the least born are in %q", got[1])
	}
	for _, c := range []struct {
		text string
		is   func(s state.State) bool
	}{
		{"Vanished only", func(s state.State) bool { return diffs.View.Of(s.Views).Vanished }},
		{"Probable matches", func(s state.State) bool { return diffs.View.Of(s.Views).Probable }},
		{"Show in city", func(s state.State) bool { return s.Division == scene.ByFate }},
	} {
		uitest.Click(k, uitest.Find(t, k, "diff", "switch", c.text))
		if !c.is(k.Model.State) {
			t.Errorf("%s does nothing", c.text)
		}
		k.Do(state.Undo{})
		k.Layout()
		if c.is(k.Model.State) {
			t.Errorf("%s cannot be taken back", c.text)
		}
	}
	uitest.Click(k, uitest.Find(t, k, "diff", "button", "Options"))
	if it := uitest.Find(t, k, model.Menu, "button", "Through all points"); !it.Off {
		t.Error("objects can be followed through points that there are not")
	}
	uitest.Press(k, model.KeyEscape)
	uitest.Click(k, uitest.Find(t, k, "diff", "switch", "Vanished only"))
	uitest.Find(t, k, "diff", "text", "No group has vanished.")
	uitest.Click(k, uitest.Find(t, k, "diff", "switch", "Vanished only"))
	uitest.Click(k, uitest.Find(t, k, "diff", "field", "Filter"))
	k.Take(widget.Typed("t1."))
	if got := rows(); !slices.Equal(got, []string{"Heap", "p1", "T1.1", "T1.0"}) {
		t.Errorf("what is looked for is %q", got)
	}
	k.Take(widget.Typed("/(/"))
	if !strings.Contains(uitest.Describe(k.Seen()), "1 of") && !strings.Contains(uitest.Describe(k.Seen()), "bracket") {
		t.Error("nothing shows the filter")
	}
	uitest.Press(k, model.KeyEscape)
	if it, _ := uitest.FocusedItem(k); it.Kind != "table" || k.FilterText(diffTable) != "" {
		t.Errorf("Esc leads to %q", it.Text)
	}
}

func TestDiffRowMenu(t *testing.T) {
	at := func(k *widget.Core) image.Point {
		return uitest.Middle(uitest.Find(t, k, "diff", "row", "p1").Rect)
	}
	for choice, want := range map[string][]model.Event{
		"Show in city": {model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}},
			model.Do{Action: state.Visit{View: state.CityView, Key: "Heap#p1"}}, model.Run(action.CameraFocus)},
		"Inspect as group": {model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}},
			model.Do{Action: state.Visit{View: inspect.View.ID, Key: "Heap#p1"}}},
		"Who holds it": {model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}},
			model.Do{Action: state.Visit{View: graphs.View.ID, Key: "Heap#p1"}}},
		"Expand all below": {model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}},
			model.Do{Action: state.OpenRows{In: diffs.View.ID, Keys: []string{"Heap#p1"}}}},
		"Copy as text": {model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}},
			model.CopyText{Text: "Heap → p1\n  Before: 72 B\n  After: 144 B\n  Difference: +72 B\n  Died: 36 B\n" +
				"  Survived: 36 B\n  Born: 108 B\n  Turnover: 36 B\n"}},
	} {
		k, _ := newTest(t, uitest.DiffModel(2, 2), uitest.Screen, 1)
		uitest.ClickWith(k, at(k), model.Secondary, 0)
		uitest.Click(k, uitest.Find(t, k, model.Menu, "button", choice))
		uitest.Wanted(t, k, want...)
	}
}

// Objects that moved between groups have separate columns, if there are any.
func TestDiffShowsWhatMoved(t *testing.T) {
	m := uitest.DiffModel(2, 2)
	k, _ := newTest(t, m, image.Pt(1900, 900), 1)
	if strings.Contains(uitest.Describe(k.Seen()), "button Came\n") {
		t.Error("nothing moved, and there is a column for it")
	}
	nodes := diffs.Kind.Result(&m.Results).Tree.Nodes
	nodes[1].Change.MovedOut, nodes[4].Change.MovedIn = trees.Amount{Objects: 2, Bytes: 48}, trees.Amount{Objects: 2, Bytes: 48}
	k, _ = newTest(t, m, image.Pt(1900, 900), 1)
	if it := uitest.Find(t, k, "diff", "row", "p0"); !strings.HasSuffix(it.Value, "left=48 came=0") {
		t.Errorf("the row says %q", it.Value)
	}
	uitest.Click(k, uitest.Find(t, k, "diff", "button", "Moved in"))
	if d := diffs.View.Of(k.Model.State.Views); d.Sort != diffs.Came {
		t.Errorf("sorted by %v", d.Sort)
	}
}

// All saved data is immutable, because another goroutine writes it.
func TestDiffIsSaved(t *testing.T) {
	k, _ := newTest(t, uitest.DiffModel(3, 2), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "diff", "button", "Options"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Save as CSV…"))
	var table bytes.Buffer
	for _, e := range uitest.Taken(k) {
		if s, ok := e.(model.Save); ok {
			if err := s.Write(&table); err != nil || s.Name != "diff.csv" {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
	}
	lines, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(lines) != 5 ||
		strings.Join(lines[0], " ") != "path name role level parts before after difference died permanent born turnover" ||
		strings.Join(lines[1], " ") != "Heap Heap  0 216/216/648 432 864 432 216 216 648 216" {
		t.Errorf("the table is %q, %v", lines, err)
	}
}

func TestDiffStates(t *testing.T) {
	req := query.NewRequest(diffs.Kind.Of(diffs.Query{To: 1}))
	for text, change := range map[string]func(m *model.Model){
		"Comparing two GC points…": func(m *model.Model) { m.Results = query.Results{Request: req, Busy: true} },
		"Comparing was canceled":   func(m *model.Model) { m.Results = query.Results{Request: req} },
		"The GC points cannot be compared": func(m *model.Model) {
			m.Results = query.Results{Request: req,
				Err: errors.New("heap 2: cut off")}
		},
		"The window has a single GC point": func(m *model.Model) {
			m.State.Window, m.Results = trees.Window{From: 1, To: 1},
				query.Results{}
		},
		"One GC point cannot be compared":    func(m *model.Model) { m.Points, m.Results = m.Points[:1], query.Results{} },
		"Before: GC point 1, 0 ms  ·  216 B": func(*model.Model) {},
	} {
		m := uitest.DiffModel(2, 2)
		change(&m)
		for _, size := range []image.Point{uitest.Screen, {640, 480}} {
			k, _ := newTest(t, m, size, 1)
			uitest.Find(t, k, "diff", "text", text)
		}
	}
	m := uitest.DiffModel(2, 2)
	k, _ := newTest(t, m, uitest.Screen, 1)
	m.Results = m.Results.Drop(diffs.Kind.Any())
	m.Results.Busy, m.Results.Progress = true, query.Progress{Done: 1, Total: 2, What: "reading"}
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	uitest.Find(t, k, "diff", "row", "p1") // until the next report arrives
	uitest.Find(t, k, "diff", "text", "comparing, 50 %")
	uitest.Click(k, uitest.Find(t, k, "diff", "button", "Cancel"))
	uitest.Wanted(t, k, model.Run(action.WorkCancel))
}

// Nothing leaves its panel or overlaps, at any size and scale.
func TestChangeFits(t *testing.T) {
	dark := uitest.DiffModel(12, 3)
	dark.State.Settings.Unit = trees.Objects
	diffs.View.Change(&dark.State.Views, func(s *diffs.State) { s.Open = rows.Expansion{}.With([]string{"Heap#p3"}, true) })
	for _, m := range []model.Model{uitest.DiffModel(3, 2), dark, uncounted(uitest.DiffModel(9, 2)), uitest.ChurnModel(),
		uitest.AllocatedModel(), uitest.FreedModel()} {
		for _, dp := range []image.Point{{320, 240}, {640, 480}, {800, 600}, {1280, 720}, {1920, 1080}} {
			for _, scale := range []float64{1, 1.5, 2} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				uitest.CheckTexts(t, newCore(t, m, size, scale), size)
			}
		}
	}
}

// With very many groups, only the visible ones are laid out.
func BenchmarkDiffScroll(b *testing.B) {
	m := uitest.DiffModel(1000, 100)
	var open []string
	for i := range m.Plan.Series.Nodes {
		open = append(open, m.Plan.Series.Key(int32(i)))
	}
	diffs.View.Change(&m.State.Views, func(s *diffs.State) { s.Open = rows.Expansion{}.With(open, true) })
	k, _ := newTest(b, m, uitest.Screen, 1)
	at := uitest.Middle(k.Rects["diff"])
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	for b.Loop() {
		k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 3})
	}
}

// BenchmarkDiffPaint repaints the whole diff view, as scrolling does.
func BenchmarkDiffPaint(b *testing.B) {
	m := uitest.DiffModel(1000, 100)
	k, view := newTest(b, m, uitest.Screen, 1)
	defer k.Release()
	at := uitest.Middle(k.Rects["diff"])
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	for b.Loop() {
		k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 3})
		k.Paint()
		if view.Tree.Offset > 10000 {
			view.Tree.Offset = 0
		}
	}
}
