package record

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/tracetest/jdk"
)

// TestAttachPolling takes points of a running program at known numbers of objects.
func TestAttachPolling(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, mode := range []Mode{Dumps, Histograms} {
			for _, collector := range []string{"-XX:+UseSerialGC", "-XX:+UseG1GC", "-XX:+UseZGC"} {
				t.Run(mode.String()+collector, func(t *testing.T) { attachPolling(t, home, mode, collector) })
			}
		}
	})
}

func attachPolling(t *testing.T, home string, mode Mode, collector string) {
	k, cmd := launch(t, command(t, home, collector))
	k.do(t, "100")
	r, err := Attach(t.Context(), cmd.Process.Pid, options(t, mode))
	if err != nil {
		t.Fatal(err)
	}
	until(t, r, "first point", points(1))
	k.do(t, "23")
	k.do(t, "gc")
	request(t, r)
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	s := r.Status()
	f := s.Files[0]
	if !s.Ended || !f.Ended || f.Program != "app.Shop" || f.PID != cmd.Process.Pid || f.GCs == 0 || f.Overhead <= 0 || len(about(s)) > 0 {
		t.Errorf("status %+v", s)
	}
	rec := opened(t, r.Path())
	if len(rec.Points) != 2 || rec.Points[0].Time >= rec.Points[1].Time || rec.Points[0].GC >= rec.Points[1].GC {
		t.Fatalf("points %+v", rec.Points)
	}
	for i, want := range []int64{100, 123} {
		if got := count(t, &rec.Points[i], product); got != want {
			t.Errorf("point %d has %d products, want %d", i+1, got, want)
		}
	}
	// The VM writes the cause of a concurrent GC after it has counted the GC, so a reading in between finds none.
	if !slices.ContainsFunc(rec.GCs, func(g trace.GC) bool { return g.Cause != "" || g.Concurrent || mode == Histograms }) {
		t.Errorf("GCs %+v", rec.GCs)
	}
	if info, err := os.Stat(r.Path()); err != nil || info.Size() != f.Size || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %+v (%v), said to have %d bytes", info, err, f.Size)
	}
	k.do(t, "1") // the program continues
	k.in.Close()
	if err := cmd.Wait(); err != nil || k.errText.String() != "" {
		t.Errorf("the program ended with %v and printed %q", err, k.errText.String())
	}
}

// TestStartPolling starts a program that starts another VM and ends with a status.
func TestStartPolling(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		for _, mode := range []Mode{Dumps, Histograms} {
			o := options(t, mode)
			k, r := starts(t, command(t, home), o)
			until(t, r, "first point", points(1))
			if _, err := io.WriteString(k.in, "fork\n"); err != nil {
				t.Fatal(err)
			}
			k.expect(t, "ready")
			until(t, r, "second VM", func(s Status) bool { return len(s.Files) == 2 && s.Files[1].Points > 0 })
			if _, err := io.WriteString(k.in, "exit 7\n"); err != nil {
				t.Fatal(err)
			}
			k.expect(t, "done") // from the first VM
			if _, err := io.WriteString(k.in, "exit 9\n"); err != nil {
				t.Fatal(err)
			}
			if status := r.WaitProgram(); status != 9 {
				t.Errorf("%v: the program's status is %d, want 9", mode, status)
			}
			if err := r.Wait(); err != nil {
				t.Error(err)
			}
			s := r.Status()
			second := strings.TrimSuffix(o.Out, Extension) + "-2" + Extension
			if s.Files[0].Path != o.Out || s.Files[1].Path != second || !s.Exited || s.Exit != 9 {
				t.Errorf("status %+v", s)
			}
			for _, f := range s.Files {
				if rec := opened(t, f.Path); len(rec.Points) != 1 {
					t.Errorf("%s has %d points", f.Path, len(rec.Points))
				}
			}
		}
	})
}

// TestKilled checks that the recording of a killed program is readable, and that nothing is left behind.
func TestKilled(t *testing.T) {
	temp := t.TempDir()
	o := options(t, Dumps)
	o.Temp = temp
	_, r := starts(t, command(t, jdk.Homes(t)[0]), o)
	until(t, r, "first point", points(1))
	if err := r.Signal(os.Kill); err != nil {
		t.Fatal(err)
	}
	if status := r.WaitProgram(); status != 128+9 {
		t.Errorf("the program's status is %d, want 137", status)
	}
	if err := r.Wait(); err != nil {
		t.Error(err)
	}
	if rec := opened(t, o.Out); len(rec.Points) != 1 {
		t.Errorf("%d points", len(rec.Points))
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

func TestKeepDumps(t *testing.T) {
	k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
	k.do(t, "5")
	o := options(t, Dumps)
	o.KeepDumps, o.Temp = true, t.TempDir()
	r, err := Attach(t.Context(), cmd.Process.Pid, o)
	if err != nil {
		t.Fatal(err)
	}
	until(t, r, "first point", points(1))
	if err := r.Stop(); err != nil {
		t.Error(err)
	}
	kept, _ := filepath.Glob(filepath.Join(o.Temp, "*", "*.hprof"))
	if len(kept) != 1 {
		t.Fatalf("kept %v", kept)
	}
	dump := opened(t, kept[0])
	if n := count(t, &dump.Points[0], product); n != 5 {
		t.Errorf("the dump has %d products", n)
	}
}

// TestDiskFull checks that the recording ends when writing fails, reports the reason, and keeps the complete part.
func TestDiskFull(t *testing.T) {
	for _, mode := range []Mode{Dumps, Histograms} {
		k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
		k.do(t, "5")
		o := options(t, mode)
		limit := &limitedWriter{}
		o.wrap = func(w io.Writer) io.Writer {
			limit.to = w
			return limit
		}
		limit.left = 1 << 40
		r, err := Attach(t.Context(), cmd.Process.Pid, o)
		if err != nil {
			t.Fatal(err)
		}
		until(t, r, "first point", points(1))
		limit.only(500)
		if err := r.Point(); err != nil {
			t.Fatal(err)
		}
		if err := r.Wait(); err == nil || !strings.Contains(err.Error(), "no space left on the disk") || !errors.As(err, new(*Cut)) ||
			!strings.Contains(err.Error(), o.Out) {
			t.Errorf("%v: the error is %v", mode, err)
		}
		rec := cutShort(t, o.Out)
		if len(rec.Points) != 1 || count(t, &rec.Points[0], product) != 5 {
			t.Errorf("%v: points %+v", mode, rec.Points)
		}
		k.do(t, "1") // the program is not disturbed
	}
}

func TestTogether(t *testing.T) {
	k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
	k.do(t, "5")
	var all []*Recorder
	for range 3 {
		r, err := Attach(t.Context(), cmd.Process.Pid, options(t, Histograms))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	for _, r := range all {
		until(t, r, "first point", points(1))
		if err := r.Stop(); err != nil {
			t.Error(err)
		}
		if rec := opened(t, r.Path()); count(t, &rec.Points[0], product) != 5 {
			t.Error("the recording differs")
		}
	}
}

// TestOverwrite checks that two recordings that replace the same file do not write to the same file.
func TestOverwrite(t *testing.T) {
	k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
	k.do(t, "5")
	o := options(t, Histograms)
	o.Overwrite = true
	var all []*Recorder
	for i := range 3 {
		if i == 0 {
			if err := os.WriteFile(o.Out, []byte("an old file"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r, err := Attach(t.Context(), cmd.Process.Pid, o)
		if err != nil {
			t.Fatal(err)
		}
		until(t, r, "first point", points(1))
		all = append(all, r)
	}
	for i, r := range all {
		if err := r.Stop(); (err == nil) != (i == len(all)-1) {
			t.Errorf("recording %d, of which the last one has the file: %v", i, err)
		}
	}
	if rec := opened(t, o.Out); len(rec.Points) != 1 || count(t, &rec.Points[0], product) != 5 {
		t.Errorf("recorded %+v", rec.Points)
	}
	o.Out = t.TempDir()
	if _, err := Attach(t.Context(), cmd.Process.Pid, o); err == nil {
		t.Error("a folder was written")
	}
}

func TestFileNames(t *testing.T) {
	at := time.Date(2026, 11, 21, 18, 13, 33, 0, time.UTC)
	for program, want := range map[string]string{
		"com.example.Shop":       "Shop",
		"shop-1.2.jar":           "shop-1.2",
		"a b/../c":               "_c",
		"":                       "recording",
		strings.Repeat("x", 100): "recording",
		"..":                     "recording",
		"app.Main$Inner":         "Main_Inner",
	} {
		if got := fileName(program, at); got != want+"-20261121-181333.mct" {
			t.Errorf("%q: %q, want %q", program, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	home := jdk.Homes(t)[0]
	_, cmd := launch(t, command(t, home, "-XX:+DisableAttachMechanism"))
	leaveSocket(t, cmd.Process.Pid)
	for _, mode := range []Mode{Sampled, Dumps} {
		_, err := Attach(t.Context(), cmd.Process.Pid, options(t, mode))
		var fault *Fault
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), "DisableAttachMechanism") || fault.Dumps {
			t.Errorf("%v: the error is %v", mode, err)
		}
	}
	if _, err := Attach(t.Context(), os.Getpid(), options(t, Dumps)); err == nil {
		t.Error("a program that is no VM is recorded")
	}
	argv := command(t, home)
	o := options(t, Dumps)
	if err := os.WriteFile(o.Out, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), argv, o); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("a file that exists: %v", err)
	}
	if text, _ := os.ReadFile(o.Out); string(text) != "mine" {
		t.Error("a file was replaced")
	}
	for _, bad := range [][]string{nil, {""}, {"/nowhere/java"}, {"no-such-program-anywhere"}} {
		if _, err := Start(t.Context(), bad, options(t, Dumps)); err == nil {
			t.Errorf("%q was started", bad)
		}
	}
	r, err := Start(t.Context(), []string{"true"}, options(t, Histograms))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(); err == nil || !strings.Contains(err.Error(), "before a Java virtual machine") {
		t.Errorf("a program without VM: %v", err)
	}
}

// leaveSocket leaves files behind like an earlier VM with the same PID.
func leaveSocket(t *testing.T, pid int) {
	t.Helper()
	path := fmt.Sprintf("/tmp/.java_pid%d", pid)
	os.Remove(path)
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	t.Cleanup(func() { os.Remove(path) })
	past := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := errors.Join(os.Chmod(path, 0o600), os.Chtimes(path, past, past)); err != nil {
		t.Fatal(err)
	}
}

// limitedWriter writes as if the disk became full.
type limitedWriter struct {
	text // for its lock
	to   io.Writer
	left int
}

func (l *limitedWriter) only(left int) {
	l.Lock()
	defer l.Unlock()
	l.left = left
}

func (l *limitedWriter) Write(p []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	n, err := l.to.Write(p[:min(len(p), l.left)])
	l.left -= n
	if err == nil && n < len(p) {
		err = syscall.ENOSPC
	}
	return n, err
}
