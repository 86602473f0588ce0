package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/inspect"
	"memcity/city/view/whatif"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// cityWithout prints the city of a demo with removals.
func cityWithout(t *testing.T, demo string, without ...string) dump.City {
	t.Helper()
	args := []string{"city", demo, "--format", "json"}
	for _, w := range without {
		args = append(args, "--without", w)
	}
	r := memcity(args...)
	if r.err != nil {
		t.Fatal(args, r.err)
	}
	var d dump.City
	if err := json.Unmarshal([]byte(r.stdout), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// sameFreed compares the freed amounts of two cities, group by group.
func sameFreed(t *testing.T, what string, got, want dump.City) {
	t.Helper()
	freed := func(d dump.City) map[string]dump.FreedAmount {
		all := map[string]dump.FreedAmount{}
		for i := range d.Districts {
			all[d.Districts[i].Key] = *d.Districts[i].WhatIf
		}
		for i := range d.Buildings {
			all[d.Buildings[i].Key] = *d.Buildings[i].WhatIf
		}
		return all
	}
	a, b := freed(got), freed(want)
	if len(a) != len(b) || got.WhatIf.FreedObjects != want.WhatIf.FreedObjects || got.WhatIf.FreedBytes != want.WhatIf.FreedBytes {
		t.Errorf("%s: %d groups, freed %+v, want %d and %+v", what, len(a), got.WhatIf, len(b), want.WhatIf)
	}
	for key, f := range b {
		if a[key] != f {
			t.Errorf("%s: %s: freed %+v, want %+v", what, key, a[key], f)
		}
	}
}

// TestWithoutAgrees: the guide, the command line and the window report the same numbers for the same references to clear.
func TestWithoutAgrees(t *testing.T) {
	for _, demo := range []string{"demo:persons", "demo:two-caches"} {
		f := &guideOf(t, demo).Findings[0]
		recommended := 0
		for j, c := range f.References {
			d := cityWithout(t, demo, fmt.Sprintf("guide:1.%d", j+1))
			if w := d.WhatIf; w.FreedObjects != c.Objects || w.FreedBytes != c.Bytes || w.Removals[0].Text != c.Text ||
				d.Districts[0].WhatIf.Objects != c.Objects {
				t.Errorf("%s: %s: %+v, the guide says %d objects, %d bytes", demo, c.Text, w, c.Objects, c.Bytes)
			}
			if c.Recommended {
				recommended = j + 1
			}
		}
		inWindow(t, func(w *screen) {
			w.open(demo)
			w.key("D", action.Ctrl)
			for range 6 {
				w.key("Enter", 0)
				w.flush()
			}
			if k := w.App.City().Compared; k == nil || k.WhatIf == nil || k.WhatIf.Freed.Bytes != f.References[recommended-1].Bytes {
				w.fatalf("%s: the last step of the guide shows %+v", demo, k)
			}
			w.key("D", action.Ctrl)
		})
	}
}

// TestWithoutInWindow: X in the window removes the same as the option, also together with references and GC roots.
func TestWithoutInWindow(t *testing.T) {
	const product, node = "Heap#com.example.shop#Product", "Heap#java.util#HashMap$Node"
	inWindow(t, func(w *screen) {
		w.open("demo:two-caches")
		shown := func(what string, without ...string) {
			t.Helper()
			w.flush()
			s := w.state()
			if s.View != state.CityView || s.Division != scene.ByCut || !w.shows(model.WhatIfP) {
				w.fatalf("%s: %v, %v", what, s.View, s.Division)
			}
			c := w.App.City()
			sameFreed(t, what, dump.Of(c, "", s.Settings, scene.Target{}), cityWithout(t, "demo:two-caches", without...))
		}
		w.App.Do(state.Select{Key: product})
		w.key("X", 0)
		shown("a group", product)
		w.key("X", 0)
		if w.shows(model.WhatIfP) || w.state().Division != scene.Undivided {
			t.Error("the group was not put back")
		}
		w.App.Do(state.Remove{What: []whatif.Removal{whatif.ReferenceRemoval(w.state().Settings.Grouping(), node, product)}})
		shown("references", node+"->"+product)
		w.App.Do(state.Show{View: inspect.View.ID})
		w.flush()
		row := w.item("group", "value", "static field IdCache.idCache").Rect
		w.click(float64(row.Min.X+8), float64(row.Min.Y+12)) // the button is at its left
		shown("references and a GC root", node+"->"+product, "root:static field com.example.shop.IdCache.idCache")
		w.clickItem(model.WhatIfP, "button", "Put all back")
		if len(w.state().Removals) > 0 {
			t.Error("something is still out")
		}
		w.App.Do(state.Remove{What: []whatif.Removal{whatif.GroupRemoval(w.state().Settings.Grouping(), product)}})
		w.key("Home", 0)
		w.flush()
		d := cityWithout(t, "demo:two-caches", product)
		if got := w.App.City().Compared; got == nil || got.WhatIf == nil || got.To != 0 || got.WhatIf.Freed.Objects >= d.WhatIf.FreedObjects {
			t.Error("going through time does not compute anew")
		}
	})
}

// TestCityBelowWithout: the city is below the panel that lists the removals, and returns to its place once they are undone.
func TestCityBelowWithout(t *testing.T) {
	options := testOptions()
	options.NoImages = true
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.open("demo:two-caches")
		w.resize(1280, 720, 1)
		w.flush()
		before := w.state().Frame
		x, y, _ := w.seenAt("Product")
		w.click(x, y)
		w.key("X", 0)
		w.flush()
		top := int((1 - w.state().Frame.Top) / 2 * 720)
		if panel := w.App.Panels().Rect(model.WhatIfP); panel.Empty() || top < panel.Max.Y || top > panel.Max.Y+40 {
			t.Errorf("the city begins at %d, the panel is at %v", top, panel)
		}
		w.key("X", 0)
		w.flush()
		if got := w.state().Frame; got != before {
			t.Errorf("put back, the city has %+v, before %+v", got, before)
		}
	})
}

func TestWithoutFromGraph(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:two-caches")
		w.App.Do(state.Select{Key: "Heap#com.example.shop#Product"})
		w.key("4", action.Ctrl)
		w.flush()
		w.clickItem("graph", "edge", "java.util.HashMap$Node → com.example.shop.Product")
		w.clickItem(model.Menu, "button", "See the city without these references")
		if k := w.App.City().Compared; k == nil || k.WhatIf == nil || k.WhatIf.Query.Removals.Slice()[0].Kind != whatif.CutEdge ||
			k.WhatIf.Each[0].Missing != "" {
			t.Errorf("without an edge: %+v", k)
		}
	})
}

// TestWithoutIsDisabled: without heap states nothing can be removed, and the window says why.
func TestWithoutIsDisabled(t *testing.T) {
	tree := filepath.Join("..", "..", "testdata", "trees", "persons")
	inWindow(t, func(w *screen) {
		w.open(tree)
		w.key("X", 0)
		if s := w.state(); len(s.Removals) > 0 || s.Division != scene.Undivided {
			t.Errorf("%+v", s.Removals)
		}
		if !w.mentions("Nothing can be removed: this recording has only memory trees, without references between objects.") {
			t.Error(w.messages())
		}
	})
}

func TestWithoutFaults(t *testing.T) {
	for want, args := range map[string][]string{
		"expected a group key":                  {"--without", "Heap#nothing"},
		"expected one of them":                  {"--without", "Heap#com.example.shop", "--diff", "1..2"},
		"--measure must be shallow":             {"--without", "Heap#com.example.shop", "--measure", "deep"},
		"guide:I.J":                             {"--without", "guide:1"},
		"the guide's finding 9: there are":      {"--without", "guide:9.1"},
		"reference 99 of the guide's finding 1": {"--without", "guide:1.99"},
		"expected at most 32 times":             strings.Split(strings.Repeat("--without Heap ", 33), " ")[:66],
		"--without: expected a value; see ":     {"--without"},
	} {
		r := memcity(append([]string{"city", "demo:two-caches"}, args...)...)
		if r.err == nil || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, r.err, want)
		}
	}
}
