package record

import (
	"errors"
	"io/fs"
	"syscall"
	"unsafe"
)

const errorDiskFull = syscall.Errno(112)

func diskFull(err error) bool { return errors.Is(err, errorDiskFull) }

var freeSpaceProc = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")

// freeSpace returns the free space for a folder in bytes; negative if unknown.
func freeSpace(folder string) int64 {
	path, err := syscall.UTF16PtrFromString(folder)
	if err != nil {
		return -1
	}
	var free uint64
	if ok, _, _ := freeSpaceProc.Call(uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&free)), 0, 0); ok == 0 {
		return -1
	}
	return int64(free)
}

// links returns 1, because an open file cannot be deleted on Windows.
func links(fs.FileInfo) uint64 { return 1 }

// giveLike does nothing, because programs of other users are not recorded on Windows.
func giveLike(string, string) error { return nil }
