package ui

import (
	"encoding/csv"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city"
)

func checkSelected(t *testing.T, k *core, after string, want ...string) {
	t.Helper()
	if got := selectedIn(k); !slices.Equal(got, want) {
		t.Fatalf("after %s %q is selected, want %q", after, got, want)
	}
}

func checkRows(t *testing.T, k *core, after string, want ...string) {
	t.Helper()
	if got := shownRows(k); !slices.Equal(got, want) {
		t.Fatalf("after %s the rows are %q, want %q", after, got, want)
	}
}

// The keys of trees of files work, from the moment when the view is opened.
func TestHeapByKeys(t *testing.T) {
	k := newTest(t, heapModel(3, 2), screen, 1)
	checkRows(t, k, "opening", "Heap", "p0", "p1", "p2")
	if it, ok := focusedItem(k); !ok || it.Kind != "list" {
		t.Fatalf("the focus is on %q", it.Text)
	}
	press(k, KeyDown)
	checkSelected(t, k, "Down", "Heap#p0")
	press(k, KeyRight)
	checkRows(t, k, "Right", "Heap", "p0", "T0.0", "T0.1", "p1", "p2")
	press(k, KeyRight)
	checkSelected(t, k, "Right", "Heap#p0#T0.0")
	press(k, KeyRight)
	checkSelected(t, k, "Right on a leaf", "Heap#p0#T0.0")
	press(k, KeyLeft)
	checkSelected(t, k, "Left on a leaf", "Heap#p0")
	press(k, KeyLeft)
	checkRows(t, k, "Left", "Heap", "p0", "p1", "p2")
	press(k, KeyLeft)
	checkSelected(t, k, "Left on what is closed", "Heap")
	press(k, KeyEnd)
	checkSelected(t, k, "End", "Heap#p2")
	press(k, KeyDown)
	checkSelected(t, k, "Down at the end", "Heap#p2")
	press(k, KeyHome)
	checkSelected(t, k, "Home", "Heap")
	press(k, KeyPageDown, KeyUp)
	checkSelected(t, k, "PageDown, Up", "Heap#p1")
	k.take(Key{Name: KeyUp, Modifiers: Shift})
	checkSelected(t, k, "Shift+Up", "Heap#p1", "Heap#p0")
	press(k, KeyEscape)
	if takes(k.focusKind, Key{Name: KeyEscape}) || takes(k.focusKind, Key{Name: KeySpace}) {
		t.Error("Esc and Space stay with the table")
	}
}

// Keys that walk over rows leave one place behind to go back to.
func TestHeapWalkIsOnePlace(t *testing.T) {
	k := newTest(t, heapModel(9, 2), screen, 1)
	press(k, KeyDown, KeyDown, KeyDown, KeyDown)
	s := city.Step(k.model.State, city.Back{})
	if s.Selection != "" || s.CanGoBack() {
		t.Errorf("back leads to %q", s.Selection)
	}
}

func TestHeapByMouse(t *testing.T) {
	k := newTest(t, heapModel(5, 2), screen, 1)
	clickWith(k, rowAt(t, k, "p1"), Primary, 0)
	checkSelected(t, k, "a click", "Heap#p1")
	clickWith(k, rowAt(t, k, "p1"), Primary, 0)
	checkSelected(t, k, "a second click", "Heap#p1")
	clickWith(k, rowAt(t, k, "p3"), Primary, Ctrl)
	checkSelected(t, k, "Ctrl+click", "Heap#p1", "Heap#p3")
	clickWith(k, rowAt(t, k, "p1"), Primary, Ctrl)
	checkSelected(t, k, "Ctrl+click on what is selected", "Heap#p3")
	clickWith(k, rowAt(t, k, "p2"), Primary, 0)
	clickWith(k, rowAt(t, k, "p4"), Primary, Shift)
	checkSelected(t, k, "Shift+click", "Heap#p2", "Heap#p3", "Heap#p4")
	clickWith(k, rowAt(t, k, "p1"), Primary, Shift)
	checkSelected(t, k, "Shift+click above", "Heap#p2", "Heap#p1")
	click(k, find(t, k, HeapP, "button", "Open p4"))
	checkSelected(t, k, "opening", "Heap#p2", "Heap#p1")
	if rows := shownRows(k); !slices.Contains(rows, "T4.0") {
		t.Errorf("the rows are %q", rows)
	}
	at := rowAt(t, k, "p0")
	clickWith(k, at, Primary, 0)
	k.take(Pointer{Kind: PointerPress, At: at, Buttons: Primary, Time: k.now})
	k.take(Pointer{Kind: PointerRelease, At: at, Time: k.now})
	if rows := shownRows(k); !slices.Contains(rows, "T0.0") {
		t.Errorf("after a double click the rows are %q", rows)
	}
}

func TestHeapSorts(t *testing.T) {
	k := newTest(t, heapModel(3, 2), image.Pt(1900, 900), 1)
	if it := find(t, k, HeapP, "button", "Objects"); it.Value != "largest first" {
		t.Errorf("the head of objects says %q", it.Value)
	}
	click(k, find(t, k, HeapP, "button", "Objects"))
	checkRows(t, k, "a click on what is sorted", "Heap", "p2", "p1", "p0")
	click(k, find(t, k, HeapP, "button", "Retained bytes"))
	checkRows(t, k, "retained bytes", "Heap", "p0", "p1", "p2")
	if it := find(t, k, HeapP, "button", "Objects"); it.Value != "" {
		t.Errorf("the head of objects says %q", it.Value)
	}
	click(k, find(t, k, HeapP, "button", "Name"))
	click(k, find(t, k, HeapP, "button", "Name"))
	checkRows(t, k, "name from Z to A", "Heap", "p2", "p1", "p0")
	if it := find(t, k, HeapP, "row", "p2"); it.Value != "objects=6 bytes=144 share=0.16666666666666666 growth=3 retained_bytes=432" {
		t.Errorf("the row says %q", it.Value)
	}
}

// Of very many rows only those that can be seen are laid out; the wheel, the keys and the bar reach all.
func TestHeapIsVirtual(t *testing.T) {
	k := newTest(t, heapModel(200, 100), screen, 1)
	k.local.heap.menuKey = "Heap"
	(&canvas{core: k}).openBelow(0, true)
	k.layout()
	rows := shownRows(k)
	if high := k.rects[HeapP].Dy() / heapRow; len(rows) > high || len(rows) < high-8 {
		t.Errorf("%d rows are laid out, %d fit", len(rows), high)
	}
	if it := find(t, k, HeapP, "list", "Groups"); it.Value != "20,201 rows" {
		t.Errorf("the list says %q", it.Value)
	}
	at := middle(k.rects[HeapP])
	k.take(Pointer{Kind: PointerMove, At: at})
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 4})
	if got := k.local.heap.offset; got != 4*wheelStep {
		t.Errorf("four notches scroll by %v", got)
	}
	press(k, KeyEnd)
	if rows = shownRows(k); rows[len(rows)-1] != "T199.99" {
		t.Errorf("the last row is %q", rows[len(rows)-1])
	}
	bar := find(t, k, HeapP, "slider", "Scroll")
	drag(k, image.Pt(middle(bar.Rect).X, bar.Rect.Max.Y-4), image.Pt(middle(bar.Rect).X, bar.Rect.Min.Y-50))
	if rows = shownRows(k); rows[0] != "Heap" || k.local.heap.offset != 0 {
		t.Errorf("the first row is %q", rows[0])
	}
	click(k, find(t, k, HeapP, "slider", "Scroll"))
	if got := find(t, k, HeapP, "slider", "Scroll").Value; got != "50 %" {
		t.Errorf("a press in the middle of the bar scrolls to %s", got)
	}
}

// What is selected elsewhere is opened and scrolled to, once.
func TestHeapReveals(t *testing.T) {
	m := heapModel(50, 30)
	k := newTest(t, m, screen, 1)
	m.State = city.Step(m.State, city.Select{Key: "Heap#p47#T47.5"})
	k.show(&shown{m, screen, 1})
	k.layout()
	rowAt(t, k, "T47.5")
	wanted(t, k, Do{city.OpenRow{Key: "Heap#p47", Below: []string{}}})
	click(k, find(t, k, HeapP, "button", "Close p47"))
	if slices.Contains(shownRows(k), "T47.5") {
		t.Error("the group of the selection cannot be closed")
	}
	m.State = city.Step(m.State, city.SetTable{Table: city.Table{Chips: []city.Chip{{Key: "Heap#p47", Hide: true}}}})
	k.show(&shown{m, screen, 1})
	k.layout()
	find(t, k, HeapP, "text", "50 of 1,551 groups, 31 left out by filters; the selection is among them")
}

func TestHeapFilters(t *testing.T) {
	k := newTest(t, heapModel(3, 12), screen, 1)
	click(k, find(t, k, HeapP, "field", "Filter"))
	k.take(typed("t1.1"))
	checkRows(t, k, "typing", "Heap", "p1", "T1.1", "T1.10", "T1.11")
	find(t, k, HeapP, "text", "5 of 40 groups, 35 left out by filters")
	wanted(t, k)
	press(k, KeyReturn)
	if got := k.model.State.Table.Chips; !slices.Equal(got, []city.Chip{{Query: "t1.1"}}) || k.heapLive() != "" {
		t.Fatalf("Return leaves the chips %v and the text %q", got, k.heapLive())
	}
	clickWith(k, rowAt(t, k, "T1.10"), Secondary, 0)
	click(k, find(t, k, Menu, "button", "Hide this"))
	checkRows(t, k, "hiding", "Heap", "p1", "T1.1", "T1.11")
	click(k, find(t, k, HeapP, "button", "Remove only t1.1"))
	if got := k.model.State.Table.Chips; !slices.Equal(got, []city.Chip{{Key: "Heap#p1#T1.10", Hide: true}}) {
		t.Fatalf("the chips are %v", got)
	}
	click(k, find(t, k, HeapP, "button", "Clear"))
	if got := k.model.State.Table.Chips; len(got) != 0 {
		t.Fatalf("the chips are %v", got)
	}
	click(k, find(t, k, HeapP, "field", "Filter"))
	k.take(typed("/(/"))
	if !strings.Contains(describe(k.items()), "bracket is not closed") {
		t.Errorf("nothing tells of the fault:\n%s", describe(k.items()))
	}
	press(k, KeyReturn)
	if got := k.model.State.Table.Chips; len(got) != 0 {
		t.Errorf("a faulty filter is kept: %v", got)
	}
	click(k, find(t, k, HeapP, "field", "Filter"))
	press(k, KeyEscape)
	if k.heapLive() != "" {
		t.Error("Esc leaves the filter")
	}
}

func TestHeapRowMenu(t *testing.T) {
	for _, c := range []struct {
		row, choice string
		want        []Event
	}{
		{"p1", "Show in city", []Event{Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Show{View: city.CityView}}, FocusSelection}},
		{"p1", "Inspect as group", []Event{Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Show{View: city.GroupView}}}},
		{"p1", "Paths to GC roots", []Event{Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Show{View: city.GraphView}}}},
		{"p1", "Group further…", []Event{Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, ToggleChain}},
		{"Heap", "Open all below", []Event{Do{city.SelectRows{Keys: []string{"Heap"}}}, Do{city.OpenRow{Key: "Heap", Below: []string{"Heap#p0", "Heap#p1"}}}}},
		{"Heap", "Close all below", []Event{Do{city.SelectRows{Keys: []string{"Heap"}}}, Do{city.OpenRow{Key: "Heap#p0", Close: true, Below: []string{"Heap#p1"}}}}},
		{"p0", "Show only this", []Event{Do{city.SelectRows{Keys: []string{"Heap#p0"}}}, Do{city.SetTable{Table: city.Table{Chips: []city.Chip{{Key: "Heap#p0"}}}}}}},
	} {
		k := newTest(t, heapModel(2, 2), screen, 1)
		clickWith(k, rowAt(t, k, c.row), Secondary, 0)
		click(k, find(t, k, Menu, "button", c.choice))
		wanted(t, k, c.want...)
	}
	k := newTest(t, heapModel(2, 2), screen, 1)
	press(k, KeyDown, KeyMenu)
	if it, _ := focusedItem(k); it.Panel != Menu {
		t.Fatalf("the menu key leads to %q", it.Text)
	}
	press(k, KeyEscape)
	if it, _ := focusedItem(k); it.Kind != "list" {
		t.Errorf("after Esc the focus is on %q", it.Text)
	}
	k.take(Key{Name: "F10", Modifiers: Shift})
	if _, open := k.rects[Menu]; !open {
		t.Error("Shift+F10 opens no menu")
	}
	press(k, KeyEscape)
	k.take(Pointer{Kind: PointerMove, At: rowAt(t, k, "p1")})
	click(k, find(t, k, HeapP, "button", "More about p1"))
	if _, open := k.rects[Menu]; !open {
		t.Error("the button opens no menu")
	}
}

func TestHeapCopies(t *testing.T) {
	k := newTest(t, heapModel(2, 2), screen, 1)
	clickWith(k, rowAt(t, k, "p1"), Secondary, 0)
	click(k, find(t, k, Menu, "button", "Copy as text"))
	clickWith(k, rowAt(t, k, "p1"), Secondary, 0)
	click(k, find(t, k, Menu, "button", "Copy table as CSV"))
	var copied []string
	for _, e := range taken(k) {
		if c, ok := e.(CopyText); ok {
			copied = append(copied, c.Text)
		}
	}
	if len(copied) != 2 || copied[0] != "Heap → p1\n  Objects: 6\n  Bytes: 144 B\n  Share: 33 %\n  Growth: +3\n  Retained bytes: 432 B\n" {
		t.Fatalf("copied %q", copied)
	}
	lines, err := csv.NewReader(strings.NewReader(copied[1])).ReadAll()
	want := [][]string{{"path", "name", "role", "level", "objects", "bytes", "share", "growth", "retained_bytes"},
		{"Heap", "Heap", "", "0", "18", "432", "1", "9", "1296"}, {"Heap#p0", "p0", "Package", "1", "12", "288", "0.6666666666666666", "6", "864"},
		{"Heap#p1", "p1", "Package", "1", "6", "144", "0.3333333333333333", "3", "432"}}
	if err != nil || fmt.Sprint(lines) != fmt.Sprint(want) {
		t.Errorf("the table is %q, %v", lines, err)
	}
}

// The menu of columns stays open, and says what is shown; narrow windows leave columns out.
func TestHeapColumns(t *testing.T) {
	k := newTest(t, heapModel(2, 2), image.Pt(1900, 900), 1)
	click(k, find(t, k, HeapP, "button", "Columns"))
	click(k, find(t, k, Menu, "button", "Average"))
	click(k, find(t, k, Menu, "button", "Share"))
	want := []city.Column{city.ColumnObjects, city.ColumnBytes, city.ColumnGrowth, city.ColumnAverage, city.ColumnRetainedBytes}
	if got := k.model.State.Table.Columns; !slices.Equal(got, want) {
		t.Fatalf("the columns are %v", got)
	}
	find(t, k, HeapP, "button", "Average")
	click(k, find(t, k, Menu, "button", "Usual columns"))
	if k.model.State.Table.Columns != nil {
		t.Error("the usual columns are not back")
	}
	for _, size := range []image.Point{{1280, 720}, {640, 480}, {320, 240}} {
		k := newTest(t, heapModel(2, 2), size, 1)
		g := newHeapGrid(&canvas{core: k}, 0, float32(k.rects[HeapP].Dx()-2*padding-heapBar))
		if least := min(heapNameLeast, float32(k.rects[HeapP].Dx())*heapNameShare*0.9); g.name.w < least {
			t.Errorf("%v: names have %v", size, g.name.w)
		}
		find(t, k, HeapP, "button", "Objects") // sorted by
	}
}

func TestHeapSizesStates(t *testing.T) {
	asked := city.Ask{Sizes: true}
	for name, c := range map[string]struct {
		change func(m *Model)
		cell   string
		text   string
	}{
		"waiting": {func(m *Model) {
			m.Answers = city.Answers{Ask: asked, Busy: true}
			m.Progress = &Progress{Fraction: 0.25}
		}, "retained_bytes=?", "computing deep and retained sizes, 25 %"},
		"cancelled": {func(m *Model) { m.Answers = city.Answers{Ask: asked} }, "retained_bytes=?", "no deep or retained sizes: computing them was cancelled"},
		"no roots":  {func(m *Model) { m.Answers.Sizes = sizesOf(m.Plan.Series, false) }, "retained_bytes=?", "no retained sizes: GC roots are not told"},
		"ready-made": {func(m *Model) { m.FixedChain, m.Catalog, m.Answers = "Package, Type", nil, city.Answers{} },
			"retained_bytes=?", "no deep or retained sizes: the trees came ready-made"},
		"known": {func(*Model) {}, "retained_bytes=1296", ""},
	} {
		m := heapModel(2, 2)
		c.change(&m)
		k := newTest(t, m, screen, 1)
		if it := find(t, k, HeapP, "row", "Heap"); !strings.Contains(it.Value, c.cell) {
			t.Errorf("%s: the row says %q", name, it.Value)
		}
		if c.text != "" {
			find(t, k, HeapP, "text", c.text)
		} else if strings.Contains(describe(k.items()), "sizes:") {
			t.Errorf("%s: sizes are said to be missing", name)
		}
	}
}

// Nothing leaves the panel at any size and scale.
func TestHeapFits(t *testing.T) {
	m := heapModel(20, 3)
	for _, mods := range []func(){func() {}, func() {
		m.State = city.Step(m.State, city.Select{Key: "Heap#p3#T3.1"})
	}, func() {
		m.State.Table.Chips = []city.Chip{{Query: "p"}, {Key: "Heap#p1", Hide: true}, {Query: "t", Hide: true}}
	}} {
		mods()
		for _, size := range []image.Point{{320, 240}, {640, 400}, {1280, 720}, {1920, 1080}} {
			for _, scale := range []float64{1, 1.5, 2} {
				k := newTest(t, m, size, scale)
				for _, it := range k.items() {
					if it.Panel == HeapP && !it.Rect.In(k.rects[HeapP]) {
						t.Errorf("%v at %v: %s %q at %v leaves %v", size, scale, it.Kind, it.Text, it.Rect, k.rects[HeapP])
					}
				}
			}
		}
	}
}

// BenchmarkHeapScroll lays out another stretch of 100,000 rows each time.
func BenchmarkHeapScroll(b *testing.B) {
	k := newTest(b, heapModel(1000, 100), screen, 1)
	(&canvas{core: k}).openBelow(0, true)
	k.layout()
	at := middle(k.rects[HeapP])
	k.take(Pointer{Kind: PointerMove, At: at})
	for b.Loop() {
		k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 3})
	}
}

// BenchmarkHeapOpen opens all groups of 100,000.
func BenchmarkHeapOpen(b *testing.B) {
	m := heapModel(1000, 100)
	for b.Loop() {
		k := newTest(b, m, screen, 1)
		(&canvas{core: k}).openBelow(0, true)
		k.layout()
	}
}
