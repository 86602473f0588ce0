//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package native

import (
	"errors"
	"os"
	"syscall"

	"memcity/trace"
)

// Claim shows readers of a native trace that it is being written, until the file is closed or the process ends for any reason. If a file
// cannot be claimed, readers treat it as abandoned after a long time without changes.
func Claim(f *os.File) {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) // fails on file systems without locks
}

// isClaimed reports whether another process has claimed the file. known is false if that cannot be determined.
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
