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
	// blockSize is the number of bytes per read. It is large enough for reading to cost a few percent of parsing. It is small enough for
	// some blocks per core to stay in the cache.
	blockSize = 4 << 20
	// MaxBody is the length in bytes of the longest primitive array whose body is always kept.
	MaxBody = blockSize - 64
	// MaxPositional is the number of ids at the start of a long array of references that are kept at their positions. From the rest, nulls
	// are left out.
	MaxPositional = 1 << 16
	// maxRecord is the length in bytes of the longest record kept, outside heap dumps.
	maxRecord = 64 << 20
	// wrap is the modulus of the u4 length of a heap dump.
	wrap = 1 << 32
)

// Reader reads an HPROF file, plain or compressed with gzip, any number of times. It is safe for concurrent use.
type Reader struct {
	Header Header
	// ClassTag is subtracted from the IDs of classes when records are read; 0 for most files. See package comment. The caller sets it before
	// a scan.
	ClassTag uint64
	file     io.ReaderAt
	size     int64 // as stored
	gzip     bool
	block    int // uncompressed size of gzip members that can be inflated in parallel; 0 if there are none

	// blockSize is reduced by tests, so that they see many chunks.
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

// Size returns the size of the stored file in bytes.
func (r *Reader) Size() int64 { return r.size }

// Compressed reports whether the file is compressed. Reading a part of a compressed file requires inflating everything before it.
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

// most returns an upper bound for the inflated size in bytes, so that small files use small buffers.
func (r *Reader) most() int64 {
	const ratio = 1032 // largest ratio of deflate
	if !r.gzip || r.size > endless/ratio {
		return endless
	}
	return ratio * (r.size + 1)
}

// Scan reads the file once and calls visit with every chunk. It runs the given number of workers, each with its own 0-based number. visit
// must not retain the chunk or parts of it. With one worker, chunks come in file order and visit runs on the caller's goroutine. Scan takes
// about 4 MB of memory per worker, plus 8 MB or the non-null references of the longest array, if those take more.
//
// The faults describe unreadable places in file order. An error is an error of visit or ctx.
func (r *Reader) Scan(ctx context.Context, workers int, visit func(worker int, c *Chunk) error) ([]Fault, error) {
	s := &scanner{stream: r.open(), idSize: r.Header.IDSize, classTag: r.ClassTag, blockSize: r.blockSize, most: r.most()}
	defer s.stream.close()
	s.drop(int64(r.Header.Size))
	if workers <= 1 {
		return s.sequential(ctx, visit)
	}
	return s.parallel(ctx, workers, visit)
}

// ScanAt rereads the given chunks of an earlier scan. places must be in file order.
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
		c := Chunk{Offset: p.offset, idSize: r.Header.IDSize, classTag: r.ClassTag, data: buf[:n], heapLeft: p.heapLeft, elided: p.elided}
		c.reset()
		if err := visit(&c); err != nil {
			return err
		}
	}
	return nil
}

// Place is the position of a chunk, for [Reader.ScanAt].
type Place struct {
	offset, heapLeft, elided int64
	length                   int
}

// Place returns the position of the chunk.
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

// failure is the first error of a scan, shared by its goroutines.
type failure struct {
	mu  sync.Mutex
	err error
}

// look returns the error, which may be the error of the context.
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
