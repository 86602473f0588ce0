package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/trace/tracetest/realistic"
)

// saysNothing contains the commands that refuse every heap dump before reading it, with their errors. They report no truncation.
var saysNothing = map[string]string{"inspect": "expected AntTracks' files", "churn": "has no deaths, allocations or GCs",
	"collections": "does not contain the use of collections"}

// TestCutDumpIsReportedFirst: for a truncated dump, the first line that any command prints is a warning about it. That holds before a
// table, JSON, a page on standard output, and an error.
func TestCutDumpIsReportedFirst(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	for i := range 3 {
		var dump bytes.Buffer
		if _, err := realistic.Write(&dump, realistic.Options{Objects: 3_000 * (i + 1), Seed: 1}); err != nil {
			t.Fatal(err)
		}
		data := dump.Bytes()
		if i == 2 {
			data = data[:len(data)*9/10]
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(i+1, ".hprof")), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lines := append(allCommands(t, folder, out, "java.lang.String"), []string{"convert", folder, "-o", "-"},
		[]string{"tree", folder, "--format", "json"}, []string{"tree", folder, "--list"}, []string{"convert", folder, "--format", "trees", "-o", filepath.Join(out, "trees")},
		[]string{"shot", folder, "-o", filepath.Join(out, "a.png"), "--size", "320x240"},
		[]string{"film", folder, "-o", filepath.Join(out, "a.gif"), "--size", "320x240", "--seconds", "1"},
	)
	for _, line := range lines {
		text := firstLine(t, line, !slices.Contains(line, "-")) // a trace on standard output is not text
		want := "memcity: warning: 3.hprof: offset "
		if no := saysNothing[line[0]]; no != "" {
			want = "memcity: "
			if !strings.Contains(text, no) {
				t.Errorf("%q begins with %q, not with what it refuses: %q", line, text, no)
			}
		}
		if line[0] == "tree" && len(line) > 2 && line[2] == "--list" {
			continue // it reads no objects
		}
		if !strings.HasPrefix(text, want) {
			t.Errorf("%q begins with %q", line, text)
		}
	}
}

// firstLine returns the first line that a command prints to standard error; if both is set, to either stream. It prints the command's error
// like the program.
func firstLine(t *testing.T, line []string, both bool) string {
	t.Helper()
	var printed bytes.Buffer
	stdout := io.Discard
	if both {
		stdout = &printed
	}
	err := commandLine().Run(t.Context(), line, strings.NewReader(""), stdout, &printed)
	if err != nil && !errors.Is(err, cli.ErrQuiet) {
		fmt.Fprintf(&printed, "memcity: %v\n", err)
	}
	text, _, _ := strings.Cut(printed.String(), "\n")
	return text
}
