package heap

import (
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/table"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func checkRows(t *testing.T, k *widget.Core, after string, want ...string) {
	t.Helper()
	if got := shownRows(k); !slices.Equal(got, want) {
		t.Fatalf("after %s the rows are %q, want %q", after, got, want)
	}
}

// The usual keys of file trees work as soon as the view opens.
func TestHeapByKeys(t *testing.T) {
	k, _ := newTest(t, uitest.HeapModel(3, 2), uitest.Screen, 1)
	checkRows(t, k, "opening", "Heap", "p0", "p1", "p2")
	if it, ok := uitest.FocusedItem(k); !ok || it.Kind != "table" {
		t.Fatalf("the focus is on %q", it.Text)
	}
	uitest.Press(k, model.KeyDown)
	uitest.CheckSelected(t, k, "Down", "Heap#p0")
	uitest.Press(k, model.KeyRight)
	checkRows(t, k, "Right", "Heap", "p0", "T0.0", "T0.1", "p1", "p2")
	uitest.Press(k, model.KeyRight)
	uitest.CheckSelected(t, k, "Right", "Heap#p0#T0.0")
	uitest.Press(k, model.KeyRight)
	uitest.CheckSelected(t, k, "Right on a leaf", "Heap#p0#T0.0")
	uitest.Press(k, model.KeyLeft)
	uitest.CheckSelected(t, k, "Left on a leaf", "Heap#p0")
	uitest.Press(k, model.KeyLeft)
	checkRows(t, k, "Left", "Heap", "p0", "p1", "p2")
	uitest.Press(k, model.KeyLeft)
	uitest.CheckSelected(t, k, "Left on what is closed", "Heap")
	uitest.Press(k, model.KeyEnd)
	uitest.CheckSelected(t, k, "End", "Heap#p2")
	uitest.Press(k, model.KeyDown)
	uitest.CheckSelected(t, k, "Down at the end", "Heap#p2")
	uitest.Press(k, model.KeyHome)
	uitest.CheckSelected(t, k, "Home", "Heap")
	uitest.Press(k, model.KeyPageDown, model.KeyUp)
	uitest.CheckSelected(t, k, "PageDown, Up", "Heap#p1")
	k.Take(model.Key{Name: model.KeyUp, Mods: action.Shift})
	uitest.CheckSelected(t, k, "Shift+Up", "Heap#p1", "Heap#p0")
	uitest.Press(k, model.KeyEscape)
	if widget.Takes(k.FocusKind, model.Key{Name: model.KeyEscape}) || widget.Takes(k.FocusKind, model.Key{Name: model.KeySpace}) {
		t.Error("Esc and Space stay with the table")
	}
}

// Moving through rows by keyboard adds a single entry to the history.
func TestHeapWalkIsOnePlace(t *testing.T) {
	k, _ := newTest(t, uitest.HeapModel(9, 2), uitest.Screen, 1)
	uitest.Press(k, model.KeyDown, model.KeyDown, model.KeyDown, model.KeyDown)
	s := state.Step(k.Model.State, state.Back{})
	if s.Selection != "" || s.CanGoBack() {
		t.Errorf("back leads to %q", s.Selection)
	}
}

func TestHeapByMouse(t *testing.T) {
	k, _ := newTest(t, uitest.HeapModel(5, 2), uitest.Screen, 1)
	uitest.ClickWith(k, rowAt(t, k, "p1"), model.Primary, 0)
	uitest.CheckSelected(t, k, "a click", "Heap#p1")
	uitest.ClickWith(k, rowAt(t, k, "p1"), model.Primary, 0)
	uitest.CheckSelected(t, k, "a second click", "Heap#p1")
	uitest.ClickWith(k, rowAt(t, k, "p3"), model.Primary, action.Ctrl)
	uitest.CheckSelected(t, k, "Ctrl+click", "Heap#p1", "Heap#p3")
	uitest.ClickWith(k, rowAt(t, k, "p1"), model.Primary, action.Ctrl)
	uitest.CheckSelected(t, k, "Ctrl+click on what is selected", "Heap#p3")
	uitest.ClickWith(k, rowAt(t, k, "p2"), model.Primary, 0)
	uitest.ClickWith(k, rowAt(t, k, "p4"), model.Primary, action.Shift)
	uitest.CheckSelected(t, k, "Shift+click", "Heap#p2", "Heap#p3", "Heap#p4")
	uitest.ClickWith(k, rowAt(t, k, "p1"), model.Primary, action.Shift)
	uitest.CheckSelected(t, k, "Shift+click above", "Heap#p2", "Heap#p1")
	uitest.Click(k, uitest.Find(t, k, "heap", "opener", "Open p4"))
	uitest.CheckSelected(t, k, "opening", "Heap#p2", "Heap#p1")
	if rows := shownRows(k); !slices.Contains(rows, "T4.0") {
		t.Errorf("the rows are %q", rows)
	}
	at := rowAt(t, k, "p0")
	uitest.ClickWith(k, at, model.Primary, 0)
	k.Take(model.Pointer{Kind: model.PointerPress, At: at, Buttons: model.Primary, Time: k.Now})
	k.Take(model.Pointer{Kind: model.PointerRelease, At: at, Time: k.Now})
	if rows := shownRows(k); !slices.Contains(rows, "T0.0") {
		t.Errorf("after a double click the rows are %q", rows)
	}
}

func TestHeapSorts(t *testing.T) {
	k, _ := newTest(t, uitest.HeapModel(3, 2), image.Pt(1900, 900), 1)
	if it := uitest.Find(t, k, "heap", "button", "Bytes"); it.Value != "largest first" {
		t.Errorf("the head of bytes says %q", it.Value)
	}
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "Bytes"))
	checkRows(t, k, "a click on what is sorted", "Heap", "p2", "p1", "p0")
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "Retained bytes"))
	checkRows(t, k, "retained bytes", "Heap", "p0", "p1", "p2")
	if it := uitest.Find(t, k, "heap", "button", "Bytes"); it.Value != "" {
		t.Errorf("the head of bytes says %q", it.Value)
	}
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "Name"))
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "Name"))
	checkRows(t, k, "name from Z to A", "Heap", "p2", "p1", "p0")
	if it := uitest.Find(t, k, "heap", "row", "p2"); it.Value != "objects=6 bytes=144 share=0.16666666666666666 growth=72 retained_bytes=432" {
		t.Errorf("the row says %q", it.Value)
	}
}

// With very many rows, only the visible ones are laid out. Wheel, keyboard and scroll bar reach all.
func TestHeapIsVirtual(t *testing.T) {
	k, view := newTest(t, uitest.HeapModel(200, 100), uitest.Screen, 1)
	view.Tree.MenuKey = "Heap"
	k.Offscreen().OpenBelow(groupsOf(k.Model.Plan.Series), 0, true)
	k.Layout()
	rows := shownRows(k)
	if high := k.Rects["heap"].Dy() / widget.TreeStep; len(rows) > high || len(rows) < high-8 {
		t.Errorf("%d rows are laid out, %d fit", len(rows), high)
	}
	if it := uitest.Find(t, k, "heap", "table", "Groups"); it.Value != "20,201 rows" {
		t.Errorf("the list says %q", it.Value)
	}
	at := uitest.Middle(k.Rects["heap"])
	k.Take(model.Pointer{Kind: model.PointerMove, At: at})
	k.Take(model.Pointer{Kind: model.PointerWheel, At: at, Wheel: 4})
	if got := view.Tree.Offset; got != 4*widget.WheelStep {
		t.Errorf("four notches scroll by %v", got)
	}
	uitest.Press(k, model.KeyEnd)
	if rows = shownRows(k); rows[len(rows)-1] != "T199.99" {
		t.Errorf("the last row is %q", rows[len(rows)-1])
	}
	bar := uitest.Find(t, k, "heap", "slider", "Scroll")
	uitest.Drag(k, image.Pt(uitest.Middle(bar.Rect).X, bar.Rect.Max.Y-4), image.Pt(uitest.Middle(bar.Rect).X, bar.Rect.Min.Y-50))
	if rows = shownRows(k); rows[0] != "Heap" || view.Tree.Offset != 0 {
		t.Errorf("the first row is %q", rows[0])
	}
	uitest.Click(k, uitest.Find(t, k, "heap", "slider", "Scroll"))
	if got := uitest.Find(t, k, "heap", "slider", "Scroll").Value; got != "50 %" {
		t.Errorf("a press in the middle of the bar scrolls to %s", got)
	}
}

// A group selected elsewhere is revealed and scrolled to once.
func TestHeapReveals(t *testing.T) {
	m := uitest.HeapModel(50, 30)
	k, _ := newTest(t, m, uitest.Screen, 1)
	m.State = state.Step(m.State, state.Select{Key: "Heap#p47#T47.5"})
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	rowAt(t, k, "T47.5")
	uitest.Wanted(t, k, model.Do{Action: state.OpenRows{In: table.View.ID, Keys: []string{"Heap#p47"}}})
	uitest.Click(k, uitest.Find(t, k, "heap", "opener", "Close p47"))
	if slices.Contains(shownRows(k), "T47.5") {
		t.Error("the group of the selection cannot be closed")
	}
	m.State = state.Step(m.State, state.SetView(table.View, table.State{Chips: []table.Chip{{Key: "Heap#p47", Hide: true}}}))
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	uitest.Find(t, k, "heap", "text", "50 of 1,551 groups, 31 hidden by filters; the selection is among them")
}

func TestHeapFilters(t *testing.T) {
	k, _ := newTest(t, uitest.HeapModel(3, 12), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "heap", "field", "Filter"))
	k.Take(widget.Typed("t1.1"))
	checkRows(t, k, "typing", "Heap", "p1", "T1.1", "T1.10", "T1.11")
	uitest.Find(t, k, "heap", "text", "5 of 40 groups, 35 hidden by filters")
	uitest.Wanted(t, k)
	uitest.Press(k, model.KeyReturn)
	if got := table.View.Of(k.Model.State.Views).Chips; !slices.Equal(got, []table.Chip{{Query: "t1.1"}}) || k.FilterText(heapTable) != "" {
		t.Fatalf("Return leaves the chips %v and the text %q", got, k.FilterText(heapTable))
	}
	uitest.ClickWith(k, rowAt(t, k, "T1.10"), model.Secondary, 0)
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Hide this"))
	checkRows(t, k, "hiding", "Heap", "p1", "T1.1", "T1.11")
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "Remove only t1.1"))
	if got := table.View.Of(k.Model.State.Views).Chips; !slices.Equal(got, []table.Chip{{Key: "Heap#p1#T1.10", Hide: true}}) {
		t.Fatalf("the chips are %v", got)
	}
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "Clear"))
	if got := table.View.Of(k.Model.State.Views).Chips; len(got) != 0 {
		t.Fatalf("the chips are %v", got)
	}
	uitest.Click(k, uitest.Find(t, k, "heap", "field", "Filter"))
	k.Take(widget.Typed("/(/"))
	if !strings.Contains(uitest.Describe(k.Seen()), "parenthesis is not closed") {
		t.Errorf("nothing shows the fault:\n%s", uitest.Describe(k.Seen()))
	}
	uitest.Press(k, model.KeyReturn)
	if got := table.View.Of(k.Model.State.Views).Chips; len(got) != 0 {
		t.Errorf("a faulty filter is kept: %v", got)
	}
	uitest.Click(k, uitest.Find(t, k, "heap", "field", "Filter"))
	uitest.Press(k, model.KeyEscape)
	if k.FilterText(heapTable) != "" {
		t.Error("Esc leaves the filter")
	}
	if it, _ := uitest.FocusedItem(k); it.Kind != "table" {
		t.Errorf("after Esc the focus is on %q", it.Text)
	}
	uitest.Click(k, uitest.Find(t, k, "heap", "field", "Filter"))
	k.Take(widget.Typed("t"))
	k.Model.Name = "another"
	k.Layout()
	if k.FilterText(heapTable) != "" {
		t.Error("the filter stays for another recording")
	}
}

func TestHeapSizesStates(t *testing.T) {
	req := query.NewRequest(table.SizesKind.Of(table.SizesQuery{}))
	for name, c := range map[string]struct {
		change func(m *model.Model)
		cell   string
		text   string
	}{
		"waiting": {func(m *model.Model) {
			m.Results = query.Results{Request: req, Busy: true, Progress: query.Progress{Done: 1, Total: 4, What: "sizes"}}
			m.Progress = &model.Progress{Text: "sizes", Fraction: 0.25}
		}, "retained_bytes=?", "computing deep and retained sizes, 25 %"},
		"canceled": {func(m *model.Model) { m.Results = query.Results{Request: req} }, "retained_bytes=?",
			"no deep or retained sizes: canceled"},
		"no roots": {func(m *model.Model) {
			m.Results = table.SizesKind.With(m.Results, table.SizesQuery{}, uitest.SizesOf(m.Plan.Series, false))
		}, "retained_bytes=?", "no retained sizes: there are no GC roots"},
		"ready-made": {func(m *model.Model) { m.FixedChain, m.Catalog, m.Results = "Package, Type", nil, query.Results{} },
			"retained_bytes=?", "no deep or retained sizes: the memory trees are prebuilt"},
		"known": {func(*model.Model) {}, "retained_bytes=1296", ""},
	} {
		m := uitest.HeapModel(2, 2)
		c.change(&m)
		k, _ := newTest(t, m, uitest.Screen, 1)
		if it := uitest.Find(t, k, "heap", "row", "Heap"); !strings.Contains(it.Value, c.cell) {
			t.Errorf("%s: the row says %q", name, it.Value)
		}
		if c.text != "" {
			uitest.Find(t, k, "heap", "text", c.text)
		} else if strings.Contains(uitest.Describe(k.Seen()), "sizes:") {
			t.Errorf("%s: sizes are said to be missing", name)
		}
	}
}

// Nothing leaves the panel at any size and scale.
func TestHeapFits(t *testing.T) {
	m := uitest.HeapModel(20, 3)
	for _, mods := range []func(){func() {}, func() {
		m.State = state.Step(m.State, state.Select{Key: "Heap#p3#T3.1"})
	}, func() {
		m.State.Views = table.View.With(m.State.Views,
			table.State{Chips: []table.Chip{{Query: "p"}, {Key: "Heap#p1", Hide: true}, {Query: "t", Hide: true}}})
	}} {
		mods()
		for _, size := range []image.Point{{320, 240}, {640, 400}, {1280, 720}, {1920, 1080}} {
			for _, scale := range []float64{1, 1.5, 2} {
				k, _ := newTest(t, m, size, scale)
				for _, it := range k.Seen() {
					if it.Panel == "heap" && !it.Rect.In(k.Rects["heap"]) {
						t.Errorf("%v at %v: %s %q at %v leaves %v", size, scale, it.Kind, it.Text, it.Rect, k.Rects["heap"])
					}
				}
			}
		}
	}
}

// Numbers wider than their column are abbreviated, never truncated.
func TestHeapCellsFit(t *testing.T) {
	const large = 1 << 52
	for _, col := range usualColumns {
		text := widget.ShortCell(quantityOf(col.column), trees.Objects, large)
		if len([]rune(text)) > 9 && col.column != table.ColumnShare {
			t.Errorf("%s is still written %q", col.column, text)
		}
	}
	if got := widget.ShortCell(widget.Growth, trees.Objects, -large); got != "−4.5 P" {
		t.Errorf("a growth is written %q", got)
	}
	if got := widget.ShortCell(widget.Growth, trees.Bytes, large); got != "+4.5 PB" {
		t.Errorf("a growth is written %q", got)
	}
}

// Hovering explains the numbers of a header, and shows the full path of a row.
func TestHeapHints(t *testing.T) {
	k, _ := newTest(t, uitest.HeapModel(30, 2), uitest.Screen, 1)
	for _, c := range []struct {
		at   image.Point
		want string
	}{
		{uitest.Middle(uitest.Find(t, k, "heap", "button", "Objects").Rect), "Number of objects in the group"},
		{uitest.Middle(uitest.Find(t, k, "heap", "button", "Name").Rect), "Names of the groups"},
		{rowAt(t, k, "p1"), "Heap → p1"},
	} {
		k.Take(model.Pointer{Kind: model.PointerMove, At: c.at, Time: k.Now + widget.HintDelay})
		k.Take(widget.Tick(k.Now + 2*widget.HintDelay))
		if _, open := k.Rects[model.Hint]; !open || !strings.HasPrefix(k.ShownHint.Text, c.want) {
			t.Errorf("at %v the hint is %q, want %q", c.at, k.ShownHint.Text, c.want)
		}
	}
}
