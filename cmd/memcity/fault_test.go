package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/seq"
	"memcity/city/state"
	"memcity/cmd/memcity/cli"
	"memcity/render/action"
	"memcity/render/prefs"
	"memcity/render/ui/model"
	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
)

// writeDumps writes heap dumps into a folder, each with more objects than the previous one.
func writeDumps(t *testing.T, dir string, count int) {
	t.Helper()
	for i := range count {
		d := tracetest.NewDump()
		d.Time += int64(i) * 1000
		for _, name := range []string{"app/Node", "app/Leaf", "lib/Other"} {
			class := d.Class(name, tracetest.Int("n"))
			for range 5 * (i + 1) {
				d.Root(hprof.RootJNIGlobal, d.Instance(class, 1), 0)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.hprof", i+1)), d.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRecordingDeletedWhileOpen: a recording that is deleted while open stays visible. Requests that need its files report the error.
func TestRecordingDeletedWhileOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	const points = 4
	writeDumps(t, dir, points)
	options := testOptions()
	options.NoImages = true
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.open(dir)
		shown := w.App.City().Plan
		w.check(os.RemoveAll(dir))
		w.key("Home", 0)
		w.key("N", 0)
		stays := func(after string) {
			if w.App.City() == nil || w.App.City().Plan != shown || w.state().Points != points || w.state().Point != 1 {
				t.Errorf("%s: what was shown is gone: point %d of %d", after, w.state().Point, w.state().Points)
			}
		}
		stays("stepping")
		if w.problem() != "" {
			t.Errorf("stepping: %s", w.problem())
		}
		other := w.state().Settings
		other.By = seq.Of("type")
		w.App.Do(state.Set{To: other})
		w.flush()
		stays("another grouping")
		if p := strings.ReplaceAll(w.problem(), "\n", ""); !strings.Contains(p, ".hprof") || // a long path may be broken anywhere
			!strings.Contains(p, "no such file") {
			t.Errorf("another grouping: %q", p)
		}
		w.App.Open(dir)
		w.flush()
		stays("opening it again")
		if p := w.problem(); !strings.Contains(p, "gone") || !strings.Contains(p, "no such file or folder") {
			t.Errorf("opening it again: %q", p)
		}
	})
}

// TestSettingsThatCannotBeKept: settings that cannot be stored are reported once, and nothing else is lost.
func TestSettingsThatCannotBeKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	options := testOptions()
	options.NoImages = true
	options.Memory, options.Warnings = prefs.Open(filepath.Join(file, "memcity")) // a folder that cannot exist, even for root
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.open("demo:steady")
		got := 0
		count := func() {
			for _, m := range w.messages() {
				if strings.Contains(m, "cannot be read") || strings.Contains(m, "remembered") || strings.Contains(m, "not kept") {
					got++
				}
			}
		}
		count()
		w.wait(20_000_000_000) // until the store was read
		for range 3 {
			w.key("Home", 0)
			w.key("End", 0)
			note := w.state().Settings
			note.Loop = !note.Loop
			w.App.Do(state.Set{To: note})
			w.wait(2_000_000_000)
			w.settle()
			count()
			w.wait(5_000_000_000)
		}
		if got != 1 || len(options.Warnings) != 1 { // the warning is what was reported
			t.Errorf("reported %d times, at the start %q", got, options.Warnings)
		}
		if !w.state().Settings.Loop || w.problem() != "" {
			t.Errorf("a setting is lost, or there is a problem: %q", w.problem())
		}
	})
}

// TestOldOpenGL: an outdated graphics driver is reported in one line.
func TestOldOpenGL(t *testing.T) {
	old := append(os.Environ(), asProgram+"=1", "LIBGL_ALWAYS_SOFTWARE=1", "MESA_GL_VERSION_OVERRIDE=2.1", "MESA_GLSL_VERSION_OVERRIDE=120")
	commands := [][]string{{"shot", "demo:steady", "-o", filepath.Join(t.TempDir(), "a.png")}}
	if os.Getenv("DISPLAY") != "" {
		commands = append(commands, []string{"demo", "steady"})
	}
	for _, args := range commands {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = old
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		var failed *exec.ExitError
		err := cmd.Run()
		text := stderr.String()
		if err == nil && args[0] == "shot" {
			t.Skip("this driver is not told by Mesa's variables")
		}
		if !errors.As(err, &failed) || failed.ExitCode() != cli.ExitCheckFailed || !strings.Contains(text, "OpenGL 3.3") ||
			strings.Count(text, "\n") != 1 {
			t.Errorf("%v: %v\n%s", args, err, text)
		}
	}
}

// TestSmallestWindow: the smallest window shows the city and the controls necessary to use it.
func TestSmallestWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("test:moment")
		w.resize(320, 240, 1)
		w.item(model.Bar, "button", "Help")
		screen := image.Rect(0, 0, 320, 240)
		for _, k := range []struct {
			key  string
			mods action.Mods
		}{{"Home", 0}, {"N", 0}, {"End", 0}, {"B", 0}, {"F", 0}, {"R", 0}, {",", action.Ctrl}, {"Escape", 0}, {"F1", 0}, {"Escape", 0},
			{"F", action.Ctrl}, {"Escape", 0}, {"S", controlShift}, {"Escape", 0}} {
			w.key(k.key, k.mods)
			w.wait(flightTime)
			w.sane()
			for _, it := range w.items() {
				if !it.Rect.In(screen) {
					t.Errorf("after %s: %s %q lies at %v", k.key, it.Kind, shortened(it.Text), it.Rect)
				}
			}
		}
		img, err := w.Picture()
		w.check(err)
		if img.Rect != screen {
			t.Errorf("picture is %v", img.Rect)
		}
	})
}

var strangeNames = []string{
	strings.Repeat("Long", 2_500), "com.example." + strings.Repeat("x", 9_988), "שלום.עולם", "مرحبا", "日本語.クラス名", "नमस्ते",
	"e\u0301\u0301\u0301", "a\u202eb\u2066c", "🏙️👩‍💻", "\ufffd", "tab\tline\nbreak", "#", "a#b#c", " ",
}

// TestStrangeNames: names in any script and of any length can be shown, found and selected.
func TestStrangeNames(t *testing.T) {
	dir := t.TempDir()
	var kids []string
	for _, name := range strangeNames {
		kids = append(kids, `{"name":`+quoted(name)+`,"role":"Type","objects":5,"bytes":80}`)
	}
	tree := `{"time":1,"root":{"name":"Heap","objects":70,"bytes":1120,"children":[` + strings.Join(kids, ",") + `]}}`
	path := filepath.Join(dir, "names.json")
	if err := os.WriteFile(path, []byte(tree), 0o600); err != nil {
		t.Fatal(err)
	}
	options := testOptions()
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.resize(640, 480, 1)
		w.open(path)
		if got := len(w.App.City().Buildings); got != len(strangeNames) {
			t.Errorf("%d buildings of %d", got, len(strangeNames))
		}
		for i := range w.App.City().Buildings {
			key := w.App.City().Plan.Series.Key(w.App.City().Buildings[i].Node)
			w.App.Do(state.Select{Key: key})
			w.flush()
			if w.state().Selection != key || w.problem() != "" {
				t.Errorf("%s: selected %s, %s", shortened(key), shortened(w.state().Selection), w.problem())
			}
		}
		img, err := w.Picture()
		w.check(err)
		if img.Rect.Dx() != 640 {
			t.Errorf("a picture of %v", img.Rect)
		}
	})
}

func quoted(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(data)
}
