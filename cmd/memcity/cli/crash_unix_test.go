//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestCrashIsNoWrongUse: a process that runs out of memory ends by a signal, not with the exit status of a usage error.
func TestCrashIsNoWrongUse(t *testing.T) {
	if os.Getenv("MEMCITY_TEST_CRASH") != "" {
		crashBySignal()
		far := make([]byte, 1<<46) // exceeds the address space
		far[len(far)-1] = 1
		os.Exit(ExitDone)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestCrashIsNoWrongUse$")
	cmd.Env = append(os.Environ(), "MEMCITY_TEST_CRASH=1", "GOTRACEBACK=")
	out, _ := cmd.CombinedOutput()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGABRT || !bytes.Contains(out, []byte("out of memory")) {
		t.Errorf("it ended with %v:\n%.500s", cmd.ProcessState, out)
	}
}
