package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// aged returns the sample with storeys.
func aged() model.Model {
	m := uitest.Sample()
	m.State = state.Step(m.State, state.Divide{By: scene.ByAge})
	counts := ages.Counts{Known: true}
	set := func(class ages.Class, objects, bytes int64) {
		counts.Classes[class].Objects, counts.Classes[class].Bytes = objects, bytes
	}
	set(0, 1000, 24_000)
	set(1, 245, 5880)
	set(3, 10_000, 240_000)
	set(ages.Before, 1100, 26_400)
	counts.Doubtful.Objects, counts.Doubtful.Bytes = 500, 12_000
	m.Legend.Aged = &model.Aged{Followed: "recovered", Points: 17, Counts: counts}
	m.Selection.Ages = &counts
	return m
}

func TestLegendOfAges(t *testing.T) {
	for name, tt := range map[string]struct {
		change        func(m *model.Model)
		with, without []string
	}{
		"recovered": {func(m *model.Model) { m.State.Settings.Unit = trees.Objects },
			[]string{"Floors the number of GC points that objects survived", "0 1,000 objects", "4–7 10,000 objects", "Before 1,100 objects",
				"Ages objects matched by content and references; ~ 4.1 % of the ages are uncertain", "shrank, + new"},
			[]string{"Color", "2–3", "32 or more", "blue roof", "Opacity", "others have"}},
		"little doubt": {func(m *model.Model) { m.Legend.Aged.Counts.Doubtful.Objects = 1 }, []string{"~ under 1 % of the ages"}, nil},
		"sure": {func(m *model.Model) { m.Legend.Aged.Counts.Doubtful.Objects = 0 },
			[]string{"Ages objects matched by content and references"}, []string{"~"}},
		"native": {func(m *model.Model) { m.Legend.Aged.Followed = "native" }, []string{"matched by ID"},
			[]string{"by content"}},
		"births": {func(m *model.Model) { m.Legend.Aged.Births, m.Legend.Aged.Followed = true, "none" },
			[]string{"the number of GCs that objects", "from births in the recording"}, []string{"GC points that objects"}},
		"first": {func(m *model.Model) { m.Legend.Aged.Followed, m.Legend.Aged.Points = "none", 1 },
			[]string{"this is the first GC point"}, nil},
		"bytes": {func(*model.Model) {}, []string{"0 24 kB", "Before 26.4 kB"}, nil},
		"waiting": {func(m *model.Model) { m.Legend.Aged = &model.Aged{Waiting: true} },
			[]string{"matching objects", "Color: growth"}, []string{"Before"}},
		"missing": {func(m *model.Model) { m.Legend.Aged = &model.Aged{Missing: "it is so"} },
			[]string{"Floors unavailable: it is so", "Color: growth"}, []string{"Before"}},
	} {
		m := aged()
		m.State.Settings.Fade = true // storeys are all opaque anyway
		tt.change(&m)
		checkWords(t, name, legendOf(t, m), tt.with, tt.without)
	}
}

// TestAgesOfAGroup: inspector, tooltip and copied text show the number of objects by age.
func TestAgesOfAGroup(t *testing.T) {
	m := aged()
	m.Hover, m.HoverAt = m.Selection, image.Pt(500, 300)
	want := map[string]string{"Age 0": "1,000 · 24 kB (8.1 %)", "Age 1": "245 · 5.88 kB (2 %)", "Age 4–7": "10,000 · 240 kB (81 %)",
		"There at the start": "1,100 · 26.4 kB (8.9 %)", "~ Uncertain": "500 · 12 kB"}
	seen := map[string]string{}
	for _, it := range newTest(t, m, image.Pt(1280, 1400), 1).Seen() {
		if it.Panel == model.Inspector && it.Kind == "value" {
			seen[it.Text] = it.Value
		}
	}
	text := part.SelectionText(&m)
	tip := wordsOf(newTest(t, m, image.Pt(1280, 720), 1), model.Tooltip)
	for name, value := range want {
		if seen[name] != value {
			t.Errorf("inspector: %s is %q, want %q", name, seen[name], value)
		}
		if !strings.Contains(text, name+": "+value) || !strings.Contains(tip, name) || !strings.Contains(tip, value) {
			t.Errorf("%s %s is not in\n%s\nor\n%s", name, value, text, tip)
		}
	}
	m.Selection.Ages = nil
	if text := part.SelectionText(&m); !strings.Contains(text, "Ages: unavailable") {
		t.Errorf("below a transformer:\n%s", text)
	}
}

// TestPartsOfBuildings: one choice controls the parts of buildings. Disabled entries have a reason.
func TestPartsOfBuildings(t *testing.T) {
	open := func(change func(m *model.Model)) *widget.Core {
		m := aged()
		m.SettingsOpen = true
		change(&m)
		k := newTest(t, m, image.Pt(1280, 1800), 1)
		uitest.Taken(k)
		return k
	}
	for name, want := range map[string]model.Event{
		"Whole": model.Do{Action: state.Divide{}}, "Born and died": model.Do{Action: state.Divide{By: scene.ByFate}},
		"Age": model.Do{Action: state.Divide{By: scene.ByAge}}, "Baseline": model.Run(action.FileCompare),
	} {
		k := open(func(m *model.Model) { m.State = state.Step(m.State, state.Divide{By: scene.ByCut}) })
		uitest.Click(k, uitest.Find(t, k, model.SettingsP, "choice", name))
		if got := uitest.Taken(k); len(got) != 1 || got[0] != want {
			t.Errorf("%s sends %v, want %v", name, got, want)
		}
	}
	k := open(func(*model.Model) {})
	if it := uitest.Find(t, k, model.SettingsP, "choice", "Age"); it.Value != "chosen" {
		t.Errorf("storeys are shown, and the choice is %+v", it)
	}
	if it := uitest.Find(t, k, model.SettingsP, "choice", "What-if"); !it.Off {
		t.Error("nothing is removed, and the city without it can be chosen")
	}
	for _, control := range [][2]string{{"switch", "Fade groups with little growth"}, {"choice", "Color shows: Growth"}} {
		if it := uitest.Find(t, k, model.SettingsP, control[0], control[1]); !it.Off {
			t.Errorf("%s can be chosen, though storeys have colors of their own and all is solid", it.Text)
		}
	}
	k = open(func(m *model.Model) {
		m.State = state.Step(m.State, state.Divide{})
		m.Catalog = &trees.Catalog{NoAges: "needs something else"}
	})
	if it := uitest.Find(t, k, model.SettingsP, "choice", "Age"); !it.Off ||
		!strings.Contains(wordsOf(k, model.SettingsP), "Needs something else.") {
		t.Errorf("ages cannot be known, and the choice is %+v in\n%s", it, wordsOf(k, model.SettingsP))
	}
}
