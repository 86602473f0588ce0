// Package scratch stores columns of heap states that are larger than memory in mapped files. The operating system writes and reads the
// pages as needed. Without a folder ([Use]), columns are plain slices.
package scratch

import (
	"fmt"
	"os"
	"sync"
	"unsafe"
)

// Least is the smallest size in bytes of a column worth a file.
const Least = 8 << 20

// Folder is a folder for columns of this process.
type Folder struct {
	path  string
	least int64 // in bytes

	mu      sync.Mutex
	columns map[uintptr][]byte // by address of the first byte
	now     int64              // total bytes of all columns
	most    int64              // largest total so far
	failed  error              // why a large column is in memory
}

// folder is the folder of the process. It is global because many independent packages create columns.
var folder struct {
	sync.RWMutex
	used *Folder
}

// Use makes new columns of at least the given number of bytes, such as [Least], files of a folder. The files have no names, so they are
// deleted when the process ends for any reason. It returns an error if the folder is unsuitable or in memory itself, or if another folder
// is in use.
func Use(path string, least int64) (*Folder, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s: not a folder", path)
	}
	if err := suits(path); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := &Folder{path: path, least: max(least, 1), columns: map[uintptr][]byte{}}
	folder.Lock()
	defer folder.Unlock()
	if folder.used != nil {
		return nil, fmt.Errorf("%s: %s is used already", path, folder.used.path)
	}
	folder.used = f
	return f, nil
}

// Used returns the folder of this process; nil for none.
func Used() *Folder {
	folder.RLock()
	defer folder.RUnlock()
	return folder.used
}

// Stop makes new columns plain slices. Existing columns stay in files, since heap states may refer to them.
func (f *Folder) Stop() {
	folder.Lock()
	defer folder.Unlock()
	if folder.used == f {
		folder.used = nil
	}
}

// Path returns the path of the folder.
func (f *Folder) Path() string { return f.path }

// Free returns the free space on the folder's disk in bytes.
func (f *Folder) Free() (int64, error) { return Free(f.path) }

// Free returns the free space on the disk of a folder in bytes. It returns an error if that is unknown.
func Free(path string) (int64, error) { return free(path) }

// Taken returns the current and the largest total size of columns in bytes.
func (f *Folder) Taken() (now, most int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now, f.most
}

// Err returns why a large column was created in memory; nil if none was.
func (f *Folder) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// Make returns a column of n zeros. T must not contain pointers, because the garbage collector does not scan files. If the disk is full,
// the column is in memory. A column in a file exists until it is passed to [Release] or the process ends.
func Make[T any](n int) []T {
	var zero T
	size := int64(n) * int64(unsafe.Sizeof(zero))
	f := Used()
	if f == nil || size < f.least {
		return make([]T, n)
	}
	data, err := mapped(f.path, size)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		f.failed = err
		return make([]T, n)
	}
	first := unsafe.Pointer(unsafe.SliceData(data))
	f.columns[uintptr(first)] = data
	f.now += size
	f.most = max(f.most, f.now)
	return unsafe.Slice((*T)(first), n)
}

// Chunk returns the number of items per chunk for a column that grows by chunks: usual, or enough to fill a file.
func Chunk[T any](usual int) int {
	var zero T
	f := Used()
	if f == nil {
		return usual
	}
	return max(usual, int(2*f.least)/int(unsafe.Sizeof(zero)))
}

// Release frees a column returned by [Make], or a slice with the same start, if it is in a file, and sets it to nil. It must not be used
// afterwards.
func Release[T any](column *[]T) {
	if f := Used(); f != nil && cap(*column) > 0 {
		f.release(uintptr(unsafe.Pointer(unsafe.SliceData(*column))))
	}
	*column = nil
}

func (f *Folder) release(first uintptr) {
	f.mu.Lock()
	defer f.mu.Unlock()
	data, ok := f.columns[first]
	if !ok {
		return
	}
	delete(f.columns, first)
	f.now -= int64(len(data))
	if err := unmap(data); err != nil {
		f.failed = err
	}
}
