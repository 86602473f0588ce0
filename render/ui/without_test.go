package ui

import (
	"image"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/city/view/guides"
	"memcity/city/view/inspect"
	"memcity/city/view/whatif"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// removed returns the sample with removed groups and references.
func removed() model.Model {
	m := uitest.Sample()
	m.State = state.Step(m.State, state.Select{Key: m.Selection.Key})
	m.State = state.Step(m.State, state.Remove{What: []whatif.Removal{
		whatif.GroupRemoval(trees.Grouping{}, m.Selection.Key),
		{Kind: whatif.CutGuide, Text: "the HashMap$Node in the HashMap of the static field com.example.shop.NameCache.nameCache, together with those of the static field com.example.shop.IdCache.idCache"},
		whatif.RootRemoval("static field com.example.persons.registry.PersonRegistry.allThatWereEverRegisteredBySomebody")}})
	m.Legend.Compared = &model.Compared{From: 16, Cut: true}
	m.Selection.Fate = &diffs.Fate{Before: trees.Amount{Objects: 12_345, Bytes: 296_280}, After: trees.Amount{Objects: 345, Bytes: 8_280},
		Permanent: trees.Amount{Objects: 345, Bytes: 8_280}, Died: trees.Amount{Objects: 12_000, Bytes: 288_000}, Followed: true}
	m.WhatIf = &model.WhatIf{Removals: m.State.Removals,
		Known: &whatif.Result{Heap: trees.Amount{Objects: 40_000, Bytes: 2_000_000}, Freed: trees.Amount{Objects: 13_000, Bytes: 500_000},
			Each: []whatif.RemovalResult{{Amount: trees.Amount{Objects: 12_000, Bytes: 288_000}}, {Amount: trees.Amount{Objects: 1, Bytes: 24}},
				{Missing: "the GC root does not exist at this GC point"}}}}
	return m
}

func TestWithoutGolden(t *testing.T) {
	var items []model.Item
	for _, it := range newTest(t, removed(), image.Pt(1280, 1000), 1).Seen() {
		if it.Panel == model.WhatIfP || it.Panel == model.LegendP || it.Panel == model.Inspector && it.Kind != "text" {
			items = append(items, it)
		}
	}
	got, path := uitest.Describe(items), filepath.Join("testdata", "without.golden")
	if *uitest.Update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("not as in the golden (%v):\n%s", err, got)
	}
}

// Beside the guide, which shows the removals, the panel is low and does not repeat them.
func TestWithoutNextToTheGuide(t *testing.T) {
	height := func(guide bool) int {
		m := removed()
		m.WhatIf.Removals, m.WhatIf.Known.Each = m.WhatIf.Removals[1:2], m.WhatIf.Known.Each[1:2]
		m.Drawers.Guide, m.Drawers.Front = guide, model.GuideP
		k := newTest(t, m, uitest.Screen, 1)
		uitest.Click(k, uitest.Find(t, k, model.WhatIfP, "button", "Put back "+m.WhatIf.Removals[0].Text))
		uitest.Wanted(t, k, model.Do{Action: state.Restore{What: m.WhatIf.Removals[:1]}})
		return k.Rects[model.WhatIfP].Dy()
	}
	if guided, alone := height(true), height(false); guided > 80 || alone < 100 {
		t.Errorf("%d pixels high beside the guide, %d without it", guided, alone)
	}
}

// Removals can be restored individually or all at once.
func TestPutBack(t *testing.T) {
	m := removed()
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.WhatIfP, "button", "Put back LinkedList$Node"))
	if s := &k.Model.State; len(s.Removals) != 2 || s.IsRemoved(m.State.Removals[0]) {
		t.Errorf("left: %+v", s.Removals)
	}
	uitest.Click(k, uitest.Find(t, k, model.WhatIfP, "button", "Put all back"))
	if s := &k.Model.State; len(s.Removals) != 0 || s.Division != scene.Undivided {
		t.Errorf("left: %+v", s.Removals)
	}
}

// Without a result, the panel explains why.
func TestWithoutIsNotKnown(t *testing.T) {
	for want, change := range map[string]func(w *model.WhatIf){
		"Computing what would be freed…":                      func(w *model.WhatIf) { w.Waiting = true },
		"GC roots: this GC point has none.":                   func(w *model.WhatIf) { w.Failed = "GC roots: this GC point has none" },
		"Switch to shallow sizes to see what would be freed.": func(w *model.WhatIf) { w.Sizes = true },
		"Not computed: canceled.":                             func(*model.WhatIf) {},
	} {
		m := removed()
		m.WhatIf.Known = nil
		change(m.WhatIf)
		uitest.Find(t, newTest(t, m, uitest.Screen, 1), model.WhatIfP, "text", want)
	}
}

// Texts stay inside the panel at every window size.
func TestWithoutFits(t *testing.T) {
	for _, size := range []image.Point{{400, 400}, {640, 480}, uitest.Screen, {1920, 1080}} {
		for scale := 1.0; scale <= 2; scale++ {
			k := newTest(t, removed(), size, scale)
			for _, it := range k.Seen() {
				if it.Panel == model.WhatIfP && !it.Rect.In(k.Rects[model.WhatIfP]) {
					t.Errorf("%v at %g: %s %s leaves the panel", size, scale, it.Kind, it.Text)
				}
			}
		}
	}
}

// X in the list of references removes those of the row, and so does pressing the icon at its left. Elsewhere X applies to the selection, and
// panels do not handle it.
func TestCutReferences(t *testing.T) {
	m := uitest.Sample()
	m.State = state.Step(m.State, state.Select{Key: m.Selection.Key})
	want := model.Do{Action: state.Remove{What: []whatif.Removal{whatif.ReferenceRemoval(trees.Grouping{}, "a", m.Selection.Key)}}}
	k := newTest(t, m, uitest.Screen, 1)
	uitest.FocusOn(t, k, "Incoming references")
	uitest.Press(k, model.KeyDown)
	uitest.Taken(k)
	uitest.Press(k, "X")
	if got := uitest.Taken(k); len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Errorf("the key shows %+v", got)
	}
	k = newTest(t, m, uitest.Screen, 1)
	row := uitest.Find(t, k, model.Inspector, "list", "Incoming references").Rect
	uitest.Taken(k)
	uitest.Drag(k, image.Pt(row.Min.X+8, row.Min.Y+part.RowHeight+part.RowHeight/2))
	got := uitest.Taken(k)
	if i := len(got) - 1; i < 0 || !reflect.DeepEqual(got[i], want) {
		t.Errorf("the pointer shows %+v", got)
	}
	k = newTest(t, m, uitest.Screen, 1)
	if widget.Takes(k.FocusKind, model.Key{Name: "X"}) {
		t.Error("a panel takes X though nothing has the focus")
	}
	m.NoRemovals = "no references are known"
	k = newTest(t, m, uitest.Screen, 1)
	if it := uitest.Find(t, k, model.Inspector, "button", "Remove"); !it.Off {
		t.Error("it can be taken out")
	}
	row = uitest.Find(t, k, model.Inspector, "list", "Incoming references").Rect
	uitest.Drag(k, image.Pt(row.Min.X+8, row.Min.Y+part.RowHeight+part.RowHeight/2))
	for _, e := range uitest.Taken(k) {
		if do, ok := e.(model.Do); ok {
			if _, out := do.Action.(state.Remove); out {
				t.Error("references are removed")
			}
		}
	}
}

// Each cut of the guide shows the city without the cut references, and restores them.
func TestGuideCuts(t *testing.T) {
	m := uitest.Guided()
	for i := range 5 {
		stop, _ := state.Stop(guides.Kind.Result(&m.Results).Report, 0, i)
		m.State = state.Step(m.State, state.FollowGuide{To: stop})
	}
	k := newTest(t, m, image.Pt(1280, 1000), 1)
	cut := state.GuideRemoval(guides.Kind.Result(&m.Results).Report, 0, 0)
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "the static field Main.persons"))
	if s := &k.Model.State; s.View != state.CityView || !s.IsRemoved(cut) || len(s.Removals) != 1 || s.Guide.Stage != 5 {
		t.Fatalf("%v without %+v at stage %d", s.View, s.Removals, s.Guide.Stage)
	}
	it := uitest.Find(t, k, model.GuideP, "button", "the static field Main.persons")
	if !strings.Contains(it.Value, "removed") {
		t.Errorf("it says %s", it.Value)
	}
	uitest.Click(k, it)
	if s := &k.Model.State; len(s.Removals) != 0 {
		t.Errorf("still out: %+v", s.Removals)
	}
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "Next step"))
	if s := &k.Model.State; s.Guide.Stage != 6 || !s.IsRemoved(state.GuideRemoval(guides.Kind.Result(&m.Results).Report, 0, 1)) {
		t.Errorf("the next step removes %+v", s.Removals)
	}
	if m.State.IsRemoved(cut) {
		t.Error("the state before was written to")
	}
}

func TestCaptionsBreakLines(t *testing.T) {
	m := uitest.Sample()
	m.Caption = "two-caches, GC point 10 of 10, 79,180 objects, 2.89 MB"
	height := func() int {
		t.Helper()
		frames, err := Render(m, uitest.Screen, 1, model.Caption)
		if err != nil || len(frames) != 1 {
			t.Fatal(len(frames), err)
		}
		if f := frames[0]; f.At.X < 0 || f.At.X+f.Image.Rect.Dx() > uitest.Screen.X || f.At.Y+f.Image.Rect.Dy() > uitest.Screen.Y {
			t.Errorf("the caption is at %v, %v large, of %v", f.At, f.Image.Rect.Max, uitest.Screen)
		}
		return frames[0].Image.Rect.Dy()
	}
	one := height()
	m.Caption += strings.Repeat(", and much more to say", 8)
	two := height()
	m.Caption += strings.Repeat(", and much more to say", 80)
	if most := height(); two < one+int(canvas.LineHeight(canvas.Body))/2 || most <= two || most > 4*one {
		t.Errorf("captions are %d, %d and %d high", one, two, most)
	}
}

func TestWithoutPackages(t *testing.T) {
	for text, want := range map[string]string{
		"the HashMap$Node in the HashMap of the static field com.example.shop.NameCache.nameCache, together with those of the static field com.example.IdCache.ids": "the HashMap$Node in the HashMap of the static field NameCache.nameCache, together with those of the static field IdCache.ids",
		"java.util.HashMap$Node[] → java.lang.Object": "HashMap$Node[] → Object", "the thread main-1.2": "the thread main-1.2",
		"main.go": "main.go", "App.run": "App.run",
	} {
		if got := model.TrimPackages(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// A GC root is the same removal in all views. If it is removed in the group view, it is marked there and can be restored in the heap graph.
// The same holds for a group whose objects are all in one box of the graph.
func TestCutsOfAllViewsAreTheSame(t *testing.T) {
	m := uitest.GroupModel(twoCaches(), nil)
	m.State = state.Step(m.State, state.Remove{What: []whatif.Removal{whatif.RootRemoval("static field app.IdCache.idCache")}})
	m.State = state.Step(m.State, state.Show{View: inspect.View.ID})
	text := uitest.Describe(newTest(t, m, uitest.Tall, 1).Seen())
	if n := strings.Count(text, ", removed"); n != 2 {
		t.Errorf("%d rows are removed, want one of the owners and one of the GC roots:\n%s", n, text)
	}
	p := uitest.GraphOf(2, 1)
	root, objects := &p.Nodes[0], &p.Nodes[1]
	if cuts := m.CutsOfNode(p, 0); cuts[0].Kind != whatif.CutNode || m.IsRemoved(cuts) {
		t.Errorf("several GC roots take out %+v", cuts)
	}
	root.Name = "static field app.IdCache.idCache"
	if row := part.CutMenuRow(newTest(t, m, uitest.Tall, 1), "take it out", m.CutsOfNode(p, 0)); row.Text != "Put back" {
		t.Errorf("the graph offers to %s", row.Text)
	}
	objects.Group = "Heap#app#Product"
	if m.CutsOfNode(p, 1)[0].Kind != whatif.CutNode {
		t.Error("some objects of a group take out all of it")
	}
	objects.Whole = true
	if cuts := m.CutsOfNode(p, 1); !cuts[0].Same(whatif.GroupRemoval(m.Grouping(), objects.Group)) {
		t.Errorf("a whole group removes %+v", cuts)
	}
}

// Growth colors apply neither to removed objects, nor to remaining ones, nor to halves.
func TestColorOfGrowthIsOff(t *testing.T) {
	for name, m := range map[string]model.Model{"cut": removed(), "halved": based(), "whole": uitest.Sample()} {
		m.SettingsOpen = true
		it := uitest.Find(t, newTest(t, m, image.Pt(1280, 1800), 1), model.SettingsP, "choice", "Color shows: Growth")
		if it.Off != (name != "whole") {
			t.Errorf("%s: %+v", name, it)
		}
	}
}

// In a low window the panel is as short as possible, but still shows the removals.
func TestWithoutInALowWindow(t *testing.T) {
	m := removed()
	m.WhatIf.Removals, m.State.Removals = m.WhatIf.Removals[:1], m.State.Removals[:1]
	height := func(size image.Point) int {
		k := newTest(t, m, size, 1)
		text := m.WhatIf.Removals[0].Text
		uitest.Find(t, k, model.WhatIfP, "button", "Put back "+text)
		if words := uitest.Describe(k.Seen()); !strings.Contains(words, "without: value "+text) &&
			!strings.Contains(words, "without: text Without "+text) {
			t.Errorf("the panel does not name %s", text)
		}
		return k.Rects[model.WhatIfP].Dy()
	}
	if low, high := height(image.Pt(1000, 480)), height(uitest.Screen); low > 75 || high < low+30 {
		t.Errorf("the panel is %d high in a low window, %d else", low, high)
	}
}
