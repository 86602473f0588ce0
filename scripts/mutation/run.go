package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// An outcome is the result of running the tests with a mutant.
type outcome string

const (
	killed       outcome = "killed"       // a test failed or crashed
	hung         outcome = "hung"         // the tests did not end in time, which counts as killed
	survived     outcome = "survived"     // all tests passed
	notCompiled  outcome = "not compiled" // not a valid mutant
	isEquivalent outcome = "equivalent"   // listed as equivalent
)

type goPackage struct {
	Dir        string
	ImportPath string
	GoFiles    []string
	Module     struct{ Path, GoVersion string }
}

// folder returns the folder of the package relative to the root of its module.
func (p goPackage) folder() string {
	if p.ImportPath == p.Module.Path {
		return "."
	}
	return strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
}

// A runner compiles and runs the tests of a package.
type runner struct {
	*checked
	scratch string // folder for changed files and the test program
	spare   time.Duration
}

func newRunner(p *checked, spare time.Duration) (*runner, error) {
	scratch, err := os.MkdirTemp("", "mutation")
	return &runner{p, scratch, spare}, err
}

// A limit is the maximum time for the tests of a package before they count as hung. The main limit is processor time, which hardly depends
// on other load of the machine. Tests that wait for something use none, so there is also a longer clock limit.
type limit struct {
	processor, clock time.Duration
	quick            string // pattern of the tests to run first; empty to run all together
}

// waiting is the ratio of clock time to processor time that tests may reach on a busy machine.
const waiting = 10

func (r *runner) close() { os.RemoveAll(r.scratch) }

func (r *runner) tests() string { return filepath.Join(r.scratch, "tests") }

// command returns a command that runs without cgo and virtual machines. What it starts is killed soon after ctx is done.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "MEMCITY_JVM=off")
	cmd.WaitDelay = time.Second
	return cmd
}

// goCommand returns the output of the go command.
func goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := command(ctx, "go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}

// list returns the packages that match the patterns. A pattern that starts with a minus excludes a folder of the module and everything
// below it.
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
	out, err := goCommand(ctx, args...)
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
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

// try reports the outcomes of the mutants. It compiles as many as possible into one program and the others separately. If the tests do not
// pass with that program, it compiles all separately.
func (r *runner) try(ctx context.Context, mutants []mutant, report func(mutant, outcome)) error {
	together, alone := schemaOf(r.checked, mutants)
	if len(together.mutants) > 0 {
		l, err := r.prepare(ctx, together.files)
		if err != nil && ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "mutation: each mutant is compiled by itself:", err)
			alone, together.mutants = mutants, nil
		}
		for i, m := range together.mutants {
			o, err := r.outcome(ctx, i+1, l)
			if err != nil {
				return err
			}
			report(m, o)
		}
	}
	if len(alone) == 0 {
		return nil
	}
	l, err := r.prepare(ctx, nil)
	if err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	for _, m := range alone {
		o := notCompiled
		if _, err := r.compile(ctx, map[string][]byte{m.file: m.apply(r.sources[m.file])}); err == nil {
			if o, err = r.outcome(ctx, 0, l); err != nil {
				return err
			}
		} else if ctx.Err() != nil {
			return ctx.Err()
		}
		report(m, o)
	}
	return nil
}

// outcome runs the compiled tests with the mutant of the given number in the schema. It runs the quick tests first, which kill most
// mutants.
func (r *runner) outcome(ctx context.Context, number int, l limit) (outcome, error) {
	parts := [][]string{nil}
	if l.quick != "" {
		parts = [][]string{{"-test.run", l.quick}, {"-test.skip", l.quick}}
	}
	for _, part := range parts {
		output, _, err := r.run(ctx, number, l, part...)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil && hangs(output, err):
			return hung, nil
		case err != nil:
			return killed, nil
		}
	}
	return survived, nil
}

var passed = regexp.MustCompile(`(?m)^--- PASS: (\w+) \(([0-9.]+)s\)$`)

// quickest returns a pattern for the tests that together take a tenth of the total time, given the output of all tests. It is empty if all
// tests are quick.
func quickest(output string) string {
	type test struct {
		name    string
		seconds float64
	}
	var tests []test
	all := 0.0
	for _, m := range passed.FindAllStringSubmatch(output, -1) {
		seconds, _ := strconv.ParseFloat(m[2], 64)
		tests = append(tests, test{m[1], seconds})
		all += seconds
	}
	slices.SortStableFunc(tests, func(a, b test) int { return cmp.Compare(a.seconds, b.seconds) })
	var names []string
	sum := 0.0
	for _, t := range tests {
		if sum += t.seconds; sum > all/10 {
			break
		}
		names = append(names, t.name)
	}
	if all < 1 || len(names) == 0 {
		return ""
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// prepare compiles the tests with the given files in place of those in the tree, and runs them without a mutant. The limits for tests with
// a mutant are a multiple of the measured time plus the spare time.
func (r *runner) prepare(ctx context.Context, files map[string][]byte) (limit, error) {
	if output, err := r.compile(ctx, files); err != nil {
		return limit{}, fmt.Errorf("%s does not compile: %w\n%s", r.ImportPath, err, output)
	}
	output, used, err := r.run(ctx, 0, limit{10 * time.Minute, time.Hour, ""}, "-test.v")
	if err != nil {
		return limit{}, fmt.Errorf("%s fails without a mutant: %w\n%s", r.ImportPath, err, output)
	}
	return limit{5*used + r.spare, waiting * (used + r.spare), quickest(output)}, nil
}

// compile compiles the tests with the given files replaced or added. For a package without tests it leaves no program.
func (r *runner) compile(ctx context.Context, files map[string][]byte) (output string, err error) {
	os.Remove(r.tests())
	replace := map[string]string{}
	for name, text := range files {
		replace[name] = filepath.Join(r.scratch, filepath.Base(name))
		if err := os.WriteFile(replace[name], text, 0o600); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(r.scratch, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	out, err := command(ctx, "go", "test", "-c", "-vet=off", "-p", "1", "-ldflags=-s -w", "-o", r.tests(), "-overlay", overlay, r.ImportPath).CombinedOutput()
	return string(out), err
}

// run runs the compiled tests, if there are any, in the folder of their package. The system kills them at the limit of processor time, in
// whole seconds. They end themselves at the clock limit. A later timeout is for tests that hang before they start.
func (r *runner) run(ctx context.Context, number int, l limit, args ...string) (output string, used time.Duration, err error) {
	within, cancel := context.WithTimeout(ctx, l.clock+10*time.Second)
	defer cancel()
	if _, err := os.Stat(r.tests()); errors.Is(err, fs.ErrNotExist) {
		return "no test files", 0, nil
	}
	args = append([]string{"-c", `ulimit -t "$1" && shift && exec "$@"`, "sh", strconv.Itoa(int(l.processor.Seconds()) + 1),
		r.tests(), "-test.short", "-test.failfast", "-test.timeout", l.clock.String()}, args...)
	cmd := command(within, "sh", args...)
	cmd.Dir = r.Dir
	cmd.Env = append(cmd.Env, switchName+"="+strconv.Itoa(number))
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
