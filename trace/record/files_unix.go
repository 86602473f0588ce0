//go:build !windows

package record

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func diskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// freeSpace returns the free space for a folder in bytes; negative if unknown.
func freeSpace(folder string) int64 {
	var fs syscall.Statfs_t
	if syscall.Statfs(folder, &fs) != nil {
		return -1
	}
	return int64(fs.Bavail) * int64(fs.Bsize)
}

// links returns the number of hard links to a file; 0 if unknown.
func links(info fs.FileInfo) uint64 {
	if status, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(status.Nlink)
	}
	return 0
}

// giveLike changes the owner of path to the owner of like.
func giveLike(path, like string) error {
	info, err := os.Stat(like)
	if err != nil {
		return err
	}
	if status, ok := info.Sys().(*syscall.Stat_t); ok && int(status.Uid) != os.Geteuid() {
		return os.Chown(path, int(status.Uid), int(status.Gid))
	}
	return nil
}
