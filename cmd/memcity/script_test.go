package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"memcity/assets"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/pictures"
	"memcity/cmd/memcity/window"
	"memcity/render"
	"memcity/render/describe"
	"memcity/render/script"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

// scripts is the folder of the bundled scripts, relative to the root of the repository.
var scripts = filepath.Join("testdata", "scripts")

// runLines runs a script from standard input.
func runLines(t *testing.T, paths []string, lines ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args := append([]string{"script", "-"}, paths...)
	err := commandLine().Run(context.Background(), args, strings.NewReader(strings.Join(lines, "\n")), &stdout, &stderr)
	return result{stdout.String(), stderr.String(), cli.Status(err), err}
}

// mustRun fails unless a script completes.
func mustRun(t *testing.T, paths []string, lines ...string) string {
	t.Helper()
	needWindow(t)
	r := runLines(t, paths, lines...)
	if r.err != nil {
		t.Fatal(r.err)
	}
	return r.stdout
}

// runBundled fails unless a bundled script completes with each of the recordings. It changes the working folder to an empty one, where the script
// saves its files.
func runBundled(t *testing.T, name string, recordings ...string) {
	t.Helper()
	needWindow(t)
	path, err := filepath.Abs(filepath.Join("..", "..", scripts, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, recording := range recordings {
		if r := memcity("script", path, recording); r.err != nil {
			t.Error(recording, r.err, r.stderr)
		}
	}
}

// canDraw returns why no offscreen window can be created. It tries only once, since it compiles shaders.
var canDraw = sync.OnceValue(func() error {
	o, err := render.NewOffScreen(window.Options(&cli.Definitions{}), pictures.MinSide, pictures.MinSide, 1)
	if err == nil {
		o.Close()
	}
	return err
})

// needWindow skips a test if no offscreen window can be created, unless the environment requires one.
func needWindow(t *testing.T) {
	t.Helper()
	err := canDraw()
	if err == nil {
		return
	}
	if os.Getenv("MEMCITY_GL_REQUIRED") != "" {
		t.Fatal(err)
	}
	t.Skip(err)
}

var persons = []string{assets.DemoPrefix + "persons"}

// TestScriptTour prints the changes that each line of a tour makes.
func TestScriptTour(t *testing.T) {
	needWindow(t)
	tour, err := script.Parse("tour", `move "Heap#java.util#HashMap$Node"
click "Heap#java.lang#String"
wait
key N
key Home
hold Right 700
key Space
advance 1100
key Space
key B
advance 150
wait
wheel 2
drag 640 250 700 300 middle
drag 640 250 740 280 right
key Ctrl+,
click "Unit: Objects"
key Ctrl+Z
click "settings: Close"
click "Mark pink"
key Tab
key Escape
key Escape
key ?
key Escape
theme dark
size 800x600
scale 1.5
`)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pictures.NewPlayer(&bytes.Buffer{}, &cli.Definitions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Open(persons); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	before := describeText(p.App.Describe())
	out.WriteString("open demo:persons\n  " + strings.Join(before, "\n  ") + "\n")
	for _, step := range tour.Steps {
		if err := p.Do(step.Action); err != nil {
			t.Fatalf("%s: %v", step.Action, err)
		}
		after := describeText(p.App.Describe())
		out.WriteString(step.Action.String() + "\n" + changedLines(before, after))
		before = after
	}
	if *update {
		writeGolden(t, "tour.golden", out.String())
	}
	checkGolden(t, "tour.golden", out.String())
}

// describeText returns a state without details that depend on single pixels.
func describeText(d describe.Description) []string {
	lines := []string{
		fmt.Sprintf("%s %q, point %d of %d at %d ms, window %v, playing %v", d.View, d.Recording, d.Point, d.Points, d.Time, d.Window, d.Playing),
		fmt.Sprintf("selection %q", d.Selection),
		fmt.Sprintf("hover %q", d.Hover),
		fmt.Sprintf("camera target %.1f, yaw %.1f, pitch %.1f, distance %.1f", d.Camera.Target, d.Camera.Yaw, d.Camera.Pitch, d.Camera.Distance),
		fmt.Sprintf("size %v, scale %g, theme %s, undo %v, redo %v", d.Size, d.Scale, d.Theme, d.CanUndo, d.CanRedo),
		fmt.Sprintf("errors %q, warnings %q, messages %q", d.Errors, d.Warnings, d.Messages),
	}
	lines = append(lines, sorted("setting ", d.Settings)...)
	lines = append(lines, sorted("mark ", d.Marks)...)
	for _, p := range d.Panels {
		lines = append(lines, "panel "+p.ID)
	}
	for _, i := range d.Items {
		if i.Focused {
			lines = append(lines, fmt.Sprintf("focus on %s %s %q %s", i.Panel, i.Kind, i.Text, i.Value))
		}
	}
	for i, b := range d.Buildings[:min(len(d.Buildings), 3)] {
		lines = append(lines, fmt.Sprintf("building %d %s, %d objects, %d bytes", i+1, b.Key, b.Objects, b.Bytes))
	}
	return lines
}

// sorted lists the fields of a JSON object, one per line.
func sorted(what string, object any) []string {
	fields := map[string]json.RawMessage{}
	text, err := json.Marshal(object)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		return []string{err.Error()}
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		lines = append(lines, fmt.Sprintf("%s%s %s", what, name, fields[name]))
	}
	return lines
}

// changedLines lists the removed and the added lines.
func changedLines(before, after []string) string {
	var b strings.Builder
	for _, line := range before {
		if !slices.Contains(after, line) {
			b.WriteString("  - " + line + "\n")
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			b.WriteString("  + " + line + "\n")
		}
	}
	return b.String()
}

func writeGolden(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("testdata", name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; -update rewrites it. What came:\n%s", path,
			changedLines(strings.Split(string(want), "\n"), strings.Split(got, "\n")))
	}
}

// TestScriptRepeats: the same script gives the same state and the same picture.
func TestScriptRepeats(t *testing.T) {
	dir := t.TempDir()
	var pictures [2][]byte
	var states [2]string
	for i := range states {
		file := filepath.Join(dir, fmt.Sprint(i, ".png"))
		states[i] = mustRun(t, persons, "size 800x500", `click "Heap#java.lang#String"`, "key Home", "advance 100", "shot \""+file+"\"",
			"state -")
		var err error
		if pictures[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	if states[0] != states[1] {
		t.Errorf("the states differ:\n%s", changedLines(strings.Split(states[0], "\n"), strings.Split(states[1], "\n")))
	}
	if !bytes.Equal(pictures[0], pictures[1]) {
		t.Error("the pictures differ")
	}
	img, err := png.Decode(bytes.NewReader(pictures[0]))
	if err != nil || img.Bounds().Dx() != 800 || img.Bounds().Dy() != 500 {
		t.Errorf("picture %v, %v", img.Bounds(), err)
	}
}

// TestScriptPlaces: a click at its listed place selects each building in a state.
func TestScriptPlaces(t *testing.T) {
	var d describe.Description
	if err := json.Unmarshal([]byte(mustRun(t, persons, "state -")), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Buildings) < 10 {
		t.Fatalf("%d buildings", len(d.Buildings))
	}
	var lines []string
	for _, b := range d.Buildings[:10] {
		lines = append(lines, fmt.Sprintf("click %d %d", b.At[0], b.At[1]), "expect selection \""+b.Key+"\"", "key Escape",
			`expect selection ""`, "wait")
		if b.At[0] < b.Rect.X || b.At[0] >= b.Rect.X+b.Rect.W || b.At[1] < b.Rect.Y || b.At[1] >= b.Rect.Y+b.Rect.H {
			t.Errorf("%s: place %v outside of %+v", b.Key, b.At, b.Rect)
		}
	}
	mustRun(t, persons, lines...)
}

func TestScriptStartScreen(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.hprof")
	mustRun(t, nil,
		"expect view start", "expect panels.id start", "expect point 0", "expect buildings \"\"",
		"open \""+missing+"\"", "expect view start", "expect not errors \"\"",
		"drop demo:steady", "expect view city", "expect recording steady", "expect points 18", "expect errors \"\"")
}

func TestScriptFaults(t *testing.T) {
	needWindow(t)
	for _, test := range []struct {
		status int
		want   string
		lines  []string
	}{
		{cli.ExitUsage, "standard input:2: clik: expected one of", []string{"state -", "clik 1 2"}},
		{cli.ExitCheckFailed, "standard input:2: expect point 99: it is 23", []string{"expect point 23", "expect point 99"}},
		{cli.ExitCheckFailed, "standard input:1: expect colour: the state has no field colour", []string{"expect colour red"}},
		{cli.ExitCheckFailed, `standard input:1: "Nobody": no control`, []string{`click "Nobody"`}},
		{cli.ExitCheckFailed, `standard input:2: the window has been closed`, []string{"key Ctrl+Q", "wait"}},
		{cli.ExitCheckFailed, "standard input:1: no/such/folder.png: the picture cannot be written: ", []string{"shot no/such/folder.png"}},
	} {
		r := runLines(t, persons, test.lines...)
		if r.status != test.status || r.err == nil || !strings.Contains(r.err.Error(), test.want) || r.stdout != "" {
			t.Errorf("%q: status %d, %v, output %q; want %q", test.lines, r.status, r.err, r.stdout, test.want)
		}
	}
	for _, test := range []struct {
		status int
		args   []string
	}{
		{cli.ExitUsage, []string{"script"}},
		{cli.ExitUsage, []string{"script", "-", "-"}},
		{cli.ExitUsage, []string{"script", "--fast", "-"}},
		{cli.ExitInput, []string{"script", "no/such.script"}},
		{cli.ExitInput, []string{"script", "."}},
		{cli.ExitInput, []string{"script", "-", "no/such.hprof"}},
	} {
		if r := memcity(test.args...); r.status != test.status || r.stdout != "" {
			t.Errorf("%q: status %d, %v", test.args, r.status, r.err)
		}
	}
}

// TestStateHasWhatInfoHas: the state of a script has the format and the knowledge that info lists.
func TestStateHasWhatInfoHas(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "persons.mct")
	if r := memcity("convert", "demo:persons", "-o", trace); r.err != nil {
		t.Fatal(r.err)
	}
	for _, path := range []string{"demo:persons", "demo:plugins", trace} {
		var info, state struct {
			Format string
			Knows  []string
		}
		r := memcity("info", path, "--format", "json")
		if err := json.Unmarshal([]byte(r.stdout), &info); r.err != nil || err != nil {
			t.Fatal(r.err, err)
		}
		if err := json.Unmarshal([]byte(mustRun(t, []string{path}, "wait", "state -")), &state); err != nil {
			t.Fatal(err)
		}
		if info.Format == "" || state.Format != info.Format || len(info.Knows) == 0 || !slices.Equal(state.Knows, info.Knows) {
			t.Errorf("%s: state has %+v, info %+v", path, state, info)
		}
	}
	if out := mustRun(t, nil, "wait", "state -"); !strings.Contains(out, `"knows": []`) {
		t.Errorf("without a recording: %s", out)
	}
}
