package city

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

// smallRecording is a city of two districts at three points: one group grows, one shrinks, one comes, one goes, and the
// smallest ones do not fit a child count of 3.
func smallRecording() []PointTree {
	moment := func(list, strings, gone, late int64) *group {
		java := inner("java.util", leaf("LinkedList", 1, 32), leaf("LinkedList$Node", list, 24*list), leaf("HashMap", 4, 192))
		app := inner("app", leaf("Person", list, 24*list), leaf("Cache", 900, 900*40), leaf("Main", 1, 16), leaf("Config", 2, 48))
		lang := inner("java.lang", leaf("String", strings, 24*strings))
		if gone > 0 {
			lang = inner("java.lang", append(lang.kids, leaf("StringBuilder", gone, 32*gone))...)
		}
		if late > 0 {
			app = inner("app", append(app.kids, leaf("Request", late, 64*late))...)
		}
		return inner("Heap", java, app, lang)
	}
	return points(moment(100, 5000, 300, 0), moment(4000, 4000, 20, 70), moment(10_000, 3000, 0, 500))
}

func TestDumpGoldens(t *testing.T) {
	settings := testSettings(Objects, Sqrt, 3)
	settings.Solid = 2
	p := testPlan(smallRecording(), settings)
	for point, name := range []string{"small-first.txt", "small-middle.txt", "small-last.txt"} {
		var out bytes.Buffer
		if err := p.At(point, settings).Dump("small", settings, Target{}).WriteText(&out); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, name, out.Bytes())
	}
	linear := testSettings(Bytes, Linear, AllChildren)
	linear.OtherHeight, linear.ColorBlind, linear.Opacity = true, true, 0
	var out bytes.Buffer
	if err := testPlan(smallRecording(), linear).At(2, linear).Dump("small", linear, Target{}).WriteText(&out); err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "small-bytes-linear.txt", out.Bytes())
}

func TestDumpWithReferencesGolden(t *testing.T) {
	settings := DefaultSettings()
	c := testPlan([]PointTree{leakingList(1000).point()}, settings).At(0, settings)
	d := c.Dump("leaking list", settings, testFind(t, c, "Heap#String"))
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "leaking-list.json", append(text, '\n'))
	var back Dump
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, d) {
		t.Errorf("read back it is %+v, %v", back, err)
	}
}

func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; run with -update and look at the difference. Got:\n%s", name, got)
	}
}

// TestDumpFieldNames holds the names that scripts rely on.
func TestDumpFieldNames(t *testing.T) {
	settings := DefaultSettings()
	c := testPlan([]PointTree{leakingList(10).point()}, settings).At(0, settings)
	text, err := json.Marshal(c.Dump("x", settings, testFind(t, c, "Heap#String")))
	if err != nil {
		t.Fatal(err)
	}
	var d map[string]any
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	first := func(name string) map[string]any {
		list, _ := d[name].([]any)
		if len(list) == 0 {
			t.Fatalf("no %s in %s", name, text)
		}
		return list[0].(map[string]any)
	}
	for name, object := range map[string]map[string]any{
		"recording": d["recording"].(map[string]any), "settings": d["settings"].(map[string]any), "hidden": d["hidden"].(map[string]any),
		"districts": first("districts"), "buildings": first("buildings"), "references": first("references"),
	} {
		for _, field := range dumpFields[name] {
			if _, ok := object[field]; !ok {
				t.Errorf("%s has no %s: %v", name, field, object)
			}
		}
	}
}

var dumpFields = map[string][]string{
	"recording": {"name", "points", "at", "time_ms"},
	"settings":  {"by", "metric", "area", "children", "solid", "opacity"},
	"districts": {"key", "name", "role", "level", "plot", "objects", "bytes"},
	"buildings": {"key", "path", "name", "role", "district", "plot", "base", "height", "color", "opacity", "solid", "objects", "bytes",
		"first_objects", "first_bytes", "max_objects", "max_bytes", "growth_objects", "growth_bytes"},
	"hidden":     {"groups", "objects", "bytes"},
	"references": {"from", "to", "direction", "from_objects", "to_objects", "from_radius", "to_radius"},
}

// TestDumpOfNothing holds that a city without buildings has empty lists, not none.
func TestDumpOfNothing(t *testing.T) {
	for name, trees := range map[string][]PointTree{"no groups": points(nil), "no weight": points(leaf("Heap", 0, 0))} {
		text, err := json.Marshal(testPlan(trees, DefaultSettings()).At(0, DefaultSettings()).Dump("x", DefaultSettings(), Target{}))
		if err != nil || !bytes.Contains(text, []byte(`"districts":[]`)) || !bytes.Contains(text, []byte(`"buildings":[]`)) {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
}

type fullWriter struct{ room int }

func (w *fullWriter) Write(p []byte) (int, error) {
	if w.room -= len(p); w.room < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func TestWriteTextTellsErrors(t *testing.T) {
	settings := DefaultSettings()
	d := testPlan(smallRecording(), settings).At(0, settings).Dump("small", settings, Target{})
	for _, room := range []int{0, 60, 500} {
		if err := d.WriteText(&fullWriter{room}); err == nil || err.Error() != "disk full" {
			t.Errorf("a full disk after %d bytes gives %v", room, err)
		}
	}
}
