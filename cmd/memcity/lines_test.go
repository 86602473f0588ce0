package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// typesOfLines returns the types of the fields of --format jsonl, null for a field without values, and the names in order.
func typesOfLines(t *testing.T, line []string) (types map[string]string, names []string, rows int) {
	t.Helper()
	types = map[string]string{}
	for row := range strings.Lines(memcity(append(slices.Clone(line), "--format", "jsonl")...).stdout) {
		d := json.NewDecoder(bytes.NewReader([]byte(row)))
		d.UseNumber()
		names = nil
		_, _ = d.Token()
		for d.More() {
			key, err := d.Token()
			if err != nil {
				t.Fatalf("%q: %v in %s", line, err, row)
			}
			value, err := d.Token()
			if err != nil {
				t.Fatalf("%q: %v in %s", line, err, row)
			}
			kind := "null"
			switch v := value.(type) {
			case string:
				kind = "text"
			case bool:
				kind = "truth"
			case json.Number:
				kind = "whole"
				if strings.ContainsAny(v.String(), ".eE") {
					kind = "number"
				}
			}
			name := key.(string)
			names = append(names, name)
			if was, seen := types[name]; seen && was != "null" && kind != "null" && was != kind {
				t.Errorf("%q: %s is %s and %s", line, name, was, kind)
			}
			if kind != "null" || types[name] == "" {
				types[name] = kind
			}
		}
		rows++
	}
	return types, names, rows
}

// TestJSONLinesOfManyRuns: a column has the same type in all recordings, even where it is empty. Columns and their order are those of the
// CSV.
func TestJSONLinesOfManyRuns(t *testing.T) {
	dir := t.TempDir()
	used := filepath.Join(dir, "used.mct")
	if err := writeUsedTrace(used); err != nil {
		t.Fatal(err)
	}
	tables := [][]string{{"tree"}, {"tree", "--sizes", "retained"}, {"tree", "--ages"}, {"city"}, {"city", "--diff", "1..3"}, {"structures"}, {"structures", "--from", "1", "--to", "3"},
		{"structures", "--propose"}, {"windows"}, {"trend"}, {"churn"}, {"collections"}, {"threads"}, {"objects"}, {"diff", "--by", "type", "--from", "1", "--to", "3"}}
	for _, table := range tables {
		known, printed := map[string]string{}, 0
		for _, path := range []string{"demo:two-caches", used, "demo:prices"} {
			line := slices.Insert(slices.Clone(table), 1, path)
			types, names, rows := typesOfLines(t, line)
			if rows == 0 { // not applicable to the recording, or without results
				continue
			}
			printed++
			cells, err := csv.NewReader(strings.NewReader(memcity(append(line, "--format", "csv")...).stdout)).ReadAll()
			if err != nil || len(cells) != rows+1 || !slices.Equal(cells[0], names) {
				t.Errorf("%q: %v, %d lines with %q, CSV has %d with %q", line, err, rows, names, len(cells)-1, cells[0])
			}
			for name, kind := range types {
				was, seen := known[name]
				switch {
				case !seen || was == kind:
				case was == "null" || kind == "null":
				default:
					t.Errorf("%q: %s is %s, in another run %s", line, name, kind, was)
				}
				if kind != "null" || !seen {
					known[name] = kind
				}
			}
		}
		if printed == 0 {
			t.Errorf("%q: no run has rows", table)
		}
	}
}

// TestJSONLinesValues: the values match the CSV.
func TestJSONLinesValues(t *testing.T) {
	line := []string{"tree", "demo:persons", "--by", "type"}
	rows, err := csv.NewReader(strings.NewReader(ok(t, append(line, "--format", "csv")...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(ok(t, append(line, "--format", "jsonl")...)), "\n")
	for i, text := range lines {
		var row struct {
			Key     string
			Objects json.Number
		}
		if err := json.Unmarshal([]byte(text), &row); err != nil || row.Key != rows[i+1][0] || row.Objects.String() != rows[i+1][3] {
			t.Fatalf("%v, %s\n%q", err, text, rows[i+1])
		}
	}
}
