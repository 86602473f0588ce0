package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"memcity/city/link"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view"
)

// linkOf returns the link to the current view.
func (w *screen) linkOf() link.Link {
	l, ok := w.App.Link()
	if !ok {
		w.fatalf("there is no link")
	}
	return l
}

// TestLinks: the link of every view restores it, with selection, GC point, window and grouping, even from another recording.
func TestLinks(t *testing.T) {
	two, other := t.TempDir(), t.TempDir()
	writeDumps(t, two, 4)
	writeDumps(t, other, 1)
	inWindows(t, 1, func(w *screen, _ int) {
		w.open(two)
		w.App.Do(state.Set{To: w.state().Settings.With(trees.By("type"))})
		w.settle()
		w.App.Do(state.SetWindow{Window: trees.Window{From: 0, To: 2}})
		w.App.Do(state.GoTo{Point: 1})
		for _, v := range view.All() {
			w.App.Do(state.Visit{View: v, Key: "Heap#app.Leaf"})
			w.App.Do(state.Select{Key: "Heap#lib.Other", Add: true})
			w.settle()
			want := w.linkOf()
			if want.View != v.String() || want.At != 2 || want.From != 1 || want.To != 3 || want.By != seq.Of("type") ||
				!slices.Equal(want.Groups, []string{"Heap#app.Leaf", "Heap#lib.Other"}) {
				t.Errorf("%v: %s", v, want.String())
			}
			w.open(other)
			w.App.OpenAt(trees.Baseline{}, want)
			w.settle()
			if got := w.linkOf(); !reflect.DeepEqual(got, want) {
				t.Errorf("%v: %s\nleads to %s", v, want.String(), got.String())
			}
		}
	})
}

// TestLinkToWhatThereIsNot: parts of a link that the recording lacks are reported, and the rest is shown.
func TestLinkToWhatThereIsNot(t *testing.T) {
	dir := t.TempDir()
	writeDumps(t, dir, 2)
	inWindow(t, func(w *screen) {
		for want, l := range map[string]link.Link{"no GC point 7": {At: 7}, "no group Heap#gone": {Groups: []string{"Heap#gone"}}} {
			l.Recording, l.View = []string{dir}, "heap"
			w.App.OpenAt(trees.Baseline{}, l)
			w.flush()
			s, text := w.state(), strings.Join(w.messages(), " ")
			if s.View.String() != "heap" || s.Selection != "" || !strings.Contains(text, want) {
				t.Errorf("%s: %v, %q selected, %q", l.String(), s.View, s.Selection, text)
			}
		}
	})
}

// TestLinkByKey: the key copies the command.
func TestLinkByKey(t *testing.T) {
	dir := t.TempDir()
	writeDumps(t, dir, 2)
	out := mustRun(t, []string{dir}, strings.Split(`wait
key Ctrl+Shift+L
clipboard -`, "\n")...)
	want := (&link.Link{Recording: []string{dir}, By: trees.DefaultChain(), View: "city"}).String()
	if !strings.Contains(out, want) {
		t.Errorf("copied\n%s\nnot\n%s", out, want)
	}
}
