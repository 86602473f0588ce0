// Package stored reads files that may be compressed with gzip.
package stored

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

// Reader reads the content of a file. It is not safe for concurrent use.
type Reader struct {
	io.Reader       // of the inflated content
	Compressed bool // with gzip

	file *counter
}

// NewReader returns a reader of the content of a file, plain or compressed with gzip. size is the size of the buffer for the file in bytes.
// Without compression, the embedded reader is that buffer. An error is one of the file, or satisfies [IsDamaged].
func NewReader(file io.Reader, size int) (*Reader, error) {
	r := &Reader{file: &counter{r: file}}
	buffered := bufio.NewReaderSize(r.file, size)
	r.Reader = buffered
	if head, _ := buffered.Peek(2); string(head) == "\x1f\x8b" {
		inflated, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, err
		}
		r.Reader, r.Compressed = inflated, true
	}
	return r, nil
}

// Stored returns the number of bytes read from the file as stored.
func (r *Reader) Stored() int64 { return r.file.n }

// IsDamaged reports whether an error means that the compressed data of a file is damaged.
func IsDamaged(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) || errors.As(err, &corrupt)
}

// counter counts the bytes read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
