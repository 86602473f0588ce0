//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package native

import (
	"errors"
	"os"
	"syscall"

	"memcity/trace"
)

// Claim lets readers of a native trace know that it is being written, until the file is closed or the process ends, however it
// ends. Where files cannot be claimed, readers take a file that has no end for left only after a long time without changes.
func Claim(f *os.File) {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) // file systems without locks are such a place
}

// isClaimed reports whether someone has claimed a file, if that can be known.
func isClaimed(content trace.Content) (claimed, known bool) {
	f, ok := content.(*os.File)
	if !ok {
		return false, false
	}
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); {
	case err == nil:
		return false, syscall.Flock(int(f.Fd()), syscall.LOCK_UN) == nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return true, true
	}
	return false, false
}
