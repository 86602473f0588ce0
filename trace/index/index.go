// Package index keeps what was made of large inputs in a folder of the user's cache, so that opening an input again does not make it
// again. Without a folder ([Use]) nothing is kept.
//
// What is kept of an input is one file for each part of it: a head, which is any value that package gob encodes, and columns without
// pointers, which are mapped into memory where the system can do that. All of it has checksums. A part that is damaged, that another build
// of the program wrote, or whose input was changed, counts as not kept.
package index

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

// Least is from how many bytes on an input is worth an index: less is read within a second.
const Least = 64 << 20

// Limit is how many bytes all indexes take at most, unless a folder has another limit.
const Limit = 8 << 30

// Folder is where indexes are. It may be used from several goroutines, and the folder by several processes.
type Folder struct {
	path    string
	least   int64
	limit   int64
	program string // that writes and reads
	now     func() time.Time

	writing sync.WaitGroup
	mu      sync.Mutex
	closed  bool
	failed  error
}

// folder is that of the process: many places make something of an input, which know nothing of each other.
var folder struct {
	sync.RWMutex
	used *Folder
}

// DefaultPath is the folder in the user's cache. An error says that there is none.
func DefaultPath() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "memcity", "index"), nil
}

// In returns the folder at a path, which need not exist, for indexes of inputs of at least some bytes, such as [Least]. All of them take no
// more than a limit, such as [Limit]. Now is the clock by which they are used.
func In(path string, least, limit int64, now func() time.Time) *Folder {
	return &Folder{path: path, least: least, limit: limit, program: program(), now: now}
}

// Use has indexes be kept in a folder from now on; nil for none. The function returned has them be kept as before.
func Use(f *Folder) (restore func()) {
	folder.Lock()
	defer folder.Unlock()
	before := folder.used
	folder.used = f
	return func() {
		folder.Lock()
		defer folder.Unlock()
		folder.used = before
	}
}

// Used returns the folder of this process, nil for none.
func Used() *Folder {
	folder.RLock()
	defer folder.RUnlock()
	return folder.used
}

// Path is that of the folder.
func (f *Folder) Path() string { return f.path }

// Wait waits until all that is to be kept is written. It does nothing without a folder.
func (f *Folder) Wait() {
	if f != nil {
		f.writing.Wait()
	}
}

// Close gives up what is being written, and waits for that: some milliseconds. Nothing is kept afterwards.
func (f *Folder) Close() {
	if f == nil {
		return
	}
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.writing.Wait()
}

// Err returns why something was not kept, nil if all was.
func (f *Folder) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// Input is what an index is of.
type Input struct {
	Path     string // where it is now
	Size     int64
	Modified time.Time
	Content  io.ReaderAt
}

// Index is what is kept of one input. A nil one keeps nothing.
type Index struct {
	folder *Folder
	key    string
	source source
}

// Of returns the index of an input: nil if it is too small, or if no folder is used. The cost is reading some pages of it.
func Of(in Input) *Index {
	f := Used()
	if f == nil || in.Size < f.least || in.Modified.IsZero() || in.Path == "" || !little {
		return nil
	}
	path, err := filepath.Abs(in.Path)
	if err != nil {
		return nil
	}
	s := source{Path: path, Size: in.Size, Modified: in.Modified.UnixNano()}
	key, err := s.key(in.Content)
	if err != nil {
		return nil
	}
	return &Index{folder: f, key: key, source: s}
}

// Key is what the input is recognised by.
func (x *Index) Key() string { return x.key }

// source is an input as the head of a part describes it.
type source struct {
	Path     string
	Size     int64
	Modified int64 // in ns since 1970
}

// samples is how many pages of an input are compared, evenly spread, with its first and its last one.
const (
	samples    = 64
	samplePage = 4096
)

// key is what an input is recognised by: its size, its time and samples of its content. Its name is not among them: it may be moved.
func (s source) key(content io.ReaderAt) (string, error) {
	sum := sha256.New()
	binary.Write(sum, binary.LittleEndian, []int64{s.Size, s.Modified})
	page := make([]byte, samplePage)
	for i := range int64(samples) {
		at := max(s.Size-samplePage, 0) * i / (samples - 1)
		n, err := content.ReadAt(page[:min(samplePage, s.Size-at)], at)
		if err != nil && err != io.EOF {
			return "", err
		}
		sum.Write(page[:n])
	}
	return hex.EncodeToString(sum.Sum(nil)[:12]), nil
}

// there reports whether the input is still where it was, unchanged.
func (s source) there() bool {
	info, err := os.Stat(s.Path)
	return err == nil && info.Size() == s.Size && info.ModTime().UnixNano() == s.Modified
}

// program says which build of the program this is: another one may number objects otherwise.
func program() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	sum := sha256.New()
	io.WriteString(sum, runtime.Version()+runtime.GOARCH)
	binary.Write(sum, binary.LittleEndian, []int64{info.Size(), info.ModTime().UnixNano()})
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
