package jsonlines

import (
	"bytes"
	"io"
)

// MaxLine is the largest length of a line in bytes.
const MaxLine = 1 << 30

const (
	// FirstBuffer is the initial length of the buffer in bytes.
	FirstBuffer = 1 << 18
	// GrowEvery is the smallest size in bytes for which [Reader.Grow] is called.
	GrowEvery = 1 << 22
)

// Reader reads the lines of a file.
type Reader struct {
	// Grow is called before a line takes more memory than usual, with the size in bytes. Reading ends if it returns an error. Nil for no limit
	// except Limit.
	Grow func(bytes int64) error
	// Limit is the largest length of a line in bytes, usually [MaxLine].
	Limit int

	r        io.Reader
	buffer   []byte
	from, to int   // unread part of buffer
	offset   int64 // of the next line
	start    int64 // of the last line
	line     int64
	end      error // of r
	open     bool  // the last line had no end
	long     bool  // the last line was too long
}

// NewReader returns a reader whose first line has the given 1-based number.
func NewReader(r io.Reader, line int64) *Reader { return &Reader{r: r, line: line - 1, Limit: MaxLine} }

// Offset returns the offset of the next line from where reading began, in bytes.
func (r *Reader) Offset() int64 { return r.offset }

// Start returns the offset of the last line from where reading began, in bytes.
func (r *Reader) Start() int64 { return r.start }

// Line returns the 1-based number of the last line.
func (r *Reader) Line() int64 { return r.line }

// Unfinished reports whether the last line ended with the file rather than with a line break.
func (r *Reader) Unfinished() bool { return r.open }

// TooLong reports whether the last line was longer than Limit. Its content is incomplete.
func (r *Reader) TooLong() bool { return r.long }

// Next returns the next line without its end. The line is valid until the next call. At the end, the error is io.EOF. Next returns other
// errors of the file and of Grow unchanged.
func (r *Reader) Next() ([]byte, error) {
	r.long, r.start = false, r.offset
	searched := r.from
	for {
		if at := bytes.IndexByte(r.buffer[searched:r.to], '\n'); at >= 0 {
			return r.take(searched+at, 1), nil
		}
		if r.end != nil {
			if r.end == io.EOF && (r.from < r.to || r.long) {
				r.open = true
				return r.take(r.to, 0), nil
			}
			return nil, r.end
		}
		if r.to-r.from > r.Limit {
			r.long = true
			r.offset += int64(r.to - r.from)
			r.from = r.to
		}
		searched = r.to - r.from
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
}

// take returns the line that ends at end, followed by the given number of bytes.
func (r *Reader) take(end, after int) []byte {
	line := r.buffer[r.from:end]
	r.offset += int64(end + after - r.from)
	r.from = end + after
	r.line++
	return line
}

// fill moves the unread part to the start of the buffer and reads more.
func (r *Reader) fill() error {
	if r.from > 0 || r.to == len(r.buffer) {
		if err := r.makeSpace(); err != nil {
			return err
		}
	}
	n, err := r.r.Read(r.buffer[r.to:])
	r.to += n
	r.end = err
	return nil
}

// makeSpace makes space at the end of the buffer.
func (r *Reader) makeSpace() error {
	unread := r.to - r.from
	buffer := r.buffer
	if unread > len(buffer)/2 {
		size := 2 * len(buffer)
		if size >= GrowEvery && r.Grow != nil {
			if err := r.Grow(int64(size + len(buffer))); err != nil {
				return err
			}
		}
		buffer = make([]byte, size)
	} else if buffer == nil {
		buffer = make([]byte, FirstBuffer)
	}
	copy(buffer, r.buffer[r.from:r.to])
	r.buffer, r.from, r.to = buffer, 0, unread
	return nil
}
