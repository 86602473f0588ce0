package jvm_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/trace/record/jvm"
	"memcity/trace/tracetest/jdk"
)

// idle waits for the end of its input.
const idle = `package app;
public class Idle {
  static Object[] kept = new Object[1000];
  public static void main(String[] a) throws Exception {
    for (int i = 0; i < kept.length; i++) kept[i] = new Kept();
    System.out.println("ready");
    while (System.in.read() >= 0) { }
    System.out.println("done");
  }
  static class Kept { }
}`

type program struct {
	*exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr *output
}

type output struct {
	sync.Mutex
	strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.Lock()
	defer o.Unlock()
	return o.Builder.Write(p)
}

// start compiles and runs the program, and waits until it is ready.
func start(t *testing.T, home string, options ...string) *program {
	t.Helper()
	dir := jdk.Compile(t, home, "Idle", idle)
	args := append(append([]string{"-Xmx64m"}, options...), "-cp", dir, "app.Idle", "one", "two")
	return begin(t, exec.Command(filepath.Join(home, "bin", "java"), args...))
}

// begin starts the program with a command, and waits until it is ready.
func begin(t *testing.T, cmd *exec.Cmd) *program {
	t.Helper()
	p := &program{Cmd: cmd, stderr: &output{}}
	p.Stderr = p.stderr
	var err error
	if p.stdin, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.stdout = bufio.NewReader(stdout)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Process.Kill()
		p.Wait()
	})
	p.expect(t, "ready\n")
	return p
}

func (p *program) expect(t *testing.T, want string) {
	t.Helper()
	if line, err := p.stdout.ReadString('\n'); line != want {
		t.Fatalf("the program printed %q (%v), want %q; standard error: %s", line, err, want, p.stderr.String())
	}
}

// finish ends the program and checks that it was not disturbed.
func (p *program) finish(t *testing.T) {
	t.Helper()
	p.stdin.Close()
	p.expect(t, "done\n")
	if err := p.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if text := p.stderr.String(); text != "" {
		t.Errorf("the program printed to standard error: %s", text)
	}
}

func TestCommand(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := start(t, home)
		found, err := jvm.Find(p.Process.Pid)
		if err != nil {
			t.Fatal(err)
		}
		if found.Name != "app.Idle" || found.Command != "app.Idle one two" || found.Refusal != "" || found.Version < 11 ||
			found.Started == 0 || !strings.Contains(found.VM, "64-Bit Server VM") {
			t.Errorf("found %+v", found)
		}
		list, err := jvm.List(t.Context())
		if err != nil || !slices.ContainsFunc(list, func(q jvm.Process) bool { return q.PID == p.Process.Pid }) {
			t.Errorf("the list is %+v (%v)", list, err)
		}
		for range 2 {
			text, err := jvm.Command(t.Context(), p.Process.Pid, "GC.class_histogram", "-all")
			if err != nil || !strings.Contains(string(text), "app.Idle$Kept") {
				t.Errorf("the histogram is %.100q (%v)", text, err)
			}
		}
		if _, err := jvm.Command(t.Context(), p.Process.Pid, "No.such_command"); err == nil {
			t.Error("a command that there is not was carried out")
		}
		p.finish(t)
	})
}

// TestTogether checks that many processes attaching to a VM at once send it a single signal.
func TestTogether(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := start(t, home)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if text, err := jvm.Command(t.Context(), p.Process.Pid, "VM.version"); err != nil || len(text) == 0 {
					t.Errorf("VM.version: %q (%v)", text, err)
				}
			})
		}
		group.Wait()
		p.finish(t)
	})
}

// TestRefusals checks that VMs that would print stacks or die because of the signal do not receive it.
func TestRefusals(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("jcmd decides")
	}
	tests := []struct{ option, want string }{
		{"-XX:+DisableAttachMechanism", "-XX:+DisableAttachMechanism"},
		{"-XX:-UsePerfData", "performance counters are disabled"},
		{"-XX:+PerfDisableSharedMem", "performance counters are disabled"},
	}
	jdk.Each(t, func(t *testing.T, home string) {
		for _, test := range tests {
			p := start(t, home, test.option)
			found, err := jvm.Find(p.Process.Pid)
			if err != nil || found.Name != "app.Idle" || !strings.Contains(found.Refusal, test.want) {
				t.Errorf("%s: found %+v (%v)", test.option, found, err)
			}
			_, err = jvm.Command(t.Context(), p.Process.Pid, "VM.version")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: the error is %v", test.option, err)
			}
			p.finish(t)
		}
	})
}

// TestNoSignals checks that a VM that accepts no signals listens from its start.
func TestNoSignals(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := start(t, home, "-Xrs")
		if text, err := jvm.Command(t.Context(), p.Process.Pid, "VM.version"); err != nil || len(text) == 0 {
			t.Errorf("VM.version: %q (%v)", text, err)
		}
		p.finish(t)
	})
}

func TestNoProcess(t *testing.T) {
	sleep := exec.Command("sleep", "60")
	if err := sleep.Start(); err != nil {
		t.Skip(err)
	}
	if _, err := jvm.Command(t.Context(), sleep.Process.Pid, "VM.version"); err == nil {
		t.Error("a program that is no VM took a command")
	}
	if err := sleep.Process.Kill(); err != nil { // still alive
		t.Error(err)
	}
	sleep.Wait()
	for _, pid := range []int{sleep.Process.Pid, 0, -1} {
		if _, err := jvm.Command(t.Context(), pid, "VM.version"); err == nil {
			t.Errorf("process %d took a command", pid)
		}
	}
}

func TestEnded(t *testing.T) {
	p := start(t, jdk.Homes(t)[0])
	watch, err := jvm.NewWatch(p.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	if c, err := watch.Read(); err != nil || c.Text("sun.rt.javaCommand") != "app.Idle one two" {
		t.Errorf("counters %+v (%v)", c, err)
	}
	p.Process.Kill() // leaves its counters behind
	p.Wait()
	if _, err := jvm.Command(t.Context(), p.Process.Pid, "VM.version"); err == nil {
		t.Error("a program that was killed took a command")
	}
	if _, err := watch.Read(); !errors.Is(err, jvm.ErrEnded) {
		t.Errorf("reading the counters of a program that was killed: %v", err)
	}
	if _, err := jvm.NewWatch(p.Process.Pid); err == nil || jvm.Runs(p.Process.Pid) {
		t.Error("a program that was killed is watched")
	}
}

// TestStopped checks that commands canceled before or during their execution disturb the VM no more than others.
func TestStopped(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := start(t, home)
		for i := range 60 {
			ctx, cancel := context.WithCancel(t.Context())
			if i == 0 {
				cancel()
			}
			time.AfterFunc(time.Duration(i%20)*time.Millisecond, cancel)
			_, err := jvm.Command(ctx, p.Process.Pid, "GC.class_histogram")
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v", err)
			}
			if i == 0 && err == nil {
				t.Error("a command was carried out after its context had ended")
			}
			cancel()
		}
		if text, err := jvm.Command(t.Context(), p.Process.Pid, "VM.version"); err != nil || len(text) == 0 {
			t.Errorf("VM.version: %q (%v)", text, err)
		}
		p.finish(t)
	})
}

// TestSocketGone checks a VM whose socket was deleted, as by cleaners of temporary folders. It must not receive a signal, because it would
// print its stacks.
func TestSocketGone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the socket is elsewhere")
	}
	jdk.Each(t, func(t *testing.T, home string) {
		p := start(t, home)
		for range 2 {
			if _, err := jvm.Command(t.Context(), p.Process.Pid, "VM.version"); err != nil {
				t.Error(err)
			}
			if err := os.Remove(fmt.Sprintf("/tmp/.java_pid%d", p.Process.Pid)); err != nil {
				t.Fatal(err)
			}
		}
		p.finish(t)
	})
}

// TestSocketLeft checks that a socket left behind by an earlier process with the same PID neither makes a VM appear ready nor keeps it from
// accepting commands. A VM deletes such a file while it starts, and would appear ready until then.
func TestSocketLeft(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the socket is elsewhere")
	}
	jdk.Each(t, func(t *testing.T, home string) {
		for _, option := range []string{"-XX:-UsePerfData", "-XX:+UsePerfData"} {
			p := start(t, home, option)
			leave(t, fmt.Sprintf("/tmp/.java_pid%d", p.Process.Pid))
			found, err := jvm.Find(p.Process.Pid)
			if err != nil || (found.Refusal == "") != (option == "-XX:+UsePerfData") {
				t.Errorf("%s: found %+v (%v)", option, found, err)
			}
			if _, err = jvm.Command(t.Context(), p.Process.Pid, "VM.version"); (err == nil) != (option == "-XX:+UsePerfData") {
				t.Errorf("%s: the error is %v", option, err)
			}
			p.finish(t)
		}
	})
}

// leave creates a socket without a listener.
func leave(t *testing.T, path string) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	t.Cleanup(func() { os.Remove(path) })
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLoadAgent(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		p := start(t, home, "-XX:-EnableDynamicAgentLoading")
		err := jvm.LoadAgent(t.Context(), p.Process.Pid, "/nowhere/agent.so", "")
		if err == nil || !strings.Contains(err.Error(), "EnableDynamicAgentLoading") {
			t.Errorf("the error is %v", err)
		}
		p.finish(t)
		p = start(t, home)
		err = jvm.LoadAgent(t.Context(), p.Process.Pid, "/nowhere/agent.so", "")
		if !errors.Is(err, jvm.ErrNoAgent) || !strings.Contains(err.Error(), "/nowhere/agent.so") {
			t.Errorf("the error is %v", err)
		}
	})
}

func TestDescendants(t *testing.T) {
	p := start(t, jdk.Homes(t)[0])
	for _, pid := range []int{os.Getpid(), p.Process.Pid} {
		list, err := jvm.Descendants(t.Context(), pid)
		if err != nil || !slices.ContainsFunc(list, func(q jvm.Process) bool { return q.PID == p.Process.Pid }) {
			t.Errorf("below %d are %+v (%v)", pid, list, err)
		}
	}
	p.finish(t)
}
