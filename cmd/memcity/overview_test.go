package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"memcity/city/state"
	"memcity/city/view/overview"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// TestOverviewScript runs the bundled script.
func TestOverviewScript(t *testing.T) {
	runBundled(t, "overview.script", persons...)
	if saved, err := os.ReadFile("overview.svg"); err != nil || !bytes.Contains(saved, []byte("heap over time</text>")) {
		t.Errorf("overview.svg has %d bytes, %v", len(saved), err)
	}
}

// writeLog writes a log of GCs one second apart, with a growing heap.
func writeLog(t *testing.T, gcs int) string {
	t.Helper()
	var log bytes.Buffer
	for i := range gcs {
		fmt.Fprintf(&log, "[%d.000s][info][gc] GC(%d) Pause Young (Normal) (G1 Evacuation Pause) %dM->%dM(200M) 4.000ms\n", i+1, i, 60+i, 20+i)
	}
	path := filepath.Join(t.TempDir(), "gc.log")
	if err := os.WriteFile(path, log.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestGCLogInTheWindow: a GC log alone opens with the overview, and views that need heap states say so. A recording with heap states that is
// opened afterwards shows its city.
func TestGCLogInTheWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.App.Open(writeLog(t, 30))
		w.flush()
		if d := w.App.Describe(); d.View != overview.View.ID.String() || d.Recording != "gc.log" {
			t.Errorf("%s of %s is shown", d.View, d.Recording)
		}
		if _, ok := w.find("overview", "choice", "Steady growth +1.05 MB/s"); !ok {
			t.Errorf("there is no leak in %v", w.App.Panels().Describe())
		}
		w.clickItem("overview", "choice", "Steady growth +1.05 MB/s")
		if s := w.state().Span; s.FromKind != "growth" || s.ToGC != 30 {
			t.Errorf("chosen: %+v", s)
		}
		for key, panel := range map[string]model.ID{"1": model.EmptyP, "2": "heap", "3": "group", "4": "graph", "6": "trends", "7": "diff",
			"8": "structures"} {
			w.key(key, action.Ctrl)
			w.flush()
			if w.App.Panels().Rect(panel).Empty() {
				t.Errorf("Ctrl+%s shows no %s", key, panel)
			}
		}
		w.key("9", action.Ctrl)
		w.flush()
		w.open("demo:two-caches")
		if v := w.state(); v.View != state.CityView || v.Points != 10 {
			t.Errorf("then %v of %d points is shown", v.View, v.Points)
		}
	})
}

// TestLimitsAreRemembered: the next window restores the limits for suspicious windows.
func TestLimitsAreRemembered(t *testing.T) {
	inWindows(t, 2, func(w *screen, run int) {
		w.DrawLate()
		w.open("demo:two-caches")
		w.key("5", action.Ctrl)
		w.flush()
		if run == 0 {
			w.clickItem("overview", "button", "Limits")
			w.clickItem("overview", "button", "Minimum length (% of points), more")
		} else if got := w.state().Settings.Limits.LeakShare; got < 0.109 || got > 0.111 {
			t.Errorf("a leak covers %v", got)
		}
	})
}
