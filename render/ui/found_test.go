package ui

import (
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/card/search"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// A match without a plot is marked. Choosing it selects it without moving the camera.
func TestSearchReportsWhatIsNotShown(t *testing.T) {
	m := uitest.Sample()
	m.CanSearch, m.Search = true, &model.Search{Total: 2,
		Found: []model.Found{{Key: "A", Name: "Node", Path: "Heap"}, {Key: "B", Name: "NodeList", Path: "Heap", Hidden: true}}}
	k := newTest(t, m, uitest.Screen, 1)
	k.Take(widget.Typed("node"))
	uitest.Taken(k)
	if it := uitest.Find(t, k, model.SearchP, "button", "NodeList"); it.Value != search.NotShownText {
		t.Errorf("the hidden match is %q", it.Value)
	}
	if it := uitest.Find(t, k, model.SearchP, "button", "Node"); it.Value != "" {
		t.Errorf("the other match is %q", it.Value)
	}
	k.Take(model.Key{Name: model.KeyDown})
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "B"}}, model.Run(action.PanelSearch))
}

// Questions find the actions that answer them, by the words of titles and then of hints.
func TestSearchAnswersQuestions(t *testing.T) {
	for query, want := range map[string]string{
		"thread that holds it": "Threads", "threads": "Threads", "who holds it": "Summary", "the paths to GC roots": "Graph", "how do groups grow": "Trends",
		"born and died": "Diff", "is it the": "",
	} {
		m := uitest.Sample()
		m.CanSearch, m.Search = true, &model.Search{}
		k := newTest(t, m, uitest.Screen, 1)
		k.Take(widget.Typed(query))
		uitest.Taken(k)
		found := false
		for _, it := range k.Seen() {
			found = found || it.Panel == model.SearchP && it.Value == "action" && it.Text == want
		}
		if found != (want != "") {
			t.Errorf("%q does not find %s:\n%s", query, want, uitest.Describe(k.Seen()))
		}
	}
}

// The inspector explains why a group has no plot, and offers the child count that gives it one.
func TestShowingAHiddenGroup(t *testing.T) {
	m := uitest.Sample()
	m.Selection.Building, m.Selection.Hidden, m.Selection.Needs = false, true, 57
	k := newTest(t, m, uitest.Screen, 1)
	if !strings.Contains(uitest.Describe(k.Seen()), "Not shown in the city") {
		t.Error("nothing says why the group cannot be seen")
	}
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "button", "Show it: the 57 largest groups"))
	to := scene.DefaultSettings()
	to.Children = 57
	uitest.Wanted(t, k, model.Do{Action: state.Set{To: to}})
	m.Selection.Needs = 0
	k = newTest(t, m, uitest.Screen, 1)
	if strings.Contains(uitest.Describe(k.Seen()), "Show it") {
		t.Error("a group that is always empty can be shown")
	}
}

// References of several groups are listed together.
func TestReferencesTogether(t *testing.T) {
	m := uitest.Several()
	m.Together = &model.Links{In: []model.Link{{Key: "x", Name: "com.example.Holder", Own: 40, Partner: 7, AtLeast: true}},
		Out: []model.Link{{Key: "y", Name: "byte[]", Own: 3, Partner: 3}}, Within: 2, NotShown: scene.Unseen{In: 1, Groups: 1}}
	k := newTest(t, m, uitest.Screen, 1)
	k.Take(model.Pointer{Kind: model.PointerMove, At: uitest.Middle(k.Rects[model.Inspector])})
	k.Take(model.Pointer{Kind: model.PointerWheel, At: uitest.Middle(k.Rects[model.Inspector]), Wheel: 100})
	uitest.Find(t, k, model.Inspector, "list", "Outgoing references")
	if !strings.Contains(uitest.Describe(k.Seen()), "2 references between the") {
		t.Error("references within the selection are not counted")
	}
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "text", "com.example.Holder"))
	events := uitest.Taken(k)
	if len(events) == 0 || events[len(events)-2] != (model.Do{Action: state.Select{Key: "x"}}) &&
		events[len(events)-1] != (model.Do{Action: state.Select{Key: "x"}}) {
		t.Errorf("events are %v", events)
	}
	text := part.SelectionText(&m)
	for _, line := range []string{"Incoming references:\n  com.example.Holder: 40 here, at least 7 there\n",
		"Outgoing references:\n  byte[]: 3 here, 3 there\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in:\n%s", line, text)
		}
	}
}

// A note field grows with its lines up to a limit, and keeps them.
func TestNoteOfSeveralLines(t *testing.T) {
	m := uitest.Sample()
	k := newTest(t, m, uitest.Screen, 1)
	height := func() int { return uitest.Find(t, k, model.Inspector, "field", "Note").Rect.Dy() }
	one := height()
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "field", "Note"))
	k.Take(widget.Typed("first"))
	k.Take(model.Key{Name: model.KeyReturn, Mods: action.Shift})
	k.Take(widget.Typed("second"))
	two := height()
	if step := int(canvas.LineHeight(canvas.Body)); two < one+step-3 || two > one+step+3 {
		t.Errorf("with two lines the field is %d high, with one %d", two, one)
	}
	uitest.Wanted(t, k)
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.Do{Action: state.Note{Key: m.Selection.Key, Text: "first\nsecond"}})
	m.State.Notes = map[string]string{m.Selection.Key: strings.Repeat("many words that take a line or more\n", 30)}
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if most := int(widget.MaxFieldLines*canvas.LineHeight(canvas.Body)) + 12; height() > most || height() < most-8 {
		t.Errorf("with 30 lines the field is %d high, want about %d", height(), most)
	}
}
