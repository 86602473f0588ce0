package scratch

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Possible reports whether this system supports columns in files.
const Possible = true

// statfs numbers of file systems that are in memory.
const (
	tmpfs = 0x01021994
	ramfs = 0x858458f6
)

// suits returns an error if files in a folder would not save memory or cannot be created.
func suits(path string) error {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return err
	}
	if kind := uint32(s.Type); kind == tmpfs || kind == ramfs {
		return errors.New("is in memory; expected a folder on a disk")
	}
	data, err := mapped(path, 1)
	if err != nil {
		return err
	}
	return unmap(data)
}

func free(path string) (int64, error) {
	var s syscall.Statfs_t
	err := syscall.Statfs(path, &s)
	return int64(s.Bavail) * int64(s.Bsize), err
}

// mapped maps an unnamed file of size bytes into memory. It allocates all disk space at once, because a write to a full disk would
// otherwise kill the process with a signal.
func mapped(path string, size int64) ([]byte, error) {
	f, err := os.CreateTemp(path, "memcity-*.column")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	for {
		if err = syscall.Fallocate(int(f.Fd()), 0, 0, size); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: no room for %d bytes: %w", path, size, err)
	}
	return syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

func unmap(data []byte) error { return syscall.Munmap(data) }
