package lines

import (
	"bytes"
	"io"
)

// MaxLine is the largest length of a line in bytes.
const MaxLine = 1 << 30

const (
	// firstBuffer is the first length of the buffer in bytes.
	firstBuffer = 1 << 18
	// growEvery is the smallest buffer, in bytes, that asks for memory before it grows.
	growEvery = 1 << 22
)

// Reader reads the lines of a file.
type Reader struct {
	// Grow is called before a line takes more memory than usual, with the size in bytes. Reading ends if it returns an error. Nil for no limit
	// except [MaxLine].
	Grow func(bytes int64) error
	// Texts contains the names that were read.
	Texts *Texts

	r        io.Reader
	buffer   []byte
	from, to int   // unread part of buffer
	offset   int64 // of the next line
	start    int64 // of the last line
	line     int64
	end      error // of r
	open     bool  // the last line had no end
	long     bool  // the last line was too long
	seen     Members
	limit    int // [MaxLine], or less in tests
	parser   parser
}

// NewReader returns a reader whose first line has the given 1-based number.
func NewReader(r io.Reader, line int64) *Reader {
	return &Reader{r: r, line: line - 1, Texts: NewTexts(), limit: MaxLine}
}

// Offset returns the offset of the next line from where reading began, in bytes.
func (r *Reader) Offset() int64 { return r.offset }

// Unfinished reports whether the line that was read last was the last of the file and had no end.
func (r *Reader) Unfinished() bool { return r.open }

// Next reads the next line that is not blank. rec is valid until the next call. At the end, the error is io.EOF. It returns other errors of
// the file and of Grow unchanged.
func (r *Reader) Next(rec *Record) error { return r.nextWith(nil, rec) }

// Members is a set of members of objects.
type Members uint8

// Members that [Reader.NextHeader] reports.
const (
	SiteMember Members = 1 << iota
	BirthMember
	ThreadMember
)

var memberKeys = [...][]byte{[]byte(`"site"`), []byte(`"birth"`), []byte(`"thread"`)}

// Seen returns the members in lines that [Reader.NextHeader] skipped since the first header. A text that looks like a member counts too.
func (r *Reader) Seen() Members { return r.seen }

// see adds the members of an object.
func (r *Reader) see(line []byte) {
	for i, key := range memberKeys {
		if m := Members(1 << i); r.seen&m == 0 && bytes.Contains(line, key) && (m != ThreadMember || bytes.Contains(line, []byte(`"size"`))) {
			r.seen |= m
		}
	}
}

// NextHeader is Next for headers. It skips other lines, which takes much less time than reading them. It returns the offset of the header
// from where reading began, in bytes.
func (r *Reader) NextHeader(rec *Record) (offset int64, err error) {
	for {
		if err := r.nextWith([]byte(`"format"`), rec); err != nil {
			return 0, err
		}
		if rec.Kind == Header {
			return r.start, nil
		}
	}
}

// nextWith reads the next line that contains a text.
func (r *Reader) nextWith(text []byte, rec *Record) error {
	for {
		line, err := r.next()
		if err != nil {
			return err
		}
		if r.long {
			*rec = Record{Line: r.line, Faulty: 1 << TooLong}
			return nil
		}
		if text != nil && !bytes.Contains(line, text) {
			r.see(line)
			continue
		}
		if line = bytes.TrimSpace(bytes.TrimPrefix(line, mark)); len(line) > 0 {
			rec.Line = r.line
			p := &r.parser
			p.rec, p.texts, p.grow, p.err = rec, r.Texts, r.Grow, nil
			p.parse(line)
			return p.err
		}
	}
}

// mark is the byte order mark that some programs write at the start of a file.
var mark = []byte("\ufeff")

// next returns the next line without its end. It sets r.long instead if the line is too long.
func (r *Reader) next() ([]byte, error) {
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
		if r.to-r.from > r.limit {
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
		if size >= growEvery && r.Grow != nil {
			if err := r.Grow(int64(size + len(buffer))); err != nil {
				return err
			}
		}
		buffer = make([]byte, size)
	} else if buffer == nil {
		buffer = make([]byte, firstBuffer)
	}
	copy(buffer, r.buffer[r.from:r.to])
	r.buffer, r.from, r.to = buffer, 0, unread
	return nil
}
