// Package opened opens inputs for tests of formats whose data is visible only together with other inputs.
package opened

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/recorded"
)

// Files opens files as one recording. It also returns the warnings, one per line.
func Files(t testing.TB, files ...trace.File) (*trace.Recording, string) {
	t.Helper()
	rec, err := open.Files(t.Context(), "test", files, nil)
	if err != nil {
		t.Fatal(err)
	}
	var warnings strings.Builder
	for _, w := range rec.Warnings {
		fmt.Fprintln(&warnings, w)
	}
	return rec, warnings.String()
}

// Recorded returns the recorded file with the given name.
func Recorded(t testing.TB, name string) trace.File {
	return trace.MemoryFile(name, recorded.File(t, name))
}
