//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomic

import (
	"io/fs"
	"os"
)

func hold(*os.File) {}

// abandoned reports whether no program has the part open. It tries to rename the part, as an open file cannot be moved on this system.
func abandoned(path string) bool {
	aside := path + "~"
	return os.Rename(path, aside) == nil && os.Rename(aside, path) == nil
}

func sameOwner(fs.FileInfo, fs.FileInfo) bool { return true }

// moveAndClose closes the file first, as an open file cannot be moved on this system.
func moveAndClose(f *os.File, from, to string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(from, to)
}
