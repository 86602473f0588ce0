package trace

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// File is an input that can be opened any number of times, once for each pass over it.
type File struct {
	Name string // as the user gave it, for messages
	Size int64  // in bytes, when the file was found
	Open func() (Content, error)

	Modified time.Time // zero if unknown
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

// MemoryFile describes a file in memory, such as an archive member.
func MemoryFile(name string, data []byte) File {
	return File{Name: name, Size: int64(len(data)), Open: func() (Content, error) {
		return memoryContent{bytes.NewReader(data)}, nil
	}}
}

type memoryContent struct{ *bytes.Reader }

func (memoryContent) Close() error { return nil }

// NaturalOrder compares names with their numbers by value: 9.json comes before 10.json.
func NaturalOrder(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		dx, dy := leadingDigits(x), leadingDigits(y)
		if dx == 0 || dy == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		nx, ny := strings.TrimLeft(x[:dx], "0"), strings.TrimLeft(y[:dy], "0")
		if c := cmp.Or(cmp.Compare(len(nx), len(ny)), cmp.Compare(nx, ny)); c != 0 {
			return c
		}
		x, y = x[dx:], y[dy:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
