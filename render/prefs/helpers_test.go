package prefs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view"
	"memcity/city/view/structures"
	"memcity/city/view/table"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
)

// open opens a store without warnings.
func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, warnings := Open(dir)
	if len(warnings) > 0 {
		t.Fatalf("warnings: %q", warnings)
	}
	return s
}

func flush(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
}

// put writes a file of the folder.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// parsed returns the values of a file of the folder.
func parsed(t *testing.T, dir, name string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text(t, dir, name)), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// files returns the names of all files below the folder.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// oneWarning opens a folder and expects one warning that contains the given text.
func oneWarning(t *testing.T, dir, part string) *Store {
	t.Helper()
	s, warnings := Open(dir)
	if len(warnings) != 1 || !strings.Contains(warnings[0], part) {
		t.Fatalf("warnings: %q, want one with %q", warnings, part)
	}
	return s
}

func sampleWindow() Window {
	w := Window{
		Place:   Place{X: -1900, Y: 20, Width: 1400, Height: 900, Maximized: true},
		Drawers: map[string]bool{"settings": true, "legend": false}, Widths: map[string]float64{"inspector": 412.5},
		Files: Files{Column: "date", Reverse: true, All: true},
		Views: sampleStates().Remembered(),
		Zoom:  1.25, Settings: scene.DefaultSettings(), Folder: filepath.Join(string(filepath.Separator), "tmp"),
	}
	w.Settings.Theme, w.Settings.Unit, w.Settings.Area = scene.Dark, trees.Bytes, scene.Linear
	w.Settings.By, w.Settings.Children = seq.Of("type"), scene.AllChildren
	return w.normal()
}

func sampleStates() (s view.States) {
	s = table.View.With(s, table.State{Columns: []table.Column{table.ColumnBytes, table.ColumnDeepBytes}})
	s = trends.View.With(s, trends.State{Style: trends.SingleLines, NoRest: true})
	s = structures.View.With(s, structures.State{Objects: true, Strong: 25})
	return treemap.View.With(s, treemap.State{Kind: treemap.Icicle, Order: trends.EndOrder, Growth: true})
}

func sampleView() View {
	point := 7
	return View{
		Camera: &scene.Pose{X: 0.5, Y: 0.1, Z: -0.25, Yaw: -2, Pitch: 0.6, Distance: 1.5}, Point: &point,
		Window: &trees.Window{From: 2, To: 9}, Begun: true, Selection: "Heap#a.b#C<D>", More: []string{"Heap#x", "Heap#y"}, Isolated: true,
		Marks: map[string]scene.RGB{"Heap#x": {R: 1, G: 0x20, B: 0xff}, "Heap#y": {}},
		Notes: map[string]string{"Heap#x": "grows \"here\"\nsee <b>"},
		Rules: "/home/me/rules.yaml",
	}
}
