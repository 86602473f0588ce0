package main

import (
	"strings"
	"testing"

	"memcity/city/state"
	"memcity/city/view/summaries"
	"memcity/render/action"
)

// TestOneDumpBeginsWithTheSummary: a recording with one GC point opens with its summary, unless it was closed with a selection. A row of the
// page leads to the building of its type, and Back returns. Recordings with several GC points open with the city.
func TestOneDumpBeginsWithTheSummary(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	writeDumps(t, one, 1)
	writeDumps(t, two, 2)
	inWindows(t, 2, func(w *screen, run int) {
		w.open(two)
		if v := w.state().View; v != state.CityView {
			t.Errorf("two GC points open with %v", v)
		}
		w.open(one)
		if v := w.state().View; (v == summaries.View.ID) != (run == 0) {
			t.Fatalf("window %d opens with %v", run, v)
		}
		if run == 1 {
			return
		}
		if text := w.texts("summary"); !strings.Contains(text, "Largest holders") || !strings.Contains(text, "What to record next") {
			t.Errorf("the page says %s", text)
		}
		w.clickItem("summary", "row", "app.Leaf")
		s := w.state()
		if s.View != state.CityView || s.Selection != "Heap#app#Leaf" {
			t.Errorf("the row leads to %q in %v", s.Selection, s.View)
		}
		w.App.Do(state.Back{})
		w.settle()
		if v := w.state().View; v != summaries.View.ID {
			t.Errorf("back in %v", v)
		}
		w.key("1", action.Ctrl)
		w.settle()
		if v := w.state().View; v != state.CityView {
			t.Errorf("the city is shown as %v", v)
		}
		w.key("I", action.Ctrl)
		w.settle()
		if v := w.state().View; v != summaries.View.ID {
			t.Errorf("the key shows %v", v)
		}
		w.clickItem("summary", "row", "app.Leaf") // so that there is something to remember
	})
}
