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

// freeSpace is how many bytes can be written below a folder; negative if that is not known.
func freeSpace(folder string) int64 {
	var fs syscall.Statfs_t
	if syscall.Statfs(folder, &fs) != nil {
		return -1
	}
	return int64(fs.Bavail) * int64(fs.Bsize)
}

// links is how many names a file has.
func links(info fs.FileInfo) uint64 {
	if status, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(status.Nlink)
	}
	return 0
}

// giveLike gives a file to the owner of another one.
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
