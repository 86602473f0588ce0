package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFleetDamaged: a recording with an unreadable file is left out, named and counted. The others are still answered for.
func TestFleetDamaged(t *testing.T) {
	t.Setenv("PATH", os.Getenv("PATH"))
	needDuckDB(t)
	whole := filepath.Join(t.TempDir(), "a [1]* b'{c}") // a name that needs escaping
	ok(t, "export", "demo:persons", "demo:steady", "--parquet", whole)
	names, err := filepath.Glob(filepath.Join(filepath.Dir(whole), "*", "recordings", "*.parquet"))
	if err != nil || len(names) != 2 {
		t.Fatalf("%q, %v", names, err)
	}
	name := filepath.Base(names[0])
	random := bytes.Repeat([]byte("\xa7\x01\x55"), 50)
	for what, damage := range map[string]func(path string) error{
		"is damaged": func(path string) error {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(path, append(append(data[:4:4], random...), data[min(len(data), 4+len(random)):]...), 0o600)
		},
		"is damaged ":                  func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"is damaged  ":                 func(path string) error { return os.Truncate(path, 100) },
		"is missing":                   os.Remove,
		"is a folder; expected a file": func(path string) error { os.Remove(path); return os.Mkdir(path, 0o700) },
		"is a broken link":             func(path string) error { os.Remove(path); return os.Symlink("none", path) },
	} {
		for _, table := range []string{"recordings", "gc_points", "groups", "growth", "findings", "owners"} {
			// A recording without a row is incomplete. The questions do not read all bytes of groups and growth.
			if table == "recordings" && what == "is missing" || (table == "groups" || table == "growth") && what == "is damaged" {
				continue
			}
			tables := filepath.Join(t.TempDir(), "tables")
			if err := os.CopyFS(tables, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			file := table + "/" + name
			if err := damage(filepath.Join(tables, file)); err != nil {
				t.Fatal(err)
			}
			r := memcity("fleet", tables, "--format", "json")
			if r.err != nil || !strings.Contains(r.stderr, file+" "+strings.TrimSpace(what)) {
				t.Errorf("%s %s: %v, %s", file, what, r.err, r.stderr)
				continue
			}
			var out struct {
				fleetAnswers
				LeftOut []struct{ Name, File, Reason string } `json:"left_out"`
			}
			if err := json.Unmarshal([]byte(r.stdout), &out); err != nil {
				t.Fatal(err)
			}
			if len(out.LeftOut) != 1 || out.LeftOut[0].File != file || out.LeftOut[0].Name+".parquet" != name || out.Summary.Recordings != 1 ||
				!strings.Contains(strings.Join(out.Notes, " "), "Skipped: 1 recording") {
				t.Errorf("%s %s: %+v", file, what, out)
			}
		}
	}
	all, err := filepath.Glob(filepath.Join(filepath.Dir(whole), "*", "gc_points", "*.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		if err := os.Truncate(path, 10); err != nil {
			t.Fatal(err)
		}
	}
	if r := memcity("fleet", whole); r.err == nil {
		t.Errorf("nothing can be read, and the answer is %s", r.stdout)
	}
}

// TestFleetNull: a column that is null in all files, and so has no type there, makes no question fail.
func TestFleetNull(t *testing.T) {
	t.Setenv("PATH", os.Getenv("PATH"))
	needDuckDB(t)
	whole := filepath.Join(t.TempDir(), "whole")
	ok(t, "export", "demo:persons", "--parquet", whole)
	for _, column := range []string{"recordings.service", "recordings.pod", "recordings.recording_id", "recordings.leak_judged", "recordings.chains", "recordings.path",
		"gc_points.recording_id", "gc_points.judged", "findings.rule", "findings.signature", "owners.owner", "growth.path", "groups.chain"} {
		tables := filepath.Join(t.TempDir(), "tables")
		if err := os.CopyFS(tables, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		table, name, _ := strings.Cut(column, ".")
		files, err := filepath.Glob(filepath.Join(tables, table, "*.parquet"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%q, %v", files, err)
		}
		statement := "COPY (SELECT * REPLACE (NULL AS " + name + ") FROM '" + files[0] + "') TO '" + files[0] + ".new' (FORMAT parquet)"
		if out, err := exec.Command("duckdb", ":memory:", statement).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if err := os.Rename(files[0]+".new", files[0]); err != nil {
			t.Fatal(err)
		}
		if r := memcity("fleet", tables); r.err != nil {
			t.Errorf("%s: %v", column, r.err)
		}
	}
}
