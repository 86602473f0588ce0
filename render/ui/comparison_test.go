package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
)

// compared returns the sample with its buildings in parts.
func compared() model.Model {
	m := uitest.Sample()
	m.State = state.Step(m.State, state.Divide{By: scene.ByFate})
	m.Legend.Compared = &model.Compared{From: 2, Followed: "recovered"}
	m.Selection.Fate = &diffs.Fate{Before: trees.Amount{Objects: 1200, Bytes: 28_800}, After: trees.Amount{Objects: 12_345, Bytes: 296_280},
		Permanent: trees.Amount{Objects: 1000, Bytes: 24_000}, Born: trees.Amount{Objects: 11_345, Bytes: 272_280},
		Died: trees.Amount{Objects: 200, Bytes: 4800},
		Came: trees.Amount{Objects: 45, Bytes: 1080}, Followed: true}
	return m
}

func TestLegendOfParts(t *testing.T) {
	for name, tt := range map[string]struct {
		change        func(m *model.Model)
		with, without []string
	}{
		"recovered": {func(*model.Model) {},
			[]string{"Compared GC point 17 with 3", "Died there before, gone now", "Born not there before, by growth:", "Survived at both GC points",
				"red from", "+11.1 kB", "matched by content and references", "Opacity transparent parts are removed", "larger of the two points"},
			[]string{"Color", "Fewer", "others have", "cool"}},
		"native": {func(m *model.Model) { m.Legend.Compared.Followed = "native" }, []string{"matched by ID"},
			[]string{"by content"}},
		"probable": {func(m *model.Model) { m.Legend.Compared.Probable = true }, []string{"including probable matches"}, nil},
		"by counts": {func(m *model.Model) { m.Legend.Compared.Followed = "" },
			[]string{"Fewer than before", "More than before, by growth:", "Unchanged at both", "only counts are compared: this recording"},
			[]string{"Died", "Born", "Survived"}},
		"waiting": {func(m *model.Model) { m.Legend.Compared.Followed, m.Legend.Compared.Waiting = "", true },
			[]string{"are being matched"}, nil},
		"sizes": {func(m *model.Model) { m.Legend.Compared.Followed, m.Legend.Compared.Sizes = "", true },
			[]string{"deep and retained sizes"}, nil},
		"at start": {func(m *model.Model) { m.Legend.Compared.Followed, m.Legend.Compared.AtStart = "", true },
			[]string{"with itself, the start of the window", "Survived"}, []string{"Fewer", "Objects only"}},
		"before": {func(m *model.Model) { m.Legend.Compared = &model.Compared{Before: true} },
			[]string{"nothing: this GC point is before the window", "others have"}, []string{"Survived", "larger of both"}},
		"no growth": {func(m *model.Model) { m.Legend.RedGrowth = 0 }, []string{"Born not there before\n"}, []string{"by growth", "all is gray"}},
	} {
		m := compared()
		m.State.Settings.Fade = true
		tt.change(&m)
		checkWords(t, name, legendOf(t, m), tt.with, tt.without)
	}
}

// TestFates: inspector, tooltip and copied text show the three numbers.
func TestFates(t *testing.T) {
	m := compared()
	m.Hover, m.HoverAt = m.Selection, image.Pt(500, 300)
	want := map[string]string{"Survived": "1,000 · 24 kB", "Born": "11,345 · 272 kB", "Died": "200 · 4.8 kB"}
	seen := map[model.ID]map[string]string{model.Inspector: {}, model.Tooltip: {}}
	for _, it := range newTest(t, m, image.Pt(1280, 1400), 1).Seen() {
		if texts := seen[it.Panel]; texts != nil && it.Kind == "value" {
			texts[it.Text] = it.Value
		}
	}
	for name, value := range want {
		if got := seen[model.Inspector][name]; got != value {
			t.Errorf("inspector: %s is %q, want %q", name, got, value)
		}
	}
	if got := seen[model.Inspector]["Moved from other groups"]; got != "45 · 1.08 kB" {
		t.Errorf("inspector: %q came", got)
	}
	text := part.SelectionText(&m)
	tip := wordsOf(newTest(t, m, image.Pt(1280, 720), 1), model.Tooltip)
	for name, value := range want {
		if !strings.Contains(text, name+": "+value) || !strings.Contains(tip, name) || !strings.Contains(tip, value) {
			t.Errorf("%s %s is not in\n%s\nor\n%s", name, value, text, tip)
		}
	}
	m.Selection.Fate.Followed = false
	if text := part.SelectionText(&m); !strings.Contains(text, "Unchanged: 1,000") || strings.Contains(text, "Survived") {
		t.Errorf("by counts:\n%s", text)
	}
}

// TestLegendEndsParts: the close button in the legend restores whole buildings, and so do the settings.
func TestLegendEndsParts(t *testing.T) {
	k := newTest(t, compared(), image.Pt(1280, 1400), 1)
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, model.LegendP, "button", "Undivided buildings"))
	if got := uitest.Taken(k); len(got) != 1 || got[0] != (model.Do{Action: state.Divide{}}) {
		t.Errorf("the legend sends %v", got)
	}
	m := compared()
	m.SettingsOpen = true
	k = newTest(t, m, image.Pt(1280, 1400), 1)
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "choice", "Whole"))
	if got := uitest.Taken(k); len(got) != 1 || got[0] != (model.Do{Action: state.Divide{}}) {
		t.Errorf("the settings send %v", got)
	}
	if it := uitest.Find(t, k, model.SettingsP, "switch", "Fade groups with little growth"); !it.Off {
		t.Error("what is seen through can be chosen, though all is solid")
	}
}
