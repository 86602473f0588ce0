package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A fault is an input that a target fails on.
type fault struct {
	input string // path of the file
	text  string // what was printed
}

func (f *fault) Error() string { return f.input + ": " + f.text }

// slice runs a target for the time of a slice.
func (r *runner) slice(ctx context.Context, t target) (done, error) {
	if err := r.build(ctx, t); err != nil {
		return done{}, err
	}
	// Inputs that reach new code are made small too, which is not counted: by time, it would take nearly all of a fast target's.
	args := []string{"-test.run=^$", "-test.fuzz=^" + t.name + "$", "-test.fuzztime=" + r.options.slice.String(),
		"-test.fuzzminimizetime=500x", "-test.parallel=" + strconv.Itoa(r.parallel),
		"-test.fuzzcachedir=" + filepath.Join(r.dir, "inputs", filepath.FromSlash(t.dir))}
	cmd := exec.CommandContext(ctx, r.program(t.dir), args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Dir = filepath.FromSlash(t.dir)
	// Workers are many small executions: they collect garbage when their memory is used up, not each time that it doubles.
	cmd.Env = append(os.Environ(), "GOGC=off", "GOMEMLIMIT="+r.memory, "GOMAXPROCS="+strconv.Itoa(r.parallel), "MEMCITY_JVM=off")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return done{}, err
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return done{}, err
	}
	p := read(out, func() { abortWorkers(cmd.Process.Pid) })
	err = cmd.Wait()
	d := done{p.executions, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	fmt.Fprintf(r.w, "%-44s %9d executions, %6.0f for each second of %3.0f s of processor time, %d inputs\n", t, d.executions,
		d.speed(), d.processor.Seconds(), p.inputs)
	if err == nil || ctx.Err() != nil || p.outOfTime() {
		return d, nil
	}
	return d, r.faultOf(t, p)
}

// A printed is what a target printed.
type printed struct {
	executions int64
	seconds    int    // that it ran
	inputs     int    // that it has
	failing    string // the input that it wrote, from the folder of the package
	other      strings.Builder
}

// outOfTime reports whether a target failed only because its time was over just as a worker began: Go's fuzzing engine then prints the
// error of the deadline instead of ending well.
func (p *printed) outOfTime() bool {
	return p.failing == "" && deadline.MatchString(p.other.String())
}

var (
	deadline = regexp.MustCompile(`^--- FAIL: \w+ \([0-9.]+s\)\n\s+context deadline exceeded\nFAIL\n*$`)
	progress = regexp.MustCompile(`^fuzz: elapsed: ([0-9hms]+),.*?execs: (\d+) .*?(?:total: (\d+))?\)$`)
	elapsed  = regexp.MustCompile(`^fuzz: elapsed: `)
	failing  = regexp.MustCompile(`^\s*Failing input written to (\S+)`)
)

// stuck is the number of seconds without an execution after which one is taken not to end.
const stuck = 30

// read reads what a target prints. When executions do not end it calls abort once.
func read(r io.Reader, abort func()) *printed {
	p := &printed{}
	changed, aborted := 0, false
	for lines := bufio.NewScanner(r); lines.Scan(); {
		line := lines.Text()
		if m := progress.FindStringSubmatch(line); m != nil {
			before := p.executions
			p.executions, _ = strconv.ParseInt(m[2], 10, 64)
			if d, err := time.ParseDuration(m[1]); err == nil {
				p.seconds = int(d.Seconds())
			}
			if m[3] != "" {
				p.inputs, _ = strconv.Atoi(m[3])
			}
			if p.executions != before || strings.Contains(line, "minimizing") {
				changed = p.seconds
			} else if p.seconds-changed >= stuck && !aborted {
				aborted = true
				abort()
			}
			continue
		}
		if m := failing.FindStringSubmatch(line); m != nil {
			p.failing = m[1]
		}
		if !elapsed.MatchString(line) && p.other.Len() < 1<<14 {
			p.other.WriteString(line + "\n")
		}
	}
	return p
}

// faultOf returns the fault that a target found; its input gets a name that says what went wrong.
func (r *runner) faultOf(t target, p *printed) error {
	f := &fault{"an input that is in testdata/fuzz already, or a seed", strings.TrimSpace(p.other.String())}
	if p.failing == "" {
		return f
	}
	from := filepath.Join(filepath.FromSlash(t.dir), p.failing)
	f.input = filepath.Join(filepath.Dir(from), rename(f.text, filepath.Base(from)))
	return joined(f, os.Rename(from, f.input))
}

func joined(f *fault, err error) error {
	if err != nil {
		return err
	}
	return f
}

var (
	position = regexp.MustCompile(`^\s*\S+\.go:\d+: `)
	noise    = regexp.MustCompile(`[^a-z]+`)
)

// rename returns a name for an input: what went wrong in a few words, and the start of hash, its name before.
func rename(text, hash string) string {
	words := "fails"
	for _, line := range strings.Split(text, "\n") {
		if cut := position.ReplaceAllString(line, ""); cut != line || strings.Contains(line, "panic:") || strings.Contains(line, "fuzzing process hung") {
			words = strings.Trim(noise.ReplaceAllString(strings.ToLower(cut), "-"), "-")
			break
		}
	}
	if len(words) > 48 {
		words = strings.TrimRight(words[:48], "-")
	}
	return words + "-" + hash[:min(8, len(hash))]
}

// abortWorkers ends the workers of a fuzzing process so that it takes what they run for the fault that it is: a
// process that dies is one. Where there is no /proc the slice ends without a fault.
func abortWorkers(pid int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // each thread has its own
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, child := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(child); err == nil {
				abort(pid)
			}
		}
	}
}
