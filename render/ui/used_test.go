package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/held"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
)

// used returns the sample by staleness.
func used() model.Model {
	m := uitest.Sample()
	m.State = state.Step(m.State, state.Divide{By: scene.ByUse})
	m.Legend.Used = &model.Used{Threshold: 0.5, Held: trees.Amount{Objects: m.Legend.Objects / 4, Bytes: m.Legend.Bytes / 2}, Holders: 3}
	m.Selection.Use = &scene.Use{Counts: held.Counts{Known: true, Held: trees.Amount{Objects: m.Selection.Objects / 2, Bytes: m.Selection.Bytes},
		Stale: held.Mean{Objects: 0.466, Bytes: 0.25}, Above: held.Mean{Objects: 0.5, Bytes: 0.2}}, Holder: held.Holder{Elements: 13_200, Staleness: 0.5},
		Label: "java.util.HashMap@app.Cache.<init>(Cache.java:12)"}
	return m
}

func TestLegendOfStaleness(t *testing.T) {
	for name, tt := range map[string]struct {
		change        func(m *model.Model)
		with, without []string
	}{
		"objects": {func(m *model.Model) { m.State.Settings.Unit = trees.Objects }, []string{"Staleness of the collections that hold the objects", "0.50 or more: stale", "Gray",
			"held by no recorded collection · 75 %", "Dust", "staleness above 0.50", "Recorded 3 collections"},
			[]string{"Color: growth", "blue roof", "Opacity", "others have", "approximate"}},
		"bytes": {func(*model.Model) {}, []string{"held by no recorded collection · 50 %"}, nil},
		"near":  {func(m *model.Model) { m.Legend.Used.Near = true }, []string{"approximate"}, nil},
		"waiting": {func(m *model.Model) { m.Legend.Used = &model.Used{Waiting: true} },
			[]string{"finding the collections", "Color: growth"}, []string{"Dust"}},
		"missing": {func(m *model.Model) { m.Legend.Used = &model.Used{Missing: "it is so"} },
			[]string{"Staleness unavailable: it is so", "Color: growth"}, []string{"Dust"}},
	} {
		m := used()
		m.State.Settings.Fade = true // opaque anyway by staleness
		tt.change(&m)
		checkWords(t, name, legendOf(t, m), tt.with, tt.without)
	}
}

// TestUseOfAGroup: inspector and copied text show the holder of the objects and its staleness.
func TestUseOfAGroup(t *testing.T) {
	m := used()
	m.State.Settings.Unit = trees.Objects
	want := map[string]string{"Staleness": "0.47 (25 % stale)", "Mainly in": "HashMap@Cache.java:12"}
	seen := map[string]string{}
	for _, it := range newTest(t, m, image.Pt(1280, 1400), 1).Seen() {
		if it.Panel == model.Inspector && it.Kind == "value" {
			seen[it.Text] = it.Value + it.Hint
		}
	}
	text := part.SelectionText(&m)
	for name, value := range want {
		if !strings.Contains(seen[name], value) || !strings.Contains(text, name+": "+value) {
			t.Errorf("%s is %q, want %q in\n%s", name, seen[name], value, text)
		}
	}
	if !strings.Contains(seen["Mainly in"], "13,200 elements, staleness 0.50, none removed") {
		t.Errorf("the collection is described by %q", seen["Mainly in"])
	}
	m.Selection.Use.Holder.Removed = 7
	if k := part.UseFacts(&m, m.Selection); !strings.Contains(k[2].Hint, "7 removed in the window") {
		t.Errorf("%+v", k)
	}
	for _, u := range []*scene.Use{nil, {Counts: held.Counts{Known: true}}} {
		m.Selection.Use = u
		if k := part.UseFacts(&m, m.Selection); len(k) != 1 || k[0].Value == "" {
			t.Errorf("%+v", k)
		}
	}
}
