package hprof

import (
	"bufio"
	"io"

	"github.com/klauspost/compress/gzip"
)

// stream reads a file sequentially, uncompressed.
type stream interface {
	// read fills buf. It returns fewer bytes only at the end of the file or with an error.
	read(buf []byte) (int, error)
	// skip skips n bytes. It skips fewer only at the end of the file or with an error.
	skip(n int64) (int64, error)
	// stored returns the read position in the stored file.
	stored() int64
	// left returns the number of remaining bytes; endless if unknown.
	left() int64
	close()
}

// plain is a stream of an uncompressed file.
type plain struct {
	file io.ReaderAt
	size int64
	pos  int64
}

func (p *plain) read(buf []byte) (int, error) {
	n, err := p.file.ReadAt(buf[:min(int64(len(buf)), p.left())], p.pos)
	p.pos += int64(n)
	if n == len(buf) {
		err = nil
	} else if err == nil {
		err = io.EOF
	}
	return n, err
}

func (p *plain) skip(n int64) (int64, error) {
	n = min(n, p.left())
	p.pos += n
	return n, nil
}

func (p *plain) stored() int64 { return p.pos }
func (p *plain) left() int64   { return max(0, p.size-p.pos) }
func (p *plain) close()        {}

// inflater is a stream of a gzip file, inflated sequentially.
type inflater struct {
	count  *counter
	reader *gzip.Reader
	err    error
}

func openInflater(file io.ReaderAt, size int64) *inflater {
	i := &inflater{count: &counter{r: io.NewSectionReader(file, 0, size)}}
	i.reader, i.err = gzip.NewReader(bufio.NewReaderSize(i.count, int(min(1<<18, size))))
	return i
}

func (i *inflater) read(buf []byte) (int, error) {
	if i.err != nil {
		return 0, i.err
	}
	n, err := io.ReadFull(i.reader, buf)
	if err == io.ErrUnexpectedEOF && n < len(buf) {
		// The data ends, because either the gzip data or the file ends. Only another read tells which.
		if _, again := i.reader.Read(make([]byte, 1)); again == io.EOF {
			err = io.EOF
		}
	}
	i.err = inflateError(err)
	return n, i.err
}

func (i *inflater) skip(n int64) (int64, error) { return discard(i, n) }
func (i *inflater) stored() int64               { return i.count.n }
func (i *inflater) left() int64                 { return endless }
func (i *inflater) close()                      {}

// discard skips n bytes of s by reading them.
func discard(s stream, n int64) (int64, error) {
	buf := make([]byte, min(n, 1<<18))
	for done := int64(0); done < n; {
		got, err := s.read(buf[:min(int64(len(buf)), n-done)])
		done += int64(got)
		if err != nil {
			return done, err
		}
	}
	return n, nil
}

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
