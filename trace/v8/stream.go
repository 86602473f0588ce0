package v8

import (
	"context"
	"errors"
	"io"

	"memcity/trace"
	"memcity/trace/internal/scripts"
)

// Read reads the heap state of a snapshot that arrives as a stream, in one pass. name is its name in messages. It reads at most limit bytes,
// which also bounds the memory that it reserves.
func Read(ctx context.Context, name string, stream io.Reader, limit int64) (*trace.Heap, []trace.Warning, error) {
	f := trace.File{Name: name, Size: limit, Open: func() (trace.Content, error) { return &sequence{r: stream}, nil }}
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

// PathOf returns the path of a script for frames, without scheme and query. For files of npm packages, it starts with node_modules.
func PathOf(url string) string {
	path, _ := scripts.Path(url)
	return path
}
