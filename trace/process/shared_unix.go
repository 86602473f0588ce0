//go:build unix

package process

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is the largest number of symbolic links followed in a path, as in Linux.
const maxLinks = 40

const (
	othersWrite = 0o002
	root        = 0 // ID of the superuser
)

// Shared reports whether any local user can put a file into a folder or replace a file. This is so if its mode or the mode of a parent
// folder allows it. A path that does not exist is shared if any user could create it. Inaccessible folders are shared.
func Shared(path string) bool {
	path, err := filepath.Abs(path)
	return err != nil || sharedFrom(path, maxLinks)
}

// sharedFrom is Shared for an absolute path with at most the given number of symbolic links.
func sharedFrom(path string, links int) bool {
	at, open := "/", false // whether others can write to the folder at
	parts := strings.Split(strings.Trim(filepath.Clean(path), "/"), "/")
	for i := -1; i < len(parts); i++ {
		if i >= 0 {
			if parts[i] == "" {
				continue
			}
			at = filepath.Join(at, parts[i])
		}
		info, err := os.Lstat(at)
		if err != nil {
			return open || !os.IsNotExist(err)
		}
		owner := -1
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			owner = int(stat.Uid)
		}
		if open && owner != root && owner != os.Geteuid() { // another user made it
			return true
		}
		if info.Mode()&os.ModeSymlink != 0 {
			target, err := os.Readlink(at)
			if err != nil || links == 0 {
				return true
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(filepath.Dir(at), target)
			}
			return sharedFrom(filepath.Join(append([]string{target}, parts[i+1:]...)...), links-1)
		}
		open = info.Mode().Perm()&othersWrite != 0
		if last := i == len(parts)-1; open && (last || info.Mode()&os.ModeSticky == 0) {
			return true
		}
	}
	return false
}
