package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A target is a fuzz test.
type target struct {
	dir    string // folder of the package, with slashes
	name   string
	weight float64 // its share of the time relative to others; see weigh
}

func (t target) String() string { return t.dir + "." + t.name }

var declared = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// findTargets returns the fuzz tests below root whose name contains only.
func findTargets(root, only string) ([]target, error) {
	var all []target
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != root && (name == "testdata" || name == "build" || strings.HasPrefix(name, ".")) {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		for _, match := range declared.FindAllSubmatch(text, -1) {
			if t := (target{dir: filepath.ToSlash(dir), name: string(match[1])}); strings.Contains(t.String(), only) {
				all = append(all, t)
			}
		}
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("no fuzz target is named like %s", only)
	}
	slices.SortFunc(all, func(a, b target) int { return strings.Compare(a.String(), b.String()) })
	return all, err
}

func without(targets []target, t target) []target {
	return slices.DeleteFunc(slices.Clone(targets), func(other target) bool { return other.String() == t.String() })
}

// A runner builds and runs targets.
type runner struct {
	options
	w     io.Writer
	built map[string]bool // folders with a compiled program
}

// program returns the path of the program with the fuzz tests of a package.
func (r *runner) program(dir string) string {
	return filepath.Join(r.dir, "bin", strings.ReplaceAll(dir, "/", "-")+".test")
}

// build compiles the program of a target once. This happens at the target's first turn, so that others do not wait for it.
func (r *runner) build(ctx context.Context, t target) error {
	if r.built[t.dir] {
		return nil
	}
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"test", "-c"}, counting(), []string{"-o", r.program(t.dir), "./" + t.dir})...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return &fault{"it cannot be built", err.Error() + "\n" + string(bytes.TrimSpace(out))}
	}
	r.built[t.dir] = true
	return nil
}

// counting returns the flags for coverage instrumentation of the program and its modules. The flag -fuzz would also instrument the standard
// library. That includes the fuzzing engine, which then sends hundreds of kB between its processes for each input, mostly about packages
// that see no input. This took half the time or more for targets that run commands.
func counting() (flags []string) {
	for _, path := range []string{"memcity", "github.com", "go.yaml.in"} {
		flags = append(flags, "-gcflags="+path+"/...=-d=libfuzzer")
	}
	return flags
}
