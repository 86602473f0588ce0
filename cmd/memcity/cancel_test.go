package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/trace/poll"
	"memcity/trace/tracetest/realistic"
	"memcity/trace/tracetest/testrun"
)

// realisticDumps writes a folder of heap dumps like those of real programs, and returns its path.
func realisticDumps(t *testing.T, dumps, objects int) string {
	t.Helper()
	folder := t.TempDir()
	for i := range dumps {
		f, err := os.Create(filepath.Join(folder, fmt.Sprint(i, ".hprof")))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := realistic.Write(f, realistic.Options{Objects: objects, Seed: 1}); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// readsNoObjects contains the commands that do not iterate over the objects of the test dumps, with the reasons.
var readsNoObjects = map[string]string{
	"windows": "GC points have times and totals", "churn": "dumps do not know what died", "collections": "dumps do not know how collections are used",
	"inspect": "dumps are not traces", "info": "objects are counted as the file is read, in parts of some MB", "convert": "a block of so many objects is read and written at a time",
}

// workingCommands returns lines of all commands that read heap states and end without an error. Exit status 1 is not an error.
func workingCommands(t *testing.T, path, out string) (lines [][]string) {
	t.Helper()
	rules := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(rules, []byte("rules:\n  - retained size of type java.lang.String at most 1 kB\n  - no leak\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	works := map[string]bool{}
	for _, line := range append(allCommands(t, path, out, "java.lang.String"), []string{"check", path, "--rules", rules}) {
		if commandOn(line)(t.Context()) == nil {
			works[line[0]] = true
			lines = append(lines, line)
		}
		removeOutput(line)
	}
	for _, c := range commandLine().All() {
		if !works[c.Name] && testedElsewhere[c.Name] == "" && readsNoObjects[c.Name] == "" {
			t.Errorf("no line of the command %s works", c.Name)
		}
	}
	return lines
}

// removeOutput removes the output file of a command.
func removeOutput(line []string) {
	if i := slices.Index(line, "-o"); i > 0 && line[i+1] != "-" {
		os.RemoveAll(line[i+1])
	}
}

// commandOn returns a command line as cancelable work. It ignores exit status 1, for broken rules.
func commandOn(line []string) func(context.Context) error {
	return func(ctx context.Context) error {
		err := commandLine().Run(ctx, line, strings.NewReader(""), io.Discard, io.Discard)
		if errors.Is(err, cli.ErrQuiet) {
			return nil
		}
		return err
	}
}

// filesIn lists the files in a folder and below.
func filesIn(t *testing.T, folder string) (files []string) {
	t.Helper()
	if err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		files = append(files, path)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// TestCancelCommands: each command that is canceled, at any of its checks, ends with the matching error, writes no file and leaks no
// goroutine.
func TestCancelCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all commands many times")
	}
	out := t.TempDir()
	for _, line := range workingCommands(t, realisticDumps(t, 3, 6000), out) {
		before, goroutines := filesIn(t, out), runtime.NumGoroutine()
		run := commandOn(line)
		work := func(ctx context.Context) error {
			err := run(ctx)
			if err != nil {
				if now := filesIn(t, out); !slices.Equal(now, before) {
					t.Errorf("%s: after an error there are the files %q, before %q", line, now, before)
				}
			}
			removeOutput(line) // it would block the next run
			return err
		}
		testrun.CancelSometimes(t, strings.Join(line, " "), 8, work)
		testrun.Until(t, "no goroutine is left of "+line[0], func() bool { return runtime.NumGoroutine() <= goroutines })
	}
}

// TestLooksGrow: the number of cancellation checks grows with the number of objects, at least as in one pass over them. So the work between
// two checks is bounded.
func TestLooksGrow(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all commands")
	}
	const objects, factor, every = 8000, 4, 256
	defer poll.Often(every)()
	few, many := realisticDumps(t, 3, objects), realisticDumps(t, 3, factor*objects)
	for _, line := range workingCommands(t, few, t.TempDir()) {
		if readsNoObjects[line[0]] != "" {
			continue
		}
		large := slices.Clone(line)
		for i := range large {
			if large[i] == few {
				large[i] = many
			}
			if i > 0 && large[i-1] == "-o" && large[i] != "-" {
				large[i] = strings.TrimSuffix(large[i], filepath.Ext(large[i])) + "-large" + filepath.Ext(large[i])
			}
		}
		less, err := testrun.ContextChecks(commandOn(line))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		more, err := testrun.ContextChecks(commandOn(large))
		t.Logf("%s: %d and %d looks", line, less, more)
		if least := less + (factor-1)*objects/every; err != nil || more < least {
			t.Errorf("%s: %d looks at %d times as many objects and %d before, want %d, %v", line, more, factor, less, least, err)
		}
	}
}

// TestCancelPictures: pictures, films and scripts that are canceled, at any check, end with the matching error and write no file.
func TestCancelPictures(t *testing.T) {
	needWindow(t)
	folder, out := realisticDumps(t, 3, 6000), t.TempDir()
	steps := filepath.Join(t.TempDir(), "steps")
	if err := os.WriteFile(steps, []byte("wait\nstate -\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]string{
		{"shot", folder, "-o", filepath.Join(out, "city.png"), "--size", "320x240"},
		{"shot", folder, "-o", filepath.Join(out, "diff.png"), "--size", "320x240", "--diff", "1..3"},
		{"film", folder, "-o", filepath.Join(out, "city.gif"), "--size", "320x240", "--seconds", "1"},
		{"report", folder, "-o", filepath.Join(out, "report.html")},
		{"script", steps, folder},
	} {
		before, run := filesIn(t, out), commandOn(line)
		testrun.CancelSometimes(t, strings.Join(line, " "), 6, func(ctx context.Context) error {
			err := run(ctx)
			if now := filesIn(t, out); err != nil && !slices.Equal(now, before) {
				t.Errorf("%s: after an error there are the files %q, before %q", line, now, before)
			}
			for _, path := range filesIn(t, out)[1:] {
				os.Remove(path)
			}
			return err
		})
	}
}
