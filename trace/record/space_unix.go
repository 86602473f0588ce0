//go:build !windows

package record

import (
	"errors"
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
