package ui

import (
	"image"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gioui.org/io/key"

	"memcity/city"
)

// chainTest opens the window for chains.
func chainTest(t *testing.T, size image.Point) *core {
	t.Helper()
	m := sample()
	m.ChainOpen = true
	return newTest(t, m, size, 1)
}

// chainRows reads the rows of the window in their order on the screen.
func chainRows(k *core) (by, filters []string) {
	g := k.local.chain.grouping()
	return g.By, g.Filters
}

// applied returns the grouping that was set, if any, and whether the window was closed.
func applied(k *core) (g *city.Grouping, closed bool) {
	for _, e := range taken(k) {
		switch e := e.(type) {
		case Do:
			if set, ok := e.Action.(city.Set); ok {
				to := set.To.Grouping()
				g = &to
			}
		case Command:
			closed = closed || e == ToggleChain
		}
	}
	return g, closed
}

func key1(k *core, name string, mods Modifiers) { k.take(Key{Name: name, Modifiers: mods}) }

func TestChainSearchAdds(t *testing.T) {
	k := chainTest(t, screen)
	if it, ok := focusedItem(k); !ok || it.Text != "Search classifiers" {
		t.Fatalf("the focus is on %+v", it)
	}
	k.take(typed("call"))
	for _, it := range k.seen() {
		if it.Panel == ChainP && it.Kind == "button" && it.Text == "package" {
			t.Error("a classifier that does not fit is listed")
		}
	}
	key1(k, KeyReturn, 0)
	if by, _ := chainRows(k); !slices.Equal(by, []string{"package", "type", "call-sites"}) {
		t.Errorf("the chain is %v", by)
	}
	if g, closed := applied(k); g != nil || closed {
		t.Error("adding applies the chain")
	}
	key1(k, KeyReturn, Ctrl)
	g, closed := applied(k)
	if g == nil || !closed || !slices.Equal(g.By, []string{"package", "type", "call-sites"}) || g.Filters != nil {
		t.Errorf("applied %+v, closed %v", g, closed)
	}
}

func TestChainSearchOrder(t *testing.T) {
	names := func(text string) (list []string) {
		for _, entry := range foundEntries(sampleCatalog, text) {
			list = append(list, entry.Name)
		}
		return list
	}
	for text, want := range map[string][]string{
		"":           {"type", "package", "call-sites", "age", "no-java", "where", "points-to"},
		"pack":       {"package", "no-java"},
		"object TYP": {"type", "package", "no-java"},
		"age":        {"package", "age", "no-java"},
		"nothing":    nil,
	} {
		if got := names(text); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
}

func TestChainNeeds(t *testing.T) {
	k := chainTest(t, image.Pt(1280, 1200))
	if it := find(t, k, ChainP, "button", "age"); !it.Off {
		t.Error("what the recording lacks can be added")
	}
	if it := find(t, k, ChainP, "choice", "Age, type"); !it.Off {
		t.Error("a chain that the recording lacks something for can be chosen")
	}
	words := describe(k.seen())
	if n := strings.Count(words, "Needs objects followed over"); n != 2 {
		t.Errorf("what is needed is told %d times, want 2:\n%s", n, words)
	}
	k.take(typed("age"))
	key1(k, KeyDown, 0)
	for range 5 {
		key1(k, KeyDown, 0)
	}
	key1(k, KeyReturn, 0)
	if by, _ := chainRows(k); slices.Contains(by, "age") {
		t.Error("Return adds what the recording lacks")
	}
}

func TestChainDrag(t *testing.T) {
	k := chainTest(t, screen)
	click(k, find(t, k, ChainP, "button", "call-sites"))
	at := func(name string) image.Point { return middle(find(t, k, ChainP, "list", name).Rect) }
	first, last := at("package"), at("call-sites")
	drag(k, last, last.Sub(image.Pt(0, 20)), first.Sub(image.Pt(0, 6)))
	if by, _ := chainRows(k); !slices.Equal(by, []string{"call-sites", "package", "type"}) {
		t.Errorf("dragged to the top: %v", by)
	}
	first, last = at("call-sites"), at("type")
	drag(k, first, first.Add(image.Pt(0, 30)), last.Add(image.Pt(0, 300)))
	if by, filters := chainRows(k); !slices.Equal(by, []string{"package", "type", "call-sites"}) || filters != nil {
		t.Errorf("dragged below everything: %v, %v", by, filters)
	}
	click(k, find(t, k, ChainP, "button", "no-java"))
	from, to := at("no-java"), at("type")
	drag(k, from, from.Sub(image.Pt(0, 10)), to.Sub(image.Pt(0, 6)))
	if by, filters := chainRows(k); !slices.Equal(by, []string{"package", "no-java", "type", "call-sites"}) || filters != nil {
		t.Errorf("a filter dragged into the chain: %v, %v", by, filters)
	}
}

func TestChainKeys(t *testing.T) {
	k := chainTest(t, screen)
	k.router.Source().Execute(key.FocusCmd{Tag: k.controls[chainRowID(k.local.chain.rows[chainBy][0].id)]})
	k.layout()
	key1(k, KeyDown, Alt)
	if by, _ := chainRows(k); !slices.Equal(by, []string{"type", "package"}) {
		t.Errorf("Alt+Down gives %v", by)
	}
	key1(k, KeyUp, Alt)
	key1(k, KeyUp, Alt)
	if by, _ := chainRows(k); !slices.Equal(by, []string{"package", "type"}) {
		t.Errorf("Alt+Up gives %v", by)
	}
	key1(k, KeyDown, 0)
	if it, _ := focusedItem(k); it.Text != "type" {
		t.Errorf("Down leads to %+v", it)
	}
	key1(k, KeyDelete, 0)
	if it, _ := focusedItem(k); it.Text != "package" {
		t.Errorf("after Delete the focus is on %+v", it)
	}
	key1(k, KeyBackspace, 0)
	if by, _ := chainRows(k); by != nil {
		t.Errorf("all deleted: %v", by)
	}
	key1(k, KeyReturn, Ctrl)
	if g, closed := applied(k); g != nil || closed {
		t.Error("a chain without classifiers is applied")
	}
	if it := find(t, k, ChainP, "button", "Apply"); !it.Off {
		t.Error("Apply can be pressed without a classifier")
	}
}

func TestChainArgument(t *testing.T) {
	k := chainTest(t, screen)
	click(k, find(t, k, ChainP, "button", "Expression"))
	if it, _ := focusedItem(k); it.Text != "where (EXPR)" {
		t.Fatalf("the focus is on %+v", it)
	}
	find(t, k, ChainP, "text", "column 1: an expression is missing")
	key1(k, KeyReturn, Ctrl)
	if g, _ := applied(k); g != nil {
		t.Error("a chain with a fault is applied")
	}
	k.take(typed("object.size > 8"))
	if _, filters := chainRows(k); !slices.Equal(filters, []string{"where(object.size > 8)"}) {
		t.Errorf("the filters are %v", filters)
	}
	key1(k, KeyEscape, 0)
	if it, _ := focusedItem(k); it.Text != "where" {
		t.Errorf("Esc leads from the argument to %+v", it)
	}
	key1(k, KeyReturn, Ctrl)
	g, closed := applied(k)
	if g == nil || !closed || !slices.Equal(g.Filters, []string{"where(object.size > 8)"}) {
		t.Errorf("applied %+v, closed %v", g, closed)
	}
	// What is in force is there when the window opens again, argument and all.
	k.model.ChainOpen = true
	k.layout()
	if it := find(t, k, ChainP, "field", "where (EXPR)"); it.Value != "object.size > 8" {
		t.Errorf("opened again, the argument is %q", it.Value)
	}
}

func TestChainReady(t *testing.T) {
	k := chainTest(t, screen)
	it := find(t, k, ChainP, "choice", "Types of the program")
	click(k, it)
	by, filters := chainRows(k)
	if !slices.Equal(by, []string{"type"}) || !slices.Equal(filters, []string{"no-java"}) {
		t.Errorf("taken over: %v, %v", by, filters)
	}
	if g, closed := applied(k); g != nil || closed {
		t.Error("one click applies")
	}
	key1(k, KeyEscape, 0)
	k.model.ChainOpen = true
	k.layout()
	it = find(t, k, ChainP, "choice", "Types of the program")
	click(k, it)
	click(k, it)
	if g, closed := applied(k); g == nil || !closed || !reflect.DeepEqual(*g, city.Grouping{By: []string{"type"}, Filters: []string{"no-java"}}) {
		t.Errorf("a double click applies %+v, closed %v", g, closed)
	}
}

// TestChainFollows: a grouping that is taken back while the window is open is shown in it.
func TestChainFollows(t *testing.T) {
	k := chainTest(t, screen)
	click(k, find(t, k, ChainP, "choice", "Type"))
	m := k.model
	m.State.Settings.By = []string{"call-sites"}
	k.show(&shown{m, screen, 1})
	k.layout()
	if by, _ := chainRows(k); !slices.Equal(by, []string{"call-sites"}) {
		t.Errorf("the window shows %v", by)
	}
	click(k, find(t, k, ChainP, "field", "Search classifiers"))
	key1(k, KeyEscape, 0)
	if g, closed := applied(k); g != nil || !closed {
		t.Errorf("Esc applies %v, closes %v", g, closed)
	}
}

// TestChainSmall: every column can be reached where there is room for one.
func TestChainSmall(t *testing.T) {
	k := chainTest(t, image.Pt(560, 420))
	find(t, k, ChainP, "list", "package")
	click(k, find(t, k, ChainP, "choice", "Show: Ready-made"))
	find(t, k, ChainP, "choice", "Package, type")
	click(k, find(t, k, ChainP, "choice", "Show: Add"))
	click(k, find(t, k, ChainP, "field", "Search classifiers"))
	k.take(typed("java.*"))
	key1(k, KeyReturn, 0)
	if by, filters := chainRows(k); !slices.Equal(by, []string{"package", "type"}) || !slices.Equal(filters, []string{"no-java"}) {
		t.Errorf("the rows are %v, %v", by, filters)
	}
	find(t, k, ChainP, "list", "no-java")
}

func TestMeasureChoices(t *testing.T) {
	m := sample()
	m.SettingsOpen, m.ChainOpen = true, false
	k := newTest(t, m, image.Pt(1280, 1600), 1)
	if it := find(t, k, SettingsP, "choice", "Retained"); !it.Off {
		t.Error("retained sizes can be chosen without GC roots")
	}
	find(t, k, SettingsP, "text", "Needs GC roots, which heap dumps have.")
	click(k, find(t, k, SettingsP, "choice", "Deep"))
	if g, _ := applied(k); g == nil || g.Measure != city.Deep {
		t.Errorf("the measure is %+v", g)
	}
	click(k, find(t, k, SettingsP, "button", "Reset Measure"))
	if g, _ := applied(k); g == nil || g.Measure != city.Shallow {
		t.Errorf("reset, the measure is %+v", g)
	}
	m.Catalog, m.FixedChain = nil, "Package, Type"
	k = newTest(t, m, image.Pt(1280, 1600), 1)
	if it := find(t, k, SettingsP, "choice", "Deep"); !it.Off {
		t.Error("deep sizes can be chosen of ready-made trees")
	}
}

// TestMeasureWords: whatever tells a number says which one it is.
func TestMeasureWords(t *testing.T) {
	m := sample()
	m.Measure, m.State.Settings.Metric = city.Retained, city.Bytes
	m.Hover, m.HoverAt = m.Selection, image.Pt(700, 300)
	m.Legend.Filters = []string{"no-java", "where(object.size > 8)"}
	words := describe(newTest(t, m, image.Pt(1280, 1600), 1).seen())
	for _, want := range []string{"inspector: value Retained objects", "inspector: value Retained bytes", "inspector: value Growth so far, retained bytes",
		"legend: value Area = retained bytes, square root", "legend: value Only = objects that pass no-java, where(object.size > 8)", "legend: value Sums", "time: text Heap over time in retained bytes",
		"tooltip: text Share of all retained bytes"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if t.Failed() {
		t.Log(words)
	}
}
