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

func TestHeapRowMenu(t *testing.T) {
	for _, c := range []struct {
		row, choice string
		want        []Event
	}{
		{"p1", "Show in city", []Event{Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Show{View: city.CityView}}, FocusSelection}},
		{"p1", "Inspect as group", []Event{Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Show{View: city.GroupView}}}},
		{"p1", "Paths to GC roots", []Event{Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Show{View: city.GraphView}}}},
		{"p1", "Group further…", []Event{Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, ToggleChain}},
		{"Heap", "Open all below", []Event{Do{city.SelectRows{Keys: []string{"Heap"}}}, Do{city.OpenRows{In: city.HeapView, Keys: []string{"Heap", "Heap#p0", "Heap#p1"}}}}},
		{"Heap", "Close all below", []Event{Do{city.SelectRows{Keys: []string{"Heap"}}}, Do{city.OpenRows{In: city.HeapView, Keys: []string{"Heap#p0", "Heap#p1"}, Close: true}}}},
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
	if it, _ := focusedItem(k); it.Kind != "table" {
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
		tree := k.offscreen().heapTree()
		g := tree.grid(0, float32(k.rects[HeapP].Dx()-2*padding-treeBar))
		if least := min(treeNameLeast, float32(k.rects[HeapP].Dx())*treeNameShare*0.9); g.name.w < least {
			t.Errorf("%v: names have %v", size, g.name.w)
		}
		find(t, k, HeapP, "button", "Objects") // sorted by
	}
}
