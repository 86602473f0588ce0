package chain

import (
	"image"
	"slices"
	"strings"
	"testing"

	"gioui.org/io/key"

	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// chainTest opens the chain window.
func chainTest(t *testing.T, size image.Point) *widget.Core {
	t.Helper()
	m := uitest.Sample()
	m.ChainOpen = true
	return newCore(t, m, size, 1)
}

// chainRows returns the rows of the window in screen order.
func chainRows(k *widget.Core) (by, filters []string) {
	g := of(k).Grouping()
	return g.By.Slice(), g.Filters.Slice()
}

// applied returns the grouping that was set, if any, and whether the window was closed.
func applied(k *widget.Core) (g *trees.Grouping, closed bool) {
	for _, e := range uitest.Taken(k) {
		switch e := e.(type) {
		case model.Do:
			if set, ok := e.Action.(state.Set); ok {
				to := set.To.Grouping()
				g = &to
			}
		case model.Run:
			closed = closed || e == model.Run(action.PanelGrouping)
		}
	}
	return g, closed
}

func key1(k *widget.Core, name string, mods action.Mods) {
	k.Take(model.Key{Name: name, Mods: mods})
}

func TestChainSearchAdds(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Search classifiers" {
		t.Fatalf("the focus is on %+v", it)
	}
	k.Take(widget.Typed("call"))
	for _, it := range k.Seen() {
		if it.Panel == model.ChainP && it.Kind == "button" && it.Text == "package" {
			t.Error("a classifier that does not fit is listed")
		}
	}
	key1(k, model.KeyReturn, 0)
	if by, _ := chainRows(k); !slices.Equal(by, []string{"package", "type", "call-sites"}) {
		t.Errorf("the chain is %v", by)
	}
	if g, closed := applied(k); g != nil || closed {
		t.Error("adding applies the chain")
	}
	key1(k, model.KeyReturn, action.Ctrl)
	g, closed := applied(k)
	if g == nil || !closed || g.By != seq.Of("package", "type", "call-sites") || !g.Filters.Empty() {
		t.Errorf("applied %+v, closed %v", g, closed)
	}
}

func TestChainSearchOrder(t *testing.T) {
	names := func(text string) (list []string) {
		for _, entry := range FoundEntries(uitest.SampleCatalog, text) {
			list = append(list, entry.Name)
		}
		return list
	}
	for text, want := range map[string][]string{
		"":           {"type", "package", "call-sites", "age", "no-java", "where", "points-to"},
		"pack":       {"package", "no-java"},
		"object TYP": {"type", "package", "no-java"},
		"age":        {"package", "no-java", "age"}, // the recording lacks data for it
		"where":      {"where"},
		"nothing":    nil,
	} {
		if got := names(text); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
}

// TestChainSearchRank: exact matches and prefixes of names come before matches in descriptions, for every kind.
func TestChainSearchRank(t *testing.T) {
	catalog := &trees.Catalog{Classifiers: []trees.CatalogEntry{
		{Name: "age", Kind: trees.Classifies, Description: "where objects came from"},
		{Name: "nowhere", Kind: trees.Classifies},
		{Name: "where", Kind: trees.Filters},
		{Name: "whereabouts", Kind: trees.Transforms},
		{Name: "wherever", Kind: trees.Classifies, Missing: "needs something"},
	}}
	var names []string
	for _, entry := range FoundEntries(catalog, " Where ") {
		names = append(names, entry.Name)
	}
	if want := []string{"where", "whereabouts", "nowhere", "age", "wherever"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}

func TestChainNeeds(t *testing.T) {
	k := chainTest(t, image.Pt(1280, 1200))
	if it := uitest.Find(t, k, model.ChainP, "button", "age"); !it.Off {
		t.Error("what the recording lacks can be added")
	}
	if it := uitest.Find(t, k, model.ChainP, "choice", "Age, type"); !it.Off {
		t.Error("a chain that the recording lacks something for can be chosen")
	}
	words := uitest.Describe(k.Seen())
	if n := strings.Count(words, "Needs objects followed over"); n != 2 {
		t.Errorf("what is needed is reported %d times, want 2:\n%s", n, words)
	}
	k.Take(widget.Typed("age"))
	key1(k, model.KeyDown, 0)
	for range 5 {
		key1(k, model.KeyDown, 0)
	}
	key1(k, model.KeyReturn, 0)
	if by, _ := chainRows(k); slices.Contains(by, "age") {
		t.Error("Return adds what the recording lacks")
	}
}

func TestChainDrag(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "button", "call-sites"))
	at := func(name string) image.Point {
		return uitest.Middle(uitest.Find(t, k, model.ChainP, "list", name).Rect)
	}
	first, last := at("package"), at("call-sites")
	uitest.Drag(k, last, last.Sub(image.Pt(0, 20)), first.Sub(image.Pt(0, 6)))
	if by, _ := chainRows(k); !slices.Equal(by, []string{"call-sites", "package", "type"}) {
		t.Errorf("dragged to the top: %v", by)
	}
	first, last = at("call-sites"), at("type")
	uitest.Drag(k, first, first.Add(image.Pt(0, 30)), last.Add(image.Pt(0, 300)))
	if by, filters := chainRows(k); !slices.Equal(by, []string{"package", "type", "call-sites"}) || len(filters) != 0 {
		t.Errorf("dragged below everything: %v, %v", by, filters)
	}
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "button", "no-java"))
	from, to := at("no-java"), at("type")
	uitest.Drag(k, from, from.Sub(image.Pt(0, 10)), to.Sub(image.Pt(0, 6)))
	if by, filters := chainRows(k); !slices.Equal(by, []string{"package", "no-java", "type", "call-sites"}) || len(filters) != 0 {
		t.Errorf("a filter dragged into the chain: %v, %v", by, filters)
	}
}

func TestChainKeys(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	k.Router.Source().Execute(key.FocusCmd{Tag: k.Controls[ChainRowID(of(k).Rows[ChainBy][0].Id)]})
	k.Layout()
	key1(k, model.KeyDown, action.Alt)
	if by, _ := chainRows(k); !slices.Equal(by, []string{"type", "package"}) {
		t.Errorf("Alt+Down gives %v", by)
	}
	key1(k, model.KeyUp, action.Alt)
	key1(k, model.KeyUp, action.Alt)
	if by, _ := chainRows(k); !slices.Equal(by, []string{"package", "type"}) {
		t.Errorf("Alt+Up gives %v", by)
	}
	key1(k, model.KeyDown, 0)
	if it, _ := uitest.FocusedItem(k); it.Text != "type" {
		t.Errorf("Down leads to %+v", it)
	}
	key1(k, model.KeyDelete, 0)
	if it, _ := uitest.FocusedItem(k); it.Text != "package" {
		t.Errorf("after Delete the focus is on %+v", it)
	}
	key1(k, model.KeyBackspace, 0)
	if by, _ := chainRows(k); len(by) != 0 {
		t.Errorf("all deleted: %v", by)
	}
	key1(k, model.KeyReturn, action.Ctrl)
	if g, closed := applied(k); g != nil || closed {
		t.Error("a chain without classifiers is applied")
	}
	if it := uitest.Find(t, k, model.ChainP, "button", "Apply"); !it.Off {
		t.Error("Apply can be pressed without a classifier")
	}
}

func TestChainArgument(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "button", "Expression"))
	if it, _ := uitest.FocusedItem(k); it.Text != "where (EXPR)" {
		t.Fatalf("the focus is on %+v", it)
	}
	uitest.Find(t, k, model.ChainP, "text", "column 1: an expression is missing")
	key1(k, model.KeyReturn, action.Ctrl)
	if g, _ := applied(k); g != nil {
		t.Error("a chain with a fault is applied")
	}
	k.Take(widget.Typed("object.size > 8"))
	if _, filters := chainRows(k); !slices.Equal(filters, []string{"where(object.size > 8)"}) {
		t.Errorf("the filters are %v", filters)
	}
	key1(k, model.KeyEscape, 0)
	if it, _ := uitest.FocusedItem(k); it.Text != "where" {
		t.Errorf("Esc leads from the argument to %+v", it)
	}
	key1(k, model.KeyReturn, action.Ctrl)
	g, closed := applied(k)
	if g == nil || !closed || g.Filters != seq.Of("where(object.size > 8)") {
		t.Errorf("applied %+v, closed %v", g, closed)
	}
	// The current chain is restored when the window opens again, including its argument.
	k.Model.ChainOpen = true
	k.Layout()
	if it := uitest.Find(t, k, model.ChainP, "field", "where (EXPR)"); it.Value != "object.size > 8" {
		t.Errorf("opened again, the argument is %q", it.Value)
	}
}

func TestChainReady(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	it := uitest.Find(t, k, model.ChainP, "choice", "Types of the program")
	uitest.Click(k, it)
	by, filters := chainRows(k)
	if !slices.Equal(by, []string{"type"}) || !slices.Equal(filters, []string{"no-java"}) {
		t.Errorf("taken over: %v, %v", by, filters)
	}
	if g, closed := applied(k); g != nil || closed {
		t.Error("one click applies")
	}
	key1(k, model.KeyEscape, 0)
	k.Model.ChainOpen = true
	k.Layout()
	it = uitest.Find(t, k, model.ChainP, "choice", "Types of the program")
	uitest.Click(k, it)
	uitest.Click(k, it)
	if g, closed := applied(k); g == nil || !closed || *g != (trees.Grouping{By: seq.Of("type"), Filters: seq.Of("no-java")}) {
		t.Errorf("a double click applies %+v, closed %v", g, closed)
	}
}

// TestChainFollows: undoing a grouping while the window is open updates the window.
func TestChainFollows(t *testing.T) {
	k := chainTest(t, uitest.Screen)
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "choice", "Type"))
	m := k.Model
	m.State.Settings.By = seq.Of("call-sites")
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if by, _ := chainRows(k); !slices.Equal(by, []string{"call-sites"}) {
		t.Errorf("the window shows %v", by)
	}
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "field", "Search classifiers"))
	key1(k, model.KeyEscape, 0)
	if g, closed := applied(k); g != nil || !closed {
		t.Errorf("Esc applies %v, closes %v", g, closed)
	}
}

// TestChainSmall: every column is reachable if only one fits.
func TestChainSmall(t *testing.T) {
	k := chainTest(t, image.Pt(560, 420))
	uitest.Find(t, k, model.ChainP, "list", "package")
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "choice", "Show: Prebuilt"))
	uitest.Find(t, k, model.ChainP, "choice", "Package, type")
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "choice", "Show: Add"))
	uitest.Click(k, uitest.Find(t, k, model.ChainP, "field", "Search classifiers"))
	k.Take(widget.Typed("java.*"))
	key1(k, model.KeyReturn, 0)
	if by, filters := chainRows(k); !slices.Equal(by, []string{"package", "type"}) || !slices.Equal(filters, []string{"no-java"}) {
		t.Errorf("the rows are %v, %v", by, filters)
	}
	uitest.Find(t, k, model.ChainP, "list", "no-java")
}
