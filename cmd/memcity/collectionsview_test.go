package main

import (
	"path/filepath"
	"testing"

	viewed "memcity/city/view/collections"
	"memcity/cmd/memcity/collections"
	"memcity/render/action"
)

// TestCollectionsInTheWindow: the window and the command line agree on all collections and on one. The user can go back from one to the list.
// For a recording without this data, the view explains how to record it.
func TestCollectionsInTheWindow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.mct")
	if err := writeUsedTrace(path); err != nil {
		t.Fatal(err)
	}
	p := into[collections.Collections](t, "collections", path, "--collection", "1")
	inWindow(t, func(w *screen) {
		w.open(path)
		w.key("K", action.Ctrl)
		w.flush()
		got := resultOf(w, viewed.Kind)
		if got == nil || !got.Whole || len(got.Collections) != 1 || got.Collections[0].Rank != p.Collections[0].Rank || got.Window != p.Window {
			w.fatalf("%+v, want %+v", got, p)
		}
		open := func() {
			w.clickItem("collections", "row", "ArrayList@Main.java:5")
			w.flush()
			if w.shownCollection() != 1 {
				t.Fatalf("collection %d is shown", w.shownCollection())
			}
		}
		open()
		d, want := resultOf(w, viewed.DetailsKind), p.Collection
		if d == nil || d.Details.Adds != want.Adds || d.Details.NeverRead != want.NeverRead {
			t.Errorf("%+v, want %+v", d, want)
		}
		for i, back := range []func(){func() { w.key("Backspace", 0) }, func() { w.key("Left", action.Alt) }, func() { w.key("Escape", 0) }} {
			if i > 0 {
				open()
			}
			back()
			w.flush()
			if w.shownCollection() != 0 {
				t.Errorf("%d: collection %d is still shown", i, w.shownCollection())
			}
		}
		w.open("demo:persons")
		w.key("K", action.Ctrl)
		w.flush()
		w.item("collections", "text", "Collections were not recorded")
	})
}

// shownCollection returns the number of the collection in the view; 0 for the list.
func (w *screen) shownCollection() int { return viewed.View.Of(w.state().Views).Opened }
