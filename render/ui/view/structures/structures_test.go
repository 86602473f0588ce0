package structures

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/structures"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// shownIn lists the texts of one kind in the view.
func shownIn(k *widget.Core, kind string) (words []string) {
	for _, it := range k.Seen() {
		if it.Panel == "structures" && it.Kind == kind {
			words = append(words, it.Text)
		}
	}
	return words
}

func onPage(m model.Model, p structures.Page) model.Model {
	structures.View.Change(&m.State.Views, func(s *structures.State) { s.Page = p })
	return m
}

// The summary is fully readable in every window and shorter in smaller groups. It states how much the heap grew and what grew most.
func TestStoryIsWhole(t *testing.T) {
	for _, scale := range []float64{1, 1.25, 1.5, 2} {
		for _, size := range []image.Point{{640, 480}, {1024, 640}, {1280, 720}, {1920, 1080}, {2560, 1440}} {
			m := uitest.StructuresModel()
			k, _ := newTest(t, m, size, scale)
			story := ""
			for _, it := range k.Seen() {
				if it.Panel == "structures" && strings.HasPrefix(it.Text, "The heap grew by ") {
					story = it.Text
				}
			}
			if !strings.Contains(story, "grew most") || !strings.HasSuffix(story, ".") || strings.Contains(story, "…") {
				t.Errorf("%v at %v: the story is %q", size, scale, story)
			}
			if whole := size.X >= 1280 && scale == 1; whole && !strings.Contains(story, " between GC point ") {
				t.Errorf("%v at %v: %q is the short one, where there is room", size, scale, story)
			}
		}
	}
}

// At any size and on any page, texts do not overlap or leave the panel.
func TestStructuresFit(t *testing.T) {
	states := map[string]model.Model{"growth": uitest.StructuresModel(),
		"largest":   onPage(uitest.StructuresModel(), structures.LargestStructures),
		"types":     onPage(uitest.StructuresModel(), structures.StructureTypes),
		"proposals": onPage(uitest.StructuresModel(), structures.ProposedStructures)}
	alone := uitest.StructuresModel()
	alone.Results = structures.Kind.With(alone.Results, structures.Kind.Result(&alone.Results).Query, uitest.StructuresReport())
	structures.Kind.Result(&alone.Results).Growth, structures.Kind.Result(&alone.Results).Query.From = nil, 1
	states["alone"] = alone
	busy := uitest.StructuresModel()
	busy.Results = query.Results{Busy: true, Progress: query.Progress{Done: 1, Total: 3, What: "computing what data structures retain"}}
	states["busy"] = busy
	for name, m := range states {
		for _, scale := range []float64{1, 2} {
			for _, dp := range []image.Point{{640, 480}, {800, 600}, {1024, 640}, {1280, 720}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				k, _ := newTest(t, m, size, scale)
				uitest.CheckTexts(t, k, size)
				if t.Failed() {
					t.Fatalf("%s at %v, scale %v", name, dp, scale)
				}
			}
		}
	}
}

// The row that grows most is expanded and chosen. Keyboard and pointer choose other rows, and contents select their group in all views.
func TestStructuresChoose(t *testing.T) {
	k, view := newTest(t, uitest.StructuresModel(), uitest.Screen, 1)
	if got := shownIn(k, "row"); len(got) < 4 || got[0] != "java.util.HashMap" || got[1] != "app.http.Pool" {
		t.Fatalf("rows: %q", got)
	}
	if it, ok := uitest.FocusedItem(k); !ok || it.Kind != "table" {
		t.Errorf("focused: %v", it)
	}
	uitest.Press(k, model.KeyDown)
	if got := k.Model.State.Selection; got != "Heap#app.http#Pool" {
		t.Errorf("contents select %q", got)
	}
	if s, _ := chosenNow(k, t); s.Object != 11 {
		t.Errorf("chosen: %d", s.Object)
	}
	uitest.Press(k, model.KeyRight, model.KeyDown)
	if got := shownIn(k, "row"); !slices.Contains(got, "app.http.Manager.pool():12") {
		t.Errorf("sites are not listed: %q", got)
	}
	uitest.Press(k, model.KeyLeft, model.KeyLeft, model.KeyLeft, model.KeyLeft)
	if got := shownIn(k, "row"); len(got) != 3 {
		t.Errorf("closed: %q", got)
	}
	uitest.Press(k, model.KeyDown)
	if s, g := chosenNow(k, t); s.Object != 12 || g.PatternAt(10) != structures.SharedContainerGrowth {
		t.Errorf("chosen: %d", s.Object)
	}
	uitest.Find(t, k, "structures", "text", "Shared-ownership container growth")
	uitest.Click(k, uitest.Find(t, k, "structures", "button", "Own %"))
	if got := structures.View.Of(k.Model.State.Views).Rank; got != structures.RankOwn {
		t.Errorf("ranked by %d", got)
	}
	if got := view.rows.rows[0].now.Object; got != 12 {
		t.Errorf("first by own size: %d", got)
	}
}

// chosenNow returns the chosen data structure.
func chosenNow(k *widget.Core, t *testing.T) (*structures.Structure, *structures.Grown) {
	t.Helper()
	c := k.Offscreen()
	s, g := of(k).chosenStructure(c, of(k).report)
	if s == nil {
		t.Fatal("nothing is chosen")
	}
	return s, g
}

// The chart supports choosing and moving the threshold, and is described to programs.
func TestStructuresBars(t *testing.T) {
	k, _ := newTest(t, uitest.StructuresModel(), uitest.Screen, 1)
	bars := shownIn(k, "bars")
	if len(bars) != 2 { // data structures that do not grow have none
		t.Fatalf("bars: %q", bars)
	}
	var second model.Item
	for _, it := range k.Seen() {
		if it.Kind == "bars" {
			second = it
		}
	}
	if second.Value != "retained=0 reachable=95 own=40 deep=40" {
		t.Errorf("bars: %s", second.Value)
	}
	uitest.Click(k, second)
	if s, _ := chosenNow(k, t); s.Object != 12 {
		t.Errorf("chosen: %d", s.Object)
	}
	uitest.Press(k, model.KeyLeft)
	if s, _ := chosenNow(k, t); s.Object != 11 {
		t.Errorf("by key: %d", s.Object)
	}
	line := uitest.Find(t, k, "structures", "slider", "Strong growth")
	uitest.Drag(k, uitest.Middle(line.Rect), uitest.Middle(line.Rect).Sub(image.Pt(0, 60)))
	if got := structures.View.Of(k.Model.State.Views).StrongOr(); got < 30 || got > 90 {
		t.Errorf("the threshold is %v", got)
	}
	structures.View.Change(&k.Model.State.Views, func(s *structures.State) { s.Strong = 50 })
	k.Layout()
	if _, g := chosenNow(k, t); g.PatternAt(50) != structures.SingleDataGrowth {
		t.Errorf("pattern: %v", g.PatternAt(50))
	}
	uitest.Find(t, k, "structures", "text", "Single-ownership data growth")
}

// Commands refer to the exact object at the end of the window.
func TestStructuresActions(t *testing.T) {
	for _, c := range []struct {
		button string
		want   []model.Event
	}{
		{"Who holds it", []model.Event{model.Do{Action: state.VisitObject{View: graphs.View.ID, Point: 1, Object: 11,
			Key: "Heap#java.util#HashMap"}}}},
		{"Inspect", []model.Event{model.Do{Action: state.VisitObject{View: inspect.View.ID, Point: 1, Object: 11,
			Key: "Heap#java.util#HashMap"}}}},
		{"Show in city", []model.Event{model.Do{Action: state.GoTo{Point: 1}}, model.Do{Action: state.Show{View: state.CityView}},
			model.Run(action.CameraFocus)}},
	} {
		k, _ := newTest(t, uitest.StructuresModel(), uitest.Screen, 1)
		uitest.Taken(k)
		uitest.Click(k, uitest.Find(t, k, "structures", "button", c.button))
		var got []string
		for _, e := range uitest.Taken(k) {
			got = append(got, fmt.Sprintf("%#v", e))
		}
		for _, e := range c.want {
			if !slices.Contains(got, fmt.Sprintf("%#v", e)) {
				t.Errorf("%s: %q, want %#v", c.button, got, e)
			}
		}
	}
	k, _ := newTest(t, uitest.StructuresModel(), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "structures", "button", "Show in city"))
	if got := k.Model.State.Selected(); !slices.Equal(got, []string{"Heap#java.util#HashMap", "Heap#app.http#Pool"}) {
		t.Errorf("selected: %q", got)
	}
}

// Proposals are shown as text and can be accepted.
func TestStructuresProposals(t *testing.T) {
	k, _ := newTest(t, onPage(uitest.StructuresModel(), structures.ProposedStructures), uitest.Screen, 1)
	uitest.Find(t, k, "structures", "text", "DS app.http.Ring {")
	uitest.Press(k, model.KeyDown)
	uitest.Find(t, k, "structures", "text", "DS app.http.Stack {")
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, "structures", "button", "Accept"))
	uitest.Wanted(t, k, model.TakeStructure{Type: "app.http.Stack", Text: uitest.StructuresReport().Proposed[1].Text})
	uitest.Click(k, uitest.Find(t, k, "structures", "button", "Copy text"))
	uitest.Wanted(t, k, model.CopyText{Text: uitest.StructuresReport().Proposed[1].Text})
}

// Without data structures the view explains what is missing.
func TestStructuresEmpty(t *testing.T) {
	trees := uitest.StructuresModel()
	trees.Catalog, trees.Results = nil, query.Results{}
	bare := uitest.HeapModel(2, 2)
	bare.State.View = structures.View.ID
	failed := uitest.StructuresModel()
	failed.Results = query.Results{Err: errors.New("memory: too little"), Request: failed.Results.Request}
	waiting := uitest.StructuresModel()
	waiting.Results = query.Results{Busy: true}
	for _, c := range []struct {
		m    model.Model
		want string
	}{{trees, "Single objects are needed"}, {bare, "References are needed"}, {failed, "Memory: too little."},
		{waiting, "Searching for data structures…"}} {
		k, _ := newTest(t, c.m, uitest.Screen, 1)
		uitest.Find(t, k, "structures", "text", c.want)
	}
	alone := uitest.StructuresModel()
	alone.Results = structures.Kind.With(alone.Results, structures.Kind.Result(&alone.Results).Query, uitest.StructuresReport())
	structures.Kind.Result(&alone.Results).Growth, structures.Kind.Result(&alone.Results).NoGrowth = nil,
		"the objects of the two cannot be recognized"
	k, _ := newTest(t, alone, uitest.Screen, 1)
	if text := uitest.Describe(k.Seen()); !strings.Contains(text,
		"Growth is unavailable: the objects of the two cannot be recognized.") || !strings.Contains(text, "Show: Largest = chosen") {
		t.Errorf("without growth:\n%s", text)
	}
}

// While growth is computed, the view shows the available data and the progress.
func TestStructuresInParts(t *testing.T) {
	m := uitest.StructuresModel()
	r := uitest.StructuresReport()
	r.Growth, r.Whole, r.Proposed = nil, false, nil
	m.Results = structures.Kind.With(m.Results, r.Query, r)
	m.Results.Busy, m.Results.Progress = true, query.Progress{Done: 1, Total: 4, What: "matching objects"}
	m.Progress = &model.Progress{Text: "matching objects", Fraction: 0.25, Cancel: true}
	k, _ := newTest(t, m, uitest.Screen, 1)
	if _, open := k.Rects[model.ProgressP]; open {
		t.Error("a card lies over the view")
	}
	uitest.Find(t, k, "structures", "text", "matching objects, 25 %")
	uitest.Click(k, uitest.Find(t, k, "structures", "choice", "Show: Largest"))
	if got := shownIn(k, "row"); len(got) != 3 {
		t.Errorf("rows: %q", got)
	}
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, "structures", "button", "Cancel"))
	uitest.Wanted(t, k, model.Run(action.WorkCancel))

	next := uitest.StructuresModel() // the result of another query arrives: the choice is kept
	next.State = k.Model.State
	next.Results = structures.Kind.With(next.Results, structures.Kind.Result(&next.Results).Query, uitest.StructuresReport())
	structures.Kind.Result(&next.Results).Query.To = 1
	shows(k, next)
	if got := shownIn(k, "row"); len(got) != 3 {
		t.Errorf("rows: %q", got)
	}
}

// The contents can be saved.
func TestStructuresExport(t *testing.T) {
	k, view := newTest(t, uitest.StructuresModel(), uitest.Screen, 1)
	files := map[string]string{}
	for _, row := range view.StructuresMenuRows(k) {
		if save, ok := row.Event.(model.Save); ok && !strings.HasSuffix(save.Name, ".png") {
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
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "java.util.HashMap,11,,false,10,20,1,300,30000,") ||
		!strings.HasSuffix(lines[2], "shared-ownership container growth") {
		t.Errorf("CSV: %q", lines)
	}
}
