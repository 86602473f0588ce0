package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memcity/city/dump"
	"memcity/city/exchange"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/describe"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/words"
)

// citySizes returns objects and bytes by key, as printed by the command line.
func citySizes(t *testing.T, args ...string) map[string][2]int64 {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"city", "demo:persons", "--format", "json"}, args...)
	if err := commandLine().Run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	var d dump.City
	if err := json.Unmarshal(stdout.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	sizes := map[string][2]int64{}
	for _, b := range d.Buildings {
		sizes[b.Key] = [2]int64{b.Objects, b.Bytes}
	}
	return sizes
}

// TestScriptChain: a chain, a filter and a size kind selected in the window give the same numbers as on the command line, and can be
// undone.
func TestScriptChain(t *testing.T) {
	needWindow(t)
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	mustRun(t, persons,
		`size 1280x1000`,
		`key Ctrl+G`,
		`expect panels.id chain`,
		`click "GC roots, type"`,
		`click "chain: Search classifiers"`,
		`type "primitive arrays"`,
		`key Enter`,
		`key Ctrl+Enter`,
		`wait`,
		`expect not panels.id chain`,
		`expect settings.by roots-direct,type`,
		`expect settings.filters no-primitive-arrays`,
		`expect settings.measure shallow`,
		`state `+file("shallow.json"),
		`key Ctrl+,`,
		`click "settings: Retained"`,
		`wait`,
		`expect settings.measure retained`,
		`expect items.text "Heap over time in retained bytes"`,
		`state `+file("retained.json"),
		`key Ctrl+Z`,
		`expect settings.measure shallow`,
		`key Ctrl+Z`,
		`expect settings.by package,type`,
		`expect settings.filters ""`,
		`expect can_undo false`,
		`expect errors ""`)
	for _, measure := range []string{"shallow", "retained"} {
		want := citySizes(t, "--by", "roots-direct,type", "--filter", "no-primitive-arrays", "--measure", measure)
		data, err := os.ReadFile(file(measure + ".json"))
		if err != nil {
			t.Fatal(err)
		}
		var got describe.Description
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Buildings) < 5 {
			t.Errorf("%s: only %d buildings are reported", measure, len(got.Buildings))
		}
		for _, b := range got.Buildings {
			if is := [2]int64{b.Objects, b.Bytes}; is != want[b.Key] {
				t.Errorf("%s of %s: the window has %v, the command line %v", measure, b.Key, is, want[b.Key])
			}
		}
	}
}

// TestScriptPreview: the groups of a chain are shown with their sizes before the chain is applied, and while a classifier is dragged into
// it.
func TestScriptPreview(t *testing.T) {
	needWindow(t)
	file := filepath.Join(t.TempDir(), "state.json")
	mustRun(t, persons,
		`size 1280x720`,
		`key Ctrl+G`,
		`drag "chain: overall" 650 150`,
		`until items.text Overall`,
		`expect settings.by package,type`,
		`drag 600 188 600 130`,
		`wait`,
		`state `+file,
		`key Ctrl+Enter`,
		`wait`,
		`expect settings.by package,overall,type`,
		`expect errors ""`)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got describe.Description
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, it := range got.Items {
		if it.Panel == string(model.ChainP) && it.Kind == "value" {
			shown[it.Text] = it.Value
		}
	}
	var tree struct {
		Root struct {
			Children []struct {
				Name  string
				Bytes int64 `json:"retained_bytes"`
			}
		}
	}
	text := ok(t, "tree", "demo:persons", "--by", "package,overall,type", "--sizes", "retained", "--format", "json")
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, c := range tree.Root.Children {
		if shown[c.Name] == words.Size(c.Bytes) {
			found++
		} else if shown[c.Name] != "" {
			t.Errorf("%s retains %s in the preview, and %s once it is in force", c.Name, shown[c.Name], words.Size(c.Bytes))
		}
	}
	if found < 2 {
		t.Errorf("shown are %v", shown)
	}
}

// TestRegroupingSelection: groups that exist in the new grouping stay selected. The rest is deselected and reported, and undo restores it.
func TestRegroupingSelection(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:persons")
		for _, key := range []string{"Heap#java.util", "Heap#java.lang#String"} {
			w.App.Do(state.Select{Key: key, Add: true})
		}
		w.App.Do(state.Mark{Key: "Heap#java.lang#String", Color: &part.Marks[2]})
		w.flush()
		to := w.state().Settings
		to.By = seq.Of("package")
		w.App.Do(state.Set{To: to})
		w.flush()
		if got := w.state().Selected(); !slices.Equal(got, []string{"Heap#java.util"}) {
			t.Errorf("selected %v", got)
		}
		if !strings.Contains(w.texts(model.ToastP), "Deselected") {
			t.Errorf("reported: %q", w.texts(model.ToastP))
		}
		if len(w.state().Marks) != 1 {
			t.Errorf("marks %v", w.state().Marks)
		}
		w.key("Z", action.Ctrl)
		w.key("Left", action.Alt)
		if got := w.state().Selected(); len(got) != 2 {
			t.Errorf("taken back and gone back: selected %v", got)
		}
	})
}

// TestRegroupingFails: an impossible grouping changes neither the city nor the settings, and is reported.
func TestRegroupingFails(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:town")
		before, shown := w.state().Settings, w.App.City()
		to := before
		to.By = seq.Of("thread")
		w.App.Do(state.Set{To: to})
		w.flush()
		if got := w.state(); !reflect.DeepEqual(got.Settings, before) || got.CanUndo() || got.CanRedo() {
			t.Errorf("settings are %+v, undo %v, redo %v", got.Settings.Grouping(), got.CanUndo(), got.CanRedo())
		}
		if w.App.City().Plan != shown.Plan {
			t.Error("another city is shown")
		}
		if !strings.Contains(w.problem(), "needs allocating threads") {
			t.Errorf("reported: %q", w.problem())
		}
		w.key("Escape", 0)
		if w.problem() != "" {
			t.Errorf("dismissed, but still reported: %q", w.problem())
		}
	})
}

// TestRegroupingCanceled: a canceled request is undone exactly once.
func TestRegroupingCanceled(t *testing.T) {
	for _, failed := range []error{nil, errors.New("out of memory")} {
		withFake(t, func(w *screen, f *fakeWorker) {
			w.App.Open("town")
			f.show(t, townPoints, w.state().Settings, 1)
			w.flush()
			to := w.state().Settings
			to.SizeKind = trees.Deep
			w.App.Do(state.Set{To: to})
			w.pass()
			if len(f.wanted) != 1 || f.wanted[0].Settings.SizeKind != trees.Deep {
				w.fatalf("wanted %+v", f.wanted)
			}
			f.publish(func(r *exchange.Result) { r.Busy, r.Err = false, failed })
			w.flush()
			if got := w.state().Settings.SizeKind; got != trees.Shallow || w.state().CanUndo() {
				t.Errorf("the measure is %v", got)
			}
			if len(f.wanted) != 1 {
				t.Errorf("requested again: %+v", f.wanted[1:])
			}
			if reported := failed != nil; reported != strings.Contains(w.problem(), "out of memory") {
				t.Errorf("reported: %q", w.problem())
			}
		})
	}
}

// TestMeasureOfAnotherRecording: a recording opens even if it lacks the current size kind.
func TestMeasureOfAnotherRecording(t *testing.T) {
	inWindow(t, func(w *screen) {
		retained := func() {
			w.open("demo:two-caches")
			to := w.state().Settings
			to.SizeKind, to.Filters = trees.Retained, seq.Of("no-java")
			w.App.Do(state.Set{To: to})
			w.flush()
			if got := w.App.City().Plan.Settings().SizeKind; got != trees.Retained {
				w.fatalf("shown are %s sizes: %s", got, w.problem())
			}
		}
		retained()
		w.open("test:trees")
		if got := w.state().Settings; got.SizeKind != trees.Shallow || !got.Filters.Empty() ||
			w.App.City().Plan.Settings().SizeKind != trees.Shallow {
			t.Errorf("ready-made trees are shown as %+v", got.Grouping())
		}
		retained()
		w.App.Open("test:town")
		w.flush()
		if got := w.state().Settings; got.SizeKind != trees.Shallow || got.Filters != seq.Of("no-java") {
			t.Errorf("without GC roots it is shown as %+v", got.Grouping())
		}
		if !strings.Contains(w.problem(), "retained sizes: needs GC roots") {
			t.Errorf("reported: %q", w.problem())
		}
		w.key("Escape", 0)
	})
}
