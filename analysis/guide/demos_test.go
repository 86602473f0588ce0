package guide

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"memcity/assets"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/golden"
)

// compareDemo compares the guide's whole report on a bundled recording with a golden file.
func compareDemo(t *testing.T, demo assets.Demo) {
	t.Helper()
	r, err := open.Files(t.Context(), demo.Name, []trace.File{trace.MemoryFile(demo.Name+".tar.zst", demo.Data())}, nil)
	if err != nil {
		t.Fatal(err)
	}
	report, _ := explore(t, &recorded{Recording: r})
	goldenJSON(t, demo.Name, report)
}

// goldenJSON compares a value, encoded as JSON, with a file.
func goldenJSON(t *testing.T, name string, value any) {
	t.Helper()
	var got bytes.Buffer
	encoder := json.NewEncoder(&got)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".golden")
	if *golden.Update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is different (-update rewrites it):\n%s", file, &got)
	}
}
