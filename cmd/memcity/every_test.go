package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// allFormats are those that any command prints in; each refuses what it does not know.
var allFormats = [][]string{nil, {"--format", "json"}, {"--format", "csv"}, {"--format", "jsonl"}, {"--format", "junit"}, {"--format", "sarif"}, {"--format", "svg"}, {"--format", "dot"},
	{"--format", "markdown"}}

// testedElsewhere says where what commands put out is tested that [allCommands] leaves out.
var testedElsewhere = map[string]string{
	"help": "it reads nothing", "version": "it reads nothing", "completion": "it reads nothing", "demo": "a window", "serve": "checkServed", "shot": "checkPictures", "film": "checkPictures",
	"script": "checkScript", "record": "TestCanariesOfRecorder; what a virtual machine reports is checked in trace/record/collect", "attach": "as record",
	"mark": "it prints nothing", "mcp": "TestAgentCanaries",
}

// allCommands are lines of all commands that read a recording and print or write something, with what they take files and groups from.
// Files are named file-N in the folder out. Type is one that the recording has.
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
		{"convert", path, "-o", file(".trees")}, {"report", path, "--pictures=false", "-o", file(".html")}, {"report", path, "--pictures=false", "-o", "-"},
		with([]string{"paths", path, "--format", "svg", "-o", file(".svg")}, group...), with([]string{"paths", path, "--format", "dot", "-o", file(".dot")}, group...)}
	for _, command := range []string{"info", "analyze", "tree", "city", "structures", "windows", "trend", "churn", "collections"} {
		lines = append(lines, []string{command, path})
	}
	for _, by := range []string{"type", "health", "collection-health", "roots-path", "roots-closest", "in-degree", "array-length", "type,points-to,type", "loader", "address"} {
		lines = append(lines, []string{"tree", path, "--by", by})
	}
	return append(lines, []string{"diff", path, "--from", "1", "--to", "3"}, []string{"compare", path, path}, with([]string{"paths", path}, group...),
		with([]string{"owners", path}, group...), []string{"tree", path, "--sizes", "retained"}, []string{"tree", path, "--sizes", "deep"},
		[]string{"check", path, "--rules", rules}, []string{"inspect", path}, []string{"inspect", path, "--text"}, []string{"info", path, "--off-heap"},
		[]string{"city", path, "--rules", rules})
}

// TestAllCommands: each command of the program is among those whose output is searched, or it is said where else.
func TestAllCommands(t *testing.T) {
	lines := allCommands(t, "path", t.TempDir(), "a.B")
	for _, c := range commandLine().All() {
		listed := slices.ContainsFunc(lines, func(line []string) bool { return line[0] == c.Name })
		if listed == (testedElsewhere[c.Name] != "") {
			t.Errorf("%s: among the commands: %v; elsewhere: %q", c.Name, listed, testedElsewhere[c.Name])
		}
	}
}
