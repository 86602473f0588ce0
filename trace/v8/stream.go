package v8

import (
	"context"
	"errors"
	"io"
	"math"

	"memcity/trace"
)

// Read reads the heap state of a snapshot that arrives as a stream, in one pass. name is its name in messages.
func Read(ctx context.Context, name string, stream io.Reader) (*trace.Heap, []trace.Warning, error) {
	f := trace.File{Name: name, Size: math.MaxInt64, Open: func() (trace.Content, error) { return &sequence{r: stream}, nil }}
	return load(ctx, f, nil)
}

// sequence is the content of a stream. It can be read once, from start to end.
type sequence struct {
	r  io.Reader
	at int64
}

func (s *sequence) ReadAt(p []byte, off int64) (int, error) {
	if off != s.at {
		return 0, errors.New("a stream can only be read in order")
	}
	n, err := s.r.Read(p)
	s.at += int64(n)
	return n, err
}

func (*sequence) Close() error { return nil }

// PathOf returns the path of a script in frames: without scheme and query, and from node_modules on for files of npm packages.
func PathOf(url string) string {
	path, _ := pathOf(url)
	return path
}
