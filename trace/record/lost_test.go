package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/record/runs"
	"memcity/trace/tracetest/jdk"
)

// TestLost checks that a recording fails if its file is deleted or replaced while it is written.
func TestLost(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("open files are not deleted")
	}
	for _, mode := range []Mode{Sampled, Histograms} {
		for what, lose := range map[string]func(path string) error{
			"deleted":  os.Remove,
			"replaced": func(path string) error { return os.Rename(other(t), path) },
			"folder":   func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
		} {
			k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
			o := options(t, mode)
			r := attached(t, cmd, o)
			if err := lose(o.Out); err != nil {
				t.Fatal(err)
			}
			r.Point() // it may have been noticed already
			if err := r.Wait(); err == nil || !strings.HasPrefix(err.Error(), o.Out+": was deleted or replaced") || !r.Status().Files[0].Lost {
				t.Errorf("%v, %s: %v, %+v", mode, what, err, r.Status())
			}
			k.do(t, "1") // the program is not disturbed
		}
	}
}

// TestLostAtTheEnd checks a deletion after which nothing is written until the end.
func TestLostAtTheEnd(t *testing.T) {
	o := options(t, Histograms)
	out, err := o.create(0, trace.WriterInfo{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("open files are not deleted")
	}
	os.Remove(o.Out)
	if err := out.close(); err == nil || !strings.Contains(err.Error(), "was deleted or replaced") {
		t.Error(err)
	}
}

// TestMoved checks that a moved file is complete in its new place.
func TestMoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("open files are not moved")
	}
	_, cmd := launch(t, command(t, jdk.Homes(t)[0]))
	o := options(t, Sampled)
	r := attached(t, cmd, o)
	moved := filepath.Join(filepath.Dir(o.Out), "moved.mct")
	if err := os.Rename(o.Out, moved); err != nil {
		t.Fatal(err)
	}
	if err := r.Stop(); err != nil || !strings.Contains(strings.Join(r.Status().Notes, "\n"), "was moved or renamed") {
		t.Errorf("%v, %q", err, r.Status().Notes)
	}
	opened(t, moved)
}

// attached records a program until it has a point.
func attached(t *testing.T, cmd *exec.Cmd, o Options) *Recorder {
	t.Helper()
	r, err := Attach(t.Context(), cmd.Process.Pid, o)
	if err != nil {
		t.Fatal(err)
	}
	request(t, r)
	return r
}

func other(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestToken checks that the agent's token is not in the arguments or the environment of the program, where others could see it.
func TestToken(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	t.Setenv("TMPDIR", t.TempDir())
	home := jdk.Homes(t)[0]
	seen := func(what string, r *Recorder, pid int) {
		t.Helper()
		for _, file := range []string{"cmdline", "environ"} {
			text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), file))
			if err != nil || r.listener != nil && strings.Contains(string(text), r.listener.token) {
				t.Errorf("%s: %s holds the token, or %v", what, file, err)
			}
		}
		if what == "attached" {
			return
		}
		info, err := os.Stat(filepath.Join(r.listener.folder, "token"))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: the token's file: %v, %v", what, info, err)
		}
	}
	for what, argv := range map[string][]string{"java": command(t, home), "sh": append([]string{"sh", "-c", `exec "$@"`, "sh"}, command(t, home)...)} {
		_, r := starts(t, argv, options(t, Counts))
		until(t, r, "the file", func(s Status) bool { return len(s.Files) > 0 })
		seen(what, r, r.program.cmd.Process.Pid)
	}
	_, cmd := launch(t, command(t, home))
	r, err := Attach(t.Context(), cmd.Process.Pid, options(t, Counts))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Stop()
	seen("attached", r, cmd.Process.Pid)
	found, err := runs.Find(strconv.Itoa(cmd.Process.Pid))
	if err != nil || len(found.Folders) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	if _, err := os.Stat(filepath.Join(found.Folders[0], "socket")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(found.Folders[0], "token")); !os.IsNotExist(err) {
		t.Errorf("the token is still in its file: %v", err)
	}
}
