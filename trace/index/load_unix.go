//go:build unix

package index

import (
	"errors"
	"os"
	"syscall"
)

// load maps a file into memory. Writes to the memory do not change the file.
func load(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.Size() == 0 || int64(int(info.Size())) != info.Size():
		return nil, errors.New("it cannot be mapped")
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE)
}

func unload(data []byte) { syscall.Munmap(data) }
