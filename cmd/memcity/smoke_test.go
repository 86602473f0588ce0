package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/window"
	"memcity/render/headless/gltest"
	"memcity/render/ui/model"
	"memcity/trace/tracetest/testrun"
)

// needsDisplay skips a test if no window can be shown or driven, or fails it if that is required.
func needsDisplay(t *testing.T) {
	t.Helper()
	problem := ""
	if os.Getenv("DISPLAY") == "" {
		problem = "DISPLAY is not set; scripts/with-xvfb sets it"
	} else if _, err := exec.LookPath("xdotool"); err != nil {
		problem = err.Error()
	}
	if problem == "" {
		return
	}
	if os.Getenv(gltest.Required) == "1" {
		t.Fatal(problem)
	}
	t.Skip(problem)
}

// program is a process of the program with a window on a display.
type program struct {
	t      *testing.T
	cmd    *exec.Cmd
	stderr bytes.Buffer
	ended  chan error
	id     string // of the window
}

// startProgram starts the program and waits for its window.
func startProgram(t *testing.T, args ...string) *program {
	t.Helper()
	needsDisplay(t)
	p := &program{t: t, ended: make(chan error, 1)}
	p.cmd = exec.Command(os.Args[0], args...)
	p.cmd.Env = append(os.Environ(), asProgram+"=1")
	p.cmd.Stderr = &p.stderr
	begin := time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() {
		if p.cmd.ProcessState == nil {
			_ = p.cmd.Process.Kill()
			<-p.ended
		}
	})
	p.until("a window", func() bool {
		p.id = strings.TrimSpace(p.xdotool("search", "--onlyvisible", "--pid", strconv.Itoa(p.cmd.Process.Pid)))
		p.id, _, _ = strings.Cut(p.id, "\n")
		return p.id != ""
	})
	t.Logf("a window after %v", time.Since(begin).Round(time.Millisecond))
	return p
}

// until waits until a condition holds, and fails if the program ends.
func (p *program) until(what string, done func() bool) {
	p.t.Helper()
	testrun.Until(p.t, what, func() bool {
		select {
		case err := <-p.ended:
			p.ended <- err
			p.t.Fatalf("ended while waiting for %s: %v\n%s", what, err, &p.stderr)
		default:
		}
		return done()
	})
}

// xdotool runs one command. It ignores the exit status with which xdotool reports that it found nothing.
func (p *program) xdotool(args ...string) string {
	p.t.Helper()
	out, err := exec.CommandContext(p.t.Context(), "xdotool", args...).Output()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		p.t.Fatal(err)
	}
	return string(out)
}

func (p *program) untilTitle(want string) {
	p.t.Helper()
	begin := time.Now()
	p.until("title "+want, func() bool { return strings.TrimSpace(p.xdotool("getwindowname", p.id)) == want })
	p.t.Logf("title %q after %v more", want, time.Since(begin).Round(time.Millisecond))
}

// key types a key after focusing the window, since there is no window manager to do so.
func (p *program) key(name string) { p.xdotool("windowfocus", "--sync", p.id, "key", name) }

func (p *program) click(x, y int) {
	p.xdotool("mousemove", "--window", p.id, strconv.Itoa(x), strconv.Itoa(y), "click", "1")
}

// end waits for the program to end with a status.
func (p *program) end(status int) {
	p.t.Helper()
	select {
	case <-p.ended:
		if got := p.cmd.ProcessState.ExitCode(); got != status {
			p.t.Errorf("ended with status %d, want %d\n%s", got, status, &p.stderr)
		}
	case <-testrun.TooLate(p.t):
		p.t.Fatalf("did not end\n%s", &p.stderr)
	}
}

// quit ends the program by its key, and retries until the window has the focus.
func (p *program) quit() {
	p.t.Helper()
	testrun.Until(p.t, "the end after Ctrl+Q", func() bool {
		p.key("ctrl+q")
		select {
		case err := <-p.ended:
			p.ended <- err
			p.end(cli.ExitDone)
			return true
		case <-time.After(500 * time.Millisecond):
			return false
		}
	})
}

// cpu returns the CPU time that the program has used.
func (p *program) cpu() time.Duration {
	p.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		p.t.Skip(err)
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	var ticks int64
	for _, f := range fields[11:13] { // user and system, in hundredths of a second
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			p.t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

func TestWindowOnDisplay(t *testing.T) {
	p := startProgram(t, "demo", "persons")
	p.untilTitle("persons – Memory City")
	p.xdotool("mousemove", "--window", p.id, "640", "400")
	p.key("N")
	p.key("Home")
	used := p.cpu()
	p.until("rest, in which the window uses a hundredth of a processor at most", func() bool {
		time.Sleep(time.Second)
		before := used
		used = p.cpu()
		return used-before <= 10*time.Millisecond
	})
	p.quit()
}

// TestClickOnDisplay: controls are at the positions that the panels report. The start screen opens a bundled recording, even after a resize.
func TestClickOnDisplay(t *testing.T) {
	needsDisplay(t)
	const width, height = 900, 700
	var x, y float64
	options := window.Options(&cli.Definitions{})
	options.Recorder = window.Recorder{} // it affects the contents of the start screen
	demo := options.Demos[2]
	inNewWindow(t, options, func(w *screen) {
		w.resize(width, height, 1)
		x, y = middle(w.item(model.Start, "button", demo.Title).Rect)
	})
	p := startProgram(t)
	p.untilTitle("Memory City")
	p.xdotool("windowsize", "--sync", p.id, strconv.Itoa(width), strconv.Itoa(height))
	p.until("recording", func() bool {
		p.click(int(x), int(y))
		time.Sleep(300 * time.Millisecond)
		return strings.HasPrefix(p.xdotool("getwindowname", p.id), demo.Name)
	})
	p.quit()
}

// TestInterruptOnDisplay: an interrupt from the terminal ends the window, even while it reads.
func TestInterruptOnDisplay(t *testing.T) {
	p := startProgram(t, "demo", "two-caches")
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	p.end(cli.ExitDone)
}

// TestNoDisplay: without a display there is a message and no crash.
func TestNoDisplay(t *testing.T) {
	cmd := exec.Command(os.Args[0], "demo", "persons")
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "DISPLAY=") && !strings.HasPrefix(v, "WAYLAND_DISPLAY=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, asProgram+"=1", "HOME="+t.TempDir(), "XDG_CONFIG_HOME=")
	cmd.Dir = filepath.Dir(os.Args[0])
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != cli.ExitCheckFailed || !strings.HasPrefix(string(out), "memcity: window: no display") ||
		strings.Count(string(out), "\n") != 1 {
		t.Errorf("%v: %s", err, out)
	}
}
