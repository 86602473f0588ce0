package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/results"
)

// TestSourcePlaces: findings lead to the field that holds, in text, JSON and SARIF, and the task in the manual matches the text.
func TestSourcePlaces(t *testing.T) {
	root := t.TempDir()
	folder := filepath.Join(root, "src", "main", "java", "com", "example", "shop")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "NameCache.java")
	if err := os.WriteFile(file, []byte("package com.example.shop;\nclass NameCache {\n  static Map<String, Product> nameCache = new HashMap<>();\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	line := []string{"analyze", "demo:two-caches", "--source-root", root}
	text := ok(t, line...)
	files, _ := pageFiles(t, "editors")
	var tasks struct {
		Tasks []struct {
			ProblemMatcher struct {
				Pattern struct{ Regexp string }
			}
		}
	}
	if err := json.Unmarshal([]byte(files[".vscode/tasks.json"]), &tasks); err != nil {
		t.Fatal(err)
	}
	matcher := regexp.MustCompile(tasks.Tasks[0].ProblemMatcher.Pattern.Regexp)
	var found []string
	for l := range strings.Lines(text) {
		if m := matcher.FindStringSubmatch(strings.TrimSuffix(l, "\n")); m != nil {
			found = append(found, m[1]+" "+m[2]+" "+m[3])
		}
	}
	if len(found) != 1 || found[0] != file+" 3 com.example.shop.NameCache.nameCache" {
		t.Errorf("the matcher finds %q in\n%s", found, text)
	}
	var log results.SARIF
	if err := json.Unmarshal([]byte(ok(t, append(line, "--format", "sarif")...)), &log); err != nil {
		t.Fatal(err)
	}
	if at := log.Runs[0].Results[0].Locations[0].Physical; at.Artifact.URI != "file://"+file || at.Region == nil || at.Region.Line != 3 {
		t.Errorf("SARIF has %+v", at)
	}
	ok(t, append(line, "--open", "cp {file} "+filepath.Join(root, "opened"))...)
	if _, err := os.Stat(filepath.Join(root, "opened")); err != nil {
		t.Errorf("the editor was not started: %v", err)
	}
	for _, args := range [][]string{{"--source-root", filepath.Join(root, "none")}, {"--open", "code {file}"}, {"--source-root", root, "--open", "code"}} {
		if r := memcity(append([]string{"analyze", "demo:two-caches"}, args...)...); r.status != cli.ExitUsage {
			t.Errorf("%q: status %d, %v", args, r.status, r.err)
		}
	}
}
