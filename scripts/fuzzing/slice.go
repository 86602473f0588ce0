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

// A fault is an input for which a target fails.
type fault struct {
	input string // path of the file
	text  string // printed output
}

func (f *fault) Error() string { return f.input + ": " + f.text }

// slice runs a target for one time slice.
func (r *runner) slice(ctx context.Context, t target) (done, error) {
	if err := r.build(ctx, t); err != nil {
		return done{}, err
	}
	// Inputs that reach new code are minimized too. This is limited by count: limited by time, it would take nearly all of a fast target's
	// slice.
	args := []string{"-test.run=^$", "-test.fuzz=^" + t.name + "$", "-test.fuzztime=" + r.options.slice.String(),
		"-test.fuzzminimizetime=500x", "-test.parallel=" + strconv.Itoa(r.parallel),
		"-test.fuzzcachedir=" + filepath.Join(r.dir, "inputs", filepath.FromSlash(t.dir))}
	cmd := exec.CommandContext(ctx, r.program(t.dir), args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Dir = filepath.FromSlash(t.dir)
	// Workers are many small executions. They collect garbage when they reach the memory limit, not each time that the heap doubles.
	cmd.Env = append(os.Environ(), "GOGC=off", "GOMEMLIMIT="+r.memory, "GOMAXPROCS="+strconv.Itoa(r.parallel), "MEMCITY_JVM=off")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return done{}, err
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return done{}, err
	}
	p := read(out, workers{cmd.Process.Pid})
	err = cmd.Wait()
	d := done{p.executions, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	fmt.Fprintf(r.w, "%-44s %9d executions, %6.0f for each second of %3.0f s of processor time, %d inputs\n", t, d.executions,
		d.speed(), d.processor.Seconds(), p.inputs)
	if err == nil || ctx.Err() != nil || p.outOfTime() {
		return d, nil
	}
	return d, r.faultOf(t, p)
}

// A printed is the parsed output of a target.
type printed struct {
	executions int64
	seconds    int    // running time
	inputs     int    // number of its inputs
	failing    string // failing input, relative to the folder of the package
	other      strings.Builder
}

// outOfTime reports whether a target failed only because its time was up just as a worker started. Go's fuzzing engine then prints the
// deadline error instead of ending successfully.
func (p *printed) outOfTime() bool {
	return p.failing == "" && deadline.MatchString(p.other.String())
}

var (
	deadline = regexp.MustCompile(`^--- FAIL: \w+ \([0-9.]+s\)\n\s+context deadline exceeded\nFAIL\n*$`)
	progress = regexp.MustCompile(`^fuzz: elapsed: ([0-9hms]+),.*?execs: (\d+) .*?(?:total: (\d+))?\)$`)
	elapsed  = regexp.MustCompile(`^fuzz: elapsed: `)
	failing  = regexp.MustCompile(`^\s*Failing input written to (\S+)`)
)

// stuck is the number of seconds without an execution after which an execution counts as hung. Time that the workers wait for a processor
// does not count, since a busy machine may run them for less than a second per minute.
const stuck = 30

// processes are the processes of a target.
type processes interface {
	waited() time.Duration // time that running ones were ready to run but had no processor; only differences count
	abort()
}

// read parses the output of a target. If an execution hangs, it aborts the processes once.
func read(r io.Reader, w processes) *printed {
	p := &printed{}
	changed, waited, aborted := 0, time.Duration(0), false // at the last execution
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
				changed, waited = p.seconds, w.waited()
			} else if time.Duration(p.seconds-changed)*time.Second-max(0, w.waited()-waited) >= stuck*time.Second && !aborted {
				aborted = true
				w.abort()
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

// faultOf returns the fault that a target found. It renames the input after the failure.
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

// rename returns a name for an input: the failure in a few words, and the start of its old name, a hash.
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
