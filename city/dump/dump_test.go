package dump

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

func TestDumpGoldens(t *testing.T) {
	settings := scenetest.Settings(trees.Objects, scene.Sqrt, 3)
	settings.Solid = 2
	p := scenetest.Plan(citytest.SmallRecording(), settings)
	for point, name := range []string{"small-first.txt", "small-middle.txt", "small-last.txt"} {
		var out bytes.Buffer
		if err := Of(p.At(point, settings), "small", settings, scene.Target{}).WriteText(&out); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, name, out.Bytes())
	}
	linear := scenetest.Settings(trees.Bytes, scene.Linear, scene.AllChildren)
	linear.OtherHeight, linear.ColorBlind, linear.Opacity = true, true, 0
	var out bytes.Buffer
	if err := Of(scenetest.Plan(citytest.SmallRecording(), linear).At(2, linear), "small", linear,
		scene.Target{}).WriteText(&out); err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "small-bytes-linear.txt", out.Bytes())
}

func TestDumpWithReferencesGolden(t *testing.T) {
	settings := scene.DefaultSettings()
	c := scenetest.Plan([]trees.PointTree{citytest.LeakingList(1000).Point()}, settings).At(0, settings)
	d := Of(c, "leaking list", settings, scenetest.Find(t, c, "Heap#String"))
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "leaking-list.json", append(text, '\n'))
	var back City
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

// TestDumpFieldNames checks the names that scripts rely on.
func TestDumpFieldNames(t *testing.T) {
	settings := scene.DefaultSettings()
	c := scenetest.Plan([]trees.PointTree{citytest.LeakingList(10).Point()}, settings).At(0, settings)
	text, err := json.Marshal(Of(c, "x", settings, scenetest.Find(t, c, "Heap#String")))
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
		for _, field := range fields[name] {
			if _, ok := object[field]; !ok {
				t.Errorf("%s has no %s: %v", name, field, object)
			}
		}
	}
}

var fields = map[string][]string{
	"recording": {"name", "points", "at", "time_ms"},
	"settings":  {"by", "metric", "area", "children", "solid", "opacity"},
	"districts": {"key", "name", "role", "level", "plot", "objects", "bytes"},
	"buildings": {"key", "path", "name", "role", "district", "plot", "base", "height", "color", "opacity", "solid", "objects", "bytes",
		"first_objects", "first_bytes", "max_objects", "max_bytes", "growth_objects", "growth_bytes"},
	"hidden":     {"groups", "objects", "bytes"},
	"references": {"from", "to", "direction", "from_objects", "to_objects", "from_radius", "to_radius"},
}

// TestDumpOfNothing checks that a city without buildings has empty lists, not null.
func TestDumpOfNothing(t *testing.T) {
	for name, trees := range map[string][]trees.PointTree{"no groups": citytest.Points(nil),
		"no weight": citytest.Points(citytest.Leaf("Heap", 0, 0))} {
		text, err := json.Marshal(Of(scenetest.Plan(trees, scene.DefaultSettings()).At(0, scene.DefaultSettings()), "x",
			scene.DefaultSettings(), scene.Target{}))
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

func TestWriteTextReportsErrors(t *testing.T) {
	settings := scene.DefaultSettings()
	d := Of(scenetest.Plan(citytest.SmallRecording(), settings).At(0, settings), "small", settings, scene.Target{})
	for _, room := range []int{0, 60, 500} {
		if err := d.WriteText(&fullWriter{room}); err == nil || err.Error() != "disk full" {
			t.Errorf("a full disk after %d bytes gives %v", room, err)
		}
	}
}
