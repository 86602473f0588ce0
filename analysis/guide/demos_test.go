package guide

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"memcity/assets"
	"memcity/trace"
	"memcity/trace/open"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

// TestDemos compares what the guide says of the bundled recordings, all of it.
func TestDemos(t *testing.T) {
	for _, demo := range assets.Demos() {
		if testing.Short() && demo.Kind != assets.Exercise {
			continue // the examples are large
		}
		t.Run(demo.Name, func(t *testing.T) {
			t.Parallel()
			r, err := open.Files(t.Context(), demo.Name, []trace.File{trace.MemoryFile(demo.Name+".tar.zst", demo.Data())}, nil)
			if err != nil {
				t.Fatal(err)
			}
			report, _ := explored(t, &recorded{Recording: r})
			golden(t, demo.Name, report)
		})
	}
}

// golden compares a value, as JSON, with a file.
func golden(t *testing.T, name string, value any) {
	t.Helper()
	var got bytes.Buffer
	encoder := json.NewEncoder(&got)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".golden")
	if *update {
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
