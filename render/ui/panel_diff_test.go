package ui

import (
	"bytes"
	"encoding/csv"
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/city"
)

// diffModel is the diff view of the recording of heapModel, in which half of what there was before died.
func diffModel(packages, types int) Model {
	m := heapModel(packages, types)
	m.State.View = city.DiffView
	s := m.Plan.Series
	t := &city.DiffTree{Names: s.Names, Followed: city.ByContent, Pairs: city.DiffPairs{Certain: 90, Probable: 3}, Rate: 0.9}
	for i := range s.Nodes {
		n, node := &s.Nodes[i], int32(i)
		before := city.DiffAmount{Objects: s.Objects(0, node), Bytes: s.Bytes(0, node)}
		after := city.DiffAmount{Objects: s.Objects(1, node), Bytes: s.Bytes(1, node)}
		stays := city.DiffAmount{Objects: before.Objects / 2, Bytes: before.Bytes / 2}
		less := func(a city.DiffAmount) city.DiffAmount {
			return city.DiffAmount{Objects: a.Objects - stays.Objects, Bytes: a.Bytes - stays.Bytes}
		}
		t.Nodes = append(t.Nodes, city.DiffNode{Name: n.Name, Role: n.Role, Parent: n.Parent, End: n.End, Before: before, After: after,
			Change: &city.DiffChange{Died: less(before), Permanent: stays, Born: less(after)}})
	}
	ask := city.AskDiff{From: 0, To: 1}
	m.Answers = city.Answers{Ask: city.Ask{Diff: &ask}, Diff: &city.DiffReport{Ask: ask, Tree: t}}
	return m
}

// uncounted is a diff of which only the numbers before and after are known.
func uncounted(m Model) Model {
	t := *m.Answers.Diff.Tree
	t.Followed, t.Nodes = city.NotFollowed, slices.Clone(t.Nodes)
	for i := range t.Nodes {
		t.Nodes[i].Change = nil
	}
	m.Answers.Diff = &city.DiffReport{Ask: m.Answers.Diff.Ask, Tree: &t}
	return m
}

// checkGolden compares what a panel shows with testdata.
func checkGolden(t *testing.T, k *core, panel ID, name string) {
	t.Helper()
	var of []Item
	for _, it := range k.seen() {
		if it.Panel == panel {
			of = append(of, it)
		}
	}
	got := describe(of)
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("%s is not as in the golden (%v):\n%s", name, err, got)
	}
}

func TestDiffGoldens(t *testing.T) {
	checkGolden(t, newTest(t, diffModel(4, 3), screen, 1), DiffP, "diff")
	checkGolden(t, newTest(t, uncounted(diffModel(4, 3)), screen, 1), DiffP, "diff-counts")
}

// The rows, the switches and the order move the state; the table keeps its keys.
func TestDiffByKeysAndMouse(t *testing.T) {
	k := newTest(t, diffModel(3, 2), screen, 1)
	rows := func() (names []string) {
		for _, it := range k.seen() {
			if it.Panel == DiffP && it.Kind == "row" {
				names = append(names, it.Text)
			}
		}
		return names
	}
	press(k, KeyDown, KeyRight, KeyRight)
	checkSelected(t, k, "keys", "Heap#p0#T0.0")
	if got := rows(); !slices.Equal(got, []string{"Heap", "p0", "T0.0", "T0.1", "p1", "p2"}) {
		t.Fatalf("the rows are %q", got)
	}
	click(k, find(t, k, DiffP, "button", "Born"))
	click(k, find(t, k, DiffP, "button", "Born"))
	if d := k.model.State.Diffing; d.Sort != city.DiffBorn || !d.Upward {
		t.Errorf("the order is %v, %v", d.Sort, d.Upward)
	}
	if got := rows(); got[1] != "p2" {
		t.Errorf("the least born are in %q", got[1])
	}
	for _, c := range []struct {
		text string
		is   func(s city.State) bool
	}{
		{"Vanished only", func(s city.State) bool { return s.Diffing.Vanished }},
		{"Probable pairs", func(s city.State) bool { return s.Diffing.Probable }},
		{"Show in city", func(s city.State) bool { return s.Division == city.ByFate }},
	} {
		click(k, find(t, k, DiffP, "switch", c.text))
		if !c.is(k.model.State) {
			t.Errorf("%s does nothing", c.text)
		}
		k.do(city.Undo{})
		k.layout()
		if c.is(k.model.State) {
			t.Errorf("%s cannot be taken back", c.text)
		}
	}
	click(k, find(t, k, DiffP, "button", "Options"))
	if it := find(t, k, Menu, "button", "Through all points"); !it.Off {
		t.Error("objects can be followed through points that there are not")
	}
	press(k, KeyEscape)
	click(k, find(t, k, DiffP, "switch", "Vanished only"))
	find(t, k, DiffP, "text", "No group has vanished.")
	click(k, find(t, k, DiffP, "switch", "Vanished only"))
	click(k, find(t, k, DiffP, "field", "Filter"))
	k.take(typed("t1."))
	if got := rows(); !slices.Equal(got, []string{"Heap", "p1", "T1.1", "T1.0"}) {
		t.Errorf("what is looked for is %q", got)
	}
	k.take(typed("/(/"))
	if !strings.Contains(describe(k.seen()), "1 of") && !strings.Contains(describe(k.seen()), "bracket") {
		t.Error("nothing tells of the filter")
	}
	press(k, KeyEscape)
	if it, _ := focusedItem(k); it.Kind != "table" || k.filterText(diffTable) != "" {
		t.Errorf("Esc leads to %q", it.Text)
	}
}

func TestDiffRowMenu(t *testing.T) {
	at := func(k *core) image.Point { return middle(find(t, k, DiffP, "row", "p1").Rect) }
	for choice, want := range map[string][]Event{
		"Show in city":     {Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Visit{View: city.CityView, Key: "Heap#p1"}}, FocusSelection},
		"Inspect as group": {Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Visit{View: city.GroupView, Key: "Heap#p1"}}},
		"Who holds it":     {Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.Visit{View: city.GraphView, Key: "Heap#p1"}}},
		"Open all below":   {Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, Do{city.OpenRows{In: city.DiffView, Keys: []string{"Heap#p1"}}}},
		"Copy as text": {Do{city.SelectRows{Keys: []string{"Heap#p1"}}}, CopyText{"Heap → p1\n  Before: 3\n  After: 6\n  Difference: +3\n  Died: 2\n  Permanent: 1\n" +
			"  Born: 5\n"}},
	} {
		k := newTest(t, diffModel(2, 2), screen, 1)
		clickWith(k, at(k), Secondary, 0)
		click(k, find(t, k, Menu, "button", choice))
		wanted(t, k, want...)
	}
}

// Objects that went from one group to another have columns of their own, where there are any.
func TestDiffTellsWhatMoved(t *testing.T) {
	m := diffModel(2, 2)
	k := newTest(t, m, image.Pt(1900, 900), 1)
	if strings.Contains(describe(k.seen()), "button Came\n") {
		t.Error("nothing moved, and there is a column for it")
	}
	nodes := m.Answers.Diff.Tree.Nodes
	nodes[1].Change.Left, nodes[4].Change.Came = city.DiffAmount{Objects: 2, Bytes: 48}, city.DiffAmount{Objects: 2, Bytes: 48}
	k = newTest(t, m, image.Pt(1900, 900), 1)
	if it := find(t, k, DiffP, "row", "p0"); !strings.HasSuffix(it.Value, "left=2 came=0") {
		t.Errorf("the row says %q", it.Value)
	}
	click(k, find(t, k, DiffP, "button", "Came"))
	if d := k.model.State.Diffing; d.Sort != city.DiffCame {
		t.Errorf("sorted by %v", d.Sort)
	}
}

// What the views show can be drawn into files, too.
func TestChangeIsDrawn(t *testing.T) {
	for button, m := range map[string]Model{"Options": diffModel(3, 2), "Table": churnModel()} {
		k := newTest(t, m, screen, 1)
		panel, rows := DiffP, []string{"p0", "50 % of before"}
		if m.State.View == city.ChurnView {
			panel, rows = ChurnP, []string{"0 GCs survived", "Main.read:12"}
		}
		click(k, find(t, k, panel, "button", button))
		click(k, find(t, k, Menu, "button", "Save as SVG…"))
		var picture bytes.Buffer
		for _, e := range taken(k) {
			if s, ok := e.(Save); ok {
				if err := s.Write(&picture); err != nil {
					t.Error(err)
				}
			}
		}
		for _, text := range rows {
			if !strings.Contains(picture.String(), text) {
				t.Errorf("%s: %q is not in the picture", panel, text)
			}
		}
	}
}

// Everything that can be saved is told by values that do not change: it is written on another goroutine.
func TestDiffIsSaved(t *testing.T) {
	k := newTest(t, diffModel(3, 2), screen, 1)
	click(k, find(t, k, DiffP, "button", "Options"))
	click(k, find(t, k, Menu, "button", "Save as CSV…"))
	var table bytes.Buffer
	for _, e := range taken(k) {
		if s, ok := e.(Save); ok {
			if err := s.Write(&table); err != nil || s.Name != "diff.csv" {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
	}
	lines, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(lines) != 5 || strings.Join(lines[0], " ") != "path name role level parts before after difference died permanent born" ||
		strings.Join(lines[1], " ") != "Heap Heap  0 9/9/27 18 36 18 9 9 27" {
		t.Errorf("the table is %q, %v", lines, err)
	}
}

func TestDiffStates(t *testing.T) {
	ask := city.Ask{Diff: &city.AskDiff{To: 1}}
	for text, change := range map[string]func(m *Model){
		"Comparing two GC points…":               func(m *Model) { m.Answers = city.Answers{Ask: ask, Busy: true} },
		"Comparing was cancelled":                func(m *Model) { m.Answers = city.Answers{Ask: ask} },
		"The GC points cannot be compared":       func(m *Model) { m.Answers = city.Answers{Ask: ask, Err: errors.New("heap 2: cut off")} },
		"The window is a single GC point":        func(m *Model) { m.State.Window, m.Answers = city.Window{From: 1, To: 1}, city.Answers{} },
		"One GC point has no difference":         func(m *Model) { m.Points, m.Answers = m.Points[:1], city.Answers{} },
		"Before: GC point 1, 0 ms  ·  9 objects": func(*Model) {},
	} {
		m := diffModel(2, 2)
		change(&m)
		for _, size := range []image.Point{screen, {640, 480}} {
			k := newTest(t, m, size, 1)
			find(t, k, DiffP, "text", text)
		}
	}
	m := diffModel(2, 2)
	k := newTest(t, m, screen, 1)
	m.Answers.Diff, m.Answers.Busy, m.Answers.Progress = nil, true, city.Progress{Done: 1, Total: 2, What: "reading"}
	k.show(&shown{m, screen, 1})
	k.layout()
	find(t, k, DiffP, "row", "p1") // until the next report is there
	find(t, k, DiffP, "text", "comparing, 50 %")
	click(k, find(t, k, DiffP, "button", "Cancel"))
	wanted(t, k, CancelWork)
}

// Nothing leaves its panel or lies on something else, at any size and scale.
func TestChangeFits(t *testing.T) {
	dark := diffModel(12, 3)
	dark.State.Settings.Metric = city.Bytes
	dark.State.Diffing.Open = map[string]bool{"Heap#p3": true}
	for _, m := range []Model{diffModel(3, 2), dark, uncounted(diffModel(9, 2)), churnModel(), allocatedModel(), freedModel()} {
		for _, dp := range []image.Point{{320, 240}, {640, 480}, {800, 600}, {1280, 720}, {1920, 1080}} {
			for _, scale := range []float64{1, 1.5, 2} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				checkTexts(t, newTest(t, m, size, scale), size)
			}
		}
	}
}

// Of very many groups only those that can be seen are laid out.
func BenchmarkDiffScroll(b *testing.B) {
	m := diffModel(1000, 100)
	m.State.Diffing.Open = map[string]bool{}
	for i := range m.Plan.Series.Nodes {
		m.State.Diffing.Open[m.Plan.Series.Key(int32(i))] = true
	}
	k := newTest(b, m, screen, 1)
	at := middle(k.rects[DiffP])
	k.take(Pointer{Kind: PointerMove, At: at})
	for b.Loop() {
		k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 3})
	}
}

// Painting all of the diff view anew, as scrolling does.
func BenchmarkDiffPaint(b *testing.B) {
	needGraphics(b)
	m := diffModel(1000, 100)
	k := newTest(b, m, screen, 1)
	defer k.release()
	at := middle(k.rects[DiffP])
	k.take(Pointer{Kind: PointerMove, At: at})
	for b.Loop() {
		k.take(Pointer{Kind: PointerWheel, At: at, Wheel: 3})
		if err := k.paint(); err != nil {
			b.Fatal(err)
		}
		if k.local.diff.tree.offset > 10000 {
			k.local.diff.tree.offset = 0
		}
	}
}
