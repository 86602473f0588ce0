package ui

import (
	"slices"
	"strings"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
)

// Tab visits the controls of every panel in reading order: left to right on a line. It never goes back to a line above, unless the next
// control is to the right of all earlier ones.
func TestTabFollowsReading(t *testing.T) {
	full := uitest.Sample()
	full.SettingsOpen, full.CanSearch = true, true
	for name, m := range map[string]model.Model{"full": full, "uitest.Several": uitest.Several(), "start": uitest.StartModel(),
		"heap": uitest.HeapModel(30, 3)} {
		k := newTest(t, m, uitest.Screen, 1)
		var last model.Item
		for range 150 {
			k.Take(model.Key{Name: model.KeyTab})
			it, ok := uitest.FocusedItem(k)
			if !ok {
				break
			}
			if it.Panel == last.Panel && it.Panel != model.TimeBar {
				if i := slices.IndexFunc(k.Seen(),
					func(o model.Item) bool { return o.Panel == last.Panel && o.Kind == last.Kind && o.Text == last.Text }); i >= 0 {
					last = k.Seen()[i] // the panel may have scrolled
				}
				if strings.HasPrefix(it.Text, "Width of") {
					continue // an edge is as tall as its panel
				}
				sameLine := it.Rect.Min.Y < last.Rect.Max.Y && last.Rect.Min.Y < it.Rect.Max.Y
				if sameLine && it.Rect.Min.X < last.Rect.Min.X && it.Rect.Max.X < last.Rect.Max.X {
					t.Errorf("%s: Tab goes back from %q at %v to %q at %v", name, last.Text, last.Rect, it.Text, it.Rect)
				}
			}
			last = it
		}
	}
}

// Arrow keys in the minimap move the camera target.
func TestMinimapByKeys(t *testing.T) {
	m := uitest.Sample()
	m.Selection = nil
	m.Minimap = uitest.SampleMap()
	m.Minimap.At = [2]float32{-60 + 60, -40 + 20}
	k := newTest(t, m, uitest.Screen, 1)
	uitest.FocusOn(t, k, "Map of the city")
	for _, key := range []string{model.KeyRight, model.KeyDown, model.KeyDown, model.KeyLeft, model.KeyUp, model.KeyReturn} {
		k.Take(model.Key{Name: key})
	}
	want := []model.MapTo{{X: 0.55, Z: 0.25}, {X: 0.55, Z: 0.3}, {X: 0.55, Z: 0.35}, {X: 0.5, Z: 0.35}, {X: 0.5, Z: 0.3}, {X: 0.5, Z: 0.5}}
	got := uitest.Taken(k)
	if len(got) != len(want) {
		t.Fatalf("events are %v", got)
	}
	for i, e := range got {
		to := e.(model.MapTo)
		if d := max(to.X-want[i].X, want[i].X-to.X, to.Z-want[i].Z, want[i].Z-to.Z); d > 1e-6 {
			t.Errorf("key %d leads to %v, want %v", i, to, want[i])
		}
	}
	k.Take(model.Key{Name: model.KeyEscape})
	if it, ok := uitest.FocusedItem(k); ok {
		t.Errorf("after Esc %q has the focus", it.Text)
	}
}
