//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package runs

import (
	"io/fs"
	"os"
)

func hold(*os.File) {}

// isHeld reports whether there is a process with the PID.
func isHeld(_ string, pid int) bool {
	p, err := os.FindProcess(pid)
	if err == nil {
		p.Release()
	}
	return err == nil
}

// isTaken reports nothing: a folder that is in use cannot be deleted here.
func isTaken(string) bool { return false }

// ours trusts the folder for temporary files, which is the user's own here.
func ours(fs.FileInfo) bool { return true }
