package guide

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view"
	"memcity/city/view/graphs"
	"memcity/city/view/guides"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
	"memcity/city/view/trends"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// Enter alone follows the guide, and each step is one action.
func TestGuideByKeys(t *testing.T) {
	k, _ := newTest(t, uitest.Guided(), uitest.Screen, 1)
	for i, view := range []state.View{overview.View.ID, trends.View.ID, trends.View.ID, graphs.View.ID, inspect.View.ID} {
		if it, _ := uitest.FocusedItem(k); it.Text != "Next step" {
			t.Fatalf("before step %d the focus is on %q", i+1, it.Text)
		}
		k.Take(model.Key{Name: model.KeyReturn})
		events := uitest.Taken(k)
		if len(events) != 1 {
			t.Fatalf("step %d shows %v", i+1, events)
		}
		if s := &k.Model.State; s.View != view || s.Guide.Stage != i+1 {
			t.Errorf("step %d shows view %v, stage %d", i+1, s.View, s.Guide.Stage)
		}
	}
	uitest.Find(t, k, model.GuideP, "text", "Clear this reference")
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "link", "Start"))
	if k.Model.State.View != state.CityView || k.Model.State.Guide.At != 0 {
		t.Error("the start is not come back to")
	}
}

// The button for the next step is visible in low windows too, however long a stage's text is. Its focus ring is not cut off.
func TestGuideButtonsAreInSight(t *testing.T) {
	m := uitest.Guided()
	for i := range 12 {
		guides.Kind.Result(&m.Results).Report.Findings[0].References = append(guides.Kind.Result(&m.Results).Report.Findings[0].References,
			findings.Reference{Text: fmt.Sprintf("a field %d whose name needs more than one line of the guide", i), Bytes: 10})
	}
	k, _ := newTest(t, m, image.Pt(1280, 560), 1)
	for step := range 6 {
		next, panel := uitest.Find(t, k, model.GuideP, "button", "Next step"), k.Rects[model.GuideP]
		if !next.Focused || next.Rect.Dy() < 28 || !next.Rect.Inset(-2).In(panel) {
			t.Errorf("after %d steps the button is at %v of %v, with the focus: %t", step, next.Rect, panel, next.Focused)
		}
		k.Take(model.Key{Name: model.KeyReturn})
	}
}

// Esc closes the guide while it has the focus.
func TestGuideEscape(t *testing.T) {
	k, _ := newTest(t, uitest.Guided(), uitest.Screen, 1)
	k.Take(model.Key{Name: model.KeyEscape})
	uitest.Wanted(t, k, model.Run(action.PanelGuide))
	if it, focused := uitest.FocusedItem(k); focused {
		t.Errorf("the focus is on %q", it.Text)
	}
}

func TestGuideReports(t *testing.T) {
	k, _ := newTest(t, uitest.Guided(), image.Pt(1280, 1400), 1)
	uitest.Find(t, k, model.GuideP, "text", "It leaks: Person, held by static field Main.persons.")
	if it := uitest.Find(t, k, model.GuideP, "row", "Empty and nearly empty collections waste 40 kB"); it.Value != "50 %" {
		t.Errorf("the second finding says %q", it.Value)
	}
	term := uitest.Find(t, k, model.GuideP, "link", "GC point")
	if !strings.Contains(term.Hint, "a moment at which") {
		t.Errorf("the term says %q", term.Hint)
	}
	uitest.Click(k, term)
	uitest.Find(t, k, model.GuideP, "text", "A moment at which the heap is known.")
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "link", "GC point"))
	for _, it := range k.Seen() {
		if it.Text == "A moment at which the heap is known." {
			t.Error("pressing the term again does not fold it")
		}
	}
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "opener", "Numbers"))
	uitest.Find(t, k, model.GuideP, "text", "Share of the heap")
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "opener", "Related views"))
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "See how its data structure grew"))
	if k.Model.State.View != structures.View.ID {
		t.Error("a next step shows nothing")
	}
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "row", "Empty and nearly empty collections waste 40 kB"))
	if k.Model.State.Guide.Finding != 1 {
		t.Error("the second finding cannot be chosen")
	}
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "Copy"))
	text, ok := uitest.Taken(k)[0].(model.CopyText)
	if !ok || !strings.Contains(text.Text, "Why it may be wrong: A cache") {
		t.Errorf("copied %v", text)
	}
}

func TestGuideStates(t *testing.T) {
	m := uitest.Guided()
	m.Results = query.Results{Busy: true, Request: query.NewRequest(guides.Kind.Of(guides.Query{})),
		Progress: query.Progress{Done: 1, Total: 2, What: "looking at GC point 3"}}
	k, _ := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.GuideP, "text", "Looking at GC point 3")
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "Cancel"))
	uitest.Wanted(t, k, model.Run(action.WorkCancel))
	for why, err := range map[string]error{"Analysis canceled.": nil, "Heap dump: cut short.": errors.New("heap dump: cut short")} {
		m.Results = query.Results{Request: query.NewRequest(guides.Kind.Of(guides.Query{})), Err: err}
		k, _ = newTest(t, m, uitest.Screen, 1)
		uitest.Find(t, k, model.GuideP, "text", why)
		uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "Analyze again"))
		uitest.Wanted(t, k, model.Run(action.WorkRetry))
	}
	m = uitest.Guided()
	m.GuideOld = true
	k, _ = newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "Analyze all GC points"))
	uitest.Wanted(t, k, model.Run(action.GuideRefresh))
}

// The guide is visible beside or over every view, in every window size.
func TestGuideFits(t *testing.T) {
	for _, size := range []image.Point{{640, 480}, {800, 600}, {1280, 720}, {1920, 1080}} {
		for _, scale := range []float64{1, 2} {
			for _, v := range view.All() {
				m := uitest.Guided()
				m.State.View = v
				k, _ := newTest(t, m, size, scale)
				if r := k.Rects[model.GuideP]; r.Empty() || !r.In(image.Rectangle{Max: size}) {
					t.Errorf("%v at %v, view %v: the guide is at %v", size, scale, v, r)
				}
				for id, r := range k.Rects {
					if id == model.ViewID(v) && !uitest.Overlays[id] && k.Sides().Over == "" && r.Overlaps(k.Rects[model.GuideP]) {
						t.Errorf("%v at %v: %s lies under the guide", size, scale, id)
					}
				}
			}
		}
	}
}

func TestInvitation(t *testing.T) {
	m := uitest.Sample()
	m.Inviting = true
	k, _ := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.InviteP, "button", "Guide: what is wrong here?"))
	uitest.Click(k, uitest.Find(t, k, model.InviteP, "button", "Do not show this again"))
	uitest.Wanted(t, k, model.Run(action.PanelGuide), model.Run(action.GuideDecline))
}

// TestSampleTexts: contents are shown on request only, and only for the chosen finding.
func TestSampleTexts(t *testing.T) {
	const secret = `name = "a secret"`
	m := uitest.Guided()
	report := guides.Kind.Result(&m.Results).Report
	p := report.Findings[0].Growth
	k, _ := newTest(t, m, image.Pt(1280, 1400), 1)
	for _, it := range k.Seen() {
		if it.Text == "Show sample texts" {
			t.Error("contents are offered where none are known")
		}
	}
	p.Sampled, p.Points = append(p.Sampled, 4, 5), []int{1, 2, 3}
	q, ok := guides.SamplesOf(&report.Findings[0])
	if !ok || q.Point != 2 || q.Objects.Len() != 2 {
		t.Fatalf("%+v, %v", q, ok)
	}
	m.Results = guides.SamplesKind.With(m.Results, q, &guides.Samples{Texts: []string{secret}}) // available from an earlier request
	m.Results.Request = query.NewRequest(guides.Kind.Of(guides.Query{}))
	k, _ = newTest(t, m, image.Pt(1280, 1400), 1)
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "Show sample texts"))
	uitest.Wanted(t, k, model.ToggleTexts{Of: q})
	for _, it := range k.Seen() {
		if strings.Contains(it.Text+it.Value+it.Hint, "a secret") {
			t.Errorf("not asked: %+v", it)
		}
	}
	m.Results.Request = m.Results.Request.With(guides.SamplesKind.Of(q))
	k, _ = newTest(t, m, image.Pt(1280, 1400), 1)
	if it := uitest.Find(t, k, model.GuideP, "value", "Sample text"); it.Value != secret {
		t.Errorf("asked: %+v", it)
	}
	if strings.Contains(guideText(report), "a secret") {
		t.Error("contents are copied")
	}
	uitest.Click(k, uitest.Find(t, k, model.GuideP, "button", "Hide sample texts"))
	uitest.Wanted(t, k, model.ToggleTexts{Of: q})
}

// TestGuideSources: the GC root of a path and allocation sites open their source lines, by mouse and by key.
func TestGuideSources(t *testing.T) {
	m := uitest.Guided()
	const frame = "app.Main.read(Main.java:12)"
	pile := guides.Kind.Result(&m.Results).Report.Findings[0].Growth
	pile.Sites = []findings.Site{{Amount: findings.Amount{Name: "Main.read", Objects: 5, Bytes: 100}, Frames: []string{frame}},
		{Amount: findings.Amount{Name: "(not sampled)", Objects: 1, Bytes: 10}}}
	pile.Path[0].Type = "static field app.Main.persons"
	stage := func(k *widget.Core, link, kind string) model.Item {
		for range 5 {
			k.Take(model.Key{Name: model.KeyReturn})
			uitest.Taken(k)
			for _, it := range k.Seen() {
				if it.Text == link && it.Kind == kind {
					return it
				}
			}
		}
		t.Fatalf("no stage has the %s %q", kind, link)
		return model.Item{}
	}
	k, _ := newTest(t, m, image.Pt(1280, 1400), 1)
	uitest.Click(k, stage(k, "Main.read", "link"))
	uitest.Wanted(t, k, model.OpenSource{Name: frame})
	uitest.FocusOn(t, k, "Main.read")
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.OpenSource{Name: frame})
	uitest.Find(t, k, model.GuideP, "value", "(not sampled)")
	k, _ = newTest(t, m, image.Pt(1280, 1400), 1)
	uitest.Click(k, stage(k, "static field app.Main.persons", "link"))
	uitest.Wanted(t, k, model.OpenSource{Name: "app.Main.persons"})

	m.NoEditor = "Set an editor."
	k, _ = newTest(t, m, image.Pt(1280, 1400), 1)
	if it := stage(k, "Main.read", "value"); !strings.HasSuffix(it.Hint, "\nSet an editor.") {
		t.Errorf("without an editor the hint is %q", it.Hint)
	}
}
