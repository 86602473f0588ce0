package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/window"
	"memcity/render/action"
	"memcity/render/prefs"
	"memcity/render/ui/model"
	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
)

// canary starts all texts that no output may contain. canaryNumber is a field value that no output may contain.
const (
	canary       = "CANARY"
	canaryNumber = 7351926480
)

// canaryDump returns a heap dump with canaries in strings, arrays and fields: as values and keys of maps, duplicates, long texts and
// characters beyond Latin-1. If modern is set, strings have the layout of Java 9 and later, a byte array with a coder.
func canaryDump(modern bool, point int) []byte {
	d := tracetest.NewDump()
	d.Time += int64(point) * 60_000
	fields := []tracetest.DumpField{tracetest.Ref("value")}
	if modern {
		fields = append(fields, tracetest.Byte("coder"))
	}
	str := d.Class("java/lang/String", fields...)
	text := func(s string) uint64 {
		var wide []byte
		for _, c := range utf16.Encode([]rune(s)) {
			wide = binary.BigEndian.AppendUint16(wide, c)
		}
		switch ascii := !strings.ContainsFunc(s, func(r rune) bool { return r > 0xff }); {
		case !modern:
			return d.Instance(str, d.Primitives(hprof.Char, wide))
		case ascii:
			return d.Instance(str, d.Primitives(hprof.Byte, []byte(s)), 0)
		}
		return d.Instance(str, d.Primitives(hprof.Byte, wide), 1)
	}
	object := d.Class("java/lang/Object")
	node := d.Class("java/util/HashMap$Node", tracetest.Ref("key"), tracetest.Ref("value"), tracetest.Ref("next"), tracetest.Int("hash"))
	table := d.Class("[Ljava/util/HashMap$Node;")
	hashMap := d.Class("java/util/HashMap", tracetest.Ref("table"), tracetest.Int("size"), tracetest.Int("threshold"))
	account := d.Class("app/Account", tracetest.Ref("password"), tracetest.Ref("pin"), tracetest.Long("number"), tracetest.Ref("other"))
	var nodes []uint64
	entries := 400 * point
	for i := range entries {
		a := d.Instance(account, text(fmt.Sprintf("%s-password-%d", canary, i%50)), d.Primitives(hprof.Char, []byte("\x00C\x00A\x00N\x00A\x00R\x00Y")),
			canaryNumber, text(canary+"-Ω-wide"))
		nodes = append(nodes, d.Instance(node, text(fmt.Sprintf("%s-key-%d", canary, i)), a, 0, uint64(i)))
	}
	nodes = append(nodes, d.Instance(node, text(canary+strings.Repeat("-long", 20_000)+canary), text(strings.Repeat(canary, 5000)), 0, 0))
	m := d.Instance(hashMap, d.Array(table, nodes...), uint64(len(nodes)), uint64(2*len(nodes)))
	cache := d.Class("app/Cache", tracetest.Static(tracetest.Ref("entries")))
	cache.Statics[0].Value = m
	d.Root(hprof.RootStickyClass, cache.ID)
	d.Root(hprof.RootJNIGlobal, d.Instance(object), 0)
	return d.Bytes()
}

// findCanaries reports canaries in output, in any character encoding.
func findCanaries(t *testing.T, where string, data []byte) {
	t.Helper()
	var little, big []byte
	for _, c := range canary {
		little, big = append(little, byte(c), 0), append(big, 0, byte(c))
	}
	plain := bytes.ReplaceAll(data, []byte(","), nil) // thousands separators
	for _, form := range [][]byte{[]byte(canary), []byte(strings.ToLower(canary)), little, big, fmt.Append(nil, int64(canaryNumber))} {
		if at := bytes.Index(plain, form); at >= 0 {
			t.Errorf("%s: %q at byte %d: %q", where, form, at, plain[max(0, at-60):min(len(plain), at+40)])
		}
	}
}

// TestCanaries: no command prints or writes heap contents in its output, messages or files, unless requested.
func TestCanaries(t *testing.T) {
	t.Parallel()
	for _, modern := range []bool{false, true} {
		dir := t.TempDir()
		series := filepath.Join(dir, "series")
		if err := os.Mkdir(series, 0o700); err != nil {
			t.Fatal(err)
		}
		for point := 1; point <= 3; point++ {
			if err := os.WriteFile(filepath.Join(series, fmt.Sprint(point, ".hprof")), canaryDump(modern, point), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		checkCanaries(t, series, filepath.Join(dir, "of-dumps"))
		trace := filepath.Join(dir, "of-dumps", "file-0.mct")
		checkCanaries(t, trace, filepath.Join(dir, "of-trace"))
		// The test would detect contents.
		if r := memcity("analyze", series, "--texts"); r.err != nil || !strings.Contains(r.stdout, canary) {
			t.Errorf("analyze --texts shows no text: %v", r.err)
		}
		if r := memcity("tree", series, "--by", "string-text"); r.err != nil || !strings.Contains(r.stdout, canary) {
			t.Errorf("tree --by string-text shows no text: %v", r.err)
		}
	}
}

// namesPaths lists the commands whose output may contain paths as typed: convert and paths name the written file, inspect describes files, and
// analyze suggests commands.
var namesPaths = []string{"convert", "paths", "inspect", "analyze"}

// checkCanaries runs all commands that read a recording, and searches their output and files for canaries. Neither may contain paths of this
// machine: except in [namesPaths], a recording is referred to by name.
func checkCanaries(t *testing.T, path, out string) {
	t.Helper()
	if err := os.Mkdir(out, 0o700); err != nil {
		t.Fatal(err)
	}
	ran := 0
	lines := allCommands(t, path, out, "app.Account")
	for _, line := range lines {
		for _, format := range allFormats {
			if format != nil && slices.Contains(line, "-o") {
				continue
			}
			r := memcity(append(append([]string{}, line...), format...)...)
			findCanaries(t, strings.Join(append(line, format...), " ")+" to its output", []byte(r.stdout))
			findCanaries(t, strings.Join(append(line, format...), " ")+" to its messages", []byte(r.stderr+fmt.Sprint(r.err)))
			r.stdout = strings.ReplaceAll(r.stdout, filepath.Join(out, "rules.yaml"), "") // results refer to its lines
			if at := strings.Index(r.stdout, filepath.Dir(path)); at >= 0 && !slices.Contains(namesPaths, line[0]) {
				t.Errorf("%s: its output has a path of this machine: %.200q", strings.Join(append(line, format...), " "), r.stdout[max(0, at-40):])
			}
			if r.status <= 1 {
				ran++
			}
		}
	}
	if ran < len(lines) {
		t.Errorf("only %d of %d commands ran", ran, len(lines))
	}
	searchFolder(t, out)
	err := filepath.WalkDir(out, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Base(file) == "rules.yaml" {
			return err
		}
		data, err := os.ReadFile(file)
		if at := bytes.Index(data, []byte(filepath.Dir(path))); at >= 0 {
			t.Errorf("%s has a path of this machine: %.200q", file, data[max(0, at-40):])
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// searchFolder searches the files of a folder for canaries. Traces are compressed, so it also searches their contents as text.
func searchFolder(t *testing.T, dir string) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		found++
		data, err := os.ReadFile(path)
		findCanaries(t, path, data)
		if cityData.Match(data) { // the city in a report is compressed
			city, err := json.Marshal(cityOf(t, string(data)))
			if err != nil || len(city) < 1000 {
				t.Errorf("%s: a city of %d bytes, %v", path, len(city), err)
			}
			findCanaries(t, path+", its city", city)
		}
		if strings.HasSuffix(path, ".parquet") {
			findCanaries(t, path+", its rows", []byte(parquetText(t, path)))
		}
		if strings.HasSuffix(path, ".mct") {
			r := memcity("inspect", path, "--text")
			if r.err != nil || len(r.stdout) < 1000 {
				t.Errorf("inspect %s: %v, %d bytes", path, r.err, len(r.stdout))
			}
			findCanaries(t, path+" as text", []byte(r.stdout))
		}
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%s: %d files, %v", dir, found, err)
	}
}

// TestCanariesOfWindow: the window stores no heap contents, by any grouping. Selections, marks and notes by name are stored.
func TestCanariesOfWindow(t *testing.T) {
	dir, config := t.TempDir(), t.TempDir()
	for point := 1; point <= 2; point++ {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(point, ".hprof")), canaryDump(true, point), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	definitions, err := cli.ReadDefinitions("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []string{"type", "string-text", `key(object.fields["number"])`} {
		options := window.Options(definitions)
		options.NoImages = true
		options.Memory, _ = prefs.Open(config)
		inNewWindow(t, options, func(w *screen) {
			w.DrawLate()
			w.open(dir)
			other := w.state().Settings
			other.By = seq.Of(by)
			w.App.Do(state.Set{To: other})
			w.flush()
			if p := w.problem(); p != "" {
				t.Errorf("by %s: %s", by, p)
			}
			plan := w.App.City().Plan
			for i := range w.App.City().Buildings {
				key := plan.Series.Key(w.App.City().Buildings[i].Node)
				w.App.Do(state.Select{Key: key, Add: i%2 == 1})
				w.App.Do(state.Mark{Key: key, Color: &scene.RGB{R: 200}})
				w.App.Do(state.Note{Key: key, Text: "a note"})
				if i > 20 {
					break
				}
			}
			w.flush()
			if by == "type" {
				w.walkToContents(canary)
			}
			w.wait(3 * time.Second)
			w.settle()
		})
		searchFolder(t, config)
		if by == "type" {
			if r := notedKeys(t, config); r == 0 {
				t.Error("notes on types are not kept")
			}
		}
	}
	if r := notedKeys(t, config); r == 0 {
		t.Error("notes on types are lost when the recording is shown by contents")
	}
}

// walkToContents shows one object after another until the window shows a text, and copies it.
func (w *screen) walkToContents(text string) {
	w.key("3", action.Ctrl)
	for object := range uint32(100) {
		w.App.Do(state.WalkTo{Object: object})
		w.flush()
		if slices.ContainsFunc(w.items(), func(i model.Item) bool { return strings.Contains(i.Text+i.Value, text) }) {
			w.key("C", action.Ctrl)
			return
		}
	}
	w.fatalf("no object shows %q", text)
}

// notedKeys counts the groups with stored notes.
func notedKeys(t *testing.T, config string) int {
	t.Helper()
	n := 0
	files, err := filepath.Glob(filepath.Join(config, "recordings", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n += strings.Count(string(data), `"a note"`)
	}
	return n
}
