package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	guidefindings "memcity/analysis/guide/findings"
	"memcity/city/state"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/findings"
	"memcity/cmd/memcity/results"
)

func guideOf(t *testing.T, args ...string) *guidefindings.Report {
	t.Helper()
	var g guidefindings.Report
	if err := json.Unmarshal([]byte(ok(t, append([]string{"analyze", "--format", "json"}, args...)...)), &g); err != nil {
		t.Fatal(err)
	}
	return &g
}

// TestAnalyzeDemos: two of the bundled programs leak, one does not.
func TestAnalyzeDemos(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ demo, what, owner string }{
		{"demo:persons", "com.example.people.Person", "static field com.example.people.Main.persons"},
		{"demo:two-caches", "com.example.shop.Product", "static field com.example.shop.NameCache.nameCache"},
		{"demo:steady", "", ""},
	} {
		g := guideOf(t, test.demo)
		if !g.Judged {
			t.Errorf("%s: it was not judged", test.demo)
		}
		if test.what == "" {
			if len(g.Findings) > 0 || !strings.HasPrefix(g.Text, "No leak was found, and nothing stands out.") {
				t.Errorf("%s: %s %+v", test.demo, g.Text, g.Findings)
			}
			continue
		}
		f := &g.Findings[0]
		if f.Rule != guidefindings.RuleLeak || f.Growth.Type != test.what || f.Growth.Owner != test.owner ||
			!strings.Contains(g.Text, test.owner) {
			t.Errorf("%s: %s: %+v", test.demo, g.Text, f)
		}
		if len(f.Explain) == 0 || len(f.Doubts) == 0 || len(f.Terms) == 0 || f.Confidence <= 0.5 || len(f.References) == 0 {
			t.Errorf("%s: the finding is not complete: %+v", test.demo, f)
		}
		for _, step := range f.Next { // the commands show the evidence
			if r := memcity(step.Command...); r.err != nil || r.stdout == "" {
				t.Errorf("%s: %v: %v", test.demo, step.Command, r.err)
			}
			if !state.Valid(step.Show) {
				t.Errorf("%s: %+v shows no view", test.demo, step)
			}
		}
	}
}

// TestAnalyzeSharedOwners: the two caches hold the same objects, so clearing one alone frees little.
func TestAnalyzeSharedOwners(t *testing.T) {
	f := &guideOf(t, "demo:two-caches").Findings[0]
	if len(f.Growth.Also) != 1 || f.Growth.Also[0] != "static field com.example.shop.IdCache.idCache" {
		t.Errorf("%v", f.Growth.Also)
	}
	recommended, others := int64(0), int64(0)
	for _, c := range f.References {
		if c.Recommended {
			recommended = c.Bytes
		} else {
			others = max(others, c.Bytes)
		}
	}
	if recommended < 5*others {
		t.Errorf("both free %d bytes, one alone %d", recommended, others)
	}
}

func TestAnalyzeText(t *testing.T) {
	out := ok(t, "analyze", "demo:persons")
	first, _, _ := strings.Cut(out, "\n")
	if !strings.HasPrefix(first, "Leaking: ") {
		t.Errorf("the verdict does not come first: %s", first)
	}
	for _, want := range []string{"Reference to clear: ", "Why this may be wrong:",
		"memcity paths demo:persons --by type --group 'Heap#com.example.people.Person'"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestAnalyzeStatus(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args   []string
		status int
	}{
		{[]string{"demo:persons"}, cli.ExitDone},
		{[]string{"demo:persons", "--fail-on", "leak,churn"}, cli.ExitCheckFailed},
		{[]string{"demo:persons", "--fail-on", "churn"}, cli.ExitDone},
		{[]string{"demo:persons", "--fail-on", "any"}, cli.ExitCheckFailed},
		{[]string{"demo:steady", "--fail-on", "any"}, cli.ExitDone},
		{[]string{"demo:steady", "--fail-on", "leek"}, cli.ExitUsage},
		{[]string{"demo:steady", "--format", "xml"}, cli.ExitUsage},
		{[]string{filepath.Join(t.TempDir(), "nothing")}, cli.ExitInput},
	} {
		if r := memcity(append([]string{"analyze"}, test.args...)...); r.status != test.status {
			t.Errorf("%v: status %d, %v", test.args, r.status, r.err)
		}
	}
}

func rulesFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const kept, broken = "objects of type com.example.people.Person at most 100k",
	"no path from static field *.persons to type com.example.people.Person"

func TestCheckStatus(t *testing.T) {
	for _, test := range []struct {
		rules  string
		args   []string
		status int
	}{
		{"rules:\n  - " + kept, nil, cli.ExitDone},
		{"rules:\n  - " + broken, nil, cli.ExitCheckFailed},
		{"rules:\n  - check: " + broken + "\n    severity: warning", nil, cli.ExitDone},
		{"rules:\n  - gc overhead below 10 %", nil, cli.ExitCheckFailed}, // unknown
		{"rules:\n  - check: gc overhead below 10 %\n    optional: true", nil, cli.ExitDone},
		{"rules:\n  - no leak", nil, cli.ExitCheckFailed},
		{"rules:\n  - size of heap at most 150 % of base", []string{"--base", "demo:steady"}, cli.ExitCheckFailed},
		{"rules:\n  - size of heap at most 500 % of base", []string{"--base", "demo:steady"}, cli.ExitDone},
		{"rules:\n  - growth of package com.example below 1 % per GC", nil, cli.ExitCheckFailed},
		{"rules:\n  - retained size of type java.util.LinkedList at most 1 MB\n  - size of structure java.util.LinkedList above 100 kB", nil,
			cli.ExitDone},
		{"rules:\n  - no leek", nil, cli.ExitUsage},
		{"rules:\n  - " + kept, []string{"--format", "csv"}, cli.ExitUsage},
	} {
		args := append([]string{"check", "demo:persons", "--rules", rulesFile(t, test.rules)}, test.args...)
		if r := memcity(args...); r.status != test.status {
			t.Errorf("%s: status %d, %v\n%s", test.rules, r.status, r.err, r.stdout)
		}
	}
	if r := memcity("check", "demo:persons"); r.status != cli.ExitUsage {
		t.Errorf("without rules: status %d", r.status)
	}
	path := rulesFile(t, "rules:\n  - no leak\n  - no leek\n")
	if r := memcity("check", "demo:persons", "--rules", path); r.err == nil || !strings.Contains(r.err.Error(), path+":3:8: ") {
		t.Errorf("the fault has no place: %v", r.err)
	}
}

// TestCheckMissingBase: a missing baseline is reported before anything is read.
func TestCheckMissingBase(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "base.mct")
	path := rulesFile(t, "rules:\n  - size of heap at most 150 % of base")
	for _, repeats := range [][]string{nil, {"--repeats"}} {
		r := memcity(append([]string{"check", path, "--rules", path, "--base", missing}, repeats...)...) // the recording does not exist
		if r.err == nil || !strings.HasPrefix(r.err.Error(), missing+": there is no such file or folder") {
			t.Errorf("%q: %v", repeats, r.err)
		}
	}
}

// TestHeapPicture: the picture of the heap over time names the numbered windows.
func TestHeapPicture(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "heap.svg")
	memcity("check", "demo:persons", "--rules", rulesFile(t, "rules:\n  - "+kept), "--picture", picture)
	text, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	d := xml.NewDecoder(bytes.NewReader(text))
	for token, err := d.Token(); err != io.EOF; token, err = d.Token() {
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := token.(xml.CharData); ok && len(s) > 2 && s[1] == ' ' && s[2] == ' ' {
			names = append(names, string(s))
		}
	}
	want := []string{"1  steady growth: 0 s to 3.74 s", "1  steady growth: 0 s to 3.74 s", "2  the steepest part of it: 0 s to 666 ms", "2  the steepest part of it: 0 s to 666 ms"}
	slices.Sort(names)
	if !slices.Equal(names, want) { // each as a tooltip and below the chart
		t.Errorf("the names are %q", names)
	}
}

// TestCheckRulesFromInput: rules may come from standard input, but then the recording may not.
func TestCheckRulesFromInput(t *testing.T) {
	check := func(rules string, args ...string) (string, error) {
		var out strings.Builder
		err := commandLine().Run(t.Context(), append([]string{"check"}, args...), strings.NewReader(rules), &out, io.Discard)
		return out.String(), err
	}
	if out, err := check("rules:\n  - "+kept, "demo:persons", "--rules", "-"); err != nil || !strings.Contains(out, "1 kept") {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := check("rules:\n  - no leek", "demo:persons", "--rules", "-"); err == nil ||
		!strings.HasPrefix(err.Error(), "standard input:2:") {
		t.Errorf("the fault has no place: %v", err)
	}
	if _, err := check("", "-", "--rules", "-"); err == nil || !errors.As(err, new(cli.UsageError)) {
		t.Errorf("both from standard input: %v", err)
	}
}

// TestCheckFormats: the outputs for CI pipelines report the same as the table.
func TestCheckFormats(t *testing.T) {
	path := rulesFile(t, "rules:\n  - "+kept+"\n  - check: "+broken+
		"\n    name: path <&> \"x\"\n    why: \"\\u0001 because\"\n  - gc overhead below 10 %\n  - check: churn below 1 MB/s\n    optional: true\n")
	run := func(format string) []byte {
		r := memcity("check", "demo:persons", "--rules", path, "--format", format)
		if r.status != cli.ExitCheckFailed {
			t.Fatalf("%s: status %d, %v", format, r.status, r.err)
		}
		return []byte(r.stdout)
	}
	var p findings.Check
	if err := json.Unmarshal(run("json"), &p); err != nil {
		t.Fatal(err)
	}
	if p.Kept != 1 || p.Broken != 1 || p.Unknown != 2 || !p.Failed || len(p.Outcomes) != 4 {
		t.Errorf("%+v", p)
	}
	var j results.JUnit
	if err := xml.Unmarshal(run("junit"), &j); err != nil {
		t.Fatal(err)
	}
	if s := j.Suites[0]; s.Tests != 4 || s.Failures != 1 || s.Errors != 1 || s.Skipped != 1 || s.Cases[1].Failure == nil ||
		s.Cases[2].Error == nil ||
		s.Cases[3].Skipped == nil || s.Cases[0].Failure != nil {
		t.Errorf("%+v", s)
	}
	var log results.SARIF
	if err := json.Unmarshal(run("sarif"), &log); err != nil {
		t.Fatal(err)
	}
	if body := j.Suites[0].Cases[1].Failure.Text; strings.Count(body, broken) > 1 || strings.Count(body, "because") != 1 {
		t.Errorf("the failure says\n%s", body)
	}
	results := log.Runs[0].Results
	if log.Version != "2.1.0" || log.Runs[0].Tool.Driver.Version == "" || len(results) != 4 || len(log.Runs[0].Tool.Driver.Rules) != 4 {
		t.Fatalf("%+v", log)
	}
	for i, want := range []string{"pass none", "fail error", "fail error", "open none"} {
		r := results[i]
		if got := r.Kind + " " + r.Level; got != want || r.RuleIndex != i || r.Locations[0].Physical.Region.Line == 0 {
			t.Errorf("result %d: %+v, expected %s", i, r, want)
		}
	}
}

// TestReportsSayWhatIsNotKnown: in reports for CI pipelines, a rule passes only if the recording has the data for it. Findings come first.
func TestReportsSayWhatIsNotKnown(t *testing.T) {
	text := memcity("analyze", "demo:chat", "--format", "markdown").stdout
	leak, unknown := strings.Index(text, "| leak | Leak:"), strings.Index(text, "| unknown | gc-overhead | no GC events")
	if leak < 0 || unknown < leak || !strings.Contains(text, "| not found | growth |") || strings.Contains(text, "| not found | churn |") {
		t.Errorf("%s", text)
	}
	if text := memcity("analyze", "demo:chat", "--format", "junit").stdout; strings.Count(text, "<skipped ") != 9 ||
		!strings.Contains(text, `<skipped message="no GC events in this input`) {
		t.Errorf("%s", text)
	}
	if text := memcity("analyze", "demo:chat", "--format", "sarif").stdout; strings.Count(text, `"kind": "open"`) != 8 {
		t.Errorf("%s", text)
	}
}

// TestWriteTest checks the test that analyze writes for a leak, and that it replaces only its own file.
func TestWriteTest(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "PersonLeakTest.java")
	write := func(arguments ...string) result {
		return memcity(append([]string{"analyze", "demo:persons", "--write-test", folder}, arguments...)...)
	}
	for range 2 { // replaces its own file
		if r := write("--entry", "com.example.people.Main.add"); r.err != nil || !strings.Contains(r.stderr, "run it with: mvn test -Dtest=PersonLeakTest") {
			t.Fatalf("%v, %s", r.err, r.stderr)
		}
	}
	text, err := os.ReadFile(path)
	for _, want := range []string{"package com.example.people;", `ENTRY = "add"`, `HOLDER_CLASS = "com.example.people.Main", HOLDER = "persons"`} {
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%v: no %s in\n%s", err, want, text)
		}
	}
	if err := os.WriteFile(path, []byte("class PersonLeakTest {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := write("--entry", "com.example.people.Main.add"); r.err == nil || !strings.Contains(r.err.Error(), path) {
		t.Errorf("another file was replaced: %v", r.err)
	}
	for _, arguments := range [][]string{{}, {"--entry", "add"}} {
		if r := write(arguments...); cli.Status(r.err) != cli.ExitUsage {
			t.Errorf("%v: %v", arguments, r.err)
		}
	}
}
