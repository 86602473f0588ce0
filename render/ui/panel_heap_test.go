package ui

import (
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
	if it, ok := focusedItem(k); !ok || it.Kind != "table" {
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
	click(k, find(t, k, HeapP, "opener", "Open p4"))
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
	k.local.heap.tree.menuKey = "Heap"
	k.offscreen().openBelow(seriesGroups(k.model.Plan.Series), 0, true)
	k.layout()
	rows := shownRows(k)
	if high := k.rects[HeapP].Dy() / treeStep; len(rows) > high || len(rows) < high-8 {
		t.Errorf("%d rows are laid out, %d fit", len(rows), high)
	}
	if it := find(t, k, HeapP, "table", "Groups"); it.Value != "20,201 rows" {
		t.Errorf("the list says %q", it.Value)
	}
	at := middle(k.rects[HeapP])
	k.take(Pointer{Kind: PointerMove, At: at})
	k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 4})
	if got := k.local.heap.tree.offset; got != 4*wheelStep {
		t.Errorf("four notches scroll by %v", got)
	}
	press(k, KeyEnd)
	if rows = shownRows(k); rows[len(rows)-1] != "T199.99" {
		t.Errorf("the last row is %q", rows[len(rows)-1])
	}
	bar := find(t, k, HeapP, "slider", "Scroll")
	drag(k, image.Pt(middle(bar.Rect).X, bar.Rect.Max.Y-4), image.Pt(middle(bar.Rect).X, bar.Rect.Min.Y-50))
	if rows = shownRows(k); rows[0] != "Heap" || k.local.heap.tree.offset != 0 {
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
	wanted(t, k, Do{city.OpenRows{In: city.HeapView, Keys: []string{"Heap#p47"}}})
	click(k, find(t, k, HeapP, "opener", "Close p47"))
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
	if got := k.model.State.Table.Chips; !slices.Equal(got, []city.Chip{{Query: "t1.1"}}) || k.filterText(heapTable) != "" {
		t.Fatalf("Return leaves the chips %v and the text %q", got, k.filterText(heapTable))
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
	if !strings.Contains(describe(k.seen()), "bracket is not closed") {
		t.Errorf("nothing tells of the fault:\n%s", describe(k.seen()))
	}
	press(k, KeyReturn)
	if got := k.model.State.Table.Chips; len(got) != 0 {
		t.Errorf("a faulty filter is kept: %v", got)
	}
	click(k, find(t, k, HeapP, "field", "Filter"))
	press(k, KeyEscape)
	if k.filterText(heapTable) != "" {
		t.Error("Esc leaves the filter")
	}
	if it, _ := focusedItem(k); it.Kind != "table" {
		t.Errorf("after Esc the focus is on %q", it.Text)
	}
	click(k, find(t, k, HeapP, "field", "Filter"))
	k.take(typed("t"))
	k.model.Name = "another"
	k.layout()
	if k.filterText(heapTable) != "" {
		t.Error("the filter stays for another recording")
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
			m.Answers = city.Answers{Ask: asked, Busy: true, Progress: city.Progress{Done: 1, Total: 4, What: "sizes"}}
			m.Progress = &Progress{Text: "sizes", Fraction: 0.25}
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
		} else if strings.Contains(describe(k.seen()), "sizes:") {
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
				for _, it := range k.seen() {
					if it.Panel == HeapP && !it.Rect.In(k.rects[HeapP]) {
						t.Errorf("%v at %v: %s %q at %v leaves %v", size, scale, it.Kind, it.Text, it.Rect, k.rects[HeapP])
					}
				}
			}
		}
	}
}

// Numbers that are wider than their column are told shorter, never cut.
func TestHeapCellsFit(t *testing.T) {
	const large = 1 << 52
	for _, col := range usualColumns {
		text := shortCell(col.column, city.Objects, large)
		if len([]rune(text)) > 9 && col.column != city.ColumnShare {
			t.Errorf("%s is still written %q", col.column, text)
		}
	}
	if got := shortCell(city.ColumnGrowth, city.Objects, -large); got != "−4.5 P" {
		t.Errorf("a growth is written %q", got)
	}
	if got := shortCell(city.ColumnGrowth, city.Bytes, large); got != "+4.5 PB" {
		t.Errorf("a growth is written %q", got)
	}
}

// The heads explain their numbers, and rows tell their whole path, where the pointer rests.
func TestHeapHints(t *testing.T) {
	k := newTest(t, heapModel(30, 2), screen, 1)
	for _, c := range []struct {
		at   image.Point
		want string
	}{
		{middle(find(t, k, HeapP, "button", "Objects").Rect), "How many objects are in the group"},
		{middle(find(t, k, HeapP, "button", "Name").Rect), "Groups by name"},
		{rowAt(t, k, "p1"), "Heap → p1"},
	} {
		k.take(Pointer{Kind: PointerMove, At: c.at, Time: k.now + hintDelay})
		k.take(tick(k.now + 2*hintDelay))
		if _, open := k.rects[Hint]; !open || !strings.HasPrefix(k.shownHint.text, c.want) {
			t.Errorf("at %v the hint is %q, want %q", c.at, k.shownHint.text, c.want)
		}
	}
}

// While sizes are computed the view tells how far that is, and no card lies over it; other work has its card.
func TestHeapTellsProgress(t *testing.T) {
	m := heapModel(3, 2)
	m.Answers = city.Answers{Ask: city.Ask{Sizes: true}, Busy: true, Progress: city.Progress{Done: 1, Total: 4, What: "sizes"}}
	m.Progress = &Progress{Text: "sizes", Fraction: 0.25, Cancel: true}
	k := newTest(t, m, screen, 1)
	if _, open := k.rects[ProgressP]; open {
		t.Error("a card lies over the table")
	}
	click(k, find(t, k, HeapP, "button", "Cancel"))
	wanted(t, k, CancelWork)
	m.Progress = &Progress{Text: "reading", Fraction: -1}
	k = newTest(t, m, screen, 1)
	if _, open := k.rects[ProgressP]; !open {
		t.Error("nothing tells of reading")
	}
}
