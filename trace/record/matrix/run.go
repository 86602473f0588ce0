package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/record"
)

const (
	rounds = 12
	status = 7 // expected exit status of the program
	// oldest is the oldest Java version that the agent supports.
	oldest = 11
	// silence is how long a program may print nothing before it counts as hung.
	silence = 3 * time.Minute
)

// run is a combination to run.
type run struct {
	*matrix
	jdk     jdk
	options []string
	mode    record.Mode
}

// result is the result of a run.
type result struct {
	failed string // description of the failure; empty on success
	lines  int    // lines printed by the VM in addition to the program's output
	folder string // contains the files of the run
}

// session is a running program.
type session struct {
	folder string
	in     *os.File
	lines  chan string // lines of the program's standard output; closed at its end
	errors *os.File
	ends   []*os.File // pipe ends for the program
	kill   func()
	more   []string // lines not printed by the program
}

func (r run) argv() []string {
	argv := append([]string{r.jdk.tool(), "-Xmx300m"}, r.options...)
	return append(argv, "-XX:ErrorFile=hs_err_%p.log", "-cp", r.classes, "Work", fmt.Sprint(rounds))
}

// open creates the streams of a program, in a new folder.
func open() (*session, error) {
	s := &session{lines: make(chan string, 1000), kill: func() {}}
	var err error
	if s.folder, err = os.MkdirTemp("", "matrix"); err != nil {
		return nil, err
	}
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	if s.errors, err = os.Create(filepath.Join(s.folder, "stderr")); err != nil {
		return nil, err
	}
	s.in, s.ends = inWrite, []*os.File{inRead, outWrite, s.errors}
	go func() {
		defer close(s.lines)
		defer outRead.Close()
		in := bufio.NewScanner(outRead)
		for in.Scan() {
			s.lines <- in.Text()
		}
	}()
	return s, nil
}

// started closes the program's pipe ends in this process.
func (s *session) started() {
	for _, f := range s.ends {
		f.Close()
	}
}

// until reads lines up to and including the given one. It returns false if the program ends or hangs first.
func (s *session) until(line string) bool {
	limit := time.NewTimer(silence)
	defer limit.Stop()
	for {
		select {
		case got, ok := <-s.lines:
			if !ok || got == line {
				return ok
			}
			limit.Reset(silence)
			if got != "ready" && !strings.HasPrefix(got, "round ") {
				s.more = append(s.more, got)
			}
		case <-limit.C:
			s.more = append(s.more, fmt.Sprintf("the program printed nothing for %v and was ended", silence))
			s.kill()
			s.kill = func() {}
		}
	}
}

// alone runs the program without a recorder.
func (r run) alone() result {
	return r.do(0, func(s *session) (int, error) {
		cmd, err := r.start(s)
		if err != nil {
			return 0, err
		}
		s.until("ready")
		io.WriteString(s.in, "\n")
		s.until("")
		return exit(cmd.Wait())
	})
}

// start starts the program without a recorder.
func (r run) start(s *session) (*exec.Cmd, error) {
	argv := r.argv()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = s.folder, s.ends[0], s.ends[1], s.ends[2]
	err := cmd.Start()
	s.started()
	s.kill = func() { cmd.Process.Kill() }
	return cmd, err
}

func exit(err error) (int, error) {
	var ended *exec.ExitError
	switch {
	case err == nil:
		return 0, nil
	case errors.As(err, &ended):
		return ended.ExitCode(), nil
	}
	return 0, err
}

// recorded runs the program with a recorder and compares the result with alone.
func (r run) recorded(ctx context.Context, kind string, alone result) result {
	var recorder *record.Recorder
	o := record.Options{Mode: r.mode, Every: 20 * time.Millisecond, Budget: 50, MaxPause: time.Minute, NoInternals: r.plain, Tool: "matrix", Now: r.now}
	got := r.do(alone.lines, func(s *session) (code int, err error) {
		o.Out = filepath.Join(s.folder, "out.mct")
		if kind == "load" {
			o.Dir, o.Stdin, o.Stdout, o.Stderr = s.folder, s.ends[0], s.ends[1], s.ends[2]
			recorder, err = record.Start(ctx, r.argv(), o)
			s.started()
			if err != nil {
				return 0, err
			}
			s.kill = func() { recorder.Signal(os.Kill) }
			s.until("ready")
			io.WriteString(s.in, "\n")
			s.until("")
			return recorder.WaitProgram(), recorder.Wait()
		}
		cmd, err := r.start(s)
		if err != nil {
			return 0, err
		}
		s.until("ready")
		recorder, err = record.Attach(ctx, cmd.Process.Pid, o)
		io.WriteString(s.in, "\n")
		if err == nil && kind == "stop" {
			s.until(fmt.Sprint("round ", rounds/2))
			err = recorder.Stop()
		}
		s.until("")
		code, ended := exit(cmd.Wait())
		if err == nil && recorder != nil {
			err = recorder.Wait()
		}
		return code, errors.Join(err, ended)
	})
	if recorder != nil {
		recorder.Stop()
	}
	if got.failed == "" && r.jdk.java >= oldest {
		got.failed = look(ctx, o.Out)
	}
	return got
}

// do runs a program by calling f, which returns its exit status, and checks the files that it left.
func (r run) do(lines int, f func(s *session) (int, error)) result {
	s, err := open()
	if err != nil {
		return result{failed: err.Error()}
	}
	got := result{folder: s.folder}
	defer s.in.Close()
	code, err := f(s)
	crashes, _ := filepath.Glob(filepath.Join(s.folder, "hs_err*"))
	got.lines = len(s.more)
	if err := os.WriteFile(filepath.Join(s.folder, "more"), []byte(strings.Join(s.more, "\n")+"\n"), 0o666); err != nil {
		got.failed = err.Error()
	}
	switch {
	case len(crashes) > 0:
		got.failed = "the VM crashed: " + problem(crashes[0])
	case code != status:
		got.failed = fmt.Sprintf("status %d, expected %d; %v", code, status, err)
	case err != nil && r.jdk.java >= oldest:
		got.failed = err.Error()
	case warned(s.more) > lines:
		got.failed = fmt.Sprintf("the VM warned: %.300q", s.more)
	}
	got.lines = warned(s.more)
	return got
}

// warned counts the reports of -Xcheck:jni.
func warned(lines []string) int {
	n := 0
	for _, l := range lines {
		if strings.HasPrefix(l, "WARNING") || strings.HasPrefix(l, "FATAL") {
			n++
		}
	}
	return n
}

// problem returns the problematic frame from the VM's crash report.
func problem(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	text := string(data)
	if _, rest, ok := strings.Cut(text, "# Problematic frame:\n# "); ok {
		text, _, _ = strings.Cut(rest, "\n")
		return text
	}
	return path
}

// look returns a description of the fault in a trace; empty if it is valid.
func look(ctx context.Context, path string) string {
	file, err := trace.DiskFile(path)
	if err != nil {
		return err.Error()
	}
	rec, err := native.Open(ctx, []trace.File{file}, nil)
	if err != nil {
		return err.Error()
	}
	if len(rec.Points) == 0 {
		return "the trace has no GC point"
	}
	return ""
}
