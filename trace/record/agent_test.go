package record

import (
	"crypto/rand"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest/jdk"
)

// TestAttachAgent records a running program at known numbers of objects.
func TestAttachAgent(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, mode := range []Mode{Sampled, Exact, Counts} {
			t.Run(mode.String(), func(t *testing.T) {
				k, cmd := launch(t, command(t, home))
				k.do(t, "100")
				r, err := Attach(t.Context(), cmd.Process.Pid, options(t, mode))
				if err != nil {
					t.Fatal(err)
				}
				request(t, r)
				k.do(t, "23")
				request(t, r)
				if err := r.Stop(); err != nil {
					t.Fatal(err)
				}
				s := r.Status()
				if f := s.Files[0]; f.Program != "app.Shop" || f.PID != cmd.Process.Pid || !f.Ended || f.Objects == 0 || f.GCs == 0 {
					t.Errorf("status %+v", s)
				}
				rec := opened(t, r.Path())
				if len(rec.Points) < 2 || len(rec.GCs) == 0 || rec.Knows.Has(trace.KnowsIdentity) == (mode == Counts) {
					t.Fatalf("recorded %+v", rec)
				}
				last := len(rec.Points) - 1
				if a, b := count(t, &rec.Points[0], product), count(t, &rec.Points[last], product); a != 100 || b != 123 {
					t.Errorf("%d and %d products, want 100 and 123", a, b)
				}
				k.do(t, "1") // the program continues
				k.in.Close()
				if err := cmd.Wait(); err != nil {
					t.Errorf("the program ended with %v: %s", err, k.errText.String())
				}
			})
		}
	})
}

// TestStartAgent starts java, java from a script, and a program that starts another VM.
func TestStartAgent(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		argv := command(t, home)
		t.Run("java", func(t *testing.T) {
			startAgent(t, argv, 1, "")
		})
		t.Run("env", func(t *testing.T) {
			startAgent(t, append([]string{"env", "A=/x/java"}, argv...), 1, "")
		})
		t.Run("script", func(t *testing.T) {
			script := filepath.Join(t.TempDir(), "run me.sh")
			text := "#!/bin/sh\n'" + strings.Join(argv, "' '") + "'\n"
			if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
			startAgent(t, []string{script}, 2, "Picked up JAVA_TOOL_OPTIONS: ")
		})
	})
}

func startAgent(t *testing.T, argv []string, files int, noise string) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	o := options(t, Sampled)
	k, r := starts(t, argv, o)
	k.do(t, "50")
	if _, err := io.WriteString(k.in, "fork\n"); err != nil {
		t.Fatal(err)
	}
	k.expect(t, "ready")
	for _, line := range []string{"exit 0\n", "exit 9\n"} {
		if _, err := io.WriteString(k.in, line); err != nil {
			t.Fatal(err)
		}
		if line == "exit 0\n" {
			k.expect(t, "done")
		}
	}
	if status := r.WaitProgram(); status != 9 {
		t.Errorf("the program's status is %d, want 9", status)
	}
	if err := r.Wait(); err != nil {
		t.Error(err)
	}
	s := r.Status()
	if len(s.Files) != files || (len(about(s)) > 0) != (noise != "") {
		t.Fatalf("status %+v", s)
	}
	if text := k.errText.String(); noise == "" && text != "" || !strings.HasPrefix(text, noise) {
		t.Errorf("the program printed %q, want it to begin with %q", text, noise)
	}
	if rec := opened(t, o.Out); count(t, &rec.Points[len(rec.Points)-1], product) != 50 {
		t.Errorf("recorded %+v", rec.Points)
	}
}

// TestKilledAgent checks that the recording of a killed program is readable, and that nothing is left behind.
func TestKilledAgent(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	o := options(t, Sampled)
	k, r := starts(t, command(t, jdk.Homes(t)[0]), o)
	k.do(t, "5")
	request(t, r)
	if err := r.Signal(os.Kill); err != nil {
		t.Fatal(err)
	}
	if status := r.WaitProgram(); status != 128+9 {
		t.Errorf("the program's status is %d, want 137", status)
	}
	if err := r.Wait(); err != nil {
		t.Error(err)
	}
	if rec := cutShort(t, o.Out); count(t, &rec.Points[len(rec.Points)-1], product) != 5 {
		t.Errorf("points %+v", rec.Points)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

// TestDiskFullAgent checks that the recording ends when writing fails, and that the program continues.
func TestDiskFullAgent(t *testing.T) {
	o := options(t, Sampled)
	limit := &limitedWriter{left: 1 << 40}
	o.wrap = func(w io.Writer) io.Writer {
		limit.to = w
		return limit
	}
	k, r := starts(t, command(t, jdk.Homes(t)[0]), o)
	k.do(t, "5")
	request(t, r)
	limit.only(500)
	if err := r.Point(); err != nil {
		t.Fatal(err)
	}
	until(t, r, "end of the file", func(s Status) bool { return s.Files[0].Ended })
	k.do(t, "1")
	if err := r.Stop(); err == nil || !strings.Contains(err.Error(), "no space left on the disk") {
		t.Errorf("the error is %v", err)
	}
	if rec := cutShort(t, o.Out); count(t, &rec.Points[0], product) != 5 {
		t.Errorf("points %+v", rec.Points)
	}
}

// TestStrangers connects to the socket and sends invalid data.
func TestStrangers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the port is not known")
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	o := options(t, Sampled)
	k, r := starts(t, command(t, jdk.Homes(t)[0]), o)
	sockets, err := filepath.Glob(filepath.Join(temp, "*", "socket"))
	if err != nil || len(sockets) != 1 {
		t.Fatalf("sockets %v (%v)", sockets, err)
	}
	if info, err := os.Stat(filepath.Dir(sockets[0])); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the socket's folder is %v (%v)", info.Mode(), err)
	}
	noise := make([]byte, 100_000)
	rand.Read(noise)
	for _, garbage := range [][]byte{nil, {1}, noise, []byte("GET / HTTP/1.1\r\n\r\n"),
		append([]byte{1, 40, 0, 0, 0, 1, 3}, "abc000000000000000000000000000000000000000"...)} {
		conn, err := net.Dial("unix", sockets[0])
		if err != nil {
			t.Fatal(err)
		}
		conn.Write(garbage) // may be refused before it has been read
		conn.(*net.UnixConn).CloseWrite()
		io.Copy(io.Discard, conn)
		conn.Close()
	}
	k.do(t, "5")
	request(t, r)
	if err := r.Stop(); err != nil {
		t.Error(err)
	}
	s := r.Status()
	if len(s.Files) != 1 || !slices.ContainsFunc(s.Notes, func(text string) bool { return strings.Contains(text, "refused") }) {
		t.Errorf("status %+v", s)
	}
}

// TestAgentsTogether checks that a second agent in a VM is refused, that its recorder reports this, and that nothing else is disturbed.
func TestAgentsTogether(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		k, cmd := launch(t, command(t, home))
		k.do(t, "5")
		first, err := Attach(t.Context(), cmd.Process.Pid, options(t, Sampled))
		if err != nil {
			t.Fatal(err)
		}
		second, err := Attach(t.Context(), cmd.Process.Pid, options(t, Sampled))
		var fault *Fault
		if !errors.As(err, &fault) || !fault.Dumps || !strings.Contains(err.Error(), "is already being recorded by an agent") {
			t.Errorf("the second: %v", err)
		}
		if err == nil {
			second.Stop()
		}
		third, err := Attach(t.Context(), cmd.Process.Pid, options(t, Histograms))
		if err != nil {
			t.Fatal(err)
		}
		until(t, third, "first point", points(1))
		if err := third.Stop(); err != nil {
			t.Error(err)
		}
		request(t, first)
		if err := first.Stop(); err != nil {
			t.Error(err)
		}
		if rec := opened(t, first.Path()); count(t, &rec.Points[0], product) != 5 {
			t.Error("the first recording differs")
		}
		again, err := Attach(t.Context(), cmd.Process.Pid, options(t, Sampled))
		if err != nil {
			t.Fatalf("after the first has ended: %v", err)
		}
		if err := again.Stop(); err != nil {
			t.Error(err)
		}
		k.do(t, "1")
	})
}

// TestStoppedEarly checks that a recording that is stopped before a GC has a point.
func TestStoppedEarly(t *testing.T) {
	k, r := starts(t, command(t, jdk.Homes(t)[0]), options(t, Sampled))
	k.do(t, "5")
	if err := r.Stop(); err != nil {
		t.Error(err)
	}
	if rec := opened(t, r.Path()); count(t, &rec.Points[0], product) != 5 {
		t.Errorf("recorded %+v", rec.Points)
	}
	if err := r.Point(); err == nil {
		t.Error("a point was requested after the end")
	}
	k.do(t, "1")
}

func TestNoAgent(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		k, cmd := launch(t, command(t, home, "-XX:-EnableDynamicAgentLoading"))
		_, err := Attach(t.Context(), cmd.Process.Pid, options(t, Sampled))
		var fault *Fault
		if !errors.As(err, &fault) || !fault.Dumps || !strings.Contains(err.Error(), "--mode dumps") {
			t.Errorf("the error is %v", err)
		}
		k.do(t, "1")
	})
}

func TestToolOptions(t *testing.T) {
	got := withToolOption([]string{"A=1", "JAVA_TOOL_OPTIONS=-Dx=y"}, "-agentpath:z")
	if want := "JAVA_TOOL_OPTIONS=-Dx=y -agentpath:z"; got[len(got)-1] != want {
		t.Errorf("%q, want %q at the end", got, want)
	}
	if got := withToolOption(nil, "-a"); len(got) != 1 || got[0] != "JAVA_TOOL_OPTIONS=-a" {
		t.Errorf("%q", got)
	}
	for command, want := range map[string]int{"java x": 0, "/a/bin/java": 0, "env JAVA_HOME=/x/java A=b java x": 3, "nice -n 5 java": 3,
		"mvn java": -1, "sh java": -1, "nice": -1} {
		if got := javaWord(strings.Fields(command)); got != want {
			t.Errorf("%s: %d, want %d", command, got, want)
		}
	}
}
