package ui

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"

	"memcity/city"
)

// guided is the sample with a leak found in it.
func guided() Model {
	m := sample()
	m.Drawers.Guide = true
	h := city.Highlight{View: "graph", By: []string{"type"}, Keys: []string{"Heap#com.example.Person"}, At: 3, From: 1, To: 3}
	leak := city.Finding{Rule: city.RuleLeak, Title: "Leak: Person objects pile up in the LinkedList of the static field Main.persons", Confidence: 0.95, Highlight: h,
		Numbers: []city.FindingNumber{{Name: "growth", Value: 650000, Unit: "bytes"}, {Name: "share of the heap", Value: 0.5, Unit: "share"}},
		Explain: []string{"From GC point 1 to 3 the heap grew."}, Doubts: []string{"A cache looks the same at every GC point."},
		Terms: []city.GuideTerm{{Term: "GC point", Text: "a moment at which the heap is known"}},
		Next:  []city.GuideStep{{Text: "See how its data structure grew", Show: city.Highlight{View: "structures"}}},
		Growth: &city.GrowthFinding{Groups: []city.GuideGroup{{Type: "com.example.Person", GrowthObjects: 4400, GrowthBytes: 105600}},
			Way: []city.GuideWay{{Type: "static field Main.persons"}, {Type: "java.util.LinkedList", Objects: 1}, {Field: "item", Type: "com.example.Person", Objects: 4600}}},
		Cuts: []city.GuideCut{{Text: "the static field Main.persons", Bytes: 679272, Objects: 27601}, {Text: "LinkedList$Node.item", Bytes: 284304, Objects: 11495, Recommended: true}}}
	other := city.Finding{Rule: city.RuleCollections, Title: "Collections with little in them waste 40 kB", Confidence: 0.5, Highlight: city.Highlight{View: "heap"}}
	m.Answers.Guide = &city.GuideReport{Guide: &city.Guide{Verdict: "It leaks: Person, held by static field Main.persons.", Judged: true,
		Findings: []city.Finding{leak, other}, Missing: []string{"GC overhead: the input tells of no GCs."}}}
	return m
}

// The guide is followed with Return alone, and each step is one action.
func TestGuideByKeys(t *testing.T) {
	k := newTest(t, guided(), screen, 1)
	for i, view := range []city.View{city.OverviewView, city.TrendsView, city.TrendsView, city.GraphView, city.GroupView} {
		if it, _ := focusedItem(k); it.Text != "Next step" {
			t.Fatalf("before step %d the focus is on %q", i+1, it.Text)
		}
		k.take(Key{Name: KeyReturn})
		events := taken(k)
		if len(events) != 1 {
			t.Fatalf("step %d tells %v", i+1, events)
		}
		if s := &k.model.State; s.View != view || s.Guiding.Stage != i+1 {
			t.Errorf("step %d shows view %v, stage %d", i+1, s.View, s.Guiding.Stage)
		}
	}
	find(t, k, GuideP, "text", "Cut here")
	click(k, find(t, k, GuideP, "link", "Start"))
	if k.model.State.View != city.CityView || k.model.State.Guiding.At != 0 {
		t.Error("the start is not come back to")
	}
}

// The button that goes on is in sight in low windows too, however much a stage tells, and its ring is not cut off.
func TestGuideButtonsAreInSight(t *testing.T) {
	m := guided()
	for i := range 12 {
		m.Answers.Guide.Guide.Findings[0].Cuts = append(m.Answers.Guide.Guide.Findings[0].Cuts, city.GuideCut{Text: fmt.Sprintf("a field %d whose name needs more than one line of the guide", i), Bytes: 10})
	}
	k := newTest(t, m, image.Pt(1280, 560), 1)
	for step := range 6 {
		next, panel := find(t, k, GuideP, "button", "Next step"), k.rects[GuideP]
		if !next.Focused || next.Rect.Dy() < 28 || !next.Rect.Inset(-2).In(panel) {
			t.Errorf("after %d steps the button is at %v of %v, with the focus: %t", step, next.Rect, panel, next.Focused)
		}
		k.take(Key{Name: KeyReturn})
	}
}

// Esc closes the guide while the focus is in it.
func TestGuideEscape(t *testing.T) {
	k := newTest(t, guided(), screen, 1)
	k.take(Key{Name: KeyEscape})
	wanted(t, k, ToggleGuide)
	if it, focused := focusedItem(k); focused {
		t.Errorf("the focus is on %q", it.Text)
	}
}

func TestGuideTells(t *testing.T) {
	k := newTest(t, guided(), image.Pt(1280, 1400), 1)
	find(t, k, GuideP, "text", "It leaks: Person, held by static field Main.persons.")
	if it := find(t, k, GuideP, "row", "Collections with little in them waste 40 kB"); it.Value != "50 %" {
		t.Errorf("the second finding says %q", it.Value)
	}
	term := find(t, k, GuideP, "link", "GC point")
	if !strings.Contains(term.Hint, "a moment at which") {
		t.Errorf("the term says %q", term.Hint)
	}
	click(k, term)
	find(t, k, GuideP, "text", "A moment at which the heap is known.")
	click(k, find(t, k, GuideP, "link", "GC point"))
	for _, it := range k.seen() {
		if it.Text == "A moment at which the heap is known." {
			t.Error("pressing the term again does not fold it")
		}
	}
	click(k, find(t, k, GuideP, "opener", "Numbers"))
	find(t, k, GuideP, "text", "Share of the heap")
	click(k, find(t, k, GuideP, "opener", "More to look at"))
	click(k, find(t, k, GuideP, "button", "See how its data structure grew"))
	if k.model.State.View != city.StructuresView {
		t.Error("a next step shows nothing")
	}
	click(k, find(t, k, GuideP, "row", "Collections with little in them waste 40 kB"))
	if k.model.State.Guiding.Finding != 1 {
		t.Error("the second finding cannot be chosen")
	}
	taken(k)
	click(k, find(t, k, GuideP, "button", "Copy"))
	text, ok := taken(k)[0].(CopyText)
	if !ok || !strings.Contains(text.Text, "Why it may be wrong: A cache") {
		t.Errorf("copied %v", text)
	}
}

func TestGuideStates(t *testing.T) {
	m := guided()
	m.Answers = city.Answers{Busy: true, Ask: city.Ask{Guide: &city.AskGuide{}}, Progress: city.Progress{Done: 1, Total: 2, What: "looking at GC point 3"}}
	k := newTest(t, m, screen, 1)
	find(t, k, GuideP, "text", "Looking at GC point 3")
	click(k, find(t, k, GuideP, "button", "Cancel"))
	wanted(t, k, CancelWork)
	for why, err := range map[string]error{"Looking was cancelled.": nil, "Heap dump: cut short.": errors.New("heap dump: cut short")} {
		m.Answers = city.Answers{Ask: city.Ask{Guide: &city.AskGuide{}}, Err: err}
		k = newTest(t, m, screen, 1)
		find(t, k, GuideP, "text", why)
		click(k, find(t, k, GuideP, "button", "Look again"))
		wanted(t, k, AskAgain)
	}
	m = guided()
	m.GuideOld = true
	k = newTest(t, m, screen, 1)
	click(k, find(t, k, GuideP, "button", "Look at all of them"))
	wanted(t, k, GuideAnew)
}

// The guide can be seen beside every view in every window, or over it.
func TestGuideFits(t *testing.T) {
	for _, size := range []image.Point{{640, 480}, {800, 600}, {1280, 720}, {1920, 1080}} {
		for _, scale := range []float64{1, 2} {
			for v := city.CityView; v <= city.TreeView; v++ {
				m := guided()
				m.State.View = v
				k := newTest(t, m, size, scale)
				if r := k.rects[GuideP]; r.Empty() || !r.In(image.Rectangle{Max: size}) {
					t.Errorf("%v at %v, view %v: the guide is at %v", size, scale, v, r)
				}
				for id, r := range k.rects {
					if isView(id) && !overlays[id] && k.sides().Over == "" && r.Overlaps(k.rects[GuideP]) {
						t.Errorf("%v at %v: %s lies under the guide", size, scale, id)
					}
				}
			}
		}
	}
}

func TestInvitation(t *testing.T) {
	m := sample()
	m.Inviting = true
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, InviteP, "button", "Guide: what is wrong here?"))
	click(k, find(t, k, InviteP, "button", "Do not offer the guide"))
	wanted(t, k, ToggleGuide, DismissInvite)
}
