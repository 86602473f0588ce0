package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"memcity/words"
)

// hostileTrees writes two memory trees whose groups have names that steer terminals, turn the direction of writing, or are formulas.
func hostileTrees(t *testing.T) string {
	t.Helper()
	names := []string{"\x1b[31mred\x1b]0;title\x07", "a\u202eb", "line\nend", "\u009b31m", "\u2028", "zero\u200bwidth", "\U000e0041tag", "=1+1", "@SUM(A1)", "-2+3"}
	dir := filepath.Join(t.TempDir(), "trees\x1b[31m\u202e")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Skip("the file system takes no such name")
	}
	type node struct {
		Key      string `json:"key"`
		Name     string `json:"name"`
		Role     string `json:"role"`
		Bytes    int    `json:"bytes"`
		Objects  int    `json:"objects"`
		Children []node `json:"children,omitempty"`
	}
	for point := 1; point <= 3; point++ {
		root := node{Key: "Overall", Name: "Overall"}
		for i, name := range names {
			n := node{Key: "Overall#" + name, Name: name, Role: "Type" + name, Objects: (i + 1) * point, Bytes: 16 * (i + 1) * point}
			root.Children = append(root.Children, n)
			root.Objects += n.Objects
			root.Bytes += n.Bytes
		}
		data, err := json.Marshal(map[string]any{"time": 1000 * point, "root": root})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, fmt.Sprint(1000*point, ".json")), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestHostileNames: whatever names a file has, nothing that a command prints steers a terminal or is a formula.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	dir := hostileTrees(t)
	for _, args := range [][]string{{"info"}, {"tree"}, {"windows"}, {"trend"}, {"diff", "--from", "1", "--to", "3"}, {"city"}, {"compare", "--base", dir},
		{"analyze"}, {"report", "-o", "-"}, {"tree", "--at", "9"}, {"info", filepath.Join(dir, "none\x1b[31m")}} {
		for _, format := range []string{"table", "json", "csv"} {
			line := args
			switch {
			case args[0] != "report" && args[0] != "analyze" && args[0] != "info":
				line = append(append([]string{}, args...), "--format", format)
			case format == "csv":
				continue
			case args[0] != "report" && format == "json":
				line = append(append([]string{}, args...), "--format", "json")
			}
			r := memcity(append(line, dir)...)
			for name, text := range map[string]string{"output": r.stdout, "messages": r.stderr} {
				if at := strings.IndexFunc(text, func(c rune) bool { return words.Unsafe(c) && c != '\n' && c != '\t' && c != utf8.RuneError }); at >= 0 {
					t.Errorf("%q: unsafe at %d of the %s: %q", line, at, name, text[max(0, at-40):min(len(text), at+20)])
				}
			}
			if format == "csv" && r.err == nil {
				checkCells(t, line, r.stdout)
			}
		}
	}
}

func checkCells(t *testing.T, line []string, text string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Errorf("%q: %v", line, err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if words.Cell(cell) != cell {
				t.Errorf("%q: a spreadsheet takes %q for a formula", line, cell)
			}
		}
	}
}
