package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// An outcome is what became of a mutant.
type outcome string

const (
	killed       outcome = "killed"       // a test failed, or the program of the tests did
	hung         outcome = "hung"         // the tests did not end in time, which kills it too
	survived     outcome = "survived"     // all tests passed
	notCompiled  outcome = "not compiled" // is no mutant
	isEquivalent outcome = "equivalent"   // listed as such
)

type goPackage struct {
	Dir        string
	ImportPath string
	GoFiles    []string
	Module     struct{ Path string }
}

// folder returns the folder of the package from the root of its module.
func (p goPackage) folder() string {
	if p.ImportPath == p.Module.Path {
		return "."
	}
	return strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
}

// A runner compiles and runs the tests of packages, one at a time.
type runner struct {
	scratch string // a folder for changed files and the programs of tests
	limits  *limits
}

func newRunner(l *limits) (*runner, error) {
	scratch, err := os.MkdirTemp("", "mutation")
	return &runner{scratch, l}, err
}

// A limit is what the tests of a package may take before they count as hung. It is processor time, which hardly depends
// on what else the machine does. Tests that wait for something use none: they have a longer time by the clock.
type limit struct{ processor, clock time.Duration }

// waiting is how much longer by the clock tests may take than in processor time, in case of a busy machine.
const waiting = 10

// limits has the limits of the packages that were run without a mutant. Runners share it.
type limits struct {
	spare time.Duration
	mu    sync.Mutex
	of    map[string]limit // by import path
}

func (r *runner) close() { os.RemoveAll(r.scratch) }

func (r *runner) tests() string { return filepath.Join(r.scratch, "tests") }

// command runs without cgo, without virtual machines, and with what it starts ended soon after the context.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "MEMCITY_JVM=off")
	cmd.WaitDelay = time.Second
	return cmd
}

// list returns the packages that the patterns name; a pattern that starts with a minus leaves out a folder of the
// module with all below it.
func list(ctx context.Context, patterns []string) ([]goPackage, error) {
	args := []string{"list", "-json=Dir,ImportPath,GoFiles,Module"}
	var without []string
	for _, p := range patterns {
		if folder, ok := strings.CutPrefix(p, "-"); ok {
			without = append(without, folder)
		} else {
			args = append(args, p)
		}
	}
	cmd := command(ctx, "go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []goPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		left := false
		for _, w := range without {
			left = left || p.folder() == w || strings.HasPrefix(p.folder(), w+"/")
		}
		if !left {
			packages = append(packages, p)
		}
	}
}

// try compiles the tests of the mutant's package with it and runs them.
func (r *runner) try(ctx context.Context, m mutant) (outcome, error) {
	allowed, err := r.limit(ctx, m)
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(r.scratch, "mutant.go"), filepath.Join(r.scratch, "overlay.json")
	if err := os.WriteFile(changed, m.apply(source), 0o600); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {m.file: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	if _, err := r.compile(ctx, m.importPath, "-overlay", overlay); err != nil {
		return notCompiled, ctx.Err()
	}
	output, _, err := r.run(ctx, filepath.Dir(m.file), allowed)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil:
		return survived, nil
	case hangs(output, err):
		return hung, nil
	}
	return killed, nil
}

// limit measures the tests of the mutant's package without a mutant: they may take a multiple of that, and the spare
// time. The first mutant of a package waits for it, and with it those of other packages.
func (r *runner) limit(ctx context.Context, m mutant) (limit, error) {
	r.limits.mu.Lock()
	defer r.limits.mu.Unlock()
	if l, ok := r.limits.of[m.importPath]; ok {
		return l, nil
	}
	if output, err := r.compile(ctx, m.importPath); err != nil {
		return limit{}, fmt.Errorf("%s does not compile: %w\n%s", m.importPath, err, output)
	}
	output, used, err := r.run(ctx, filepath.Dir(m.file), limit{10 * time.Minute, time.Hour})
	if err != nil {
		return limit{}, fmt.Errorf("%s fails without a mutant: %w\n%s", m.importPath, err, output)
	}
	l := limit{5*used + r.limits.spare, waiting * (used + r.limits.spare)}
	r.limits.of[m.importPath] = l
	return l, nil
}

// compile leaves no program behind for a package without tests.
func (r *runner) compile(ctx context.Context, importPath string, args ...string) (output string, err error) {
	os.Remove(r.tests())
	args = append([]string{"test", "-c", "-vet=off", "-p", "1", "-ldflags=-s -w", "-o", r.tests()}, args...)
	out, err := command(ctx, "go", append(args, importPath)...).CombinedOutput()
	return string(out), err
}

// run runs the compiled tests, if there are any, in the folder of their package. The system ends them at the limit of processor time, in
// whole seconds; they end themselves at that of the clock. The last limit is for those that hang before they begin.
func (r *runner) run(ctx context.Context, folder string, l limit) (output string, used time.Duration, err error) {
	within, cancel := context.WithTimeout(ctx, l.clock+10*time.Second)
	defer cancel()
	if _, err := os.Stat(r.tests()); errors.Is(err, fs.ErrNotExist) {
		return "no test files", 0, nil
	}
	cmd := command(within, "sh", "-c", `ulimit -t "$1" && shift && exec "$@"`, "sh", strconv.Itoa(int(l.processor.Seconds())+1),
		r.tests(), "-test.short", "-test.failfast", "-test.timeout", l.clock.String())
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if within.Err() != nil {
		err = within.Err()
	}
	if cmd.ProcessState != nil {
		used = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return string(out), used, err
}

// hangs reports whether tests were ended at one of their limits.
func hangs(output string, err error) bool {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status, ok := exit.Sys().(syscall.WaitStatus)
		return ok && status.Signaled() && status.Signal() == syscall.SIGKILL || strings.Contains(output, "panic: test timed out")
	}
	return errors.Is(err, context.DeadlineExceeded)
}
