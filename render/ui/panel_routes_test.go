package ui

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
)

// routed returns the sample with references as routes of the whole city.
func routed() model.Model {
	m := uitest.Sample()
	m.Selection = nil
	m.State.Settings.Routes.On = true
	m.Legend.Routes = &model.Routes{Shown: 200, Total: 3412, Left: 0.04, Least: 1}
	return m
}

func TestLegendOfRoutes(t *testing.T) {
	for name, tt := range map[string]struct {
		change        func(m *model.Model)
		with, without []string
	}{
		"whole city": {func(*model.Model) {},
			[]string{"Routes from → to", "Shown 200 of 3,412 connections; the others are 4 % of the referenced objects\n"},
			[]string{"Incoming", "Bundles", "without"}},
		"all":  {func(m *model.Model) { m.Legend.Routes.Total = 200 }, []string{"Shown all 200 connections\n"}, []string{"others are"}},
		"one":  {func(m *model.Model) { m.Legend.Routes.Total, m.Legend.Routes.Shown = 1, 1 }, []string{"Shown one connection\n"}, nil},
		"none": {func(m *model.Model) { m.Legend.Routes.Total, m.Legend.Routes.Shown = 0, 0 }, []string{"Shown no connection\n"}, nil},
		"too few": {func(m *model.Model) { *m.Legend.Routes = model.Routes{Least: 500} },
			[]string{"Shown no connection of 500 objects or more"}, nil},
		"no end": {func(m *model.Model) { m.Legend.Routes.Unplaced = 42 }, []string{"; 42 more to groups without a building"}, nil},
		"selected": {func(m *model.Model) { m.Legend.Routes.Selected = true },
			[]string{"Incoming keeps it alive", "Outgoing it keeps alive"}, []string{"Routes from"}},
		"incoming": {func(m *model.Model) { m.Legend.Routes.Selected, m.Legend.Routes.Direction = true, scene.Incoming }, []string{"Incoming"},
			[]string{"Outgoing"}},
		"outgoing": {func(m *model.Model) { m.Legend.Routes.Selected, m.Legend.Routes.Direction = true, scene.Outgoing }, []string{"Outgoing"},
			[]string{"Incoming"}},
		"frustums": {func(m *model.Model) { m.Legend.Routes, m.Selection = nil, uitest.Sample().Selection }, []string{"Incoming", "Outgoing"},
			[]string{"Routes", "Shown"}},
		"frustums of nothing": {func(m *model.Model) { m.Legend.Routes, m.Selection = nil, nil }, nil,
			[]string{"Routes", "Shown", "Incoming", "Outgoing"}},
	} {
		m := routed()
		tt.change(&m)
		checkWords(t, name, legendOf(t, m), tt.with, tt.without)
	}
}

func TestRouteSettingsInThePanel(t *testing.T) {
	m := routed()
	m.SettingsOpen = true
	size := image.Pt(1280, 2200)
	k := newTest(t, m, size, 1)
	set := func(words string) scene.RouteSettings {
		t.Helper()
		uitest.Taken(k)
		uitest.Click(k, uitest.Find(t, k, model.SettingsP, "choice", words))
		for _, e := range uitest.Taken(k) {
			if do, ok := e.(model.Do); ok {
				if s, ok := do.Action.(state.Set); ok {
					return s.To.Routes
				}
			}
		}
		t.Fatalf("%q sets nothing", words)
		return scene.RouteSettings{}
	}
	if r := set("References shown as: Frustums"); r.On {
		t.Errorf("frustums are %+v", r)
	}
	m.Selection = uitest.Sample().Selection
	k = newTest(t, m, size, 1)
	if r := set("Direction: Incoming"); r.Direction != scene.Incoming || !r.On {
		t.Errorf("incoming ones are %+v", r)
	}
	m.State.Settings.Routes.On = false
	k = newTest(t, m, size, 1)
	for _, it := range k.Seen() {
		if it.Panel == model.SettingsP && it.Text == "Bundling" {
			t.Error("frustums have a bundling strength")
		}
	}
	if r := set("References shown as: Routes"); !r.On {
		t.Errorf("routes are %+v", r)
	}
}

func TestRoutesGolden(t *testing.T) {
	m := routed()
	m.SettingsOpen = true
	m.Route = &model.Route{From: uitest.Sample().Selection.Path,
		To: []model.Part{{Key: "Heap", Name: "Heap", Role: ""}, {Key: "Heap#app", Name: "app", Role: "Package"},
			{Key: "Heap#app#Person", Name: "Person", Role: "Type"}}, FromObjects: 12_000, ToObjects: 1}
	m.HoverAt = image.Pt(600, 300)
	k := newTest(t, m, image.Pt(1280, 1800), 1)
	var items []model.Item
	section := ""
	for _, it := range k.Seen() {
		if it.Panel == model.SettingsP && it.Kind == "text" && (it.Text == "Names and references" || it.Text == "Time") {
			section = it.Text
		}
		if it.Panel == model.Tooltip || it.Panel == model.LegendP || it.Panel == model.SettingsP && section == "Names and references" {
			items = append(items, it)
		}
	}
	got, path := uitest.Describe(items), filepath.Join("testdata", "routes.golden")
	if *uitest.Update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("not as in the golden (%v):\n%s", err, got)
	}
}

// The texts in a route's tooltip do not overlap, however long the names are.
func TestRouteTooltipWithLongNames(t *testing.T) {
	long := strings.Repeat("com.example.of.a.very.long.name.", 8)
	m := routed()
	m.Route = &model.Route{From: []model.Part{{Key: "a", Name: long, Role: "Package"}, {Key: "b", Name: long, Role: "Type"}},
		To: []model.Part{{Key: "c", Name: "T", Role: ""}}, FromObjects: 1, ToObjects: 1_000_000_000}
	m.HoverAt = image.Pt(600, 300)
	for _, size := range []image.Point{{320, 240}, uitest.Screen} {
		k := newTest(t, m, size, 1)
		var inside []model.Item
		for _, it := range k.Seen() {
			if it.Panel == model.Tooltip {
				inside = append(inside, it)
			}
		}
		for i, a := range inside {
			for _, b := range inside[:i] {
				if a.Rect.Overlaps(b.Rect) {
					t.Errorf("%v: %q and %q overlap", size, a.Text, b.Text)
				}
			}
		}
	}
}
