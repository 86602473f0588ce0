// Package index stores results derived from large inputs in the user's cache folder, so that reopening an input does not compute them
// again. Without a folder ([Use]), nothing is stored.
//
// Each part of an input's index is a file. It contains a head, which is any value that package gob encodes, and columns without pointers,
// which are mapped into memory if the system supports it. Everything has checksums. A part counts as missing if it is damaged, was written
// by another build of the program, or if its input has changed.
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

// Least is the smallest size in bytes of an input worth an index. Smaller inputs are read within a second.
const Least = 64 << 20

// Limit is the default limit for the total size of all indexes in bytes.
const Limit = 8 << 30

// Folder is a folder of indexes. It is safe for concurrent use, and several processes may share the folder.
type Folder struct {
	path    string
	least   int64
	limit   int64
	program string // build that writes and reads
	now     func() time.Time

	writing sync.WaitGroup
	mu      sync.Mutex
	closed  bool
	failed  error
}

// folder is the folder of the process. It is global because many independent packages use it.
var folder struct {
	sync.RWMutex
	used *Folder
}

// DefaultPath returns the folder in the user's cache. It returns an error if there is no cache folder.
func DefaultPath() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "memcity", "index"), nil
}

// In returns the folder at a path, which need not exist. It stores indexes of inputs of at least least bytes, such as [Least]. limit is the
// largest total size in bytes, such as [Limit]. now is the clock for the times of last use.
func In(path string, least, limit int64, now func() time.Time) *Folder {
	return &Folder{path: path, least: least, limit: limit, program: program(), now: now}
}

// Use sets the folder for indexes; nil for none. restore resets it to the previous folder.
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

// Used returns the folder of this process; nil for none.
func Used() *Folder {
	folder.RLock()
	defer folder.RUnlock()
	return folder.used
}

// Path returns the path of the folder.
func (f *Folder) Path() string { return f.path }

// Wait waits until all pending writes are done. f may be nil.
func (f *Folder) Wait() {
	if f != nil {
		f.writing.Wait()
	}
}

// Close cancels pending writes and waits for them, which takes some milliseconds. Nothing is stored afterwards. f may be nil.
func (f *Folder) Close() {
	if f == nil {
		return
	}
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.writing.Wait()
}

// Err returns why an index could not be stored; nil if all were.
func (f *Folder) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// Input is an input with an index.
type Input struct {
	Path     string // current path
	Size     int64
	Modified time.Time
	Content  io.ReaderAt
}

// Index contains the results stored for an input. A nil Index stores nothing.
type Index struct {
	folder *Folder
	key    string
	source source
}

// Of returns the index of an input; nil if the input is too small or no folder is in use. It reads some pages of the input.
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

// Key returns the key that identifies the input.
func (x *Index) Key() string { return x.key }

// source describes an input in the head of a part.
type source struct {
	Path     string
	Size     int64
	Modified int64 // in ns since 1970
}

// samples is the number of pages of an input that are compared: the first, the last, and evenly spaced ones in between.
const (
	samples    = 64
	samplePage = 4096
)

// key returns the key of an input: a hash of its size, modification time and samples of its content. It does not include the name, so that
// the input may be moved.
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

// there reports whether the input still exists unchanged at its path.
func (s source) there() bool {
	info, err := os.Stat(s.Path)
	return err == nil && info.Size() == s.Size && info.ModTime().UnixNano() == s.Modified
}

// program identifies the build of this program, since another build may number objects differently.
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
