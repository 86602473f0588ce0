package ui

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city"
)

// routed is the sample with references as routes of the whole city.
func routed() Model {
	m := sample()
	m.Selection = nil
	m.State.Settings.Routes.On = true
	m.Legend.Routes = &Routes{Shown: 200, Total: 3412, Left: 0.04, Least: 1}
	return m
}

func TestLegendOfRoutes(t *testing.T) {
	for name, tt := range map[string]struct {
		change        func(m *Model)
		with, without []string
	}{
		"whole city": {func(*Model) {}, []string{"Routes from → to", "Shown 200 of 3,412 connections; the others are 4 % of the referenced objects\n"}, []string{"Incoming", "Bundles", "without"}},
		"all":        {func(m *Model) { m.Legend.Routes.Total = 200 }, []string{"Shown all 200 connections\n"}, []string{"others are"}},
		"one":        {func(m *Model) { m.Legend.Routes.Total, m.Legend.Routes.Shown = 1, 1 }, []string{"Shown the one connection\n"}, nil},
		"none":       {func(m *Model) { m.Legend.Routes.Total, m.Legend.Routes.Shown = 0, 0 }, []string{"Shown no connection\n"}, nil},
		"too few":    {func(m *Model) { *m.Legend.Routes = Routes{Least: 500} }, []string{"Shown no connection over 500 objects\n"}, nil},
		"no end":     {func(m *Model) { m.Legend.Routes.WithoutEnd = 42 }, []string{"; 42 more to groups without a building"}, nil},
		"selected":   {func(m *Model) { m.Legend.Routes.Selected = true }, []string{"Incoming keeps it alive", "Outgoing it keeps alive"}, []string{"Routes from"}},
		"incoming":   {func(m *Model) { m.Legend.Routes.Selected, m.Legend.Routes.Way = true, city.InWay }, []string{"Incoming"}, []string{"Outgoing"}},
		"outgoing":   {func(m *Model) { m.Legend.Routes.Selected, m.Legend.Routes.Way = true, city.OutWay }, []string{"Outgoing"}, []string{"Incoming"}},
		"frustums":   {func(m *Model) { m.Legend.Routes = nil }, []string{"Incoming", "Outgoing"}, []string{"Routes", "Shown"}},
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
	set := func(words string) city.RouteSettings {
		t.Helper()
		taken(k)
		click(k, find(t, k, SettingsP, "choice", words))
		for _, e := range taken(k) {
			if do, ok := e.(Do); ok {
				if s, ok := do.Action.(city.Set); ok {
					return s.To.Routes
				}
			}
		}
		t.Fatalf("%q sets nothing", words)
		return city.RouteSettings{}
	}
	if r := set("References shown as: Frustums"); r.On {
		t.Errorf("frustums are %+v", r)
	}
	m.Selection = sample().Selection
	k = newTest(t, m, size, 1)
	if r := set("Direction: Incoming"); r.Way != city.InWay || !r.On {
		t.Errorf("incoming ones are %+v", r)
	}
	m.State.Settings.Routes.On = false
	k = newTest(t, m, size, 1)
	for _, it := range k.seen() {
		if it.Panel == SettingsP && it.Text == "Bundling" {
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
	m.Route = &Route{From: sample().Selection.Path, To: []Part{{"Heap", "Heap", ""}, {"Heap#app", "app", "Package"}, {"Heap#app#Person", "Person", "Type"}}, FromObjects: 12_000, ToObjects: 1}
	m.HoverAt = image.Pt(600, 300)
	k := newTest(t, m, image.Pt(1280, 1800), 1)
	var items []Item
	section := ""
	for _, it := range k.seen() {
		if it.Panel == SettingsP && it.Kind == "text" && (it.Text == "Names and references" || it.Text == "Time") {
			section = it.Text
		}
		if it.Panel == Tooltip || it.Panel == LegendP || it.Panel == SettingsP && section == "Names and references" {
			items = append(items, it)
		}
	}
	got, path := describe(items), filepath.Join("testdata", "routes.golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("not as in the golden (%v):\n%s", err, got)
	}
}

// The tooltip of a route keeps its texts apart, however long the names are.
func TestRouteTooltipWithLongNames(t *testing.T) {
	long := strings.Repeat("com.example.of.a.very.long.name.", 8)
	m := routed()
	m.Route = &Route{From: []Part{{"a", long, "Package"}, {"b", long, "Type"}}, To: []Part{{"c", "T", ""}}, FromObjects: 1, ToObjects: 1_000_000_000}
	m.HoverAt = image.Pt(600, 300)
	for _, size := range []image.Point{{320, 240}, screen} {
		k := newTest(t, m, size, 1)
		var inside []Item
		for _, it := range k.seen() {
			if it.Panel == Tooltip {
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
