package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/uitest"
)

// TestVersions: the legend maps storeys to versions, with their sizes. Times are clock times.
func TestVersions(t *testing.T) {
	m := uitest.VersionsModel()
	text := strings.ReplaceAll(uitest.Describe(newTest(t, m, image.Pt(1280, 1400), 1).Seen()), "\ntext ", " ")
	for _, want := range []string{"floors: each version's share", "and 1 other", "shop 1.4, people 2.0 · 33 %", "people 1.9 · 50 %", "UTC"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not seen in\n%s", want, text)
		}
	}
	for _, fleet := range []bool{true, false} {
		settings := uitest.Sample()
		settings.SettingsOpen, settings.Legend.Fleet = true, fleet
		seen := uitest.Describe(newTest(t, settings, image.Pt(1280, 1400), 1).Seen())
		if !strings.Contains(seen, "choice Age") || strings.Contains(seen, "choice Version") != fleet {
			t.Errorf("of a fleet %v, the choices are\n%s", fleet, seen)
		}
	}
	m.Legend.Versions = &model.Versions{}
	if text := strings.ReplaceAll(uitest.Describe(newTest(t, m, image.Pt(1280, 1400), 1).Seen()), "\ntext ", " "); !strings.Contains(text, "every service runs a single version") {
		t.Error(text)
	}
}

// TestPods: the pods of a building are listed with their remarks. Pointer and keyboard open the recording of a pod.
func TestPods(t *testing.T) {
	m := uitest.FleetModel()
	open := func(row int) model.OpenPod {
		r := m.Selection.Pods.Rows[row]
		return model.OpenPod{Name: r.Name, Recording: r.Recording, Group: r.Group, Point: r.Point}
	}
	k := newTest(t, m, image.Pt(1280, 1000), 1)
	text := uitest.Describe(k.Seen())
	for _, want := range []string{"far above the others", "3 of 12 pods", "shop-2"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not seen", want)
		}
	}
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "text", "shop-2"))
	uitest.Wanted(t, k, open(1))
	uitest.FocusOn(t, k, "Pods")
	uitest.Taken(k)
	k.Take(model.Key{Name: model.KeyEnd})
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, open(2))
	k.Take(model.Key{Name: model.KeyHome})
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, open(0))
	if text := part.SelectionText(&m); !strings.Contains(text, "Pods:\n  shop-1-78d5c9-abcde 1.5: 30,000 objects, 900 kB, far above the others\n") {
		t.Errorf("copied as\n%s", text)
	}
}
