package record

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"memcity/trace/record/jvm"
	"memcity/trace/tracetest/jdk"
)

// crashing returns options for a VM that is to crash.
func crashing(report string) []string {
	return []string{"-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + report}
}

// noted returns the note that contains all of the texts, and fails the test if there is none.
func noted(t *testing.T, r *Recorder, texts ...string) {
	t.Helper()
	s := r.Status()
	if !slices.ContainsFunc(s.Notes, func(note string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(note, text) })
	}) {
		t.Errorf("no note has %q: %q", texts, s.Notes)
	}
}

// about returns the notes about this recording. Others report killed recordings on this machine.
func about(s Status) []string {
	return slices.DeleteFunc(s.Notes, func(note string) bool { return strings.HasPrefix(note, "an earlier recording") })
}

// TestCrashed checks that a recording names the crash report of a crashed VM, whether it was started or attached to.
func TestCrashed(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		t.Run("started", func(t *testing.T) {
			report := filepath.Join(t.TempDir(), "a report")
			k, r := starts(t, command(t, home, crashing(report)...), options(t, Sampled))
			k.do(t, "5")
			io.WriteString(k.in, "crash\n")
			if status := r.WaitProgram(); status == 0 {
				t.Error("the program did not crash")
			}
			if err := r.Wait(); err != nil {
				t.Error(err)
			}
			noted(t, r, "app.Shop (process ", ") crashed: SIGSEGV", report)
		})
		t.Run("attached", func(t *testing.T) {
			report := filepath.Join(t.TempDir(), "report%p")
			k, cmd := launch(t, command(t, home, crashing(report)...))
			r, err := Attach(t.Context(), cmd.Process.Pid, options(t, Exact))
			if err != nil {
				t.Fatal(err)
			}
			request(t, r)
			io.WriteString(k.in, "crash\n")
			if err := r.Wait(); err != nil {
				t.Error(err)
			}
			noted(t, r, "app.Shop (process ", ") crashed: SIGSEGV", strings.TrimSuffix(report, "%p"))
		})
	})
}

// TestKilledVM checks that a killed VM is reported with the available details.
func TestKilledVM(t *testing.T) {
	home := jdk.Homes(t)[0]
	t.Run("started", func(t *testing.T) {
		k, r := starts(t, command(t, home), options(t, Sampled))
		k.do(t, "5")
		if err := r.Signal(os.Kill); err != nil {
			t.Fatal(err)
		}
		if err := r.Wait(); err != nil {
			t.Error(err)
		}
		noted(t, r, "app.Shop (process ", "was ended by signal 9 (killed)")
	})
	t.Run("attached", func(t *testing.T) {
		_, cmd := launch(t, command(t, home))
		r, err := Attach(t.Context(), cmd.Process.Pid, options(t, Counts))
		if err != nil {
			t.Fatal(err)
		}
		cmd.Process.Kill()
		if err := r.Wait(); err != nil {
			t.Error(err)
		}
		noted(t, r, "app.Shop (process ", "was killed, or ended without the JVM's shutdown")
	})
	t.Run("well", func(t *testing.T) {
		k, r := starts(t, command(t, home), options(t, Sampled))
		io.WriteString(k.in, "exit 9\n")
		if err := r.Wait(); err != nil || len(about(r.Status())) > 0 {
			t.Errorf("%v, notes %q", err, r.Status().Notes)
		}
	})
}

// TestDeadAtLoad checks that a VM that dies before the agent has identified itself gives an error that names its report.
func TestDeadAtLoad(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	o := options(t, Sampled)
	o.Dir = t.TempDir()
	java := filepath.Join(t.TempDir(), "java")
	text := "#!/bin/sh\nprintf '#\\n#  SIGSEGV (0xb) at pc=0x7, pid=1, tid=1\\n#\\n# Problematic frame:\\n# C  [libmemcity-agent.so+0x7]\\n'" +
		" >hs_err_pid$$.log\nkill -ABRT $$\n"
	if err := os.WriteFile(java, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	jdk.Homes(t) // the agent needs one
	r, err := Start(t.Context(), []string{java, "Shop"}, o)
	if err != nil {
		t.Fatal(err)
	}
	err = r.Wait()
	for _, text := range []string{"crashed: SIGSEGV (0xb) in C [libmemcity-agent.so+0x7]", filepath.Join(o.Dir, "hs_err_pid"), "please report it"} {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("the error does not have %q: %v", text, err)
		}
	}
}

// TestGoesOn checks that a broken connection does not count as a death.
func TestGoesOn(t *testing.T) {
	_, cmd := launch(t, command(t, jdk.Homes(t)[0]))
	r := newRecorder(t.Context(), options(t, Sampled))
	if r.gone(cmd.Process.Pid) {
		t.Error("a program that runs is said to be gone")
	}
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	if !r.gone(dead.Process.Pid) {
		t.Error("a program that has ended is said to run")
	}
	if text := r.death("x", 1, jvm.CrashReportAt(1, nil, "/none")); !strings.Contains(text, "/none/hs_err_pid1.log") {
		t.Errorf("%q", text)
	}
}
