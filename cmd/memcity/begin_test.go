package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/city/view/trends"
	"memcity/render/action"
	"memcity/trace"
	"memcity/trace/native"
)

// TestViewsBeginInTheLeakWindow: the first view of growth starts in the window in which the heap grows, by type. It does not if the user
// has undone or changed that, nor in the next window.
func TestViewsBeginInTheLeakWindow(t *testing.T) {
	leak := trees.Window{From: 1, To: 7} // of demo:reports
	inWindows(t, 2, func(w *screen, run int) {
		w.open("demo:reports")
		if run == 0 {
			if s := w.state(); !s.Whole() || s.CanUndo() {
				t.Errorf("the city has the window %v", s.Window)
			}
		}
		w.App.Do(state.Show{View: structures.View.ID})
		w.settle()
		if run == 1 {
			if s := w.state(); s.Window != leak || s.Settings.By != trees.DefaultChain() || s.CanUndo() {
				t.Errorf("the next time: window %v, by %v, something to undo: %v", s.Window, s.Settings.By, s.CanUndo())
			}
			return
		}
		if s := w.state(); s.Window != leak || s.Settings.By != trees.DefaultChain() {
			t.Errorf("structures: window %v, by %v", s.Window, s.Settings.By)
		}
		w.item("time", "text", "Steady growth: window 2 to 8")
		w.clickItem("time", "button", "Whole recording")
		w.App.Do(state.Show{View: trends.View.ID})
		w.settle()
		if s := w.state(); !s.Whole() || s.Settings.By != state.ByType() {
			t.Errorf("trends: window %v, by %v", s.Window, s.Settings.By)
		}
		w.App.Do(state.Undo{})
		w.App.Do(state.Undo{})
		w.settle()
		if s := w.state(); s.Window != leak || s.Settings.By != trees.DefaultChain() || s.Span.FromKind != "growth" {
			t.Errorf("taken back: window %v, by %v", s.Window, s.Settings.By)
		}
	})
}

// TestBeginningIsNoSetting: the next window does not inherit the grouping that a view started with.
func TestBeginningIsNoSetting(t *testing.T) {
	inWindows(t, 2, func(w *screen, run int) {
		w.open("demo:persons")
		if by := w.state().Settings.By; by != trees.DefaultChain() {
			t.Errorf("window %d opens with %v", run, by)
		}
		w.App.Do(state.Show{View: trends.View.ID})
		w.settle()
		if by := w.state().Settings.By; (by == state.ByType()) != (run == 0) {
			t.Errorf("window %d: by %v", run, by)
		}
	})
}

// TestGuideBeginsInTheLeakWindow: the guide starts there too, in whichever view it is opened.
func TestGuideBeginsInTheLeakWindow(t *testing.T) {
	inWindows(t, 1, func(w *screen, _ int) {
		w.open("demo:reports")
		w.key("D", action.Ctrl)
		w.settle()
		if s := w.state(); s.Window != (trees.Window{From: 1, To: 7}) || s.View != state.CityView || s.Settings.By != scene.DefaultSettings().By {
			t.Errorf("window %v, by %v", s.Window, s.Settings.By)
		}
	})
}

// TestScriptsBeginWithTheWhole: without stored preferences, views show exactly what is requested.
func TestScriptsBeginWithTheWhole(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:reports")
		w.App.Do(state.Show{View: trends.View.ID})
		w.settle()
		if s := w.state(); !s.Whole() || s.Settings.By != trees.DefaultChain() {
			t.Errorf("window %v, by %v", s.Window, s.Settings.By)
		}
	})
}

// endedTrace writes a recording with GC points, the last of which was taken at the end of the program.
func endedTrace(t *testing.T, points int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ended.mct")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := native.NewWriter(file, trace.WriterInfo{Program: "shop"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range points {
		info := native.PointInfo{Time: time.Duration(i) * time.Second, Final: i == points-1}
		if err := w.Counts(info, []trace.TypeCount{{Name: "app.A", Objects: 3, Bytes: 72}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBeginsBeforeTheEndOfTheProgram: a recording opens at the point before the end of the program, also by links. So does the next window,
// unless the user went to the end.
func TestBeginsBeforeTheEndOfTheProgram(t *testing.T) {
	path := endedTrace(t, 6)
	inWindows(t, 3, func(w *screen, run int) {
		w.open(path)
		if got, want := w.state().Point, []int{4, 5, 2}[run]; got != want {
			t.Errorf("window %d: begins at %d, expected %d", run, got, want)
		}
		switch run {
		case 0:
			if l := w.linkOf(); l.At != 0 {
				t.Errorf("the link of the beginning has GC point %d", l.At)
			}
			w.key("End", 0)
			w.settle()
			l := w.linkOf()
			if l.At != 6 {
				t.Errorf("the link of the end has GC point %d", l.At)
			}
			w.App.OpenAt(trees.Baseline{}, l)
			w.settle()
			if got := w.state().Point; got != 5 {
				t.Errorf("the link of the end leads to %d", got)
			}
		case 1:
			w.App.Do(state.GoTo{Point: 2})
			w.settle()
		}
	})
}

// TestCityBeginsWhereTheWindowDoes: without --at, the commands that print and draw the city use the window's default GC point.
func TestCityBeginsWhereTheWindowDoes(t *testing.T) {
	path := endedTrace(t, 6)
	for at, want := range map[string]string{"": `"at": 5,`, "last": `"at": 6,`, "2": `"at": 2,`} {
		args := []string{"city", path, "--format", "json"}
		if at != "" {
			args = append(args, "--at", at)
		}
		if text := ok(t, args...); !strings.Contains(text, want) {
			t.Errorf("--at %q: no %s in %.300s", at, want, text)
		}
	}
}
