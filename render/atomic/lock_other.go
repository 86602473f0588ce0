//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomic

import (
	"io/fs"
	"os"
)

func hold(*os.File) {}

// abandoned finds out by moving the part to its own name: what is open cannot be moved here.
func abandoned(path string) bool {
	aside := path + "~"
	return os.Rename(path, aside) == nil && os.Rename(aside, path) == nil
}

func sameOwner(fs.FileInfo, fs.FileInfo) bool { return true }

// moveAndClose closes first: what is open cannot be moved here.
func moveAndClose(f *os.File, from, to string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(from, to)
}
