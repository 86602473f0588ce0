package ui

import (
	"slices"
	"strings"
	"testing"
)

// Tab goes through every panel in the order of reading: along a line from left to right, never back to a line above unless
// the next one is to the right of all before.
func TestTabFollowsReading(t *testing.T) {
	full := sample()
	full.SettingsOpen, full.CanSearch = true, true
	for name, m := range map[string]Model{"full": full, "several": several(), "start": startModel(), "heap": heapModel(30, 3)} {
		k := newTest(t, m, screen, 1)
		var last Item
		for range 150 {
			k.take(Key{Name: KeyTab})
			it, ok := focusedItem(k)
			if !ok {
				break
			}
			if it.Panel == last.Panel && it.Panel != TimeBar {
				if i := slices.IndexFunc(k.seen(), func(o Item) bool { return o.Panel == last.Panel && o.Kind == last.Kind && o.Text == last.Text }); i >= 0 {
					last = k.seen()[i] // the panel may have scrolled
				}
				if strings.HasPrefix(it.Text, "Width of") {
					continue // an edge is as high as its panel
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

// The minimap moves what is looked at by arrows.
func TestMinimapByKeys(t *testing.T) {
	m := sample()
	m.Selection = nil
	m.Minimap = sampleMap()
	m.Minimap.At = [2]float32{-60 + 60, -40 + 20}
	k := newTest(t, m, screen, 1)
	focusOn(t, k, "Map of the city")
	for _, key := range []string{KeyRight, KeyDown, KeyDown, KeyLeft, KeyUp, KeyReturn} {
		k.take(Key{Name: key})
	}
	want := []MapTo{{0.55, 0.25}, {0.55, 0.3}, {0.55, 0.35}, {0.5, 0.35}, {0.5, 0.3}, {0.5, 0.5}}
	got := taken(k)
	if len(got) != len(want) {
		t.Fatalf("events are %v", got)
	}
	for i, e := range got {
		to := e.(MapTo)
		if d := max(to.X-want[i].X, want[i].X-to.X, to.Z-want[i].Z, want[i].Z-to.Z); d > 1e-6 {
			t.Errorf("key %d leads to %v, want %v", i, to, want[i])
		}
	}
	k.take(Key{Name: KeyEscape})
	if it, ok := focusedItem(k); ok {
		t.Errorf("after Esc %q has the focus", it.Text)
	}
}
