package heap

import (
	"encoding/csv"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/table"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestHeapRowMenu(t *testing.T) {
	for _, c := range []struct {
		row, choice string
		want        []model.Event
	}{
		{"p1", "Show in city", []model.Event{model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}},
			model.Do{Action: state.Show{View: state.CityView}}, model.Run(action.CameraFocus)}},
		{"p1", "Inspect as group", []model.Event{model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}},
			model.Do{Action: state.Show{View: inspect.View.ID}}}},
		{"p1", "Paths to GC roots", []model.Event{model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}},
			model.Do{Action: state.Show{View: graphs.View.ID}}}},
		{"p1", "Group further…", []model.Event{model.Do{Action: state.SelectRows{Keys: []string{"Heap#p1"}}}, model.Run(action.PanelGrouping)}},
		{"Heap", "Expand all below", []model.Event{model.Do{Action: state.SelectRows{Keys: []string{"Heap"}}},
			model.Do{Action: state.OpenRows{In: table.View.ID, Keys: []string{"Heap", "Heap#p0", "Heap#p1"}}}}},
		{"Heap", "Collapse all below", []model.Event{model.Do{Action: state.SelectRows{Keys: []string{"Heap"}}},
			model.Do{Action: state.OpenRows{In: table.View.ID, Keys: []string{"Heap#p0", "Heap#p1"}, Close: true}}}},
		{"p0", "Show only this", []model.Event{model.Do{Action: state.SelectRows{Keys: []string{"Heap#p0"}}},
			model.Do{Action: state.SetView(table.View, table.State{Chips: []table.Chip{{Key: "Heap#p0"}}})}}},
	} {
		k, _ := newTest(t, uitest.HeapModel(2, 2), uitest.Screen, 1)
		uitest.ClickWith(k, rowAt(t, k, c.row), model.Secondary, 0)
		uitest.Click(k, uitest.Find(t, k, model.Menu, "button", c.choice))
		uitest.Wanted(t, k, c.want...)
	}
	k, _ := newTest(t, uitest.HeapModel(2, 2), uitest.Screen, 1)
	uitest.Press(k, model.KeyDown, model.KeyMenu)
	if it, _ := uitest.FocusedItem(k); it.Panel != model.Menu {
		t.Fatalf("the menu key leads to %q", it.Text)
	}
	uitest.Press(k, model.KeyEscape)
	if it, _ := uitest.FocusedItem(k); it.Kind != "table" {
		t.Errorf("after Esc the focus is on %q", it.Text)
	}
	k.Take(model.Key{Name: "F10", Mods: action.Shift})
	if _, open := k.Rects[model.Menu]; !open {
		t.Error("Shift+F10 opens no menu")
	}
	uitest.Press(k, model.KeyEscape)
	k.Take(model.Pointer{Kind: model.PointerMove, At: rowAt(t, k, "p1")})
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "More about p1"))
	if _, open := k.Rects[model.Menu]; !open {
		t.Error("the button opens no menu")
	}
}

func TestHeapCopies(t *testing.T) {
	k, _ := newTest(t, uitest.HeapModel(2, 2), uitest.Screen, 1)
	uitest.ClickWith(k, rowAt(t, k, "p1"), model.Secondary, 0)
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Copy as text"))
	uitest.ClickWith(k, rowAt(t, k, "p1"), model.Secondary, 0)
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Copy table as CSV"))
	var copied []string
	for _, e := range uitest.Taken(k) {
		if c, ok := e.(model.CopyText); ok {
			copied = append(copied, c.Text)
		}
	}
	if len(copied) != 2 || copied[0] != "Heap → p1\n  Objects: 6\n  Bytes: 144 B\n  Share: 33 %\n  Growth: +72 B\n  Retained bytes: 432 B\n" {
		t.Fatalf("copied %q", copied)
	}
	lines, err := csv.NewReader(strings.NewReader(copied[1])).ReadAll()
	want := [][]string{{"path", "name", "role", "level", "objects", "bytes", "share", "growth", "retained_bytes"},
		{"Heap", "Heap", "", "0", "18", "432", "1", "216", "1296"},
		{"Heap#p0", "p0", "Package", "1", "12", "288", "0.6666666666666666", "144", "864"},
		{"Heap#p1", "p1", "Package", "1", "6", "144", "0.3333333333333333", "72", "432"}}
	if err != nil || fmt.Sprint(lines) != fmt.Sprint(want) {
		t.Errorf("the table is %q, %v", lines, err)
	}
}

// The column menu stays open and shows the visible columns. Narrow windows leave columns out.
func TestHeapColumns(t *testing.T) {
	k, _ := newTest(t, uitest.HeapModel(2, 2), image.Pt(1900, 900), 1)
	uitest.Click(k, uitest.Find(t, k, "heap", "button", "Columns"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Average"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Share"))
	want := []table.Column{table.ColumnObjects, table.ColumnBytes, table.ColumnGrowth, table.ColumnAverage, table.ColumnRetainedBytes}
	if got := table.View.Of(k.Model.State.Views).Columns; !slices.Equal(got, want) {
		t.Fatalf("the columns are %v", got)
	}
	uitest.Find(t, k, "heap", "button", "Average")
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Default columns"))
	if table.View.Of(k.Model.State.Views).Columns != nil {
		t.Error("the usual columns are not back")
	}
	for _, size := range []image.Point{{1280, 720}, {640, 480}, {320, 240}} {
		k, view := newTest(t, uitest.HeapModel(2, 2), size, 1)
		tree := view.heapTree(k.Offscreen())
		g := tree.Grid(0, float32(k.Rects["heap"].Dx()-2*place.Padding-widget.TreeBar))
		if least := min(widget.TreeNameLeast, float32(k.Rects["heap"].Dx())*widget.TreeNameShare*0.9); g.Name.W < least {
			t.Errorf("%v: names have %v", size, g.Name.W)
		}
		uitest.Find(t, k, "heap", "button", "Bytes") // the sort column
	}
}
