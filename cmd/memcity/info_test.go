package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace/tracetest"
)

// TestInfoKnows: info lists which values, sites and texts a recording has, and that most texts of the demos are blanked.
func TestInfoKnows(t *testing.T) {
	d := tracetest.NewDump()
	c := d.Class("app/Main", tracetest.Int("n"))
	d.Site = d.Trace(0, "app/Main.main:3")
	d.Instance(c, 7)
	sites := filepath.Join(t.TempDir(), "sites.hprof")
	if err := os.WriteFile(sites, d.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path    string
		knows   []string
		blanked bool
	}{
		{"demo:persons", []string{"values", "texts"}, true},
		{sites, []string{"sites", "values", "texts"}, false},
	} {
		table, inJSON := memcity("info", test.path), memcity("info", test.path, "--format", "json")
		if table.err != nil || inJSON.err != nil {
			t.Fatal(table.err, inJSON.err)
		}
		var out struct {
			Knows   []string
			Blanked bool
		}
		if err := json.Unmarshal([]byte(inJSON.stdout), &out); err != nil {
			t.Fatal(err)
		}
		for _, what := range []string{"sites", "values", "texts", "spaces", "threads"} {
			if slices.Contains(out.Knows, what) != slices.Contains(test.knows, what) {
				t.Errorf("%s: knows %v, want %v", test.path, out.Knows, test.knows)
			}
		}
		if out.Blanked != test.blanked || strings.Contains(table.stdout, "\nblanked ") != test.blanked {
			t.Errorf("%s: blanked is %t, want %t:\n%s", test.path, out.Blanked, test.blanked, table.stdout)
		}
	}
}

// TestInfoCut: info warns that a dump is truncated, in the table and in JSON, but not for a complete one.
func TestInfoCut(t *testing.T) {
	d := tracetest.NewDump()
	c := d.Class("app/Main", tracetest.Int("n"))
	for range 1000 {
		d.Instance(c, 7)
	}
	folder := t.TempDir()
	for name, missing := range map[string]int{"whole.hprof": 0, "cut.hprof": 3000} {
		data := d.Bytes()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data[:len(data)-missing], 0o600); err != nil {
			t.Fatal(err)
		}
		table, json := memcity("info", path), memcity("info", path, "--format", "json")
		cut := missing > 0
		for _, r := range []result{table, json} {
			if r.err != nil || strings.HasPrefix(r.stderr, "memcity: warning: "+name+": offset ") != cut || (r.stderr != "") != cut {
				t.Errorf("%s: %v, %s", name, r.err, r.stderr)
			}
		}
		if strings.Contains(table.stdout, "\nwarnings   1\n") != cut || strings.Contains(json.stdout, "the file ends within") != cut {
			t.Errorf("%s: %s%s", name, table.stdout, json.stdout)
		}
	}
}

// TestInfoFinal: info reports which GC point was taken at the end of the program.
func TestInfoFinal(t *testing.T) {
	path := endedTrace(t, 3)
	if text := ok(t, "info", path); !strings.Contains(text, "\nGC point 3 was taken at the end of the program") ||
		strings.Count(text, "at the end of the program") != 1 {
		t.Error(text)
	}
	if text := ok(t, "info", path, "--format", "json"); strings.Count(text, `"final": true`) != 1 {
		t.Error(text)
	}
}
