package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// allFormats lists the formats of all commands. Each command refuses those that it does not support.
var allFormats = [][]string{nil, {"--format", "json"}, {"--format", "csv"}, {"--format", "jsonl"}, {"--format", "junit"}, {"--format", "sarif"}, {"--format", "svg"}, {"--format", "dot"},
	{"--format", "markdown"}, {"--format", "flame"}, {"--format", "trace"}}

// testedElsewhere contains the commands that [allCommands] omits, and where their output is tested.
var testedElsewhere = map[string]string{
	"help": "it reads nothing", "version": "it reads nothing", "index": "TestIndexes", "completion": "it reads nothing", "demo": "a window", "serve": "checkServed", "shot": "checkPictures", "film": "checkPictures",
	"script": "checkScript", "record": "TestCanariesOfRecorder; what a virtual machine reports is checked in trace/record/collect", "attach": "as record",
	"mark": "it prints nothing", "mcp": "TestAgentCanaries", "fleet": "TestFleet; it reads the tables of export, which are searched",
}

// allCommands returns lines of all commands that read a recording and produce output, with the files and groups that they need. Output
// files are named file-N in the folder out. The given type exists in the recording.
func allCommands(t *testing.T, path, out, typ string) (lines [][]string) {
	t.Helper()
	rules := filepath.Join(out, "rules.yaml")
	text := "rules:\n  - objects of type " + typ + " below 1\n  - size of heap below 1 B\n  - no leak\n"
	if err := os.WriteFile(rules, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	files := 0
	file := func(ending string) string {
		files++
		return filepath.Join(out, fmt.Sprint("file-", files-1, ending))
	}
	group := []string{"--by", "type", "--group", "Heap#" + typ}
	with := func(line []string, more ...string) []string { return append(append([]string{}, line...), more...) }
	lines = [][]string{{"convert", path, "-o", file(".mct")}, {"convert", path, "-o", file(".anonymous.mct"), "--anonymous"},
		{"convert", path, "-o", file("")}, {"export", path, "--parquet", file(".fleet"), "--objects"}, {"report", path, "--pictures=false", "-o", file(".html")}, {"report", path, "--pictures=false", "-o", "-"},
		with([]string{"paths", path, "--format", "svg", "-o", file(".svg")}, group...), with([]string{"paths", path, "--format", "dot", "-o", file(".dot")}, group...)}
	for _, command := range []string{"info", "analyze", "tree", "city", "structures", "windows", "trend", "churn", "collections", "threads", "objects"} {
		lines = append(lines, []string{command, path})
	}
	for _, by := range []string{"type", "health", "collection-health", "roots-path", "roots-closest", "in-degree", "array-length", "type,points-to,type", "loader", "address"} {
		lines = append(lines, []string{"tree", path, "--by", by})
	}
	return append(lines, []string{"diff", path, "--from", "1", "--to", "3"}, []string{"compare", path, path}, []string{"prove", "--before", path, "--after", path},
		with([]string{"paths", path}, group...),
		with([]string{"owners", path}, group...), []string{"tree", path, "--sizes", "retained"}, []string{"tree", path, "--sizes", "deep"},
		[]string{"check", path, "--rules", rules}, []string{"inspect", path}, []string{"inspect", path, "--text"}, []string{"info", path, "--off-heap"},
		[]string{"city", path, "--rules", rules},
		[]string{"analyze", path, "--write", file(".md"), "--write", file(".sarif"), "--write", file(".xml"), "--picture", file(".svg")},
		[]string{"check", path, "--rules", rules, "--write", file(".md"), "--write", file(".sarif"), "--write", file(".xml")})
}

// printsNoData contains the commands without --format json, and what they do instead of printing data.
var printsNoData = map[string]string{
	"demo": "opens a window", "report": "writes a page for people", "convert": "writes recordings", "shot": "draws", "film": "draws",
	"script": "prints the state as JSON where the script says so", "serve": "sends JSON over a WebSocket", "mcp": "speaks JSON-RPC",
	"attach": "records; record --list has JSON", "mark": "prints nothing", "completion": "prints a script of a shell", "help": "prints the manual",
}

// TestEveryCommandHasJSON: each command that prints data has --format json, its page lists the format, and the JSON names are in lower case.
func TestEveryCommandHasJSON(t *testing.T) {
	name := regexp.MustCompile("^[a-z][a-z0-9]*(_[a-z0-9]+)*$")
	dir := t.TempDir()
	used := filepath.Join(dir, "used.mct")
	if err := writeUsedTrace(used); err != nil {
		t.Fatal(err)
	}
	format := regexp.MustCompile(`(?:^|[^/])\bjson\b`) // not the path of an address
	lines := append(allCommands(t, "demo:two-caches", dir, "com.example.shop.Product"), []string{"version"}, []string{"index"}, []string{"inspect", used},
		[]string{"churn", "demo:prices"}, []string{"collections", used}, []string{"record", "--list"},
		[]string{"tree", "--list"}, []string{"structures", "--check", filepath.Join("..", "..", "assets", "structures", "java.ds")})
	for _, c := range commandLine().All() {
		has := format.MatchString(memcity("help", c.Name).stdout)
		if why := printsNoData[c.Name]; has == (why != "") && c.Name != "help" {
			t.Errorf("%s: its page has --format json: %t; %s", c.Name, has, why)
		}
	}
	done := map[string]bool{}
	if fleetTables, found := tablesForFleet(t, dir); found {
		lines = append(lines, []string{"fleet", fleetTables})
	} else {
		done["fleet"] = true // it needs a program that is not installed here
	}
	for _, line := range lines {
		if printsNoData[line[0]] != "" || slices.Contains(line, "--format") || slices.Contains(line, "--text") {
			continue
		}
		line = append(line, "--format", "json")
		r := memcity(line...)
		if r.stdout == "" { // not applicable to this recording; the manual's examples run elsewhere
			continue
		}
		done[line[0]] = true
		var found map[string]json.RawMessage
		if err := json.Unmarshal([]byte(r.stdout), &found); err != nil {
			t.Errorf("%q: %v, %v\n%.200s", line, r.err, err, r.stdout)
		}
		for key := range found {
			if !name.MatchString(key) {
				t.Errorf("%q: the name %q", line, key)
			}
		}
	}
	for _, c := range commandLine().All() {
		if printsNoData[c.Name] == "" && !done[c.Name] {
			t.Errorf("%s printed no JSON", c.Name)
		}
	}
}

// TestAllCommands: each command is listed, or the table says where it is tested.
func TestAllCommands(t *testing.T) {
	lines := allCommands(t, "path", t.TempDir(), "a.B")
	for _, c := range commandLine().All() {
		listed := slices.ContainsFunc(lines, func(line []string) bool { return line[0] == c.Name })
		if listed == (testedElsewhere[c.Name] != "") {
			t.Errorf("%s: among the commands: %v; elsewhere: %q", c.Name, listed, testedElsewhere[c.Name])
		}
	}
}
