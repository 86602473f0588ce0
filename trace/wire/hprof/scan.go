package hprof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"memcity/trace/guard"
)

const (
	// blockSize is what is read at once: large enough that reading costs a few per cent of parsing, small enough that
	// some blocks per core stay in the cache.
	blockSize = 4 << 20
	// MaxBody is the length in bytes from which bodies of primitive arrays may be left out.
	MaxBody = blockSize - 64
	// MaxPositional is how many ids the body of a long array of references has as they stand in the file; of those after
	// them nulls are left out.
	MaxPositional = 1 << 16
	// maxRecord is the longest record outside of heap dumps that is kept.
	maxRecord = 64 << 20
	// wrap is what the u4 length of a heap dump loses at a time.
	wrap = 1 << 32
)

// Reader reads an HPROF file, plain or compressed with gzip, as often as wanted. It may be used from several
// goroutines.
type Reader struct {
	Header Header
	file   io.ReaderAt
	size   int64 // as stored
	gzip   bool
	block  int // uncompressed size of the gzip members that can be inflated in parallel; 0 if there are none

	// blockSize is set by tests to see many chunks.
	blockSize int
}

// NewReader reads the header of a file of size bytes.
func NewReader(file io.ReaderAt, size int64) (*Reader, error) {
	r := &Reader{file: file, size: size, blockSize: blockSize}
	head := make([]byte, 64)
	n, err := file.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if IsGzip(head[:n]) {
		r.gzip = true
		r.block = memberSize(head[:n])
	}
	s := r.open()
	defer s.close()
	n, err = s.read(head)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if r.Header, err = ParseHeader(head[:n]); errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("the file ends after %d bytes, within its header", n)
	}
	return r, err
}

// Size returns the size of the file in bytes as it is stored.
func (r *Reader) Size() int64 { return r.size }

// Compressed reports whether the file is compressed, so that reading a part of it means inflating what is before it.
func (r *Reader) Compressed() bool { return r.gzip }

func (r *Reader) open() stream {
	switch {
	case r.block > 0:
		return openMembers(r.file, r.size, r.block)
	case r.gzip:
		return openInflater(r.file, r.size)
	}
	return &plain{file: r.file, size: r.size}
}

// most is more than the file has when it is inflated, so that a small one takes small buffers.
func (r *Reader) most() int64 {
	const ratio = 1032 // of deflate, at most
	if !r.gzip || r.size > endless/ratio {
		return endless
	}
	return ratio * (r.size + 1)
}

// Scan reads the file once and calls visit for every chunk of it, from as many goroutines as workers says, each with
// its own number from 0; visit must not keep the chunk or parts of it. With one worker chunks come in order, and visit
// runs on the caller's goroutine. It takes about 4 MB of memory per worker and 8 MB more, or what the references of the
// longest array take that are not null.
//
// The faults say what could not be read, in the order of the file. An error is that of visit or of ctx.
func (r *Reader) Scan(ctx context.Context, workers int, visit func(worker int, c *Chunk) error) ([]Fault, error) {
	s := &scanner{stream: r.open(), idSize: r.Header.IDSize, blockSize: r.blockSize, most: r.most()}
	defer s.stream.close()
	s.drop(int64(r.Header.Size))
	if workers <= 1 {
		return s.sequential(ctx, visit)
	}
	return s.parallel(ctx, workers, visit)
}

// ScanAt reads the given chunks once more, which a scan gave before, in the order of the file.
func (r *Reader) ScanAt(ctx context.Context, places []Place, visit func(c *Chunk) error) error {
	s := r.open()
	defer s.close()
	var buf []byte
	at := int64(0)
	for _, p := range places {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n, err := s.skip(p.offset - at); err != nil || n < p.offset-at {
			return fmt.Errorf("offset %d: cannot be read a second time: %w", p.offset, cmp.Or(err, io.ErrUnexpectedEOF))
		}
		if cap(buf) < p.length {
			buf = make([]byte, p.length)
		}
		n, err := s.read(buf[:p.length])
		if n < p.length {
			return fmt.Errorf("offset %d: cannot be read a second time: %w", p.offset, cmp.Or(err, io.ErrUnexpectedEOF))
		}
		at = p.offset + int64(p.length)
		c := Chunk{Offset: p.offset, idSize: r.Header.IDSize, data: buf[:n], heapLeft: p.heapLeft, elided: p.elided}
		c.reset()
		if err := visit(&c); err != nil {
			return err
		}
	}
	return nil
}

// Place is where a chunk was, for [Reader.ScanAt].
type Place struct {
	offset, heapLeft, elided int64
	length                   int
}

// Place returns where the chunk is.
func (c *Chunk) Place() Place {
	return Place{offset: c.Offset, heapLeft: c.heapLeft, elided: c.elided + int64(c.thinned), length: len(c.data) - c.thinned}
}

func (s *scanner) sequential(ctx context.Context, visit func(int, *Chunk) error) ([]Fault, error) {
	var c Chunk
	for ctx.Err() == nil && s.next(&c) {
		if err := visit(0, &c); err != nil {
			return nil, err
		}
		s.faults = append(s.faults, c.faults...)
	}
	return sortFaults(s.faults), ctx.Err()
}

func (s *scanner) parallel(ctx context.Context, workers int, visit func(int, *Chunk) error) ([]Fault, error) {
	var stopped failure
	free, work := make(chan *Chunk, workers+2), make(chan *Chunk)
	for range workers + 2 {
		free <- &Chunk{}
	}
	var wait guard.Group
	found := make([][]Fault, workers)
	for w := range workers {
		wait.Start(func() {
			for c := range work {
				if stopped.look(ctx) == nil {
					stopped.note(guard.Try(func() error { return visit(w, c) }))
					found[w] = append(found[w], c.faults...)
				}
				free <- c
			}
		})
	}
	for stopped.look(ctx) == nil {
		c := <-free
		if !s.next(c) {
			break
		}
		work <- c
	}
	close(work)
	wait.Wait()
	err := stopped.look(ctx)
	if p, ok := err.(*guard.Panic); ok {
		panic(p)
	}
	return sortFaults(slices.Concat(append(found, s.faults)...)), err
}

// failure is the first error that a scan met, for all its goroutines.
type failure struct {
	mu  sync.Mutex
	err error
}

// look returns the error, that of the context included.
func (f *failure) look(ctx context.Context) error {
	f.note(ctx.Err())
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

func (f *failure) note(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

func sortFaults(faults []Fault) []Fault {
	slices.SortStableFunc(faults, func(a, b Fault) int { return cmp.Compare(a.Offset, b.Offset) })
	return faults
}
