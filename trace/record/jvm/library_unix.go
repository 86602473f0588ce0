//go:build !windows

package jvm

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// hold creates a folder that only this user can access, and locks it until the file is closed or this program ends. A folder left behind by
// a killed program is emptied and reused. If another user has created something of the same name, the folder gets another name and is not
// locked.
func (t target) hold(at, name string) (path string, lock *os.File, err error) {
	path = filepath.Join(at, name)
	for {
		switch err := os.Mkdir(path, 0o700); {
		case errors.Is(err, fs.ErrExist) && !t.trusts(path):
			path, err = os.MkdirTemp(at, name+"-")
			return path, nil, err
		case err != nil && !errors.Is(err, fs.ErrExist):
			return "", nil, err
		}
		lock, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // its holder has just deleted it
		}
		if err != nil {
			return "", nil, err
		}
		if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			lock.Close()
			return "", nil, ErrTaken
		}
		held, err := lock.Stat()
		if now, gone := os.Lstat(path); err != nil || gone != nil || !os.SameFile(held, now) {
			lock.Close()
			continue
		}
		return path, lock, empty(path)
	}
}

// trusts reports whether a folder belongs to the VM's user or to us, and is closed to others. It is true if the folder does not exist.
func (t target) trusts(path string) bool {
	info, err := os.Lstat(path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	status, ok := info.Sys().(*syscall.Stat_t)
	uid := 0
	if ok {
		uid = int(status.Uid)
	}
	return ok && info.IsDir() && info.Mode().Perm()&0o077 == 0 && (uid == t.uid || uid == os.Geteuid())
}

func empty(folder string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, entry.Name())))
	}
	return err
}

// sharedFolders returns the folders for short-lived files of a user's programs. variable returns an environment variable.
func sharedFolders(variable func(string) string) []string {
	return []string{"/dev/shm", variable("XDG_RUNTIME_DIR")}
}
