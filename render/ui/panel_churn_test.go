package ui

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"testing"
	"time"

	"memcity/city"
	"memcity/trace"
)

// churnModel is the churn view of a recording whose deaths are estimated: most of it young buffers of one site.
func churnModel() Model {
	m := heapModel(3, 2)
	m.State.View = city.ChurnView
	names := trace.NewNames()
	tree := &trace.Tree{Names: names}
	add := func(name, role string, parent, end int32, objects, bytes int64) {
		tree.Nodes = append(tree.Nodes, trace.Node{Name: names.ID(name), Role: names.ID(role), Parent: parent, End: end, Objects: objects, Bytes: bytes})
	}
	add("Garbage", "", -1, 10, 100, 8000)
	add("0 GCs survived", "Age", 0, 7, 80, 7000)
	add("byte[]", "Type", 1, 5, 20, 6000)
	add("app.Main.read(Main.java:12)", "Allocation Site", 2, 5, 20, 6000)
	add("app.Main.main(Main.java:3)", "Call Site", 3, 5, 20, 6000)
	add("p1.T1.0", "Type", 1, 7, 60, 1000)
	add("app.Main.make(Main.java:20)", "Allocation Site", 5, 7, 60, 1000)
	add("2 GCs survived", "Age", 0, 10, 20, 1000)
	add("p1.T1.0", "Type", 7, 10, 20, 1000)
	add("(not sampled)", "Allocation Site", 8, 10, 20, 1000)
	estimated := make([]bool, len(tree.Nodes))
	for i := range estimated[:5] {
		estimated[i] = true
	}
	r := &city.ChurnTold{From: 2, To: 4, End: 2 * time.Second, GCs: make([]trace.GC, 3), Freed: 9000, Rate: 4500, Average: 3000, Tree: tree, Estimated: estimated, Samples: 7,
		Garbage: city.ChurnAmount{Objects: 100, Bytes: 8000, Estimated: true}, Young: city.ChurnAmount{Objects: 80, Bytes: 7000},
		Suspects: []city.ChurnSuspect{
			{Type: "byte[]", Amount: city.ChurnAmount{Objects: 20, Bytes: 6000, Estimated: true}, Share: 6.0 / 7, Site: "app.Main.read(Main.java:12)",
				AtSite: city.ChurnAmount{Objects: 20, Bytes: 6000}, Domain: "app.Main.main(Main.java:3)", AtDomain: city.ChurnAmount{Objects: 20, Bytes: 6000}},
			{Type: "p1.T1.0", Amount: city.ChurnAmount{Objects: 60, Bytes: 1000}, Share: 1.0 / 7, Site: "app.Main.make(Main.java:20)", AtSite: city.ChurnAmount{Objects: 60, Bytes: 1000}}},
		Notes: []string{"Objects that died at their first GC are missing from GC 4 on: no later heap state tells what of the allocations survived."}}
	ask := city.AskChurn{To: 4, Bytes: true}
	m.Answers = city.Answers{Ask: city.Ask{Overview: &city.AskOverview{}, Churn: &ask}, Overview: &city.Overview{Evolution: &city.Evolution{}},
		Churn: &city.ChurnReport{Ask: ask, ChurnTold: r}}
	return m
}

// allocatedModel tells allocations alone.
func allocatedModel() Model {
	m := churnModel()
	r := *m.Answers.Churn.ChurnTold
	r.Basis, r.Young, r.Notes, r.Samples = city.ChurnAllocated, city.ChurnAmount{}, nil, 0
	m.Answers.Churn = &city.ChurnReport{Ask: m.Answers.Churn.Ask, ChurnTold: &r}
	return m
}

// freedModel tells GCs alone.
func freedModel() Model {
	m := churnModel()
	m.Answers.Churn = &city.ChurnReport{ChurnTold: &city.ChurnTold{Basis: city.ChurnFreed, From: 2, To: 4, GCs: make([]trace.GC, 3), Freed: 9000, Rate: 4500, Average: 4500}}
	return m
}

func TestChurnGoldens(t *testing.T) {
	checkGolden(t, newTest(t, churnModel(), screen, 1), ChurnP, "churn")
	checkGolden(t, newTest(t, allocatedModel(), image.Pt(800, 600), 1), ChurnP, "churn-allocated")
	checkGolden(t, newTest(t, freedModel(), screen, 1), ChurnP, "churn-freed")
}

// A suspect, a part of a bar and a row all go to the same place.
func TestChurnWays(t *testing.T) {
	young := "0 GCs survived"
	path := func(k *core) []string { return k.model.State.Churning.Path }
	k := newTest(t, churnModel(), screen, 1)
	click(k, find(t, k, ChurnP, "button", "Suspect byte[]"))
	if want := []string{young, "byte[]", "app.Main.read(Main.java:12)"}; !slices.Equal(path(k), want) {
		t.Fatalf("the suspect is at %q", path(k))
	}
	find(t, k, ChurnP, "row", "app.Main.read(Main.java:12)") // it is opened
	click(k, find(t, k, ChurnP, "button", "p1.T1.0"))
	if want := []string{young, "p1.T1.0"}; !slices.Equal(path(k), want) {
		t.Errorf("the part is at %q", path(k))
	}
	click(k, find(t, k, ChurnP, "button", young)) // up again
	if len(path(k)) != 0 {
		t.Errorf("the chosen part leads to %q", path(k))
	}
	click(k, find(t, k, ChurnP, "row", "byte[]"))
	if want := []string{young, "byte[]"}; !slices.Equal(path(k), want) {
		t.Errorf("the row is at %q", path(k))
	}
	press(k, KeyUp)
	if want := []string{young}; !slices.Equal(path(k), want) {
		t.Errorf("the up key leads to %q", path(k))
	}
	press(k, KeyUp, KeyLeft)
	if len(path(k)) != 0 {
		t.Errorf("the root is %q", path(k))
	}
	find(t, k, ChurnP, "table", "What died")
	if rows := find(t, k, ChurnP, "table", "What died").Value; rows != "1 row" {
		t.Errorf("there are %s", rows)
	}
}

func TestChurnCounts(t *testing.T) {
	k := newTest(t, churnModel(), screen, 1)
	find(t, k, ChurnP, "text", "88 % of what died survived no GC; 86 % of that is byte[] allocated at Main.read:12.")
	click(k, find(t, k, ChurnP, "choice", "Churn in: Objects"))
	wanted(t, k, Do{city.SetChurn{To: city.Churning{Objects: true}}})
	find(t, k, ChurnP, "text", "80 % of what died survived no GC; 25 % of that is byte[] allocated at Main.read:12.")
	click(k, find(t, k, ChurnP, "button", "Average"))
	wanted(t, k, Do{city.SetChurn{To: city.Churning{Objects: true, Sort: city.ChurnAverage}}})
}

// The types of what died lead to the groups of what is alive.
func TestChurnRowMenu(t *testing.T) {
	m := churnModel()
	m.State.Churning.Open = map[string]bool{"Garbage#2 GCs survived": true}
	k := newTest(t, m, screen, 1)
	clickWith(k, middle(find(t, k, ChurnP, "row", "p1.T1.0").Rect), Secondary, 0)
	taken(k)
	click(k, find(t, k, Menu, "button", "Inspect as group"))
	wanted(t, k, Do{city.Visit{View: city.GroupView, Key: "Heap#p1#T1.0"}})
	clickWith(k, middle(find(t, newTest(t, m, screen, 1), ChurnP, "row", "0 GCs survived").Rect), Secondary, 0)
	k = newTest(t, m, screen, 1)
	clickWith(k, middle(find(t, k, ChurnP, "row", "0 GCs survived").Rect), Secondary, 0)
	if it := find(t, k, Menu, "button", "Inspect as group"); !it.Off {
		t.Error("an age is inspected as a group")
	}
}

func TestChurnStates(t *testing.T) {
	asked := city.Ask{Overview: &city.AskOverview{}}
	for text, answers := range map[string]city.Answers{
		"Counting what died…":                {Ask: asked, Busy: true},
		"Counting was cancelled":             {Ask: asked},
		"This input does not tell what died": {Ask: asked, Err: fmt.Errorf("churn: %w", city.ErrNoChurn)},
		"What died is not known":             {Ask: asked, Err: errors.New("heap 2: cut off")},
		"9 kB were freed by 3 GCs.":          freedModel().Answers,
		"Types and sites are not known":      freedModel().Answers,
		"~8 kB were allocated; 75 % of that is byte[] allocated at Main.read:12.": allocatedModel().Answers,
	} {
		m := churnModel()
		m.Answers = answers
		find(t, newTest(t, m, screen, 1), ChurnP, "text", text)
	}
}

func TestTypeNames(t *testing.T) {
	for name, want := range map[string][2]string{
		"app.Main$$Lambda$17/0x00007fa4":  {"app.Main$$Lambda", "Main$$Lambda"},
		"app.Main$$Lambda/0x00007fa4[][]": {"app.Main$$Lambda[][]", "Main$$Lambda[][]"},
		"app.Hidden/0x00007fa4":           {"app.Hidden", "Hidden"},
		"app.Main$$Lambda$old":            {"app.Main$$Lambda$old", "Main$$Lambda$old"},
		"java.util.HashMap$Node[]":        {"java.util.HashMap$Node[]", "HashMap$Node[]"},
		"(not sampled)":                   {"(not sampled)", "(not sampled)"},
	} {
		if got := [2]string{plainType(name), shortType(name)}; got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestShortNames(t *testing.T) {
	for site, want := range map[string]string{
		"com.example.load.Load.main(Load.java:26)":      "Load.main:26",
		"java.util.HashMap$Node.<init>(HashMap.java)":   "HashMap$Node.<init>",
		"app.Main$$Lambda/0x0001.run(Unknown Source:3)": "Main$$Lambda/0x0001.run:3",
		"(not sampled)": "(not sampled)",
		"main":          "main",
		"":              "",
	} {
		if got := shortSite(site); got != want {
			t.Errorf("%q becomes %q, want %q", site, got, want)
		}
	}
	for name, want := range map[string]string{"java.util.Map$Entry[]": "Map$Entry[]", "byte[]": "byte[]", "(not known.)": "(not known.)", "": ""} {
		if got := shortType(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
	for _, c := range []struct {
		part, whole int64
		want        string
	}{{1, 1, "100 %"}, {9999, 10000, "over 99.9 %"}, {22874, 22915, "99.8 %"}, {0, 5, "0 %"}, {1, 3, "33 %"}, {0, 0, "0 %"}} {
		if got := partText(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d is %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}
