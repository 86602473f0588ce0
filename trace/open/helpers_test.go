package open

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

const sample = "../../testdata/trees/persons"

// mustOpen opens paths and fails the test on any warning.
func mustOpen(t *testing.T, paths ...string) *trace.Recording {
	t.Helper()
	rec, err := Paths(t.Context(), paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Warnings) > 0 {
		t.Fatalf("warnings: %v", rec.Warnings)
	}
	return rec
}

// openText opens files in memory and returns the warnings, one per line.
func openText(t *testing.T, namesAndTexts ...string) (*trace.Recording, string) {
	t.Helper()
	rec, err := Files(t.Context(), "test", tracetest.Files(namesAndTexts...), nil)
	if err != nil {
		t.Fatal(err)
	}
	var warnings strings.Builder
	for _, w := range rec.Warnings {
		fmt.Fprintln(&warnings, w)
	}
	return rec, warnings.String()
}

func tree(time, rest string) string { return `{"time":` + time + `,"root":{"name":"H"` + rest + `}}` }
