package main

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/assets"
)

// pathWords returns the strongest path according to memcity paths.
func pathWords(t *testing.T, demo, group string) string {
	t.Helper()
	r := memcity("paths", assets.DemoPrefix+demo, "--group", group, "--format", "json")
	var printed struct {
		Graph struct {
			Strongest struct{ Words string }
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &printed); r.err != nil || err != nil || printed.Graph.Strongest.Words == "" {
		t.Fatal(r.err, err, r.stdout)
	}
	return printed.Graph.Strongest.Words
}

// TestGraphView: the graph view agrees with memcity paths. Its steps add nodes and can be undone and redone, and the graph can be saved.
func TestGraphView(t *testing.T) {
	words := pathWords(t, "two-caches", "Heap#com.example.shop#Product")
	dir := t.TempDir()
	svg, picture, dot := filepath.Join(dir, "a.svg"), filepath.Join(dir, "b"), filepath.Join(dir, "c.dot")
	out := mustRun(t, []string{assets.DemoPrefix + "two-caches"}, strings.Split(`size 1280x800
key Ctrl+4
expect items.text "Select a group to see what keeps it alive"
key Ctrl+1
click "Heap#com.example.shop#Product"
key Ctrl+4
wait
expect items.text "`+strings.ReplaceAll(words, `"`, `""`)+`."
expect items.value "6 nodes, 6 edges"
expect items.text "static field com.example.shop.IdCache.idCache"
expect items.text "static field com.example.shop.IdCache.idCache → java.util.HashMap"
expect items.value "keeps 7,810 alive, by value"
click "Referenced by com.example.shop.Product"
wait
expect items.text "int[]"
expect items.value "8 nodes, 9 edges"
key U
wait
expect items.value "6 nodes, 6 edges"
key Shift+U
wait
expect items.value "8 nodes, 9 edges"
click "int[]"
key Delete
wait
expect items.value "7 nodes, 8 edges"
click "Start over"
wait
expect items.value "6 nodes, 6 edges"
click "Undo step"
wait
expect items.value "1 node, 0 edges"
click "graph: com.example.shop.Product"
key Shift+Up
wait
expect items.text "java.util.HashMap$Node"
click "Start over"
wait
choose "`+svg+`"
click "Save and more"
click "Save as SVG…"
wait
expect messages "Saved as `+svg+`"
choose "`+picture+`"
click "Save and more"
click "Save as PNG…"
wait
choose "`+dot+`"
click "Save and more"
click "Save for Graphviz…"
wait
choose "`+filepath.Join(dir, "none", "d.svg")+`"
click "Save and more"
click "Save as SVG…"
wait
expect not messages "Saved as `+filepath.Join(dir, "none", "d.svg")+`"
click "java.util.HashMap" right
click "Show its group in the city"
wait
expect view city
expect selection "Heap#java.util#HashMap"
key Alt+Left
wait
expect view graph
expect selection "Heap#com.example.shop#Product"
click "Copy description"
clipboard -`, "\n")...)
	if !strings.Contains(out, words) {
		t.Errorf("copied\n%s\nnot\n%s", out, words)
	}
	for path, want := range map[string]string{svg: "IdCache.idCache", dot: "digraph heap {"} {
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v, without %q", path, err, want)
		}
	}
	f, err := os.Open(picture + ".png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.Decode(f); err != nil || img.Bounds().Dx() < 900 {
		t.Errorf("the picture: %v, %v", err, img.Bounds())
	}
}

func TestGraphViewOfPersons(t *testing.T) {
	words := pathWords(t, "persons", "Heap#java.lang#String")
	mustRun(t, persons, strings.Split(`click "Heap#java.lang#String"
key Ctrl+4
wait
expect items.text "`+words+`."
expect items.value "4,600 objects, 110 kB, keeps 9,200 alive, on the strongest path"
click "graph: java.lang.String"
key Up
expect items.focused true
key Shift+Down
wait
theme dark
size 640x480
wait
scale 2
key 0
wait
expect view graph`, "\n")...)
}
