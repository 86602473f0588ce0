package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/trace/tracetest/recorded"
)

// TestGuideScript: on each bundled recording that leaks, the keyboard alone leads from opening it to the reference to clear.
func TestGuideScript(t *testing.T) {
	runBundled(t, "guide.script", "demo:persons", "demo:two-caches")
}

// TestGuideChurnScript: the keyboard alone leads to the cause of churn, with and without ages.
func TestGuideChurnScript(t *testing.T) {
	log := filepath.Join(t.TempDir(), "run.jfr")
	if err := os.WriteFile(log, recorded.File(t, "25-parallel.jfr"), 0o600); err != nil {
		t.Fatal(err)
	}
	runBundled(t, "guide-churn.script", "demo:prices", log)
}

// TestGuideIsOffered: the guide is offered until it is opened, and never again after it was declined.
func TestGuideIsOffered(t *testing.T) {
	inWindows(t, 3, func(w *screen, run int) {
		w.DrawLate()
		w.open("demo:steady")
		switch run {
		case 0:
			w.clickItem(model.InviteP, "button", "Guide: what is wrong here?")
			w.item(model.GuideP, "text", "No leak was found, and nothing stands out. This")
			if w.shows(model.InviteP) {
				t.Error("the guide is offered though it is open")
			}
			w.key("D", action.Ctrl)
			if w.shows(model.GuideP) || w.shows(model.InviteP) {
				t.Error("the guide does not close, or is offered again")
			}
		case 1:
			w.clickItem(model.InviteP, "button", "Do not show this again")
			fallthrough
		case 2:
			if w.shows(model.InviteP) {
				t.Errorf("window %d: the guide is offered though nobody wants it", run)
			}
		}
	})
}

// TestGuideAndInspector: a selection does not move the guide, and the inspector replaces it only on request.
func TestGuideAndInspector(t *testing.T) {
	needWindow(t)
	options := testOptions()
	options.NoImages = true
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.open("demo:persons")
		w.key("D", action.Ctrl)
		w.clickItem(model.GuideP, "button", "Next step")
		w.clickItem(model.GuideP, "button", "Next step")
		if w.state().Selection == "" || !w.shows(model.GuideP) || w.shows(model.Inspector) {
			t.Errorf("a step that selects %q: guide %t, inspector %t", w.state().Selection, w.shows(model.GuideP), w.shows(model.Inspector))
		}
		for i, inspector := range []bool{true, false} {
			w.key(".", action.Ctrl)
			if w.shows(model.Inspector) != inspector || w.shows(model.GuideP) == inspector {
				t.Errorf("Ctrl+. pressed %d times: guide %t, inspector %t", i+1, w.shows(model.GuideP), w.shows(model.Inspector))
			}
		}
	})
}

// TestGuideFollowsTheWindow: the guide and the plates judge the GC points that the user chose once the user pauses, and all of them again
// without a choice. Steps of the guide choose nothing.
func TestGuideFollowsTheWindow(t *testing.T) {
	needWindow(t)
	options := testOptions()
	options.NoImages = true
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.open("demo:persons")
		w.key("D", action.Ctrl)
		w.settle()
		says := func(name string, want bool) {
			t.Helper()
			w.wait(time.Second)
			w.settle()
			found := false
			for _, it := range w.App.Describe().Items {
				found = found || it.Panel == string(model.GuideP) && strings.HasPrefix(it.Text, "GC points 1 to 3: ")
			}
			if found != want {
				t.Errorf("%s: the guide judges a part: %v, want %v", name, found, want)
			}
		}
		says("all", false)
		w.App.Do(state.SetWindow{Window: trees.Window{From: 0, To: 2}})
		if judged := w.state().Judged; judged != (trees.Window{}) {
			t.Errorf("%v is judged before the user pauses", judged)
		}
		says("three GC points", true)
		w.clickItem(model.GuideP, "button", "Next step")
		says("after a step", true)
		w.App.Do(state.SetWindow{Window: trees.Window{From: 0, To: w.state().Points - 1}})
		says("all again", false)
	})
}
