//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// hold locks a file until it is closed or the process ends. It waits for programs that are only testing the lock. On a file system without
// locks it does nothing.
func hold(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }

// abandoned reports whether no process holds the lock of a part. It is false on a file system without locks.
func abandoned(path string) bool {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil && is(f, path)
}

// sameOwner reports whether two files have the same owner.
func sameOwner(a, b fs.FileInfo) bool {
	x, ok := a.Sys().(*syscall.Stat_t)
	y, also := b.Sys().(*syscall.Stat_t)
	return ok && also && x.Uid == y.Uid
}

// moveAndClose keeps the lock until the file has been moved.
func moveAndClose(f *os.File, from, to string) error {
	return errors.Join(os.Rename(from, to), f.Close())
}
