package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
	"memcity/words"
)

// legendOf returns all texts of the legend, one item per line.
func legendOf(t *testing.T, m model.Model) string {
	t.Helper()
	return strings.ReplaceAll(wordsOf(newTest(t, m, image.Pt(1280, 1400), 1), model.LegendP)+"\n", " \n", "\n")
}

// wordsOf returns all texts of a panel, one item per line.
func wordsOf(x *widget.Core, panel model.ID) string {
	var words []string
	for _, it := range x.Seen() {
		if it.Panel == panel {
			words = append(words, it.Text+" "+it.Value)
		}
	}
	return strings.Join(words, "\n")
}

// checkWords fails unless words contains all texts of with and none of without.
func checkWords(t *testing.T, name, words string, with, without []string) {
	t.Helper()
	for _, w := range with {
		if !strings.Contains(words, w) {
			t.Errorf("%s: nothing of %q in\n%s", name, w, words)
		}
	}
	for _, w := range without {
		if strings.Contains(words, w) {
			t.Errorf("%s: %q is in\n%s", name, w, words)
		}
	}
}

func TestLegendNamesWhatIsChosen(t *testing.T) {
	plain := uitest.Sample()
	plain.Selection = nil
	for name, tt := range map[string]struct {
		change  func(m *model.Model)
		with    []string
		without []string
	}{
		"nothing": {func(*model.Model) {}, []string{"Area"},
			[]string{"Incoming", "Outgoing", "Marks", "Selected", "Bundles", "or more", "isolated", "Opacity", "Groups", "Height"}},
		"selected": {func(m *model.Model) { m.Selection = uitest.Sample().Selection }, []string{"Selected", "Incoming", "Outgoing", "Bundles"},
			[]string{"Marks"}},
		"faded":   {func(m *model.Model) { m.State.Settings.Fade = true }, []string{"Opacity the 10 groups that grew most are solid; others have 40 % opacity"}, nil},
		"marked":  {func(m *model.Model) { m.Legend.Marks = part.Marks[:2] }, []string{"Marks", "yours"}, []string{"Selected"}},
		"samples": {func(m *model.Model) { m.Legend.Estimated = true }, []string{"Largest about 14 kB: java.lang.String"}, nil},
		"exact":   {func(*model.Model) {}, []string{"Largest 14 kB: java.lang.String"}, []string{"about 14 kB"}},
		"isolated": {func(m *model.Model) { m.Legend.Isolated, m.State.Settings.Fade = true, true }, []string{"isolated groups and findings are solid"},
			[]string{"others have"}},
		"no references": {func(m *model.Model) { m.Selection, m.Legend.References = uitest.Sample().Selection, false },
			[]string{"Selected"}, []string{"Incoming", "Outgoing"}},
		"growth": {func(*model.Model) {}, []string{"\n0\n1 %\n5 %\n20 %\n50 %\n", "of the heap's growth; red from +11.1 kB.\n"}, nil},
		"color-blind": {func(m *model.Model) { m.State.Settings.ColorBlind = true }, []string{"strongest from", "+11.1 kB.\n"},
			[]string{" red"}},
	} {
		m := plain
		m.Points = slices.Clone(plain.Points)
		tt.change(&m)
		checkWords(t, name, legendOf(t, m), tt.with, tt.without)
	}
}

// The numbers of the scale do not overlap for any red threshold, and both ends are always labeled.
func TestScaleOfGrowthStaysApart(t *testing.T) {
	for _, red := range []float64{0.01, 0.013, 0.33, 0.5, 1} {
		for _, m := range []model.Model{uitest.Sample(), compared()} {
			m.State.Settings.GrowthRed = red
			for _, scale := range []float64{1, 1.25, 1.5, 2} {
				for _, dp := range []image.Point{{420, 500}, {640, 480}, {1280, 900}} {
					size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
					k := newTest(t, m, size, scale)
					uitest.CheckTexts(t, k, size)
					if dp.X == 1280 {
						uitest.Find(t, k, model.LegendP, "text", "0")
						uitest.Find(t, k, model.LegendP, "text", words.PercentOf(red))
					}
				}
			}
		}
	}
}

// Mark colors are distinguishable from frustums and from the selection.
func TestMarksDifferFromReferences(t *testing.T) {
	far := func(a, b scene.RGB) int {
		d := func(x, y uint8) int { return (int(x) - int(y)) * (int(x) - int(y)) }
		return d(a.R, b.R) + d(a.G, b.G) + d(a.B, b.B)
	}
	for _, blind := range []bool{false, true} {
		p := scene.Settings{ColorBlind: blind}.Palette()
		for i, mark := range part.Marks {
			for _, other := range []scene.RGB{p.Incoming, p.Outgoing, p.Selected, p.Root} {
				if far(mark, other) < 75*75 {
					t.Errorf("%s looks like %v", part.MarkNames[i], other)
				}
			}
		}
	}
	if len(part.Marks) != len(part.MarkNames) {
		t.Errorf("%d marks, %d names", len(part.Marks), len(part.MarkNames))
	}
}

// TestLegendOfFindings: a single finding is named. Several are numbered, and the one that G pins next is marked. A long list shows those
// around the current one.
func TestLegendOfFindings(t *testing.T) {
	for _, tt := range []struct {
		at            int
		types         []string
		with, without []string
	}{
		{0, []string{"Session"}, []string{"Finding Session"}, []string{"Finding 1", "G: pins", "Findings"}},
		{0, []string{"Session", "Fare"}, []string{"Finding 1 Session\n", "Finding 2 Fare; G: pins it\n"}, []string{"Findings", "Session; G"}},
		{1, []string{"Fare", "Fare"}, []string{"Finding 1 Fare; G: pins it\n", "Finding 2 Fare\n"}, nil},
		{2, []string{"A", "B", "C"}, []string{"Finding 1 A; G: pins it\n", "Finding 2 B\n", "Finding 3 C\n"}, []string{"Findings"}},
		{3, []string{"A", "B", "C", "D", "E"}, []string{"Finding 2 B\n", "Finding 3 C\n", "Finding 4 D\n", "Findings 5 in all; G: pins the next"},
			[]string{"Finding 1", "Finding 5"}},
		{0, []string{"A", "B", "C", "D"}, []string{"Finding 1 A\n", "Finding 2 B; G: pins it\n", "Finding 3 C\n", "Findings 4 in all"}, []string{"Finding 4"}},
	} {
		m := uitest.Sample()
		m.Selection = nil
		var list []model.Pin
		for _, name := range tt.types {
			list = append(list, model.Pin{Name: name})
		}
		m.Legend.Pinned = &model.Pinned{Text: "Leak: it is so", Pins: seq.Of(list...), At: tt.at, Start: -1}
		checkWords(t, fmt.Sprint(tt.at, tt.types), legendOf(t, m), append(tt.with, "Leak: it is so."), tt.without)
	}
}
