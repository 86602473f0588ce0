package trace

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"time"
)

// File is one input that can be opened as often as passes over it are made.
type File struct {
	Name string // as the user gave it, for messages
	Size int64  // in bytes, when it was found
	Open func() (Content, error)

	Modified time.Time // zero if not known
}

// Content is an opened [File].
type Content interface {
	io.ReaderAt
	io.Closer
}

// Base returns the name without folders.
func (f File) Base() string { return filepath.Base(f.Name) }

// DiskFile describes the file at path.
func DiskFile(path string) (File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return File{}, err
	}
	open := func() (Content, error) { return os.Open(path) }
	return File{Name: path, Size: info.Size(), Open: open, Modified: info.ModTime()}, nil
}

// MemoryFile describes a file held in memory, such as a member of an archive.
func MemoryFile(name string, data []byte) File {
	return File{Name: name, Size: int64(len(data)), Open: func() (Content, error) {
		return memoryContent{bytes.NewReader(data)}, nil
	}}
}

type memoryContent struct{ *bytes.Reader }

func (memoryContent) Close() error { return nil }
