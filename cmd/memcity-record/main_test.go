package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/assets/help"
	"memcity/cmd/memcity/cli"
)

type result struct {
	stdout, stderr string
	status         int
	err            error
}

func execute(t *testing.T, args ...string) result {
	var stdout, stderr bytes.Buffer
	err := program().Run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	return result{stdout.String(), stderr.String(), cli.Status(err), err}
}

// TestPageListsCommands: the page lists exactly the existing commands.
func TestPageListsCommands(t *testing.T) {
	var listed, there []string
	for _, b := range help.Command("memcity-record").Blocks {
		if b.Kind != help.Table {
			continue
		}
		for _, row := range b.Rows {
			for name := range strings.FieldsFuncSeq(help.Words(row[0]), func(r rune) bool { return r == ' ' || r == ',' }) {
				if help.Command(name) != nil {
					listed = append(listed, name)
				}
			}
		}
	}
	for _, c := range program().All() {
		there = append(there, c.Name)
	}
	slices.Sort(listed)
	slices.Sort(there)
	if !slices.Equal(listed, there) {
		t.Errorf("the page lists\n%q\nand there are\n%q", listed, there)
	}
}

func TestWithoutCommand(t *testing.T) {
	page := execute(t)
	if page.err != nil || !strings.HasPrefix(page.stdout, "memcity-record") {
		t.Errorf("without arguments: %v, %q", page.err, page.stdout)
	}
	for _, args := range [][]string{{"help"}, {"--help"}, {"-h"}} {
		if r := execute(t, args...); r.err != nil || r.stdout != page.stdout {
			t.Errorf("%q differs: %v", args, r.err)
		}
	}
	for _, args := range [][]string{{"shot", "demo:persons"}, {"demo:persons"}} {
		r := execute(t, args...)
		if r.status != cli.ExitUsage || r.stdout != "" || !strings.Contains(r.err.Error(), "no window to open it in; see memcity-record help") {
			t.Errorf("%q: status %d, %v", args, r.status, r.err)
		}
	}
	if r := execute(t, "info", "--colour"); !strings.Contains(r.err.Error(), "see memcity-record help info") {
		t.Errorf("a wrong option: %v", r.err)
	}
	if r := execute(t, "--version"); !strings.HasPrefix(r.stdout, "memcity-record ") {
		t.Errorf("the version is %q", r.stdout)
	}
}

// TestReportWithoutPictures: the report mentions missing pictures, unless they were switched off.
func TestReportWithoutPictures(t *testing.T) {
	const undrawn = "This report has no pictures of the city, because memcity-record does not draw. memcity report adds them."
	for option, said := range map[string]bool{"--pictures": true, "--pictures=false": false} {
		path := filepath.Join(t.TempDir(), "report.html")
		r := execute(t, "report", "demo:two-caches", option, "-o", path)
		page, err := os.ReadFile(path)
		if r.err != nil || err != nil {
			t.Fatal(r.err, err)
		}
		if strings.Contains(string(page), undrawn) != said || strings.Contains(r.stderr, undrawn) != said {
			t.Errorf("%s: it is to be said: %t; standard error %q", option, said, r.stderr)
		}
		if strings.Contains(string(page), "data:image") || !strings.Contains(string(page), "<svg") {
			t.Errorf("%s: there are pictures, or no charts", option)
		}
	}
}

func TestAnalyses(t *testing.T) {
	for _, args := range [][]string{{"info"}, {"analyze"}, {"tree"}, {"trend"}} {
		if r := execute(t, append(args, "demo:steady")...); r.err != nil || r.stdout == "" {
			t.Errorf("%q: %v", args, r.err)
		}
	}
	if r := execute(t, "convert", "demo:steady", "-o", filepath.Join(t.TempDir(), "steady.mct")); r.err != nil {
		t.Error(r.err)
	}
	rules := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(rules, []byte("rules:\n  - size of heap at most 1 kB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := execute(t, "check", "demo:persons", "--rules", rules); r.status != cli.ExitCheckFailed {
		t.Errorf("check: status %d, %v", r.status, r.err)
	}
}
