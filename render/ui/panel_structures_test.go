package ui

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city"
	"memcity/trace"
)

// structuresModel is the structures view of a recording of two GC points: a map that grows and owns its pools, one that shares
// them, and one that stays as it is.
func structuresModel() Model {
	names := trace.NewNames()
	var points []city.PointTree
	for p := range 2 {
		t := &trace.Tree{Names: names}
		add := func(name, role string, parent int32, n int64) int32 {
			t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID(role), Parent: parent, Objects: n, Bytes: 32 * n})
			return int32(len(t.Nodes) - 1)
		}
		n := int64(100 + 900*p)
		root := add("Heap", "", -1, 3*n)
		app := add("app.http", "Package", root, n)
		add("Pool", "Type", app, n)
		util := add("java.util", "Package", root, 2*n)
		add("HashMap", "Type", util, 3)
		add("LinkedList", "Type", util, n)
		for i := range t.Nodes {
			t.Nodes[i].End = int32(len(t.Nodes))
		}
		t.Nodes[app].End, t.Nodes[2].End, t.Nodes[4].End = util, util, 5
		points = append(points, city.PointTree{Time: trace.Millis(100 * p), Source: p, Tree: t, Pointers: &trace.Pointers{}})
	}
	series, settings := city.NewSeries(points), city.DefaultSettings()
	m := Model{State: city.NewState(2, settings), Name: "pools", At: 1, CanSearch: true, Groups: len(series.Nodes),
		Catalog: &city.Catalog{}, Plan: city.NewPlan(series, city.NewMeta(series, city.Window{From: 0, To: 1}), settings)}
	for p := range 2 {
		m.Points = append(m.Points, Point{city.Millis(100 * p), series.Objects(p, 0), series.Bytes(p, 0)})
	}
	m.State.View = city.StructuresView
	r := structuresReport()
	m.Answers.Structures, m.Answers.Ask.Structures = r, &r.Ask
	m.Answers.Held = &city.HeldReport{Ask: city.AskHeld{Point: 1, Object: 11}, Words: "1 HashMap is kept alive by 1 Manager, this by the static field Main.manager"}
	return m
}

func sizesAt(retained, reachable, own, deep int64) city.StructureSizes {
	size := func(bytes int64) *city.StructureSize { return &city.StructureSize{Objects: bytes / 100, Bytes: bytes} }
	return city.StructureSizes{Retained: size(retained), Reachable: size(reachable), Own: size(own), Deep: size(deep)}
}

// structuresReport grows from 100 kB to 1.1 MB: the first map owns 95 % of that, the second one shares 40 %.
func structuresReport() *city.StructuresReport {
	pools := func(before, now int64) []city.LeafGroup {
		group := func(kind, site string, before, now int64) city.LeafGroup {
			return city.LeafGroup{Type: kind, Site: site, Before: &city.StructureSize{Objects: before, Bytes: 32 * before}, Now: city.StructureSize{Objects: now, Bytes: 32 * now}}
		}
		return []city.LeafGroup{group("app.http.Pool", "app.http.Manager.pool():12", before, now), group("app.http.Pool", "app.http.Main.main():3", before, before), group("java.lang.String", "", 5, 5)}
	}
	structure := func(kind string, object uint32, sizes city.StructureSizes) city.Structure {
		return city.Structure{Type: kind, Object: object, Parts: 10, Leaves: 20, Nested: 1, Sizes: sizes, Contents: pools(100, 1000), Smaller: 2}
	}
	growth := func(kind string, object uint32, before, after city.StructureSizes, p city.StructurePortion) city.StructureGrowth {
		return city.StructureGrowth{Structure: structure(kind, object, after), Was: object - 10, Before: before, Portions: &p, Judged: &p}
	}
	still := sizesAt(3000, 3000, 3000, 3000)
	first, shared := sizesAt(980_000, 990_000, 400_000, 400_000), sizesAt(8000, 990_000, 410_000, 410_000)
	lists := structure("java.util.LinkedList", 13, still)
	lists.Contents, lists.Smaller = nil, 0
	return &city.StructuresReport{
		Ask: city.AskStructures{From: 0, To: 1}, Whole: true,
		Now: &city.Structures{Heads: 40, Contained: 4, Heap: city.StructureSize{Objects: 11_000, Bytes: 1_100_000}, LeftOut: 33,
			Types: []city.StructureType{{Type: "java.util.HashMap", Heads: 3, Contained: 1, Own: city.StructureSize{Objects: 900, Bytes: 810_000}, Retained: &city.StructureSize{Objects: 9000, Bytes: 985_000}},
				{Type: "java.util.LinkedList", Heads: 37, Contained: 3, Own: city.StructureSize{Objects: 60, Bytes: 3000}}},
			List: []city.Structure{structure("java.util.HashMap", 11, first), structure("java.util.HashMap", 12, shared), lists}},
		Growth: &city.StructuresGrowth{HeapBefore: city.StructureSize{Objects: 1000, Bytes: 100_000}, HeapAfter: city.StructureSize{Objects: 11_000, Bytes: 1_100_000},
			Identity: "native", Rate: 1, Alive: 36, Gone: 1, New: 3, Contained: 4, LeftOut: 29,
			List: []city.StructureGrowth{
				growth("java.util.HashMap", 11, sizesAt(30_000, 40_000, 10_000, 10_000), first, city.StructurePortion{Retained: 95, Reachable: 95, Own: 39, Deep: 39}),
				growth("java.util.HashMap", 12, sizesAt(8000, 40_000, 10_000, 10_000), shared, city.StructurePortion{Retained: 0, Reachable: 95, Own: 40, Deep: 40}),
				growth("java.util.LinkedList", 13, still, still, city.StructurePortion{}),
			}},
		Proposed: []city.ProposedStructure{{Type: "app.http.Ring", Text: "DS app.http.Ring { app.http.Entry[]; }\n", Why: "app.http.Ring has an array of its own", Heads: 1, Parts: 2, Leaves: 3, Bytes: 400},
			{Type: "app.http.Stack", Text: "DS app.http.Stack { app.http.Node; }\napp.http.Node { app.http.Node; (*); }\n", Why: "app.http.Stack has a backbone", Heads: 2, Parts: 20, Leaves: 20, Bytes: 300}},
	}
}

// shownIn lists the words of one kind in the view.
func shownIn(k *core, kind string) (words []string) {
	for _, it := range k.seen() {
		if it.Panel == StructuresP && it.Kind == kind {
			words = append(words, it.Text)
		}
	}
	return words
}

func (m Model) onPage(p city.StructuresPage) Model {
	m.State.Structuring.Page = p
	return m
}

// Whatever the size and page, texts stay apart and in the panel.
func TestStructuresFit(t *testing.T) {
	states := map[string]Model{"growth": structuresModel(), "largest": structuresModel().onPage(city.LargestStructures), "types": structuresModel().onPage(city.StructureTypes),
		"proposals": structuresModel().onPage(city.ProposedStructures)}
	alone := structuresModel()
	alone.Answers.Structures = structuresReport()
	alone.Answers.Structures.Growth, alone.Answers.Structures.Ask.From = nil, 1
	states["alone"] = alone
	busy := structuresModel()
	busy.Answers = city.Answers{Busy: true, Progress: city.Progress{Done: 1, Total: 3, What: "finding out what data structures own"}}
	states["busy"] = busy
	for name, m := range states {
		for _, scale := range []float64{1, 2} {
			for _, dp := range []image.Point{{640, 480}, {800, 600}, {1024, 640}, {1280, 720}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				k := newTest(t, m, size, scale)
				checkTexts(t, k, size)
				if t.Failed() {
					t.Fatalf("%s at %v, scale %v", name, dp, scale)
				}
			}
		}
	}
}

// The row that grows most is open and chosen; keys and clicks choose others, and contents select their group everywhere.
func TestStructuresChoose(t *testing.T) {
	k := newTest(t, structuresModel(), screen, 1)
	if got := shownIn(k, "row"); len(got) < 4 || got[0] != "java.util.HashMap" || got[1] != "app.http.Pool" {
		t.Fatalf("rows: %q", got)
	}
	if it, ok := focusedItem(k); !ok || it.Kind != "table" {
		t.Errorf("focused: %v", it)
	}
	press(k, KeyDown)
	if got := k.model.State.Selection; got != "Heap#app.http#Pool" {
		t.Errorf("contents select %q", got)
	}
	if s, _ := k.chosenNow(t); s.Object != 11 {
		t.Errorf("chosen: %d", s.Object)
	}
	press(k, KeyRight, KeyDown)
	if got := shownIn(k, "row"); !slices.Contains(got, "app.http.Manager.pool():12") {
		t.Errorf("sites are not listed: %q", got)
	}
	press(k, KeyLeft, KeyLeft, KeyLeft, KeyLeft)
	if got := shownIn(k, "row"); len(got) != 3 {
		t.Errorf("closed: %q", got)
	}
	press(k, KeyDown)
	if s, g := k.chosenNow(t); s.Object != 12 || g.PatternAt(10) != city.SharedContainerGrowth {
		t.Errorf("chosen: %d", s.Object)
	}
	find(t, k, StructuresP, "text", "Shared-ownership container growth")
	click(k, find(t, k, StructuresP, "button", "Own %"))
	if got := k.model.State.Structuring.Rank; got != city.RankOwn {
		t.Errorf("ranked by %d", got)
	}
	if got := k.local.structures.rows.rows[0].now.Object; got != 12 {
		t.Errorf("first by own size: %d", got)
	}
}

// chosenNow returns what the view speaks of.
func (k *core) chosenNow(t *testing.T) (*city.Structure, *city.StructureGrowth) {
	t.Helper()
	c := k.offscreen()
	s, g := c.chosenStructure(k.local.structures.report)
	if s == nil {
		t.Fatal("nothing is chosen")
	}
	return s, g
}

// The chart chooses, moves the threshold, and is told to programs.
func TestStructuresBars(t *testing.T) {
	k := newTest(t, structuresModel(), screen, 1)
	bars := shownIn(k, "bars")
	if len(bars) != 2 { // what does not grow has none
		t.Fatalf("bars: %q", bars)
	}
	var second Item
	for _, it := range k.seen() {
		if it.Kind == "bars" {
			second = it
		}
	}
	if second.Value != "retained=0 reachable=95 own=40 deep=40" {
		t.Errorf("bars: %s", second.Value)
	}
	click(k, second)
	if s, _ := k.chosenNow(t); s.Object != 12 {
		t.Errorf("chosen: %d", s.Object)
	}
	press(k, KeyLeft)
	if s, _ := k.chosenNow(t); s.Object != 11 {
		t.Errorf("by key: %d", s.Object)
	}
	line := find(t, k, StructuresP, "slider", "Strong growth")
	drag(k, middle(line.Rect), middle(line.Rect).Sub(image.Pt(0, 60)))
	if got := k.model.State.Structuring.StrongOr(); got < 30 || got > 90 {
		t.Errorf("the threshold is %v", got)
	}
	k.model.State.Structuring.Strong = 50
	k.layout()
	if _, g := k.chosenNow(t); g.PatternAt(50) != city.SingleDataGrowth {
		t.Errorf("pattern: %v", g.PatternAt(50))
	}
	find(t, k, StructuresP, "text", "Single-ownership data growth")
}

// What can be done leads to the very object at the end of the window.
func TestStructuresActions(t *testing.T) {
	for _, c := range []struct {
		button string
		want   []Event
	}{
		{"Who holds it", []Event{Do{city.VisitObject{View: city.GraphView, Point: 1, Object: 11, Key: "Heap#java.util#HashMap"}}}},
		{"Inspect", []Event{Do{city.VisitObject{View: city.GroupView, Point: 1, Object: 11, Key: "Heap#java.util#HashMap"}}}},
		{"Show in city", []Event{Do{city.GoTo{Point: 1}}, Do{city.Show{View: city.CityView}}, FocusSelection}},
	} {
		k := newTest(t, structuresModel(), screen, 1)
		taken(k)
		click(k, find(t, k, StructuresP, "button", c.button))
		var got []string
		for _, e := range taken(k) {
			got = append(got, fmt.Sprintf("%#v", e))
		}
		for _, e := range c.want {
			if !slices.Contains(got, fmt.Sprintf("%#v", e)) {
				t.Errorf("%s: %q, want %#v", c.button, got, e)
			}
		}
	}
	k := newTest(t, structuresModel(), screen, 1)
	click(k, find(t, k, StructuresP, "button", "Show in city"))
	if got := k.model.State.Selected(); !slices.Equal(got, []string{"Heap#java.util#HashMap", "Heap#app.http#Pool"}) {
		t.Errorf("selected: %q", got)
	}
}

// Proposals are shown as text and taken over.
func TestStructuresProposals(t *testing.T) {
	k := newTest(t, structuresModel().onPage(city.ProposedStructures), screen, 1)
	find(t, k, StructuresP, "text", "DS app.http.Ring {")
	press(k, KeyDown)
	find(t, k, StructuresP, "text", "DS app.http.Stack {")
	taken(k)
	click(k, find(t, k, StructuresP, "button", "Take over"))
	wanted(t, k, TakeStructure{"app.http.Stack", structuresReport().Proposed[1].Text})
	click(k, find(t, k, StructuresP, "button", "Copy text"))
	wanted(t, k, CopyText{structuresReport().Proposed[1].Text})
}

// Without data structures the view says what is lacking.
func TestStructuresEmpty(t *testing.T) {
	trees := structuresModel()
	trees.Catalog, trees.Answers = nil, city.Answers{}
	bare := heapModel(2, 2)
	bare.State.View = city.StructuresView
	failed := structuresModel()
	failed.Answers = city.Answers{Err: errors.New("memory: too little"), Ask: failed.Answers.Ask}
	waiting := structuresModel()
	waiting.Answers = city.Answers{Busy: true}
	for _, c := range []struct {
		m    Model
		want string
	}{{trees, "Single objects are needed"}, {bare, "References are needed"}, {failed, "Memory: too little."}, {waiting, "Looking for data structures …"}} {
		k := newTest(t, c.m, screen, 1)
		find(t, k, StructuresP, "text", c.want)
	}
	alone := structuresModel()
	alone.Answers.Structures = structuresReport()
	alone.Answers.Structures.Growth, alone.Answers.Structures.NoGrowth = nil, "the objects of the two cannot be recognised"
	k := newTest(t, alone, screen, 1)
	if text := describe(k.seen()); !strings.Contains(text, "They cannot be compared: the objects of the two cannot be recognised.") || !strings.Contains(text, "Show: Largest = chosen") {
		t.Errorf("without growth:\n%s", text)
	}
}

// While growth is computed what is known is shown, and told of in the view itself.
func TestStructuresInParts(t *testing.T) {
	m := structuresModel()
	r := structuresReport()
	r.Growth, r.Whole, r.Proposed = nil, false, nil
	m.Answers.Structures, m.Answers.Busy, m.Answers.Progress = r, true, city.Progress{Done: 1, Total: 4, What: "recognising objects"}
	m.Progress = &Progress{Text: "recognising objects", Fraction: 0.25, Cancel: true}
	k := newTest(t, m, screen, 1)
	if _, open := k.rects[ProgressP]; open {
		t.Error("a card lies over the view")
	}
	find(t, k, StructuresP, "text", "recognising objects, 25 %")
	click(k, find(t, k, StructuresP, "choice", "Show: Largest"))
	if got := shownIn(k, "row"); len(got) != 3 {
		t.Errorf("rows: %q", got)
	}
	taken(k)
	click(k, find(t, k, StructuresP, "button", "Cancel"))
	wanted(t, k, CancelWork)

	next := structuresModel() // the answer to another question comes: the choice stays
	next.State = k.model.State
	next.Answers.Structures = structuresReport()
	next.Answers.Structures.Ask.To = 1
	k.shows(next)
	if got := shownIn(k, "row"); len(got) != 3 {
		t.Errorf("rows: %q", got)
	}
}

// What is shown can be saved.
func TestStructuresExport(t *testing.T) {
	k := newTest(t, structuresModel(), screen, 1)
	files := map[string]string{}
	for _, row := range k.structuresMenuRows() {
		if save, ok := row.event.(Save); ok && !strings.HasSuffix(save.Name, ".png") {
			var b bytes.Buffer
			if err := save.Write(&b); err != nil {
				t.Fatal(err)
			}
			files[save.Name] = b.String()
		}
	}
	if svg := files["structures.svg"]; !strings.Contains(svg, "HashMap") || !strings.Contains(svg, "strong: from 10.0 %") {
		t.Errorf("SVG: %.300s", svg)
	}
	lines := strings.Split(strings.TrimSpace(files["structures.csv"]), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "java.util.HashMap,11,,false,10,20,1,300,30000,") || !strings.HasSuffix(lines[2], "shared-ownership container growth") {
		t.Errorf("CSV: %q", lines)
	}
}
