package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
)

// based returns the sample halved by another recording.
func based() model.Model {
	m := uitest.Sample()
	m.State = state.Step(m.State, state.CompareWith{To: trees.Baseline{Paths: seq.Of("old.hprof")}})
	m.Legend.Baseline = &model.Baseline{Name: "old", Point: 2, Points: 5, Matched: scene.MatchedShares{Before: 0.98, After: 0.75},
		Verdict: scene.NewVerdict(trees.Objects, 40_000, 41_921)}
	m.Selection.Fate = &diffs.Fate{Before: trees.Amount{Objects: 1200, Bytes: 28_800}, After: trees.Amount{Objects: 12_345, Bytes: 296_280}}
	return m
}

func TestLegendOfHalves(t *testing.T) {
	for name, tt := range map[string]struct {
		change        func(m *model.Model)
		with, without []string
	}{
		"numbers": {func(*model.Model) {},
			[]string{"Compared with old, GC point 3 of 5", "Verdict 4.8 % more: +1,921 objects", "Left baseline", "Gone only in the baseline",
				"98 % of the baseline and 75 % of this recording", "of the larger half", "smaller half is in proportion", "Opacity transparent parts are removed", "half",
				"double"}, []string{"Color", "Shares", "Survived"}},
		"shares": {func(m *model.Model) { m.Legend.Baseline.Shares = true }, []string{"Shares of the heap are compared"}, nil},
		"one point": {func(m *model.Model) { m.Legend.Baseline.Point, m.Legend.Baseline.Points = 0, 1 }, []string{"Compared with old\n"},
			[]string{"GC point 1 of 1"}},
	} {
		m := based()
		tt.change(&m)
		checkWords(t, name, legendOf(t, m), tt.with, tt.without)
	}
}

// TestHalvesInNumbers: inspector, tooltip and copied text show both sides in the current metric.
func TestHalvesInNumbers(t *testing.T) {
	m := based()
	m.Hover, m.HoverAt = m.Selection, image.Pt(500, 300)
	for unit, verdict := range map[trees.Unit]string{trees.Objects: "10 times as many: +11,145 objects",
		trees.Bytes: "10 times as much: +267 kB"} {
		m.State.Settings.Unit = unit
		k := newTest(t, m, image.Pt(1280, 1400), 1)
		for _, words := range []string{wordsOf(k, model.Inspector), wordsOf(k, model.Tooltip), part.SelectionText(&m)} {
			for _, want := range []string{"Before", "1,200 · 28.8 kB", "Verdict", verdict} {
				if !strings.Contains(words, want) {
					t.Errorf("no %q in\n%s", want, words)
				}
			}
		}
	}
}

// TestBaseSettings: the comparison is configured below the choice of the parts.
func TestBaseSettings(t *testing.T) {
	m := based()
	m.SettingsOpen = true
	for _, press := range []struct {
		kind, text string
		want       model.Event
	}{
		{"button", "GC point of the baseline, less", model.Do{Action: state.CompareWith{To: trees.Baseline{Paths: m.State.Baseline.Paths, At: 4}}}},
		{"switch", "Compare shares of the heap", model.Do{Action: state.CompareWith{To: trees.Baseline{Paths: m.State.Baseline.Paths, Shares: true}}}},
		{"button", "Compare with a baseline…", model.Run(action.FileCompare)},
	} {
		k := newTest(t, m, image.Pt(1280, 1800), 1)
		uitest.Taken(k)
		uitest.Click(k, uitest.Find(t, k, model.SettingsP, press.kind, press.text))
		got := uitest.Taken(k)
		if len(got) != 1 || !sameEvent(got[0], press.want) {
			t.Errorf("%s sends %v, want %v", press.text, got, press.want)
		}
	}
	m.State.Baseline, m.State.Division, m.Legend.Baseline = trees.Baseline{}, scene.Undivided, nil
	k := newTest(t, m, image.Pt(1280, 1800), 1)
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "choice", "Baseline"))
	if got := uitest.Taken(k); len(got) != 1 || got[0] != model.Run(action.FileCompare) {
		t.Errorf("without a base the choice sends %v", got)
	}
}

// sameEvent compares events that may contain paths.
func sameEvent(got, want model.Event) bool {
	a, doesA := got.(model.Do)
	b, doesB := want.(model.Do)
	if !doesA || !doesB {
		return got == want
	}
	x, isX := a.Action.(state.CompareWith)
	y, isY := b.Action.(state.CompareWith)
	return isX && isY && x.To == y.To
}
