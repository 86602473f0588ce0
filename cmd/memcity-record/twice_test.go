package main

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// contents returns the files in a folder and below, by name.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[name] = string(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// TestTwoAtOnce: concurrent runs with the same output leave the complete output of one run, and nothing else. Each run succeeds, or reports
// in one sentence that the output exists.
func TestTwoAtOnce(t *testing.T) {
	for _, line := range [][]string{
		{"convert", "demo:two-caches", "-o", "out.mct"},
		{"convert", "demo:two-caches", "--format", "trees", "--by", "type", "-o", "trees"},
		{"report", "demo:two-caches", "--pictures=false", "-o", "out.html"},
	} {
		write := func(folder string) result {
			args := append(line[:len(line)-1:len(line)-1], filepath.Join(folder, line[len(line)-1]))
			return execute(t, args...)
		}
		alone := t.TempDir()
		if r := write(alone); r.err != nil {
			t.Fatalf("%q: %v", line, r.err)
		}
		want := contents(t, alone)
		for round := range 3 {
			folder := t.TempDir()
			var runs sync.WaitGroup
			var results [2]result
			for i := range results {
				runs.Go(func() { results[i] = write(folder) })
			}
			runs.Wait()
			succeeded := 0
			for _, r := range results {
				if r.err == nil {
					succeeded++
				} else if r.status > 3 {
					t.Errorf("%q: status %d: %v", line, r.status, r.err)
				}
			}
			got := contents(t, folder)
			if succeeded == 0 || len(got) != len(want) {
				t.Errorf("%q, round %d: %d runs succeed, and leave %d files, want %d: %v", line, round, succeeded, len(got), len(want), results)
			}
			for name, data := range want {
				if len(got[name]) != len(data) || line[0] == "convert" && got[name] != data {
					t.Errorf("%q, round %d: %s has %d bytes, other ones than the %d of a run alone", line, round, name, len(got[name]), len(data))
				}
			}
		}
	}
}
