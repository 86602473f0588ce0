package ui

import (
	"image"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memcity/city"
)

// wrecked is the sample without two things.
func wrecked() Model {
	m := sample()
	m.State = city.Step(m.State, city.Select{Key: m.Selection.Key})
	m.State = city.Step(m.State, city.TakeOut{What: []city.Cutout{
		city.GroupCutout(city.Grouping{}, m.Selection.Key),
		{Kind: city.CutGuide, Text: "the HashMap$Node in the HashMap of the static field com.example.shop.NameCache.nameCache, together with those of the static field com.example.shop.IdCache.idCache"},
		city.RootCutout("static field com.example.persons.registry.PersonRegistry.allThatWereEverRegisteredBySomebody")}})
	m.Legend.Compared = &Compared{From: 16, Cut: true}
	m.Selection.Fate = &city.Fate{Before: city.Amount{Objects: 12_345, Bytes: 296_280}, After: city.Amount{Objects: 345, Bytes: 8_280},
		Permanent: city.Amount{Objects: 345, Bytes: 8_280}, Died: city.Amount{Objects: 12_000, Bytes: 288_000}, Followed: true}
	m.Without = &Without{Cutouts: m.State.Cutouts, Known: &city.Without{Heap: city.Amount{Objects: 40_000, Bytes: 2_000_000}, Freed: city.Amount{Objects: 13_000, Bytes: 500_000},
		Each: []city.FreedAlone{{Amount: city.Amount{Objects: 12_000, Bytes: 288_000}}, {Amount: city.Amount{Objects: 1, Bytes: 24}}, {Missing: "there is no such GC root at this GC point"}}}}
	return m
}

func TestWithoutGolden(t *testing.T) {
	var items []Item
	for _, it := range newTest(t, wrecked(), image.Pt(1280, 1000), 1).seen() {
		if it.Panel == WithoutP || it.Panel == LegendP || it.Panel == Inspector && it.Kind != "text" {
			items = append(items, it)
		}
	}
	got, path := describe(items), filepath.Join("testdata", "without.golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("not as in the golden (%v):\n%s", err, got)
	}
}

// Beside the guide that tells what is taken out the panel is low: it does not say it again.
func TestWithoutBesideTheGuide(t *testing.T) {
	height := func(guide bool) int {
		m := wrecked()
		m.Without.Cutouts, m.Without.Known.Each = m.Without.Cutouts[1:2], m.Without.Known.Each[1:2]
		m.Drawers.Guide, m.Drawers.Front = guide, GuideP
		k := newTest(t, m, screen, 1)
		click(k, find(t, k, WithoutP, "button", "Put back "+m.Without.Cutouts[0].Text))
		wanted(t, k, Do{city.PutBack{What: m.Without.Cutouts[:1]}})
		return k.rects[WithoutP].Dy()
	}
	if beside, alone := height(true), height(false); beside > 80 || alone < 100 {
		t.Errorf("%d pixels high beside the guide, %d without it", beside, alone)
	}
}

// What is out is put back one by one, or all at once.
func TestPutBack(t *testing.T) {
	m := wrecked()
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, WithoutP, "button", "Put back LinkedList$Node"))
	if s := &k.model.State; len(s.Cutouts) != 2 || s.IsOut(m.State.Cutouts[0]) {
		t.Errorf("left: %+v", s.Cutouts)
	}
	click(k, find(t, k, WithoutP, "button", "Put all back"))
	if s := &k.model.State; len(s.Cutouts) != 0 || s.Division != city.Undivided {
		t.Errorf("left: %+v", s.Cutouts)
	}
}

// While nothing is known, the panel says why.
func TestWithoutIsNotKnown(t *testing.T) {
	for want, change := range map[string]func(w *Without){
		"Computing what would be freed…":                   func(w *Without) { w.Waiting = true },
		"GC roots: this GC point has none.":                func(w *Without) { w.Failed = "GC roots: this GC point has none" },
		"Choose shallow sizes to see what would be freed.": func(w *Without) { w.Sizes = true },
		"Not computed: it was given up.":                   func(*Without) {},
	} {
		m := wrecked()
		m.Without.Known = nil
		change(m.Without)
		find(t, newTest(t, m, screen, 1), WithoutP, "text", want)
	}
}

// Texts keep inside the panel, in every size of the window.
func TestWithoutFits(t *testing.T) {
	for _, size := range []image.Point{{400, 400}, {640, 480}, screen, {1920, 1080}} {
		for scale := 1.0; scale <= 2; scale++ {
			k := newTest(t, wrecked(), size, scale)
			for _, it := range k.seen() {
				if it.Panel == WithoutP && !it.Rect.In(k.rects[WithoutP]) {
					t.Errorf("%v at %g: %s %s leaves the panel", size, scale, it.Kind, it.Text)
				}
			}
		}
	}
}

// X in the list of references takes out those of the row, and so does pressing it at its left. X anywhere else is the
// selection's, and none of the panels'.
func TestCutReferences(t *testing.T) {
	m := sample()
	m.State = city.Step(m.State, city.Select{Key: m.Selection.Key})
	want := Do{city.TakeOut{What: []city.Cutout{city.ReferenceCutout(city.Grouping{}, "a", m.Selection.Key)}}}
	k := newTest(t, m, screen, 1)
	focusOn(t, k, "Referred to by")
	press(k, KeyDown)
	taken(k)
	press(k, "X")
	if got := taken(k); len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Errorf("the key tells %+v", got)
	}
	k = newTest(t, m, screen, 1)
	row := find(t, k, Inspector, "list", "Referred to by").Rect
	taken(k)
	drag(k, image.Pt(row.Min.X+8, row.Min.Y+rowHeight+rowHeight/2))
	got := taken(k)
	if i := len(got) - 1; i < 0 || !reflect.DeepEqual(got[i], want) {
		t.Errorf("the pointer tells %+v", got)
	}
	k = newTest(t, m, screen, 1)
	if takes(k.focusKind, Key{Name: "X"}) {
		t.Error("a panel takes X though nothing has the focus")
	}
	m.NoCut = "no references are known"
	k = newTest(t, m, screen, 1)
	if it := find(t, k, Inspector, "button", "Take out"); !it.Off {
		t.Error("it can be taken out")
	}
	row = find(t, k, Inspector, "list", "Referred to by").Rect
	drag(k, image.Pt(row.Min.X+8, row.Min.Y+rowHeight+rowHeight/2))
	for _, e := range taken(k) {
		if do, ok := e.(Do); ok {
			if _, out := do.Action.(city.TakeOut); out {
				t.Error("references are taken out")
			}
		}
	}
}

// Each cut of the guide shows the city without it, and puts it back.
func TestGuideCuts(t *testing.T) {
	m := guided()
	for i := range 5 {
		stop, _ := m.Answers.Guide.Stop(0, i)
		m.State = city.Step(m.State, city.FollowGuide{To: stop})
	}
	k := newTest(t, m, image.Pt(1280, 1000), 1)
	cut := m.Answers.Guide.Cutout(0, 0)
	click(k, find(t, k, GuideP, "button", "the static field Main.persons"))
	if s := &k.model.State; s.View != city.CityView || !s.IsOut(cut) || len(s.Cutouts) != 1 || s.Guiding.Stage != 5 {
		t.Fatalf("%v without %+v at stage %d", s.View, s.Cutouts, s.Guiding.Stage)
	}
	it := find(t, k, GuideP, "button", "the static field Main.persons")
	if !strings.Contains(it.Value, "taken out") {
		t.Errorf("it says %s", it.Value)
	}
	click(k, it)
	if s := &k.model.State; len(s.Cutouts) != 0 {
		t.Errorf("still out: %+v", s.Cutouts)
	}
	click(k, find(t, k, GuideP, "button", "Next step"))
	if s := &k.model.State; s.Guiding.Stage != 6 || !s.IsOut(m.Answers.Guide.Cutout(0, 1)) {
		t.Errorf("the next step takes out %+v", s.Cutouts)
	}
	if m.State.IsOut(cut) {
		t.Error("the state before was written to")
	}
}

func TestCaptionsBreakLines(t *testing.T) {
	needGraphics(t)
	m := sample()
	m.Caption = "two-caches, GC point 10 of 10, 79,180 objects, 2.89 MB"
	height := func() int {
		t.Helper()
		frames, err := Render(m, screen, 1, Caption)
		if err != nil || len(frames) != 1 {
			t.Fatal(len(frames), err)
		}
		if f := frames[0]; f.At.X < 0 || f.At.X+f.Image.Rect.Dx() > screen.X || f.At.Y+f.Image.Rect.Dy() > screen.Y {
			t.Errorf("the caption is at %v, %v large, of %v", f.At, f.Image.Rect.Max, screen)
		}
		return frames[0].Image.Rect.Dy()
	}
	one := height()
	m.Caption += strings.Repeat(", and much more to say", 8)
	two := height()
	m.Caption += strings.Repeat(", and much more to say", 80)
	if most := height(); two < one+int(lineHeight(body))/2 || most <= two || most > 4*one {
		t.Errorf("captions are %d, %d and %d high", one, two, most)
	}
}

func TestWithoutPackages(t *testing.T) {
	for text, want := range map[string]string{
		"the HashMap$Node in the HashMap of the static field com.example.shop.NameCache.nameCache, together with those of the static field com.example.IdCache.ids": "the HashMap$Node in the HashMap of the static field NameCache.nameCache, together with those of the static field IdCache.ids",
		"java.util.HashMap$Node[] → java.lang.Object": "HashMap$Node[] → Object", "the thread main-1.2": "the thread main-1.2", "main.go": "main.go", "App.run": "App.run",
	} {
		if got := withoutPackages(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// A GC root is the same thing in all views: taken out in the group view, it is marked there and put back from the heap graph. So
// is a group that a box of the graph has all objects of.
func TestCutsOfAllViewsAreTheSame(t *testing.T) {
	m := groupModel(twoCaches(), nil)
	m.State = city.Step(m.State, city.TakeOut{What: []city.Cutout{city.RootCutout("static field app.IdCache.idCache")}})
	m.State = city.Step(m.State, city.Show{View: city.GroupView})
	text := describe(newTest(t, m, tall, 1).seen())
	if n := strings.Count(text, ", taken out"); n != 2 {
		t.Errorf("%d rows are taken out, want one of the owners and one of the GC roots:\n%s", n, text)
	}
	p := graphOf(2, 1)
	root, objects := &p.Nodes[0], &p.Nodes[1]
	if cuts := m.cutsOfNode(p, 0); cuts[0].Kind != city.CutNode || m.isOut(cuts) {
		t.Errorf("several GC roots take out %+v", cuts)
	}
	root.Name = "static field app.IdCache.idCache"
	if row := m.cutMenuRow("take it out", m.cutsOfNode(p, 0)); row.text != "Put back" {
		t.Errorf("the graph offers to %s", row.text)
	}
	objects.Group = "Heap#app#Product"
	if m.cutsOfNode(p, 1)[0].Kind != city.CutNode {
		t.Error("some objects of a group take out all of it")
	}
	objects.Whole = true
	if cuts := m.cutsOfNode(p, 1); !cuts[0].Same(city.GroupCutout(m.grouping(), objects.Group)) {
		t.Errorf("a whole group takes out %+v", cuts)
	}
}

// Neither what is freed nor what stays has the colour of growth, nor have halves.
func TestColourOfGrowthIsOff(t *testing.T) {
	for name, m := range map[string]Model{"cut": wrecked(), "halved": based(), "whole": sample()} {
		m.SettingsOpen = true
		it := find(t, newTest(t, m, image.Pt(1280, 1800), 1), SettingsP, "switch", "Colour shows growth")
		if it.Off != (name != "whole") {
			t.Errorf("%s: %+v", name, it)
		}
	}
}

// In a low window the panel is as short as can be, and says all the same what is taken out.
func TestWithoutInALowWindow(t *testing.T) {
	m := wrecked()
	m.Without.Cutouts, m.State.Cutouts = m.Without.Cutouts[:1], m.State.Cutouts[:1]
	height := func(size image.Point) int {
		k := newTest(t, m, size, 1)
		text := m.Without.Cutouts[0].Text
		find(t, k, WithoutP, "button", "Put back "+text)
		if words := describe(k.seen()); !strings.Contains(words, "without: value "+text) && !strings.Contains(words, "without: text Without "+text) {
			t.Errorf("the panel does not name %s", text)
		}
		return k.rects[WithoutP].Dy()
	}
	if low, high := height(image.Pt(1000, 480)), height(screen); low > 75 || high < low+30 {
		t.Errorf("the panel is %d high in a low window, %d else", low, high)
	}
}
