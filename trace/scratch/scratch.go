// Package scratch has room for columns of heap states that are larger than memory: files that are mapped into memory, which the
// system writes out and reads again as it sees fit. Without a folder for them ([Use]) columns are plain slices.
package scratch

import (
	"fmt"
	"os"
	"sync"
	"unsafe"
)

// Least is from how many bytes on a column is worth a file.
const Least = 8 << 20

// Folder is where columns of this process are kept.
type Folder struct {
	path  string
	least int64 // bytes

	mu      sync.Mutex
	columns map[uintptr][]byte // by their first byte
	now     int64              // bytes of all columns
	most    int64              // ever
	failed  error              // why a column is in memory nevertheless
}

// folder is that of the process: a column is made in many places, which know nothing of each other.
var folder struct {
	sync.RWMutex
	used *Folder
}

// Use has columns of at least some bytes, such as [Least], kept in files of a folder from now on. The files have no names, so that they are gone when the process is,
// however it ends. It returns an error if the folder cannot have them, if it is in memory itself, or if another one is used.
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

// Used returns the folder of this process, nil for none.
func Used() *Folder {
	folder.RLock()
	defer folder.RUnlock()
	return folder.used
}

// Stop has columns be plain slices from now on. Those that there are stay: heap states may refer to them.
func (f *Folder) Stop() {
	folder.Lock()
	defer folder.Unlock()
	if folder.used == f {
		folder.used = nil
	}
}

// Path is that of the folder.
func (f *Folder) Path() string { return f.path }

// Free returns how many bytes more the folder's disk has room for.
func (f *Folder) Free() (int64, error) { return Free(f.path) }

// Free returns how many bytes more the disk of a folder has room for. Where that is not known, it is an error.
func Free(path string) (int64, error) { return free(path) }

// Taken returns how many bytes columns take now, and took at most.
func (f *Folder) Taken() (now, most int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now, f.most
}

// Err returns why a column was made in memory though it is large, nil if none was.
func (f *Folder) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// Make returns a column of n zeros. T must have no pointers: the garbage collector does not look into files. Where the disk is full, the
// column is in memory. A column in a file that is not given to [Release] stays until the process ends.
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

// Grow returns a column with room for more items behind its own, in place of it: nothing may refer to the old one any more.
func Grow[T any](column []T, more int) []T {
	grown := Make[T](len(column) + more)[:len(column)]
	copy(grown, column)
	Release(&column)
	return grown
}

// Chunk returns how many items of a column that grows by chunks go into one: as many as usual, or as make a file.
func Chunk[T any](usual int) int {
	var zero T
	f := Used()
	if f == nil {
		return usual
	}
	return max(usual, int(2*f.least)/int(unsafe.Sizeof(zero)))
}

// Release lets go of a column that [Make] returned, or that begins where it did, and frees it if it is in a file: nothing else may refer to it
// any more. The column is nil then.
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
