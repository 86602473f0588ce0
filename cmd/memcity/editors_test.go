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

// TestSourcePlaces: findings point to the holding field, in text, JSON and SARIF, and the task in the manual matches the text.
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
	page := ok(t, "report", "demo:two-caches", "--pictures=false", "--city=false", "-o", "-", "--source-root", root)
	if !strings.Contains(page, "<code>src/main/java/com/example/shop/NameCache.java:3</code></td><td>com.example.shop.NameCache.nameCache<") ||
		strings.Contains(page, root) {
		t.Error("the report does not name the place, or not from the folder of source on")
	}
	for _, args := range [][]string{{"--source-root", filepath.Join(root, "none")}, {"--open", "code {file}"}, {"--source-root", root, "--open", "code"}} {
		if r := memcity(append([]string{"analyze", "demo:two-caches"}, args...)...); r.status != cli.ExitUsage {
			t.Errorf("%q: status %d, %v", args, r.status, r.err)
		}
	}
}

// TestSourceRootsFile: folders in the user's file work like those of the option, which replaces them. Missing folders are left out with a
// notice. Paths also come with the places of their fields.
func TestSourceRootsFile(t *testing.T) {
	config, root, other := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	t.Setenv("HOME", root)
	t.Chdir(t.TempDir())
	folder := filepath.Join(root, "work", "com", "example", "shop")
	for _, dir := range []string{folder, filepath.Join(config, "memcity")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	file, list := filepath.Join(folder, "NameCache.java"), cli.SourceRootsFile()
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(file, "class NameCache {\n  static Map<String, Product> nameCache;\n}\n")
	place := file + ":2  com.example.shop.NameCache.nameCache\n"
	lines := [][]string{{"analyze", "demo:two-caches"}, {"paths", "demo:two-caches", "--group", "Heap#com.example.shop#Product"}}
	for _, test := range []struct {
		list, notice string
		found        bool
	}{
		{"# of work\n\n  ~/work  \n", "", true},
		{filepath.Join(root, "work"), "", true},
		{filepath.Join(root, "gone") + "\n~/work\n", "memcity: source root " + filepath.Join(root, "gone") + ": no such file or directory\n", true},
		{filepath.Join(root, "gone"), "memcity: source root " + filepath.Join(root, "gone") + ": no such file or directory\n", false},
		{other, "", false},
		{"work", "memcity: " + list + ": work: expected an absolute folder, or one below ~/\n", false},
		{"", "", false},
	} {
		write(list, test.list)
		for _, line := range lines {
			if r := memcity(line...); r.err != nil || strings.Contains(r.stdout, place) != test.found || r.stderr != test.notice {
				t.Errorf("%q with %q: %v, %q\n%s", line, test.list, r.err, r.stderr, r.stdout)
			}
		}
	}
	write(list, "~/work")
	for _, line := range lines {
		if r := memcity(append(line, "--source-root", other)...); r.err != nil || strings.Contains(r.stdout, "In the source") {
			t.Errorf("%q: %v\n%s", line, r.err, r.stdout)
		}
	}
	var found struct{ Places []cli.SourcePlace }
	if err := json.Unmarshal([]byte(ok(t, append(lines[1], "--json")...)), &found); err != nil || len(found.Places) == 0 ||
		found.Places[0] != (cli.SourcePlace{Name: "com.example.shop.NameCache.nameCache", File: file, Line: 2}) {
		t.Errorf("%v, %+v", err, found)
	}
	t.Chdir(root) // files are then named relative to it
	if text := ok(t, lines[0]...); !strings.Contains(text, "   "+filepath.Join("work", "com", "example", "shop", "NameCache.java")+":2  ") {
		t.Errorf("%s", text)
	}
}
