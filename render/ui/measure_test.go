package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestMeasureChoices(t *testing.T) {
	m := uitest.Sample()
	m.SettingsOpen, m.ChainOpen = true, false
	k := newTest(t, m, image.Pt(1280, 1600), 1)
	if it := uitest.Find(t, k, model.SettingsP, "choice", "Retained"); !it.Off {
		t.Error("retained sizes can be chosen without GC roots")
	}
	uitest.Find(t, k, model.SettingsP, "text", "Needs GC roots, available in heap dumps.")
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "choice", "Deep"))
	if g := measured(k); g != trees.Deep {
		t.Errorf("the measure is %v", g)
	}
	uitest.Click(k, uitest.Find(t, k, model.SettingsP, "button", "Reset Numbers"))
	if g := measured(k); g != trees.Shallow {
		t.Errorf("reset, the measure is %v", g)
	}
	m.Catalog, m.FixedChain = nil, "Package, Type"
	k = newTest(t, m, image.Pt(1280, 1600), 1)
	if it := uitest.Find(t, k, model.SettingsP, "choice", "Deep"); !it.Off {
		t.Error("deep sizes can be chosen of ready-made trees")
	}
}

// TestMeasureWords: every number is labeled with its measure.
func TestMeasureWords(t *testing.T) {
	m := uitest.Sample()
	m.SizeKind, m.State.Settings.Unit = trees.Retained, trees.Bytes
	m.Hover, m.HoverAt = m.Selection, image.Pt(700, 300)
	m.Legend.Filters = []string{"no-java", "where(object.size > 8)"}
	words := uitest.Describe(newTest(t, m, image.Pt(1280, 1600), 1).Seen())
	for _, want := range []string{"inspector: value Retained objects", "inspector: value Retained bytes",
		"inspector: value Growth so far, retained bytes",
		"legend: value Area = retained bytes, square root", "legend: value Filter = objects that pass no-java, where(object.size > 8)",
		"legend: value Sums", "time: text Heap over time in retained bytes",
		"tooltip: text Share of all retained bytes"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if t.Failed() {
		t.Log(words)
	}
}

// measured returns the measure that was set last, or the zero measure if none was.
func measured(k *widget.Core) (m trees.SizeKind) {
	for _, e := range uitest.Taken(k) {
		if do, ok := e.(model.Do); ok {
			if set, ok := do.Action.(state.Set); ok {
				m = set.To.SizeKind
			}
		}
	}
	return m
}
