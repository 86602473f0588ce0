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

// isTaken always returns false, because a folder in use cannot be deleted on this system.
func isTaken(string) bool { return false }

// ours always returns true, because the folder for temporary files belongs to the user on this system.
func ours(fs.FileInfo) bool { return true }
