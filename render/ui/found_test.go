package ui

import (
	"strings"
	"testing"

	"memcity/city"
)

// A match without a plot is marked; choosing it selects it and leaves the camera alone.
func TestSearchTellsWhatIsNotShown(t *testing.T) {
	m := sample()
	m.CanSearch, m.Search = true, &Search{Total: 2, Found: []Found{{Key: "A", Name: "Node", Path: "Heap"}, {Key: "B", Name: "NodeList", Path: "Heap", Hidden: true}}}
	k := newTest(t, m, screen, 1)
	k.take(typed("node"))
	taken(k)
	if it := find(t, k, SearchP, "button", "NodeList"); it.Value != notShownText {
		t.Errorf("the hidden match is %q", it.Value)
	}
	if it := find(t, k, SearchP, "button", "Node"); it.Value != "" {
		t.Errorf("the other match is %q", it.Value)
	}
	k.take(Key{Name: KeyDown})
	k.take(Key{Name: KeyReturn})
	wanted(t, k, Do{city.Select{Key: "B"}}, ToggleSearch)
}

// The inspector of a group without a plot says why, and offers the child count that gives it one.
func TestShowingAHiddenGroup(t *testing.T) {
	m := sample()
	m.Selection.Building, m.Selection.Hidden, m.Selection.Needs = false, true, 57
	k := newTest(t, m, screen, 1)
	if !strings.Contains(describe(k.seen()), "Not shown in the city") {
		t.Error("nothing tells why the group cannot be seen")
	}
	click(k, find(t, k, Inspector, "button", "Show it: the 57 largest groups"))
	to := city.DefaultSettings()
	to.Children = 57
	wanted(t, k, Do{city.Set{To: to}})
	m.Selection.Needs = 0
	k = newTest(t, m, screen, 1)
	if strings.Contains(describe(k.seen()), "Show it") {
		t.Error("a group that is always empty can be shown")
	}
}

// References of several groups are listed together.
func TestReferencesTogether(t *testing.T) {
	m := several()
	m.Together = &Links{In: []Link{{Key: "x", Name: "com.example.Holder", Own: 40, Partner: 7, AtLeast: true}}, Out: []Link{{Key: "y", Name: "byte[]", Own: 3, Partner: 3}}, Within: 2, NotShown: city.Unseen{In: 1, Groups: 1}}
	k := newTest(t, m, screen, 1)
	k.take(Pointer{Kind: PointerMove, At: middle(k.rects[Inspector])})
	k.take(Pointer{Kind: PointerWheel, At: middle(k.rects[Inspector]), Wheel: 100})
	find(t, k, Inspector, "list", "Refers to")
	if !strings.Contains(describe(k.seen()), "2 references between the") {
		t.Error("references within the selection are not counted")
	}
	click(k, find(t, k, Inspector, "text", "com.example.Holder"))
	events := taken(k)
	if len(events) == 0 || events[len(events)-2] != (Do{city.Select{Key: "x"}}) && events[len(events)-1] != (Do{city.Select{Key: "x"}}) {
		t.Errorf("events are %v", events)
	}
	text := SelectionText(&m)
	for _, line := range []string{"Referred to by:\n  com.example.Holder: 40 here, at least 7 there\n", "Refers to:\n  byte[]: 3 here, 3 there\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in:\n%s", line, text)
		}
	}
}

// A note grows with its lines, up to a limit, and keeps them.
func TestNoteOfSeveralLines(t *testing.T) {
	m := sample()
	k := newTest(t, m, screen, 1)
	height := func() int { return find(t, k, Inspector, "field", "Note").Rect.Dy() }
	one := height()
	click(k, find(t, k, Inspector, "field", "Note"))
	k.take(typed("first"))
	k.take(Key{Name: KeyReturn, Modifiers: Shift})
	k.take(typed("second"))
	two := height()
	if step := int(lineHeight(body)); two < one+step-3 || two > one+step+3 {
		t.Errorf("with two lines the field is %d high, with one %d", two, one)
	}
	wanted(t, k)
	k.take(Key{Name: KeyReturn})
	wanted(t, k, Do{city.Note{Key: m.Selection.Key, Text: "first\nsecond"}})
	m.State.Notes = map[string]string{m.Selection.Key: strings.Repeat("many words that take a line or more\n", 30)}
	k.show(&shown{m, screen, 1})
	k.layout()
	if most := int(maxNoteLines*lineHeight(body)) + 12; height() > most || height() < most-8 {
		t.Errorf("with 30 lines the field is %d high, want about %d", height(), most)
	}
}
