package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/prefs"
)

// inWindows runs f with one window after another. Each remembers the previous ones. They have no panels.
func inWindows(t *testing.T, windows int, f func(w *screen, run int)) {
	t.Helper()
	folder := t.TempDir()
	for run := range windows {
		options := testOptions()
		options.NoImages = true
		options.Memory, _ = prefs.Open(folder)
		options.Settings = options.Memory.Window().Settings
		inNewWindow(t, options, func(w *screen) { f(w, run) })
	}
}

// TestGrownRecordingIsRemembered: marks and notes are restored even if the recording has got a new GC point.
func TestGrownRecordingIsRemembered(t *testing.T) {
	folder, dumps := t.TempDir(), t.TempDir()
	writeDumps(t, dumps, 2)
	const note = "here it began"
	for run := range 2 {
		options := testOptions()
		options.NoImages = true
		options.Memory, _ = prefs.Open(folder)
		inNewWindow(t, options, func(w *screen) {
			w.DrawLate()
			w.open(dumps)
			_, key := w.target("Node")
			if run == 0 {
				w.App.Do(state.Note{Key: key, Text: note})
				w.App.Do(state.Mark{Key: key, Color: &scene.RGB{R: 1, G: 2, B: 3}})
				return
			}
			if got := w.state(); got.Points != 3 || got.Notes[key] != note || got.Marks[key] != (scene.RGB{R: 1, G: 2, B: 3}) {
				t.Errorf("%d points, notes %q, marks %v", got.Points, got.Notes, got.Marks)
			}
		})
		if run == 0 {
			third := t.TempDir()
			writeDumps(t, third, 3)
			if err := os.Rename(filepath.Join(third, "3.hprof"), filepath.Join(dumps, "3.hprof")); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestReducedMotion: with reduced motion, camera and buildings jump to their destination.
func TestReducedMotion(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:steady")
		moves := func(reduced bool) (flown bool, draws int) {
			s := w.state().Settings
			s.ReducedMotion = reduced
			w.App.Do(state.Set{To: s})
			w.key("R", 0)
			w.key("Home", 0)
			w.wait(time.Second)
			before := w.state().Camera
			w.key("B", 0)
			flown = w.state().Flying()
			if reduced && w.state().Camera == before {
				t.Error("the camera does not move at all")
			}
			w.wait(time.Second)
			drawn := w.CityDraws()
			w.key("N", 0)
			w.wait(time.Second)
			return flown, w.CityDraws() - drawn
		}
		flown, many := moves(false)
		jumped, few := moves(true)
		if !flown || jumped {
			t.Errorf("the camera flies: %v, with less motion %v", flown, jumped)
		}
		if few > 4 || many < 3*few {
			t.Errorf("a step takes %d pictures, with less motion %d", many, few)
		}
	})
}
