package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/recording"
	"memcity/trace/open"
	"memcity/trace/tracetest/jdk"
)

// greeter is a program that prints a line, and ends with its input and a given exit status.
const greeter = `public class Greeter {
  static Object[] kept = new Object[500];
  public static void main(String[] a) throws Exception {
    for (int i = 0; i < kept.length; i++) kept[i] = new Greeter();
    System.out.println("hello");
    System.err.println("trouble");
    while (System.in.read() >= 0) { }
    System.exit(Integer.parseInt(a[0]));
  }
}`

// greets returns the command that runs the program.
func greets(t *testing.T, status int) []string {
	t.Helper()
	home := jdk.Homes(t)[0]
	dir := jdk.Compile(t, home, "Greeter", greeter)
	return []string{jdk.Tool(home, "java"), "-Xmx64m", "-cp", dir, "Greeter", strconv.Itoa(status)}
}

// recorder starts memcity as a separate process, and returns once the recorded program has printed its line.
func recorder(t *testing.T, args ...string) (cmd *exec.Cmd, stdin io.WriteCloser, stdout *bufio.Reader, stderr *strings.Builder) {
	t.Helper()
	cmd = exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	stderr = &strings.Builder{}
	cmd.Stderr = stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	stdout = bufio.NewReader(out)
	if line, err := stdout.ReadString('\n'); line != "hello\n" {
		t.Fatalf("the program printed %q (%v); standard error: %s", line, err, stderr)
	}
	return cmd, stdin, stdout, stderr
}

// waitForPoint waits until a growing recording has a GC point.
func waitForPoint(t *testing.T, path string) {
	t.Helper()
	for {
		if rec, err := open.Paths(t.Context(), []string{path}, nil); err == nil && len(rec.Points) > 0 {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatal("there is no GC point")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// TestRecord: memcity passes through the streams and the exit status of the program, and the trace opens.
func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.mct")
	args := append([]string{"record", "--mode", "histograms", "-o", path, "--"}, greets(t, 7)...)
	cmd, stdin, stdout, stderr := recorder(t, args...)
	waitForPoint(t, path)
	stdin.Close()
	if rest, err := io.ReadAll(stdout); err != nil || len(rest) > 0 {
		t.Errorf("the program printed %q (%v)", rest, err)
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 7 {
		t.Errorf("status %d, want 7", status)
	}
	if text := stderr.String(); !strings.HasPrefix(text, "trouble\n") || !strings.Contains(text, "open it with: memcity "+path) {
		t.Errorf("standard error is %q", text)
	}
	if r, err := open.Paths(t.Context(), []string{path}, nil); err != nil ||
		strings.Contains(stderr.String(), "too few GC points") != (len(r.Points) < 3) {
		t.Errorf("%d GC points (%v), standard error is %q", len(r.Points), err, stderr)
	}
	tree := ok(t, "tree", path, "--by", "type", "--format", "csv")
	if !strings.Contains(tree, "Greeter,") || !strings.Contains(tree, ",500,") {
		t.Errorf("the tree is\n%s", tree)
	}
}

// TestRecordSignal: without a terminal, a signal goes to the program.
func TestRecordSignal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.mct")
	args := append([]string{"record", "--mode", "histograms", "-o", path, "--"}, greets(t, 0)...)
	cmd, _, _, stderr := recorder(t, args...)
	waitForPoint(t, path)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Skip(err)
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 128+int(syscall.SIGTERM) {
		t.Errorf("status %d; standard error: %s", status, stderr)
	}
	if r, err := open.Paths(t.Context(), []string{path}, nil); err != nil || len(r.Warnings) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestAttach records a running program, found by name, until it is stopped, then refuses to replace the file.
func TestAttach(t *testing.T) {
	argv := greets(t, 0)
	cmd := exec.Command(argv[0], argv[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Programs []recording.Program `json:"programs"`
	}
	if err := json.Unmarshal([]byte(ok(t, "record", "--list", "--format", "json")), &list); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, p := range list.Programs {
		found = found || p.PID == cmd.Process.Pid && p.Name == "Greeter" && p.Usable && p.Java >= 11
	}
	if !found {
		t.Errorf("listed %+v", list)
	}
	if table := ok(t, "record", "--list"); !strings.Contains(table, fmt.Sprintf("\n%d", cmd.Process.Pid)) {
		t.Errorf("listed\n%s", table)
	}
	path := filepath.Join(t.TempDir(), "out.mct")
	pid := strconv.Itoa(cmd.Process.Pid)
	args := []string{"attach", "--mode", "histograms", "-o", path, "--stop-after", "2s", pid}
	if r := memcity(args...); r.err != nil || !strings.Contains(r.stderr, "recorded Greeter") {
		t.Fatalf("%v\n%s", r.err, r.stderr)
	}
	if info := ok(t, "info", path); !strings.Contains(info, "Memory City trace") {
		t.Errorf("info says\n%s", info)
	}
	if r := memcity(args...); r.status != cli.ExitCheckFailed || !strings.Contains(r.err.Error(), "already") {
		t.Errorf("the file was replaced: %v", r.err)
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if r := memcity("attach", "--mode", "histograms", pid); r.err == nil {
		t.Error("a program that has ended is recorded")
	}
}

// TestCancelRecorders: record and attach that are canceled end without an error once they have a GC point, with a complete file. A program
// that was already running continues, and a program started by record runs until its input ends.
func TestCancelRecorders(t *testing.T) {
	for _, name := range []string{"record", "attach"} {
		path := filepath.Join(t.TempDir(), "out.mct")
		argv := greets(t, 0)
		args := append([]string{name, "--mode", "histograms", "-o", path, "--"}, argv...)
		program := exec.Command(argv[0], argv[1:]...)
		stdin, out := io.Pipe()
		if name == "attach" {
			input, err := program.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := program.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := program.Start(); err != nil {
				t.Fatal(err)
			}
			defer program.Process.Kill()
			defer input.Close()
			if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			args = []string{name, "--mode", "histograms", "-o", path, strconv.Itoa(program.Process.Pid)}
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		var stderr lockedBuffer
		go func() { done <- commandLine().Run(ctx, args, stdin, io.Discard, &stderr) }()
		waitForPoint(t, path)
		cancel()
		if name == "record" {
			out.Close() // the program ends, which record waits for
		}
		if err := <-done; err != nil {
			t.Errorf("%s ends with %v; standard error: %s", name, err, stderr.String())
		}
		if r, err := open.Paths(t.Context(), []string{path}, nil); err != nil || len(r.Points) == 0 || len(r.Warnings) > 0 {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if name == "attach" {
			if err := program.Process.Signal(syscall.Signal(0)); err != nil {
				t.Errorf("the program has ended: %v", err)
			}
		}
	}
}

func TestWrongRecord(t *testing.T) {
	for _, args := range [][]string{
		{"record"}, {"attach"}, {"attach", "1", "2"},
		{"record", "--mode", "all", "--", "java"},
		{"record", "--budget", "0", "--", "java"},
		{"record", "--budget", "101", "--", "java"},
		{"record", "--depth", "1000", "--", "java"},
		{"record", "--every", "-1s", "--", "java"},
		{"record", "--interval", "many", "--", "java"},
		{"record", "--interval", "99999g", "--", "java"},
		{"record", "--stop-after", "soon", "--", "java"},
		{"record", "--keep", "--", "java"},
		{"record", "--list", "java"},
		{"record", "--list", "--format", "xml"},
		{"record", "--format", "json", "--", "java"},
	} {
		r := memcity(args...)
		if r.status != cli.ExitUsage || r.stdout != "" || strings.ContainsAny(r.err.Error(), "\n") {
			t.Errorf("%s: status %d, error %v, output %q", strings.Join(args, " "), r.status, r.err, r.stdout)
		}
	}
}
